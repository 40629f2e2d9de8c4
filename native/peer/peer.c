// Runs one kernel with PnetCDF in one or several ways, and writes a line of JSON for each run, as Burstlog's
// own kernels do.
//
//   peer KERNEL --strategies direct,process,node --target DIR --tier DIR --repeat R [--set key=value]... --out FILE
//
// direct: without burst buffer; process: with it, a log for each process; node: with it, a log for each node.
// In each repeat the strategies take turns, so that what disturbs one disturbs the others as well.
#include "kernels.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SETS = 16, MOST_STRATEGIES = 3, LONGEST = 4096 };

static const struct kernel *const kernels[] = {&ior, &btio, &flash};
static const char *const phase_names[PHASES] = {"create", "logs", "put", "flush", "close"};

static int rank, ranks;
static const struct kernel *kernel;
static const char *sets[MOST_SETS];
static int set_count;
static const char *target_directory, *tier, *out_path;
static char *strategies[MOST_STRATEGIES];
static int strategy_count, repeats = 1;

void check_nc(int status, const char *call, const char *file, int line) {
  if (status == NC_NOERR)
    return;
  fprintf(stderr, "peer: rank %d: %s at %s:%d: %s\n", rank, call, file, line, ncmpi_strerror(status));
  MPI_Abort(MPI_COMM_WORLD, 1);
}

