#define _GNU_SOURCE
#include "model.h"

#include <errno.h>
#include <time.h>

#include "state.h"

/* Shorter waits than this are cheaper to skip than to sleep through. */
static const int64_t SHORTEST_WAIT_NS = 2000;
static const int64_t SECOND_NS = 1000000000;

static uint32_t client;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * SECOND_NS + time.tv_nsec;
}

static void wait_until(int64_t moment) {
  if (moment - now() < SHORTEST_WAIT_NS) return;
  struct timespec time = {.tv_sec = moment / SECOND_NS, .tv_nsec = moment % SECOND_NS};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
  }
}

static int64_t nanoseconds(double microseconds) { return (int64_t)(microseconds * 1000); }

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/* Ends the computing part: releases the mutex and waits for the answer to travel. */
static void answer(int64_t ready_at) {
  bool wait = state->parameters.cost != 0;
  ready_at += nanoseconds(state->parameters.round_trip_us);
  state_unlock();
  if (wait) wait_until(ready_at);
}

/* --- layout --------------------------------------------------------------------------------------------- */

/* How many bytes of the object at a stripe position lie before a byte of the file. */
static int64_t object_bytes_before(int64_t offset, int position) {
  int64_t size = state->parameters.stripe_size;
  int64_t row = size * state->parameters.stripe_count;
  int64_t in_row = offset % row - position * size;
  if (in_row < 0) in_row = 0;
  if (in_row > size) in_row = size;
  return offset / row * size + in_row;
}

static int server_of(uint64_t inode, int position) {
  return (int)((inode * 7 + (uint64_t)position) % (uint64_t)state->parameters.servers);
}

/* --- faults --------------------------------------------------------------------------------------------- */

/* xorshift64*; the state lives beside the other shared state, so a run in the same order has the same faults.
 *  */
static int64_t random_below(int64_t bound) {
  uint64_t x = state->faults.random;
  if (x == 0) x = 0x9E3779B97F4A7C15ULL;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  state->faults.random = x;
  return (int64_t)((x * 0x2545F4914F6CDD1DULL >> 11) % (uint64_t)bound);
}

static bool meets_server_down(uint64_t inode, int64_t offset, int64_t length) {
  for (int position = 0; position < state->parameters.stripe_count; position++)
    if ((state->parameters.servers_down >> server_of(inode, position) & 1) != 0
        && object_bytes_before(offset, position) < object_bytes_before(offset + length, position))
      return true;
  return false;
}

static bool write_fails(void) {
  const struct parameters *p = &state->parameters;
  struct fault_progress *progress = &state->faults;
  if (p->eio_after_writes == OFF || progress->writes++ < p->eio_after_writes) return false;
  if (p->eio_times != OFF && progress->write_errors >= p->eio_times) return false;
  progress->write_errors++;
  return true;
}

/* What the faults leave of a transfer: its length, a shorter one, or a negative errno. */
static int64_t permitted(uint64_t inode, int64_t offset, int64_t length, bool write) {
  const struct parameters *p = &state->parameters;
  struct fault_progress *progress = &state->faults;
  if (write && write_fails()) return -EIO;
  if (p->eio_ppm > 0 && (write || !p->eio_writes_only) && random_below(1000000) < p->eio_ppm) return -EIO;
  if (p->servers_down != 0 && meets_server_down(inode, offset, length)) return -EIO;
  if (write && p->enospc_after != OFF) {
    int64_t space = p->enospc_after - progress->bytes_written;
    if (space <= 0) return -ENOSPC;
    if (length > space) length = space;
    progress->bytes_written += length;
  }
  return length;
}

/* --- cost ----------------------------------------------------------------------------------------------- */

static int acquire(uint64_t inode, int position, struct range range, bool write) {
  struct lock_result result = locks_acquire(&state->locks, inode, position, client, range, write);
  state->counters.lock_grants += result.granted;
  state->counters.revocations += result.revocations;
  state->counters.locks_dropped += result.dropped;
  return result.revocations;
}

/* One request of some bytes to one server, which works on one at a time. Returns when it is done. */
static int64_t serve(int server, int64_t start, int revocations, int64_t bytes) {
  const struct parameters *p = &state->parameters;
  double transfer_us = p->bandwidth_mb > 0 ? (double)bytes / p->bandwidth_mb : 0;
  int64_t work = nanoseconds(p->slow[server] * (p->service_us + transfer_us));
  int64_t begin = later(start, state->server_free_at[server]);
  int64_t done = begin + nanoseconds(revocations * p->revoke_us) + work;
  state->server_free_at[server] = done;
  state->counters.servers[server].requests++;
  state->counters.servers[server].bytes += bytes;
  state->counters.servers[server].busy_ns += done - begin;
  return done;
}

/* The part of a file range in the object at each stripe position goes to its server as one request. */
static int64_t serve_range(uint64_t inode, int64_t offset, int64_t length, bool write) {
  int64_t start = now(), done = start;
  for (int position = 0; position < state->parameters.stripe_count; position++) {
    struct range part = {.begin = object_bytes_before(offset, position),
                         .end = object_bytes_before(offset + length, position)};
    if (part.begin == part.end) continue;
    int revocations = acquire(inode, position, part, write);
    done = later(done, serve(server_of(inode, position), start, revocations, part.end - part.begin));
  }
  return done;
}

static void count_transfer(struct transfer_counters *counters, int64_t asked, int64_t done) {
  int class = 63 - __builtin_clzll((unsigned long long)asked);
  counters->requests++;
  counters->bytes += done;
  counters->sizes[class < SIZE_CLASSES ? class : SIZE_CLASSES - 1]++;
}

int64_t model_transfer(uint64_t inode, int64_t offset, int64_t length, bool write) {
  if (length <= 0) return 0;
  state_lock();
  int64_t result = permitted(inode, offset, length, write);
  int64_t bytes = result > 0 ? result : 0;
  if (result == -EIO) state->counters.errors_eio++;
  if (result == -ENOSPC) state->counters.errors_enospc++;
  count_transfer(write ? &state->counters.writes : &state->counters.reads, length, bytes);
  answer(serve_range(inode, offset, bytes, write));
  return result;
}

void model_metadata(void) {
  state_lock();
  state->counters.metadata++;
  state->metadata_free_at =
      later(now(), state->metadata_free_at) + nanoseconds(state->parameters.open_us);
  answer(state->metadata_free_at);
}

void model_open(void) {
  state_lock();
  state->counters.opens++;
  state_unlock();
  model_metadata();
}

void model_resize(uint64_t inode, int64_t offset) {
  state_lock();
  state->counters.truncates++;
  int64_t start = now(), done = start;
  for (int position = 0; position < state->parameters.stripe_count; position++) {
    struct range rest = {object_bytes_before(offset, position), INT64_MAX};
    int revocations = acquire(inode, position, rest, true);
    done = later(done, serve(server_of(inode, position), start, revocations, 0));
  }
  answer(done);
}

int model_sync(void) {
  state_lock();
  state->counters.syncs++;
  bool fails = state->parameters.fsync_eio != 0;
  if (fails) state->counters.errors_eio++;
  answer(now());
  return fails ? -EIO : 0;
}

void model_forget(uint64_t inode) {
  state_lock();
  locks_forget_inode(&state->locks, inode);
  state_unlock();
}

void model_join(void) { client = state_new_client(); }

void model_leave(void) {
  state_lock();
  locks_forget_client(&state->locks, client);
  state_unlock();
}
