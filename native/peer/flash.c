// FLASH's checkpoint: every unknown is a variable of doubles over all blocks of all ranks; beside them stand
// the small arrays that describe the blocks.
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_UNKNOWNS = 64, SMALL = 6 };

// What describes a block, and how many numbers each takes.
static const struct {
  const char *name;
  int numbers;
} small[SMALL] = {{"lrefine", 1}, {"nodetype", 1},   {"gid", 15},
                  {"coordinates", 3}, {"blocksize", 3}, {"bndbox", 6}};

static int small_variables[SMALL], unknowns[MOST_UNKNOWNS];

static long long points(void) {
  return number("cells") * number("cells") * number("cells");
}

static void define(struct run *run) {
  if (number("unknowns") > MOST_UNKNOWNS)
    refuse("flash: at most %d unknowns, and not %lld", MOST_UNKNOWNS, number("unknowns"));
  int dimensions[4], describing[2];
  char name[32];
  NC(ncmpi_def_dim(run->file, "blocks", number("blocks") * run->ranks, &dimensions[0]));
  for (int d = 1; d < 4; d++) {
    snprintf(name, sizeof name, "n%c", "?zyx"[d]);
    NC(ncmpi_def_dim(run->file, name, number("cells"), &dimensions[d]));
  }
  describing[0] = dimensions[0];
  for (int v = 0; v < SMALL; v++) {
    snprintf(name, sizeof name, "n_%s", small[v].name);
    NC(ncmpi_def_dim(run->file, name, small[v].numbers, &describing[1]));
    NC(ncmpi_def_var(run->file, small[v].name, NC_DOUBLE, 2, describing, &small_variables[v]));
  }
  for (int u = 0; u < number("unknowns"); u++) {
    snprintf(name, sizeof name, "u%02d", u);
    NC(ncmpi_def_var(run->file, name, NC_DOUBLE, 4, dimensions, &unknowns[u]));
  }
}

static void write_one(struct run *run, int variable, const MPI_Offset *start, const MPI_Offset *count,
                      long long each, double *values) {
  for (long long i = 0; i < count[0] * each; i++)
    values[i] = value_at(variable, start[0] * each + i);
  put_doubles(run, variable, start, count, values);
}

static long long check_one(struct run *run, int variable, const MPI_Offset *start, const MPI_Offset *count,
                           long long each, double *values) {
  long long wrong = 0;
  NC(ncmpi_get_vara_double_all(run->file, variable, start, count, values));
  for (long long i = 0; i < count[0] * each; i++)
    wrong += values[i] != value_at(variable, start[0] * each + i);
  return wrong;
}

// Both directions walk the same variables, the blocks being those of RANK.
static long long walk(struct run *run, int rank, int check) {
  MPI_Offset blocks = number("blocks"), cells = number("cells");
  MPI_Offset start[4] = {blocks * rank}, count[4] = {blocks, cells, cells, cells};
  long long most = points() > 15 ? points() : 15, wrong = 0;
  double *values = malloc(blocks * most * sizeof *values);
  for (int v = 0; v < SMALL; v++) {
    MPI_Offset part[2] = {blocks, small[v].numbers};
    if (check)
      wrong += check_one(run, small_variables[v], start, part, small[v].numbers, values);
    else
      write_one(run, small_variables[v], start, part, small[v].numbers, values);
  }
  for (int u = 0; u < number("unknowns"); u++) {
    if (check)
      wrong += check_one(run, unknowns[u], start, count, points(), values);
    else
      write_one(run, unknowns[u], start, count, points(), values);
  }
  free(values);
  return wrong;
}

static void write(struct run *run) {
  walk(run, run->rank, 0);
}

static long long wrong(struct run *run) {
  return walk(run, (run->rank + 1) % run->ranks, 1);
}

const struct kernel flash = {
    .name = "flash",
    .parameters = "unknowns=24 blocks=20 cells=16",
    .define = define,
    .write = write,
    .wrong = wrong,
};
