#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "state.h"

enum kind { NUMBER, REAL, SIZE, SIZE_LIMIT, LIMIT, SWITCH, SERVERS };

struct setting {
  const char *name;
  enum kind kind;
  size_t offset;
  double least, most;
  const char *meaning;
};

#define AT(field) offsetof(struct parameters, field)
static const double MUCH = 1e15;

static const struct setting SETTINGS[] = {
    {"servers", NUMBER, AT(servers), 1, MOST_SERVERS, "number of servers"},
    {"stripe_count", NUMBER, AT(stripe_count), 1, MOST_SERVERS, "servers a file is spread over"},
    {"stripe_size", SIZE, AT(stripe_size), 4096, MUCH, "bytes on one server before the next"},
    {"cost", SWITCH, AT(cost), 0, 1, "off: count, but wait for nothing"},
    {"bandwidth_mb", REAL, AT(bandwidth_mb), 0, 1e9, "of a server, 10^6 bytes a second; 0: unlimited"},
    {"round_trip_us", REAL, AT(round_trip_us), 0, 1e9, "network time of a request"},
    {"service_us", REAL, AT(service_us), 0, 1e9, "time of a server for a request, whatever its size"},
    {"revoke_us", REAL, AT(revoke_us), 0, 1e9, "time of a server for a lock revocation"},
    {"open_us", REAL, AT(open_us), 0, 1e9, "time of the metadata server for a request"},
    {"gather", SIZE, AT(gather), 0, MUCH, "bytes of a file's writes that a client keeps before it sends them"},
    {"eio_ppm", NUMBER, AT(eio_ppm), 0, 1000000, "of a million requests so many fail with EIO, at random"},
    {"eio_writes_only", SWITCH, AT(eio_writes_only), 0, 1, "eio_ppm spares reads"},
    {"eio_after_writes", LIMIT, AT(eio_after_writes), 0, MUCH, "so many writes succeed, then EIO"},
    {"eio_times", LIMIT, AT(eio_times), 0, MUCH, "eio_after_writes ends after so many errors"},
    {"enospc_after", SIZE_LIMIT, AT(enospc_after), 0, MUCH, "so many bytes can be written, then ENOSPC"},
    {"fsync_eio", SWITCH, AT(fsync_eio), 0, 1, "fsync fails with EIO"},
    {"servers_down", SERVERS, AT(servers_down), 0, 0, "requests to these fail with EIO: 0,3 or none"},
    {"seed", NUMBER, AT(seed), 1, MUCH, "of the random faults"},
};
enum { SETTINGS_COUNT = sizeof SETTINGS / sizeof SETTINGS[0] };

/* --- values --------------------------------------------------------------------------------------------- */

static bool read_number(const char *text, char **end, double *value) {
  errno = 0;
  *value = strtod(text, end);
  return *end != text && errno == 0 && isfinite(*value);
}

/* 4096, 64KiB, 1MiB, 2GiB */
static bool read_size(const char *text, double *value) {
  static const char *const UNITS[] = {"", "KiB", "MiB", "GiB"};
  char *end;
  if (!read_number(text, &end, value)) return false;
  for (int i = 0; i < 4; i++) {
    if (strcasecmp(end, UNITS[i]) == 0) {
      *value *= (double)(1LL << (10 * i));
      return true;
    }
  }
  return false;
}

static bool read_servers(const char *text, uint64_t *mask) {
  *mask = 0;
  if (strcmp(text, "none") == 0) return true;
  for (;;) {
    char *end;
    unsigned long server = strtoul(text, &end, 10);
    if (end == text || *text == '-' || server >= MOST_SERVERS) return false;
    *mask |= (uint64_t)1 << server;
    if (*end == 0) return true;
    if (*end != ',') return false;
    text = end + 1;
  }
}

