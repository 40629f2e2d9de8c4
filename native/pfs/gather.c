#define _GNU_SOURCE
#include "gather.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "state.h"

/* Runs of a file that are kept at most, and the largest request of the kernel. */
enum { MOST_RUNS = 4096, LARGEST_REQUEST = 1 << 20 };

struct run {
  int64_t begin, end;
};

/* What is kept of a file: runs in order, that do not touch. */
struct kept {
  struct kept *next;
  uint64_t inode;
  int64_t bytes;
  int count;
  struct run runs[MOST_RUNS];
};

/* Held for what is below, never while waiting for servers. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct kept *files;

static int64_t most_bytes(void) {
  state_lock();
  int64_t most = state->parameters.gather;
  state_unlock();
  return most;
}

int gather_is_on(void) { return most_bytes() > 0; }

/* Takes what is kept of a file out of the list; NULL if nothing is. */
static struct kept *take(uint64_t inode) {
  for (struct kept **at = &files; *at != NULL; at = &(*at)->next) {
    struct kept *found = *at;
    if (found->inode == inode) {
      *at = found->next;
      return found;
    }
  }
  return NULL;
}

/* Adds a run and joins it with those that it touches. There is room for one. */
static void add(struct kept *file, int64_t begin, int64_t end) {
  int first = 0;
  while (first < file->count && file->runs[first].end < begin) first++;
  int behind = first;
  while (behind < file->count && file->runs[behind].begin <= end) {
    struct run run = file->runs[behind++];
    file->bytes -= run.end - run.begin;
    if (run.begin < begin) begin = run.begin;
    if (run.end > end) end = run.end;
  }
  memmove(&file->runs[first + 1], &file->runs[behind], (size_t)(file->count - behind) * sizeof file->runs[0]);
  file->count += 1 - (behind - first);
  file->runs[first] = (struct run){begin, end};
  file->bytes += end - begin;
}

/* Asks the servers, a MiB at a time and from one MiB to the next, as the kernel does with aligned memory. */
static int send(const struct kept *file) {
  int result = 0;
  for (int i = 0; i < file->count; i++) {
    for (int64_t at = file->runs[i].begin; at < file->runs[i].end;) {
      int64_t end = (at / LARGEST_REQUEST + 1) * LARGEST_REQUEST;
      if (end > file->runs[i].end) end = file->runs[i].end;
      int64_t done = model_transfer(file->inode, at, end - at, true);
      if (done < 0 && result == 0) result = (int)done;
      if (done >= 0 && done < end - at && result == 0) result = -ENOSPC;
      at = end;
    }
  }
  return result;
}

int gather_write(uint64_t inode, int64_t offset, int64_t length) {
  if (length <= 0) return 0;
  int64_t most = most_bytes();
  pthread_mutex_lock(&mutex);
  struct kept *file = take(inode);
  if (file == NULL) {
    file = malloc(sizeof *file);
    if (file == NULL) {
      pthread_mutex_unlock(&mutex);
      return -ENOMEM;
    }
    file->inode = inode;
    file->bytes = 0;
    file->count = 0;
  }
  add(file, offset, offset + length);
  bool full = file->bytes >= most || file->count == MOST_RUNS;
  if (!full) {
    file->next = files;
    files = file;
  }
  pthread_mutex_unlock(&mutex);
  if (!full) return 0;
  int result = send(file);
  free(file);
  return result;
}

int gather_send(uint64_t inode) {
  pthread_mutex_lock(&mutex);
  struct kept *file = take(inode);
  pthread_mutex_unlock(&mutex);
  if (file == NULL) return 0;
  int result = send(file);
  free(file);
  return result;
}
