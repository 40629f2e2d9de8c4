/*
 * What an operation costs, and whether it fails. Each function computes under the mutex when the emulated
 * servers would have answered, counts, and then waits until that moment. pfs.c describes the model.
 */
#ifndef BURSTLOG_PFS_MODEL_H
#define BURSTLOG_PFS_MODEL_H

#include <stdbool.h>
#include <stdint.h>

/* The answer to a transfer: an error (a negative errno) or the number of bytes that may be transferred, which
 * is less than asked for, and at least one, when the file system becomes full in the middle of a write. */
int64_t model_transfer(uint64_t inode, int64_t offset, int64_t length, bool write);

/* A request to the metadata server: open, create, mkdir, unlink, rename, a file lock, … */
void model_metadata(void);
void model_open(void);

/* A change of the file's size, or the allocation of its blocks, from `offset` on: takes write locks up to the
 * end of the file from every object. */
void model_resize(uint64_t inode, int64_t offset);

/* Returns 0 or a negative errno. */
int model_sync(void);

/* The file is no more, or has just come to be. */
void model_forget(uint64_t inode);

/* This client says good-bye. */
void model_leave(void);

/* To be called once, before all others. */
void model_join(void);

#endif