static bool read_value(const struct setting *setting, const char *text, struct parameters *into) {
  void *field = (char *)into + setting->offset;
  char *end = NULL;
  double value;
  switch (setting->kind) {
    case SERVERS: return read_servers(text, field);
    case SWITCH:
      if (strcmp(text, "on") != 0 && strcmp(text, "off") != 0) return false;
      *(int64_t *)field = strcmp(text, "on") == 0;
      return true;
    case LIMIT:
    case SIZE_LIMIT:
      if (strcmp(text, "off") == 0) {
        *(int64_t *)field = OFF;
        return true;
      }
      break;
    default: break;
  }
  bool size = setting->kind == SIZE || setting->kind == SIZE_LIMIT;
  if (size ? !read_size(text, &value) : !read_number(text, &end, &value) || *end != 0) return false;
  if (value < setting->least || value > setting->most) return false;
  if (setting->kind == REAL) {
    *(double *)field = value;
    return true;
  }
  *(int64_t *)field = (int64_t)value;
  return (double)(int64_t)value == value;
}

static void write_value(const struct setting *setting, const struct parameters *from, char *text,
                        size_t size) {
  const void *field = (const char *)from + setting->offset;
  int64_t whole = setting->kind == REAL ? 0 : *(const int64_t *)field;
  if (setting->kind == REAL) {
    snprintf(text, size, "%g", *(const double *)field);
  } else if (setting->kind == SWITCH) {
    snprintf(text, size, "%s", whole ? "on" : "off");
  } else if (setting->kind == SERVERS) {
    size_t length = (size_t)snprintf(text, size, "%s", whole == 0 ? "none" : "");
    for (int server = 0; server < MOST_SERVERS && length + 4 < size; server++)
      if ((uint64_t)whole >> server & 1)
        length += (size_t)snprintf(text + length, size - length, "%s%d", length > 0 ? "," : "", server);
  } else if (whole == OFF) {
    snprintf(text, size, "off");
  } else {
    snprintf(text, size, "%" PRId64, whole);
  }
}

/* --- set ------------------------------------------------------------------------------------------------ */

static int refuse(const char *assignment, const char *why) {
  fprintf(stderr, "burstlog-pfs: '%s': %s; 'pfs parameters' lists what can be set\n", assignment, why);
  return 2;
}

/* slow.N=FACTOR */
static bool read_slow(const char *key, const char *text, struct parameters *into) {
  char *end;
  unsigned long server = strtoul(key, &end, 10);
  double factor;
  if (end == key || *end != 0 || server >= MOST_SERVERS) return false;
  if (!read_number(text, &end, &factor) || *end != 0 || factor <= 0 || factor > 1e6) return false;
  into->slow[server] = factor;
  return true;
}

static int assign(const char *assignment, struct parameters *into) {
  char key[64];
  const char *equals = strchr(assignment, '=');
  if (equals == NULL || (size_t)(equals - assignment) >= sizeof key)
    return refuse(assignment, "is not key=value");
  snprintf(key, sizeof key, "%.*s", (int)(equals - assignment), assignment);
  if (strncmp(key, "slow.", 5) == 0)
    return read_slow(key + 5, equals + 1, into) ? 0 : refuse(assignment, "is not slow.SERVER=FACTOR");
  for (int i = 0; i < SETTINGS_COUNT; i++) {
    if (strcmp(key, SETTINGS[i].name) != 0) continue;
    return read_value(&SETTINGS[i], equals + 1, into)
               ? 0
               : refuse(assignment, "is not a value for this parameter");
  }
  return refuse(assignment, "there is no such parameter");
}

int control_set(int count, char **assignments) {
  state_lock();
  struct parameters changed = state->parameters;
  state_unlock();
  for (int i = 0; i < count; i++) {
    int code = assign(assignments[i], &changed);
    if (code != 0) return code;
  }
  if (changed.stripe_count > changed.servers) return refuse("stripe_count", "is more than there are servers");

  state_lock();
  const struct parameters *old = &state->parameters;
  if (changed.servers != old->servers || changed.stripe_count != old->stripe_count
      || changed.stripe_size != old->stripe_size)
    locks_clear(&state->locks); /* they are on objects that are now cut differently */
  state->parameters = changed;
  state_reset_faults();
  state_unlock();
  return 0;
}

