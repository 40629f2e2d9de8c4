// The calls that Burstlog's kernels make, made to PnetCDF: what a run is, and what each kernel provides.
#ifndef KERNELS_H
#define KERNELS_H

#include <mpi.h>
#include <pnetcdf.h>
#include <stdbool.h>

// Ends all ranks with a message when CALL does not return NC_NOERR.
#define NC(call) check_nc((call), #call, __FILE__, __LINE__)
void check_nc(int status, const char *call, const char *file, int line);

// Ends all ranks with one sentence, exit code 2.
_Noreturn void refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

enum phase { CREATE, LOGS, PUT, FLUSH, CLOSE, PHASES };

struct run {
  int rank, ranks;
  const char *target;       // the file's path
  int file;                 // its netCDF id
  double seconds[PHASES];   // of this rank
  long long bytes, puts;    // of this rank
};

// One collective put of LENGTH values of an MPI type, timed and counted.
void put(struct run *run, int variable, const MPI_Offset *start, const MPI_Offset *count, const void *values,
         MPI_Offset length, MPI_Datatype type);

// The value of an element, by its place in its variable, so that a misplaced one is seen.
static inline double value_at(int variable, long long element) {
  return (double)element + 0.125 * variable;
}

struct kernel {
  const char *name;
  const char *parameters;   // "key=default …"
  // Whether the ranks suit it; NULL where they do, else what is wrong.
  const char *(*unsuited)(int ranks);
  void (*define)(struct run *run);
  void (*write)(struct run *run);
  // Reads what another rank wrote; the number of wrong elements.
  long long (*wrong)(struct run *run);
};

// The value of one of the kernel's parameters, as given by --set or by default.
const char *parameter(const char *key);
long long number(const char *key);

extern const struct kernel ior, btio, flash;

#endif
