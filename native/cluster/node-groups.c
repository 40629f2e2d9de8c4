// Prints, on rank 0, how the processes of a job fall into groups that share memory, as "hostname:size" in
// order.

#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 64, MOST_RANKS = 256 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, node_rank, node_size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > MOST_RANKS) MPI_Abort(MPI_COMM_WORLD, 1);

  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &node_rank);
  MPI_Comm_size(node, &node_size);

  // only the first process of a group speaks for it
  char mine[LONGEST] = "", all[MOST_RANKS][LONGEST], host[LONGEST / 2];
  gethostname(host, sizeof host);
  host[sizeof host - 1] = 0;
  if (node_rank == 0) snprintf(mine, sizeof mine, "%s:%d", host, node_size);
  MPI_Gather(mine, LONGEST, MPI_CHAR, all, LONGEST, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (rank == 0)
    for (int i = 0; i < size; i++)
      if (strlen(all[i]) > 0) printf("%s\n", all[i]);

  MPI_Comm_free(&node);
  MPI_Finalize();
  return 0;
}
