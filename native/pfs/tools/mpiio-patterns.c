// Writes one access pattern with plain MPI-IO and prints the rate, from open to close, of all processes
// together.
//
//   mpiio-patterns contiguous|collective|turns|file-per-process FILE MIB_PER_RANK KIB_PER_TRANSFER
//
// contiguous: each rank its own part of one file, by independent writes; collective: the same, by collective
// writes; turns: the ranks' transfers alternate in the file, by collective writes; file-per-process:
// FILE.<rank>, each alone.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int code, const char *what) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length;
  MPI_Error_string(code, text, &length);
  fprintf(stderr, "mpiio-patterns: %s: %s\n", what, text);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void write_contiguous(MPI_File file, const char *data, int64_t begin, int64_t total,
                             int64_t transfer) {
  for (int64_t done = 0; done < total; done += transfer)
    check(MPI_File_write_at(file, begin + done, data + done, (int)transfer, MPI_BYTE, MPI_STATUS_IGNORE),
          "write");
}

static void write_collectively(MPI_File file, const char *data, int64_t begin, int64_t step, int64_t total,
                               int64_t transfer) {
  for (int64_t done = 0; done < total; done += transfer, begin += step)
    check(MPI_File_write_at_all(file, begin, data + done, (int)transfer, MPI_BYTE, MPI_STATUS_IGNORE),
          "collective write");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 5) {
    if (rank == 0) fprintf(stderr, "usage: mpiio-patterns PATTERN FILE MIB_PER_RANK KIB_PER_TRANSFER\n");
    MPI_Finalize();
    return 2;
  }
  const char *pattern = argv[1];
  int64_t total = atoll(argv[3]) << 20, transfer = atoll(argv[4]) << 10;
  // page-aligned, as the kernel cuts a transfer from other memory into uneven requests
  char *data = aligned_alloc(4096, (size_t)total), name[4096];
  if (data == NULL || transfer <= 0 || total % transfer != 0) check(MPI_ERR_ARG, "arguments");
  memset(data, 'a' + rank % 26, (size_t)total);

  int alone = strcmp(pattern, "file-per-process") == 0;
  if (alone)
    snprintf(name, sizeof name, "%s.%d", argv[2], rank);
  else
    snprintf(name, sizeof name, "%s", argv[2]);

  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  MPI_File file;
  check(MPI_File_open(alone ? MPI_COMM_SELF : MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY,
                      MPI_INFO_NULL, &file),
        name);
  if (strcmp(pattern, "turns") == 0)
    write_collectively(file, data, rank * transfer, ranks * transfer, total, transfer);
  else if (strcmp(pattern, "collective") == 0)
    write_collectively(file, data, rank * total, transfer, total, transfer);
  else
    write_contiguous(file, data, alone ? 0 : rank * total, total, transfer);
  check(MPI_File_close(&file), "close");
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = MPI_Wtime() - start;

  if (rank == 0) printf("%.0f MiB/s\n", (double)(total * ranks) / (1 << 20) / seconds);
  free(data);
  MPI_Finalize();
  return 0;
}