void refuse(const char *format, ...) {
  if (rank == 0) {
    va_list arguments;
    va_start(arguments, format);
    fputs("peer: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  exit(2);
}

// Finds KEY in "key=value key=value"; the length of its value, or -1.
static int find(const char *list, const char *key, const char **value) {
  size_t length = strlen(key);
  for (const char *at = list; *at != 0; at += strcspn(at, " "), at += strspn(at, " "))
    if (strncmp(at, key, length) == 0 && at[length] == '=') {
      *value = at + length + 1;
      return (int)strcspn(*value, " ");
    }
  return -1;
}

const char *parameter(const char *key) {
  static char text[64];
  const char *value = "";
  int length = -1;
  for (int s = set_count - 1; s >= 0 && length < 0; s--)
    length = find(sets[s], key, &value);
  if (length < 0)
    length = find(kernel->parameters, key, &value);
  snprintf(text, sizeof text, "%.*s", length < 0 ? 0 : length, value);
  return text;
}

long long number(const char *key) {
  static const char *const units[] = {"", "KiB", "MiB", "GiB"};
  char *end;
  const char *text = parameter(key);
  long long value = strtoll(text, &end, 10);
  for (size_t u = 0; u < sizeof units / sizeof *units; u++)
    if (strcmp(end, units[u]) == 0 && value > 0)
      return value << 10 * u;
  refuse("%s: %s is a positive number or a size such as 64KiB, and not '%s'", kernel->name, key, text);
}

void put(struct run *run, int variable, const MPI_Offset *start, const MPI_Offset *count, const void *values,
         MPI_Offset length, MPI_Datatype type) {
  double since = MPI_Wtime();
  NC(ncmpi_put_vara_all(run->file, variable, start, count, values, length, type));
  run->seconds[PUT] += MPI_Wtime() - since;
  int bytes;
  MPI_Type_size(type, &bytes);
  run->bytes += length * bytes;
  run->puts++;
}

static MPI_Info hints_of(const char *strategy) {
  MPI_Info hints;
  MPI_Info_create(&hints);
  if (strcmp(strategy, "direct") != 0) {
    MPI_Info_set(hints, "nc_burst_buf", "enable");
    MPI_Info_set(hints, "nc_burst_buf_dirname", tier);
    MPI_Info_set(hints, "nc_burst_buf_overwrite", "enable");
    MPI_Info_set(hints, "nc_burst_buf_del_on_close", "enable");
    if (strcmp(strategy, "node") == 0)
      MPI_Info_set(hints, "nc_burst_buf_shared_logs", "enable");
  }
  return hints;
}

// Adds the time since the last lap to a phase.
static void lap(struct run *run, enum phase phase, double *since) {
  double until = MPI_Wtime();
  run->seconds[phase] += until - *since;
  *since = until;
}

static void write_file(struct run *run, const char *strategy) {
  MPI_Info hints = hints_of(strategy);
  double since = MPI_Wtime();
  NC(ncmpi_create(MPI_COMM_WORLD, run->target, NC_CLOBBER | NC_64BIT_DATA, hints, &run->file));
  kernel->define(run);
  lap(run, CREATE, &since);
  // Here the burst buffer makes its logs.
  NC(ncmpi_enddef(run->file));
  lap(run, LOGS, &since);
  kernel->write(run);
  MPI_Barrier(MPI_COMM_WORLD);
  since = MPI_Wtime();
  NC(ncmpi_flush(run->file));
  NC(ncmpi_sync(run->file));
  lap(run, FLUSH, &since);
  MPI_Barrier(MPI_COMM_WORLD);
  since = MPI_Wtime();
  NC(ncmpi_close(run->file));
  lap(run, CLOSE, &since);
  MPI_Info_free(&hints);
}

static long long verify(struct run *run) {
  NC(ncmpi_open(MPI_COMM_WORLD, run->target, NC_NOWRITE, MPI_INFO_NULL, &run->file));
  long long wrong = kernel->wrong(run);
  NC(ncmpi_close(run->file));
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
  return wrong;
}

static void print_parameters(FILE *out) {
  const char *at = kernel->parameters, *separator = "";
  while (*at != 0) {
    char key[64];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(at, "="), at);
    const char *value = parameter(key);
    fprintf(out, "%s\"%s\":\"%s\"", separator, key, value);
    separator = ",";
    at += strcspn(at, " ");
    at += strspn(at, " ");
  }
}

static void report(FILE *out, const struct run *run, const char *strategy, int repeat, long long wrong) {
  double total = 0;
  fprintf(out, "{\"kernel\":\"%s\",\"peer\":\"%s\",\"parameters\":{", kernel->name, ncmpi_inq_libvers());
  print_parameters(out);
  fprintf(out, "},\"strategy\":\"%s\",\"np\":%d,\"repeat\":%d,\"bytes\":%lld,\"puts\":%lld,\"verified\":%s",
          strategy, ranks, repeat, run->bytes, run->puts, wrong == 0 ? "true" : "false");
  fputs(",\"phases\":{", out);
  // As Burstlog's kernels count: a phase takes as long as its slowest rank, and the making of values is none.
  for (int p = 0; p < PHASES; p++) {
    fprintf(out, "\"%s\":%.6f,", phase_names[p], run->seconds[p]);
    total += run->seconds[p];
  }
  fprintf(out, "\"waited\":%.6f,\"total\":%.6f},\"bandwidth\":%.3f}\n", total, total,
          (double)run->bytes / (1 << 20) / total);
  fflush(out);
}

static bool run_once(FILE *out, const char *strategy, int repeat) {
  static char path[LONGEST];
  snprintf(path, sizeof path, "%s/peer-%s.nc", target_directory, kernel->name);
  struct run run = {.rank = rank, .ranks = ranks, .target = path};
  if (rank == 0)
    unlink(path);
  MPI_Barrier(MPI_COMM_WORLD);
  write_file(&run, strategy);
  MPI_Barrier(MPI_COMM_WORLD);
  long long wrong = verify(&run);
  MPI_Allreduce(MPI_IN_PLACE, run.seconds, PHASES, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &run.bytes, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &run.puts, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) {
    unlink(path);
    report(out, &run, strategy, repeat, wrong);
    if (wrong != 0)
      fprintf(stderr, "peer: %s by %s: %lld elements are wrong\n", kernel->name, strategy, wrong);
  }
  return wrong == 0;
}

static void add_strategies(char *list) {
  for (char *one = strtok(list, ","); one != NULL; one = strtok(NULL, ",")) {
    if (strcmp(one, "direct") != 0 && strcmp(one, "process") != 0 && strcmp(one, "node") != 0)
      refuse("the library writes direct, process or node, and not '%s'", one);
    if (strategy_count == MOST_STRATEGIES)
      refuse("each strategy once");
    strategies[strategy_count++] = one;
  }
}

static void parse(int count, char **words) {
  for (size_t k = 0; count > 1 && k < sizeof kernels / sizeof *kernels; k++)
    if (strcmp(words[1], kernels[k]->name) == 0)
      kernel = kernels[k];
  if (kernel == NULL)
    refuse("the first argument is a kernel: ior, btio or flash");
  for (int i = 2; i < count; i += 2) {
    char *value = i + 1 < count ? words[i + 1] : NULL;
    if (value == NULL)
      refuse("%s needs a value", words[i]);
    if (strcmp(words[i], "--strategies") == 0)
      add_strategies(value);
    else if (strcmp(words[i], "--target") == 0)
      target_directory = value;
    else if (strcmp(words[i], "--tier") == 0)
      tier = value;
    else if (strcmp(words[i], "--out") == 0)
      out_path = value;
    else if (strcmp(words[i], "--repeat") == 0)
      repeats = atoi(value);
    else if (strcmp(words[i], "--set") == 0 && set_count < MOST_SETS)
      sets[set_count++] = value;
    else
      refuse("there is no option '%s'", words[i]);
  }
  for (int s = 0; s < set_count; s++) {
    char key[64];
    const char *ignored;
    snprintf(key, sizeof key, "%.*s", (int)strcspn(sets[s], "="), sets[s]);
    if (find(kernel->parameters, key, &ignored) < 0)
      refuse("%s has no parameter '%s'; it has %s", kernel->name, key, kernel->parameters);
  }
  if (target_directory == NULL || tier == NULL || out_path == NULL || strategy_count == 0 || repeats < 1)
    refuse("--strategies, --target, --tier and --out are needed, and --repeat is 1 or more");
}

int main(int count, char **words) {
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  parse(count, words);
  const char *why = kernel->unsuited == NULL ? NULL : kernel->unsuited(ranks);
  if (why != NULL)
    refuse("%s; there are %d", why, ranks);
  FILE *out = NULL;
  if (rank == 0 && (out = fopen(out_path, "a")) == NULL) {
    perror(out_path);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  bool right = true;
  for (int repeat = 0; repeat < repeats; repeat++)
    for (int s = 0; s < strategy_count; s++)
      right &= run_once(out, strategies[s], repeat);
  if (out != NULL)
    fclose(out);
  MPI_Finalize();
  return right ? 0 : 1;
}
