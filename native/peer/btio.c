// BTIO: the solution of a block-tridiagonal solver, five doubles a point of a cube, once a step. A square number
// of ranks q x q cuts the cube into q x q x q cells and gives each rank q of them along a diagonal.
#include "kernels.h"

#include <stdlib.h>

enum { COMPONENTS = 5, DIMENSIONS = 5 };

static int variable;

static int root(int ranks) {
  int q = 1;
  while (q * q < ranks)
    q++;
  return q;
}

static const char *unsuited(int ranks) {
  return root(ranks) * root(ranks) == ranks ? NULL : "btio needs a square number of ranks: 1, 4, 9, 16, ...";
}

// The extent of part PART of N points in Q parts; the first parts have one more where it does not divide.
static MPI_Offset begin_of(long long points, int parts, int part) {
  long long rest = points % parts;
  return part * (points / parts) + (part < rest ? part : rest);
}

// Cell CELL of a rank, as start and count of step, z, y, x, component.
static void cell_of(int rank, int ranks, int cell, long long step, MPI_Offset *start, MPI_Offset *count) {
  long long points = number("grid");
  int q = root(ranks), row = rank / q, column = rank % q;
  int part[3] = {cell, (row - cell + q) % q, (column + cell) % q};
  start[0] = step;
  count[0] = 1;
  for (int d = 0; d < 3; d++) {
    start[d + 1] = begin_of(points, q, part[d]);
    count[d + 1] = begin_of(points, q, part[d] + 1) - start[d + 1];
  }
  start[4] = 0;
  count[4] = COMPONENTS;
}

static void define(struct run *run) {
  static const char *const names[DIMENSIONS] = {"step", "z", "y", "x", "component"};
  int dimensions[DIMENSIONS];
  if (number("grid") < root(run->ranks))
    refuse("btio: %lld points a side cannot be cut into %d parts", number("grid"), root(run->ranks));
  for (int d = 0; d < DIMENSIONS; d++)
    NC(ncmpi_def_dim(run->file, names[d], d == 0 ? NC_UNLIMITED : d == 4 ? COMPONENTS : number("grid"),
                     &dimensions[d]));
  NC(ncmpi_def_var(run->file, "u", NC_DOUBLE, DIMENSIONS, dimensions, &variable));
}

// Fills a cell with its values, or counts those that are wrong.
static long long walk(const MPI_Offset *start, const MPI_Offset *count, double *values, int check) {
  long long n = number("grid"), at = 0, wrong = 0;
  for (MPI_Offset z = 0; z < count[1]; z++)
    for (MPI_Offset y = 0; y < count[2]; y++) {
      long long line = (((start[0] * n + start[1] + z) * n + start[2] + y) * n + start[3]) * COMPONENTS;
      for (MPI_Offset i = 0; i < count[3] * COMPONENTS; i++, at++) {
        if (check)
          wrong += values[at] != value_at(variable, line + i);
        else
          values[at] = value_at(variable, line + i);
      }
    }
  return wrong;
}

static double *new_cell(struct run *run) {
  long long side = number("grid") / root(run->ranks) + 1;
  return malloc(side * side * side * COMPONENTS * sizeof(double));
}

static void write(struct run *run) {
  double *values = new_cell(run);
  MPI_Offset start[DIMENSIONS], count[DIMENSIONS];
  for (long long step = 0; step < number("steps"); step++)
    for (int cell = 0; cell < root(run->ranks); cell++) {
      cell_of(run->rank, run->ranks, cell, step, start, count);
      walk(start, count, values, 0);
      put(run, variable, start, count, values, count[1] * count[2] * count[3] * COMPONENTS, MPI_DOUBLE);
    }
  free(values);
}

static long long wrong(struct run *run) {
  double *values = new_cell(run);
  MPI_Offset start[DIMENSIONS], count[DIMENSIONS];
  long long wrong = 0;
  for (long long step = 0; step < number("steps"); step++)
    for (int cell = 0; cell < root(run->ranks); cell++) {
      cell_of((run->rank + 1) % run->ranks, run->ranks, cell, step, start, count);
      NC(ncmpi_get_vara_double_all(run->file, variable, start, count, values));
      wrong += walk(start, count, values, 1);
    }
  free(values);
  return wrong;
}

const struct kernel btio = {
    .name = "btio",
    .parameters = "grid=48 steps=4",
    .unsuited = unsuited,
    .define = define,
    .write = write,
    .wrong = wrong,
};
