/*
 * The locks that applications take with fcntl and flock, valid between all clients.
 *
 * They are taken on the backing file, so the kernel arbitrates, and drops them when a client dies. A POSIX
 * lock belongs to a process, whichever descriptor it uses, and is lost when the process closes any descriptor
 * of the file. The backing kernel sees only this daemon; so each owner (a number that FUSE gives) has, for
 * each file, a descriptor of its own here, and what it locks are locks of that open file description
 * (F_OFD_SETLK). Deadlocks between owners are not detected.
 */
#ifndef BURSTLOG_PFS_FILE_LOCKS_H
#define BURSTLOG_PFS_FILE_LOCKS_H

#include <fcntl.h>
#include <stdint.h>

/* F_GETLK, F_SETLK or F_SETLKW through an open file. `handle` only identifies it. Returns 0 or a negative
 * errno. */
int file_locks_fcntl(const void *handle, int fd, uint64_t inode, uint64_t owner, int command,
                     struct flock *lock);

/* The open file is no more; drops what no close has dropped: locks owned by the open file itself. */
void file_locks_release(const void *handle);

int file_locks_flock(int fd, int operation);

#endif
