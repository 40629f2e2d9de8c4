// FLASH's checkpoint: what describes the tree of blocks, then every unknown, a variable of doubles over all
// blocks of all ranks. In memory guard cells surround each block.
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_UNKNOWNS = 64, TREE = 6, DIMENSIONS = 4 };

// What describes a block, and how many numbers each takes.
static const struct {
  const char *name;
  nc_type type;
  int numbers;
} tree[TREE] = {{"lrefine", NC_INT, 1},        {"nodetype", NC_INT, 1},     {"gid", NC_INT, 15},
                {"coordinates", NC_DOUBLE, 3}, {"blocksize", NC_DOUBLE, 3}, {"bnd_box", NC_DOUBLE, 6}};

static int tree_variables[TREE], unknowns[MOST_UNKNOWNS];

// The second rank has one more than the first, the third two, and so on in turns.
static MPI_Offset blocks_of(int rank) {
  return number("blocks") + rank % 3;
}

// The first block of a rank, and with the number of ranks, of all.
static MPI_Offset first_of(int rank) {
  MPI_Offset first = 0;
  for (int r = 0; r < rank; r++)
    first += blocks_of(r);
  return first;
}

static void define(struct run *run) {
  if (number("unknowns") > MOST_UNKNOWNS)
    refuse("flash: at most %d unknowns, and not %lld", MOST_UNKNOWNS, number("unknowns"));
  int dimensions[DIMENSIONS], describing[2];
  char name[32];
  NC(ncmpi_def_dim(run->file, "blocks", first_of(run->ranks), &dimensions[0]));
  for (int d = 1; d < DIMENSIONS; d++) {
    snprintf(name, sizeof name, "%c", "?zyx"[d]);
    NC(ncmpi_def_dim(run->file, name, number("cells"), &dimensions[d]));
  }
  describing[0] = dimensions[0];
  for (int v = 0; v < TREE; v++) {
    snprintf(name, sizeof name, "n_%s", tree[v].name);
    NC(ncmpi_def_dim(run->file, name, tree[v].numbers, &describing[1]));
    NC(ncmpi_def_var(run->file, tree[v].name, tree[v].type, 2, describing, &tree_variables[v]));
  }
  for (int u = 0; u < number("unknowns"); u++) {
    snprintf(name, sizeof name, "unk_%02d", u);
    NC(ncmpi_def_var(run->file, name, NC_DOUBLE, DIMENSIONS, dimensions, &unknowns[u]));
  }
}

// Puts the numbers that describe the blocks of a rank, or counts those that are wrong.
static long long walk_tree(struct run *run, int rank, int check) {
  long long wrong = 0;
  for (int v = 0; v < TREE; v++) {
    MPI_Offset start[2] = {first_of(rank), 0}, count[2] = {blocks_of(rank), tree[v].numbers};
    MPI_Offset all = count[0] * count[1], first = start[0] * count[1];
    int *ints = malloc(all * sizeof *ints);
    double *doubles = malloc(all * sizeof *doubles);
    bool is_int = tree[v].type == NC_INT;
    for (MPI_Offset i = 0; i < all; i++) {
      ints[i] = (int)(first + i) + 1000 * v;
      doubles[i] = value_at(tree_variables[v], first + i);
    }
    if (!check) {
      put(run, tree_variables[v], start, count, is_int ? (void *)ints : doubles, all,
          is_int ? MPI_INT : MPI_DOUBLE);
    } else if (is_int) {
      NC(ncmpi_get_vara_int_all(run->file, tree_variables[v], start, count, ints));
      for (MPI_Offset i = 0; i < all; i++)
        wrong += ints[i] != (int)(first + i) + 1000 * v;
    } else {
      NC(ncmpi_get_vara_double_all(run->file, tree_variables[v], start, count, doubles));
      for (MPI_Offset i = 0; i < all; i++)
        wrong += doubles[i] != value_at(tree_variables[v], first + i);
    }
    free(ints);
    free(doubles);
  }
  return wrong;
}

// The place of the first cell of a row in memory with guard cells.
static MPI_Offset row_of(MPI_Offset block, MPI_Offset z, MPI_Offset y, MPI_Offset guard) {
  MPI_Offset edge = number("cells") + 2 * guard;
  return ((block * edge + z + guard) * edge + y + guard) * edge + guard;
}

// Fills an unknown with its values, or counts those that are wrong.
static long long walk(int variable, int rank, MPI_Offset guard, double *values, int check) {
  MPI_Offset cells = number("cells");
  long long place = first_of(rank) * cells * cells * cells, wrong = 0;
  for (MPI_Offset block = 0; block < blocks_of(rank); block++)
    for (MPI_Offset z = 0; z < cells; z++)
      for (MPI_Offset y = 0; y < cells; y++)
        for (MPI_Offset x = 0, row = row_of(block, z, y, guard); x < cells; x++, place++) {
          if (check)
            wrong += values[row + x] != value_at(variable, place);
          else
            values[row + x] = value_at(variable, place);
        }
  return wrong;
}

// The blocks of a rank without guard cells, as they lie in memory with them.
static MPI_Datatype interior(int rank, int guard) {
  int cells = (int)number("cells"), edge = cells + 2 * guard, blocks = (int)blocks_of(rank);
  int sizes[] = {blocks, edge, edge, edge}, parts[] = {blocks, cells, cells, cells};
  int starts[] = {0, guard, guard, guard};
  MPI_Datatype type;
  MPI_Type_create_subarray(DIMENSIONS, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  return type;
}

static void write(struct run *run) {
  walk_tree(run, run->rank, 0);
  MPI_Offset cells = number("cells"), guard = number("guard"), edge = cells + 2 * guard;
  MPI_Offset start[DIMENSIONS] = {first_of(run->rank)};
  MPI_Offset count[DIMENSIONS] = {blocks_of(run->rank), cells, cells, cells};
  double *values = calloc(count[0] * edge * edge * edge, sizeof *values);
  MPI_Datatype type = interior(run->rank, (int)guard);
  for (int u = 0; u < number("unknowns"); u++) {
    walk(unknowns[u], run->rank, guard, values, 0);
    put(run, unknowns[u], start, count, values, 1, type);
  }
  MPI_Type_free(&type);
  free(values);
}

static long long wrong(struct run *run) {
  int other = (run->rank + 1) % run->ranks;
  long long wrong = walk_tree(run, other, 1);
  MPI_Offset cells = number("cells");
  MPI_Offset start[DIMENSIONS] = {first_of(other)};
  MPI_Offset count[DIMENSIONS] = {blocks_of(other), cells, cells, cells};
  double *values = malloc(count[0] * cells * cells * cells * sizeof *values);
  for (int u = 0; u < number("unknowns"); u++) {
    NC(ncmpi_get_vara_double_all(run->file, unknowns[u], start, count, values));
    wrong += walk(unknowns[u], other, 0, values, 1);
  }
  free(values);
  return wrong;
}

const struct kernel flash = {
    .name = "flash",
    .parameters = "unknowns=24 blocks=10 cells=8 guard=4",
    .define = define,
    .write = write,
    .wrong = wrong,
};