int control_parameters(void) {
  state_lock();
  struct parameters current = state->parameters;
  state_unlock();
  char text[256];
  for (int i = 0; i < SETTINGS_COUNT; i++) {
    write_value(&SETTINGS[i], &current, text, sizeof text);
    printf("%-17s %-10s %s\n", SETTINGS[i].name, text, SETTINGS[i].meaning);
  }
  for (int server = 0; server < current.servers; server++)
    printf("slow.%-12d %-10g %s\n", server, current.slow[server], "factor on the times of this server");
  return 0;
}

int control_reset(bool cold) {
  state_lock();
  state_reset_counters();
  state_reset_faults();
  if (cold) {
    state_reset_queues();
    locks_clear(&state->locks);
  }
  state_unlock();
  return 0;
}

/* --- counters ------------------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  size_t offset;
} SINGLE[] = {
    {"write_requests", offsetof(struct counters, writes.requests)},
    {"write_bytes", offsetof(struct counters, writes.bytes)},
    {"read_requests", offsetof(struct counters, reads.requests)},
    {"read_bytes", offsetof(struct counters, reads.bytes)},
    {"lock_grants", offsetof(struct counters, lock_grants)},
    {"revocations", offsetof(struct counters, revocations)},
    {"locks_dropped", offsetof(struct counters, locks_dropped)},
    {"opens", offsetof(struct counters, opens)},
    {"metadata", offsetof(struct counters, metadata)},
    {"syncs", offsetof(struct counters, syncs)},
    {"truncates", offsetof(struct counters, truncates)},
    {"errors_eio", offsetof(struct counters, errors_eio)},
    {"errors_enospc", offsetof(struct counters, errors_enospc)},
};
enum { SINGLE_COUNT = sizeof SINGLE / sizeof SINGLE[0] };

static int64_t single(const struct counters *counters, int i) {
  return *(const int64_t *)((const char *)counters + SINGLE[i].offset);
}

static void print_sizes(const char *name, const struct transfer_counters *transfers, bool json) {
  const char *separator = "";
  if (json) printf(",\"%s\":{", name);
  for (int class = 0; class < SIZE_CLASSES; class++) {
    if (transfers->sizes[class] == 0) continue;
    printf(json ? "%s\"%lld\":%" PRId64 : "%s%lld %" PRId64 "\n", json ? separator : name, 1LL << class,
           transfers->sizes[class]);
    separator = ",";
  }
  if (json) printf("}");
}

static void print_json(const struct counters *counters, int64_t servers) {
  for (int i = 0; i < SINGLE_COUNT; i++)
    printf("%s\"%s\":%" PRId64, i == 0 ? "{" : ",", SINGLE[i].name, single(counters, i));
  printf(",\"servers\":[");
  for (int server = 0; server < servers; server++) {
    const struct server_counters *s = &counters->servers[server];
    printf("%s{\"requests\":%" PRId64 ",\"bytes\":%" PRId64 ",\"busy_ns\":%" PRId64 "}",
           server == 0 ? "" : ",", s->requests, s->bytes, s->busy_ns);
  }
  printf("]");
  print_sizes("write_sizes", &counters->writes, true);
  print_sizes("read_sizes", &counters->reads, true);
  printf("}\n");
}

static void print_text(const struct counters *counters, int64_t servers) {
  for (int i = 0; i < SINGLE_COUNT; i++) printf("%s %" PRId64 "\n", SINGLE[i].name, single(counters, i));
  for (int server = 0; server < servers; server++) {
    const struct server_counters *s = &counters->servers[server];
    printf("server.%d.requests %" PRId64 "\n", server, s->requests);
    printf("server.%d.bytes %" PRId64 "\n", server, s->bytes);
    printf("server.%d.busy_ns %" PRId64 "\n", server, s->busy_ns);
  }
  print_sizes("write_sizes.", &counters->writes, false);
  print_sizes("read_sizes.", &counters->reads, false);
}

int control_counters(bool json) {
  state_lock();
  struct counters counters = state->counters;
  int64_t servers = state->parameters.servers;
  state_unlock();
  (json ? print_json : print_text)(&counters, servers);
  return 0;
}
