/*
 * The extent locks of the emulated file system.
 *
 * Every server object (the part of a file that lies on one of its stripe positions) has a list of granted
 * extents. A client that holds a fitting extent pays nothing. Otherwise every conflicting extent of another
 * client is revoked, whole, and the new grant is made as large as the remaining extents of others allow: the
 * first client to touch an object gets all of it. Read extents conflict with write extents only.
 *
 * The table has a fixed size. When it is full the object that was used least recently is forgotten; when an
 * object has no room for one more extent its oldest is. Both amount to a client giving up a lock it does not
 * use, cost nothing by themselves, and are counted.
 */
#ifndef BURSTLOG_PFS_LOCKS_H
#define BURSTLOG_PFS_LOCKS_H

#include <stdbool.h>
#include <stdint.h>

enum { PFS_MOST_SERVERS = 64, LOCK_OBJECTS = 4096, LOCK_BUCKETS = 4096, LOCK_EXTENTS = 64 };

struct range {
  int64_t begin, end; /* bytes of an object; `end` is not included */
};

struct extent {
  struct range range;
  uint32_t client;
  uint32_t write;
};

struct lock_object {
  uint64_t inode;
  int32_t position; /* of the object among the stripes of its file */
  int32_t extents_used;
  int32_t next;         /* in the same bucket, or among the free ones */
  int32_t newer, older; /* by last use */
  struct extent extents[LOCK_EXTENTS]; /* oldest first */
};

struct lock_table {
  int32_t buckets[LOCK_BUCKETS];
  int32_t free, newest, oldest;
  struct lock_object objects[LOCK_OBJECTS];
};

struct lock_result {
  int granted;     /* 1 if a new extent was granted, 0 if the client had it */
  int revocations; /* extents taken from others */
  int dropped;     /* extents forgotten for want of space */
};

void locks_clear(struct lock_table *table);

/* Gives `client` a lock on a range of an object. */
struct lock_result locks_acquire(struct lock_table *table, uint64_t inode, int position, uint32_t client,
                                 struct range range, bool write);

/* Forgets all locks on a file that is no more: its inode number may soon be another file's. */
void locks_forget_inode(struct lock_table *table, uint64_t inode);

/* Forgets all locks of a client that has unmounted. */
void locks_forget_client(struct lock_table *table, uint32_t client);

#endif
