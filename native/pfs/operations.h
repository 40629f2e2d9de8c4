/*
 * The file operations: each asks the model for its cost and verdict and is then carried out on a plain
 * directory, the backing directory, which all clients share. Clients keep no attributes and, unless asked to,
 * no pages, so what one has written the others see at once.
 */
#ifndef BURSTLOG_PFS_OPERATIONS_H
#define BURSTLOG_PFS_OPERATIONS_H

#define FUSE_USE_VERSION 31
#include <fuse3/fuse.h>

/* Opens the backing directory. Returns 0 or a negative errno. */
int operations_open_backing(const char *path);

/* Lets clients keep pages from open to close, which mmap needs. To be called before the loop starts. */
void operations_use_page_cache(void);

extern const struct fuse_operations operations;

#endif
