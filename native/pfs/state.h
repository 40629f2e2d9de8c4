/*
 * What all clients of one emulated file system share: a file, mapped by every client and by the control
 * verbs.
 *
 *   parameters   what the file system costs and which faults it has; set from outside
 *   counters     what was asked of it; read from outside
 *   queues       until when each server is busy
 *   locks        who holds which extents (locks.h)
 *
 * One mutex guards all of it. It is held only for computing, never while waiting or doing input and output.
 * When a client dies with the mutex, the next one to take it empties the queues and the lock table, which may
 * be half changed; parameters and counters are plain numbers and stay.
 */
#ifndef BURSTLOG_PFS_STATE_H
#define BURSTLOG_PFS_STATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "locks.h"

enum { MOST_SERVERS = PFS_MOST_SERVERS, SIZE_CLASSES = 32 };

/* A limit that is not set. */
#define OFF ((int64_t)-1)

struct parameters {
  /* layout */
  int64_t servers;
  int64_t stripe_count;
  int64_t stripe_size;
  /* cost */
  int64_t cost; /* 0: count everything, wait for nothing */
  double bandwidth_mb; /* of a server, in 10^6 bytes a second; 0: unlimited */
  double round_trip_us;
  double service_us;
  double revoke_us;
  double open_us;
  int64_t gather; /* bytes of a file that a client keeps before it sends them; 0: none */
  double slow[MOST_SERVERS]; /* factor on service time and transfer time of one server */
  /* faults */
  int64_t eio_ppm;
  int64_t eio_writes_only;
  int64_t eio_after_writes;
  int64_t eio_times;
  int64_t enospc_after;
  int64_t fsync_eio;
  uint64_t servers_down; /* one bit a server */
  int64_t seed;
};

/* How far the faults that count have come. */
struct fault_progress {
  int64_t writes;
  int64_t write_errors;
  int64_t bytes_written;
  uint64_t random;
};

struct transfer_counters {
  int64_t requests;
  int64_t bytes;
  int64_t sizes[SIZE_CLASSES]; /* [i]: requests of 2^i up to, not including, 2^(i+1) bytes */
};

struct server_counters {
  int64_t requests;
  int64_t bytes;
  int64_t busy_ns;
};

struct counters {
  struct transfer_counters writes;
  struct transfer_counters reads;
  struct server_counters servers[MOST_SERVERS];
  int64_t opens;    /* open and create */
  int64_t metadata; /* requests to the metadata server, opens included */
  int64_t syncs;
  int64_t truncates;
  int64_t lock_grants;
  int64_t revocations;
  int64_t locks_dropped; /* given up for want of table space, not for a conflict */
  int64_t errors_eio;
  int64_t errors_enospc;
};

struct state {
  char magic[8];
  uint64_t size;
  pthread_mutex_t mutex;
  uint32_t last_client;
  struct parameters parameters;
  struct fault_progress faults;
  struct counters counters;
  int64_t server_free_at[MOST_SERVERS]; /* on the monotonic clock, in nanoseconds */
  int64_t metadata_free_at;
  struct lock_table locks;
};

/* The one mapping of this process. */
extern struct state *state;

/* Maps the file; with `create` it is made if absent, otherwise that is an error. Returns 0, or -1 having said
 * why. */
int state_map(const char *path, bool create);

/* Gives this process a client number of its own. Numbers are not used again: locks of a dead client stay
 * until somebody else wants them, as those of a dead client of a real file system do. */
uint32_t state_new_client(void);

void state_lock(void);
void state_unlock(void);

/* Forgets what is due to be counted from now on; call with the mutex held. */
void state_reset_counters(void);
void state_reset_faults(void);
void state_reset_queues(void);

#endif
