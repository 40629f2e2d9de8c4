/*
 * What a client keeps of writes for a while, so that the servers are asked for few large requests where a
 * program makes many small ones that continue one another, as clients of real file systems do. Only the price
 * is put off: the bytes are in the backing file, and seen by all clients, at once.
 */
#ifndef BURSTLOG_PFS_GATHER_H
#define BURSTLOG_PFS_GATHER_H

#include <stdint.h>

/* Whether writes are kept at all. */
int gather_is_on(void);

/* Keeps a write, and sends what is kept of the file once that is too much. Returns 0 or a negative errno of
 * what was sent. */
int gather_write(uint64_t inode, int64_t offset, int64_t length);

/* Sends all that is kept of a file, in order of offsets. Returns 0 or a negative errno. */
int gather_send(uint64_t inode);

#endif
