#define _GNU_SOURCE
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The last character is the version of the layout; the size check catches a build with other structures. */
static const char MAGIC[8] = "BLPFS\0\0\1";

struct state *state;

static const struct parameters DEFAULTS = {
    .servers = 4,
    .stripe_count = 4,
    .stripe_size = 1 << 20,
    .cost = 1,
    .bandwidth_mb = 200,
    .round_trip_us = 200,
    .service_us = 100,
    .revoke_us = 1000,
    .open_us = 0,
    .eio_after_writes = OFF,
    .eio_times = OFF,
    .enospc_after = OFF,
    .seed = 1,
};

static int say(const char *path, const char *what) {
  fprintf(stderr, "burstlog-pfs: %s: %s\n", path, what);
  return -1;
}

static struct state *map(int fd) {
  void *memory = mmap(NULL, sizeof(struct state), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static int init_mutex(pthread_mutex_t *mutex) {
  pthread_mutexattr_t attributes;
  int error = pthread_mutexattr_init(&attributes);
  if (error == 0) error = pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  if (error == 0) error = pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  if (error == 0) error = pthread_mutex_init(mutex, &attributes);
  return error;
}

static int fill(int fd) {
  struct state *fresh = ftruncate(fd, sizeof *fresh) == 0 ? map(fd) : NULL;
  if (fresh == NULL) return errno;
  int error = init_mutex(&fresh->mutex);
  if (error == 0) {
    fresh->size = sizeof *fresh;
    fresh->parameters = DEFAULTS;
    for (int server = 0; server < MOST_SERVERS; server++) fresh->parameters.slow[server] = 1;
    fresh->faults.random = (uint64_t)DEFAULTS.seed;
    locks_clear(&fresh->locks);
    memcpy(fresh->magic, MAGIC, sizeof MAGIC);
  }
  munmap(fresh, sizeof *fresh);
  return error;
}

/* Fills a file under another name and links it into place, so that nobody ever sees an unfinished one. */
static int create_file(const char *path) {
  char other[4096];
  if (snprintf(other, sizeof other, "%s.XXXXXX", path) >= (int)sizeof other)
    return say(path, strerror(ENAMETOOLONG));
  int fd = mkostemp(other, O_CLOEXEC);
  if (fd < 0) return say(path, strerror(errno));
  int error = fill(fd);
  /* somebody else may have been faster; then theirs is as good */
  if (error == 0 && link(other, path) < 0 && errno != EEXIST) error = errno;
  unlink(other);
  close(fd);
  return error == 0 ? 0 : say(path, strerror(error));
}

int state_map(const char *path, bool create) {
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT && create) {
    if (create_file(path) < 0) return -1;
    fd = open(path, O_RDWR | O_CLOEXEC);
  }
  if (fd < 0) return say(path, strerror(errno));

  struct stat status;
  if (fstat(fd, &status) < 0 || status.st_size != (off_t)sizeof(struct state) || (state = map(fd)) == NULL
      || memcmp(state->magic, MAGIC, sizeof MAGIC) != 0 || state->size != sizeof(struct state)) {
    close(fd);
    return say(path, "is not a state file of this version; unmount everything and remove it");
  }
  /* The descriptor stays open, and with it a shared lock: whoever can lock the file exclusively knows that no
   * client is left. */
  if (create && flock(fd, LOCK_SH) < 0) return say(path, strerror(errno));
  if (!create) close(fd);
  return 0;
}

uint32_t state_new_client(void) {
  state_lock();
  uint32_t client = ++state->last_client;
  state_unlock();
  return client;
}

void state_lock(void) {
  int error = pthread_mutex_lock(&state->mutex);
  if (error == EOWNERDEAD) {
    locks_clear(&state->locks);
    state_reset_queues();
    error = pthread_mutex_consistent(&state->mutex);
  }
  if (error != 0) {
    fprintf(stderr, "burstlog-pfs: the shared state cannot be locked: %s\n", strerror(error));
    abort();
  }
}

void state_unlock(void) {
  int error = pthread_mutex_unlock(&state->mutex);
  if (error != 0) {
    fprintf(stderr, "burstlog-pfs: the shared state cannot be unlocked: %s\n", strerror(error));
    abort();
  }
}

void state_reset_counters(void) { memset(&state->counters, 0, sizeof state->counters); }

void state_reset_faults(void) {
  memset(&state->faults, 0, sizeof state->faults);
  state->faults.random = (uint64_t)state->parameters.seed;
}

void state_reset_queues(void) {
  memset(state->server_free_at, 0, sizeof state->server_free_at);
  state->metadata_free_at = 0;
}
