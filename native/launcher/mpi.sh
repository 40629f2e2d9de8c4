# shellcheck shell=sh
# Finds the installed Open MPI by looking at files only: asking ompi_info or mpijavac costs more than a start
# of bb.

# Sets MPIRUN (its path, empty when there is none) and MPI_LIB (the directory of libmpi, empty when not
# found).
find_mpi() {
  MPI_LIB=''
  MPIRUN=$(command -v mpirun) || MPIRUN=''
  [ -n "$MPIRUN" ] || return 0
  mpi_prefix=$(readlink -f -- "$MPIRUN")
  mpi_prefix=${mpi_prefix%/bin/*}
  # First beside mpirun, so that an Open MPI of one's own in front of the PATH is taken as a whole.
  for directory in "$mpi_prefix/lib" "$mpi_prefix/lib64" "$mpi_prefix/lib/$(uname -m)-linux-gnu" \
    "/usr/lib/$(uname -m)-linux-gnu" /usr/lib64 /usr/lib; do
    for library in "$directory"/libmpi.so*; do
      if [ -e "$library" ]; then
        MPI_LIB=$directory
        return 0
      fi
    done
  done
}

# The native half of the Java bindings.
has_java_bindings() {
  [ -n "$MPI_LIB" ] && [ -e "$MPI_LIB/libmpi_java.so" ]
}

# Sets ROMIO to the name of Open MPI's ROMIO component (romio321 in 4.x, romio341 in 5.x), empty when it has
# none. find_mpi comes first.
find_romio() {
  ROMIO=''
  io_components=no
  for component in "$MPI_LIB"/openmpi*/mca_io_*.so "$MPI_LIB"/openmpi*/lib/openmpi*/mca_io_*.so; do
    [ -e "$component" ] || continue
    io_components=yes
    case ${component##*/} in
      mca_io_romio*.so)
        ROMIO=${component##*/mca_io_}
        ROMIO=${ROMIO%.so}
        return 0
        ;;
    esac
  done
  [ $io_components = no ] || return 0
  # No component is a file: they are linked into libmpi (how 5.x is built by default), and its version names
  # them.
  ROMIO=romio321
  for library in "$MPI_LIB"/libmpi.so.40.*; do
    case ${library##*/libmpi.so.40.} in
      [4-9][0-9].*) ROMIO=romio341 ;;
    esac
  done
}
