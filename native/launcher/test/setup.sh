# shellcheck shell=sh disable=SC2034,SC2154 # shared with the harness
# What is missing is installed, or named.

apt_without_network() {
  PATHS=$T/no-network:$T/bare:$T/tools
  with FAKE_UID=0 "$T/tree/bb" build
  [ "$status" = 2 ] && says 'missing: openmpi-bin' && says 'apt-get could not install' &&
    says 'archive.example' && calls mvn 0
}

it 'apt-get without network: a sentence that names the archive' apt_without_network

without_root() {
  PATHS=$T/network:$T/bare:$T/tools
  bb build
  [ "$status" = 2 ] && says 'only root can install' && says "run 'apt-get install openmpi-bin" &&
    calls apt-get 0
}

it 'without root: the missing packages are named, nothing is installed' without_root

without_maven() {
  PATHS=$T/tools
  ln -s "$T/fakes/id" "$T/home/id"
  PATHS=$T/home:$PATHS
  with BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 2 ] && says "run 'apt-get install maven' as root"
}

it 'without root and Maven: the same' without_maven

as_root_packages_are_installed() {
  rm -f "$T/network/mpirun"
  # Of Open MPI, what this machine has beside mpirun does not count.
  PATHS=$T/network:$T/bare:$T/tools
  with FAKE_UID=0 BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/bb" build
  grep -q 'install -y --no-install-recommends openmpi-bin' "$T/calls/apt-get" && says 'for MPI'
}

it 'as root: missing packages are installed' as_root_packages_are_installed

optional_packages_may_fail() {
  PATHS=$T/no-network:$PATHS
  rm "$T/tree/target/launcher/optional-tried"
  ln -s "$(command -v true)" "$T/home/gcc"
  with FAKE_UID=0 BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 0 ] && says 'of use to tests and benchmarks only' &&
    says 'netcdf-bin could not be installed' || return 1
  rm "$T/calls/apt-get"
  touch "$T/tree/bb-core/src/main/A.java"
  with FAKE_UID=0 BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 0 ] && calls apt-get 0
}

it 'optional packages may fail, and are tried once' optional_packages_may_fail

without_bindings_the_rest_builds() {
  with "$T/tree/bb" build
  [ "$status" = 0 ] && says 'There are three ways' && says 'going on without MPI' &&
    grep -Fq -e '-pl !bb-mpiio,!bb-bench' "$T/calls/mvn" || return 1
  # Said once.
  with "$T/tree/bb" build
  [ "$status" = 0 ] && [ ! -s "$T/err" ]
}

it 'without Java bindings the rest builds, and that is said once' without_bindings_the_rest_builds

mpi_can_be_demanded() {
  with BB_NO_MPI=0 "$T/tree/bb" build
  [ "$status" = 2 ] && says 'MPI is demanded' && calls mvn 0
}

it 'BB_NO_MPI=0 demands MPI' mpi_can_be_demanded
