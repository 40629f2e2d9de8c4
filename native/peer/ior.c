// IOR: segments one behind the other, in each of them a block a rank, written a transfer at a time. With one
// segment a call of all ranks is strided; with blocks of one transfer it is contiguous.
#include "kernels.h"

#include <stdlib.h>

static int variable;

// Where transfer T of a rank begins, in elements.
static MPI_Offset place(int rank, int ranks, long long transfer) {
  long long transfers = number("block") / number("transfer");
  long long segment = transfer / transfers, inside = transfer % transfers;
  return number("transfer") / 8 * ((segment * ranks + rank) * transfers + inside);
}

static long long all_transfers(void) {
  return number("segments") * (number("block") / number("transfer"));
}

static void define(struct run *run) {
  if (number("transfer") % 8 != 0 || number("block") % number("transfer") != 0)
    refuse("ior: the transfer must be a multiple of 8 bytes and the block one of the transfer");
  int dimension;
  NC(ncmpi_def_dim(run->file, "elements", all_transfers() * (number("transfer") / 8) * run->ranks,
                   &dimension));
  NC(ncmpi_def_var(run->file, "data", NC_DOUBLE, 1, &dimension, &variable));
}

static void write(struct run *run) {
  MPI_Offset count = number("transfer") / 8;
  double *values = malloc(count * sizeof *values);
  for (long long transfer = 0; transfer < all_transfers(); transfer++) {
    MPI_Offset start = place(run->rank, run->ranks, transfer);
    for (MPI_Offset i = 0; i < count; i++)
      values[i] = value_at(variable, start + i);
    put(run, variable, &start, &count, values, count, MPI_DOUBLE);
  }
  free(values);
}

static long long wrong(struct run *run) {
  MPI_Offset count = number("transfer") / 8;
  double *values = malloc(count * sizeof *values);
  long long wrong = 0;
  for (long long transfer = 0; transfer < all_transfers(); transfer++) {
    MPI_Offset start = place((run->rank + 1) % run->ranks, run->ranks, transfer);
    NC(ncmpi_get_vara_double_all(run->file, variable, &start, &count, values));
    for (MPI_Offset i = 0; i < count; i++)
      wrong += values[i] != value_at(variable, start + i);
  }
  free(values);
  return wrong;
}

const struct kernel ior = {
    .name = "ior",
    .parameters = "segments=4 block=1MiB transfer=64KiB",
    .define = define,
    .write = write,
    .wrong = wrong,
};
