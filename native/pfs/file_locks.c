#define _GNU_SOURCE
#include "file_locks.h"

#define FUSE_USE_VERSION 31
#include <errno.h>
#include <fuse3/fuse.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

/* A waiting lock is tried again this often. Waiting in the kernel would not notice that the caller was
 * killed. */
static const long RETRY_NS = 2000000;

struct owned {
  uint64_t owner, inode;
  const void *handle; /* the open file that first locked */
  int fd;
  struct owned *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct owned *first;

static struct owned **find(uint64_t owner, uint64_t inode) {
  struct owned **link = &first;
  while (*link != NULL && ((*link)->owner != owner || (*link)->inode != inode)) link = &(*link)->next;
  return link;
}

/* Closing the descriptor drops its locks. */
static void drop(struct owned **link) {
  struct owned *owned = *link;
  *link = owned->next;
  close(owned->fd);
  free(owned);
}

/* Opens the same file again, by a way that works for unlinked files too. Needed: a new open file description.
 *  */
static int open_again(int fd) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  int again = open(path, O_RDWR | O_CLOEXEC);
  return again >= 0 || errno != EACCES ? again : open(path, O_RDONLY | O_CLOEXEC);
}

static struct owned *find_or_add(const void *handle, int fd, uint64_t inode, uint64_t owner) {
  struct owned **link = find(owner, inode);
  if (*link != NULL) return *link;
  struct owned *owned = malloc(sizeof *owned);
  if (owned == NULL) return NULL;
  *owned = (struct owned){owner, inode, handle, open_again(fd), NULL};
  if (owned->fd < 0) {
    free(owned);
    return NULL;
  }
  return *link = owned;
}

static int try_once(const void *handle, int fd, uint64_t inode, uint64_t owner, int command,
                    struct flock *lock) {
  int error = 0;
  pthread_mutex_lock(&mutex);
  struct owned **link = find(owner, inode);
  if (lock->l_type == F_UNLCK && lock->l_start == 0 && lock->l_len == 0) {
    if (*link != NULL) drop(link);
  } else if (lock->l_type != F_UNLCK || *link != NULL) {
    struct owned *owned = find_or_add(handle, fd, inode, owner);
    lock->l_pid = 0; /* demanded for locks of open file descriptions */
    if (owned == NULL || fcntl(owned->fd, command, lock) < 0) error = -errno;
  }
  pthread_mutex_unlock(&mutex);
  return error;
}

/* Waits a little; returns 0 to go on, or -EINTR when the caller no longer wants the lock. */
static int wait_a_little(void) {
  struct timespec time = {.tv_sec = 0, .tv_nsec = RETRY_NS};
  nanosleep(&time, NULL);
  return fuse_interrupted() ? -EINTR : 0;
}

int file_locks_fcntl(const void *handle, int fd, uint64_t inode, uint64_t owner, int command,
                     struct flock *lock) {
  int own_command = command == F_GETLK ? F_OFD_GETLK : F_OFD_SETLK;
  for (;;) {
    int error = try_once(handle, fd, inode, owner, own_command, lock);
    if (command != F_SETLKW || (error != -EAGAIN && error != -EACCES)) return error;
    error = wait_a_little();
    if (error != 0) return error;
  }
}

void file_locks_release(const void *handle) {
  pthread_mutex_lock(&mutex);
  for (struct owned **link = &first; *link != NULL;) {
    if ((*link)->handle == handle)
      drop(link);
    else
      link = &(*link)->next;
  }
  pthread_mutex_unlock(&mutex);
}

int file_locks_flock(int fd, int operation) {
  for (;;) {
    if (flock(fd, operation | LOCK_NB) == 0) return 0;
    if (errno != EWOULDBLOCK || (operation & LOCK_NB) != 0) return -errno;
    int error = wait_a_little();
    if (error != 0) return error;
  }
}
