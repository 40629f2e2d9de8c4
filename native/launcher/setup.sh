# shellcheck shell=sh
# Installs what is missing: Debian packages, and the Java bindings of Open MPI.

load mpi

setup_help() {
  cat <<'TEXT'
./bb setup

Installs what is missing, with apt-get, as root or through sudo; says what and why before it does.

  needed          maven; for MPI openmpi-bin, libopenmpi-dev, xz-utils and Open MPI's Java bindings
                  (native/mpi-java/install.sh --help). BB_NO_MPI=1 goes without MPI.
  of use          netcdf-bin, pnetcdf-bin (reference tools the tests compare with); gcc, make,
                  libc6-dev, pkg-config, fuse3, libfuse3-dev, iproute2, attr, procps (the emulated parallel file
                  system and nodes).
                  Where these cannot be installed a note says so, and the tests that use them are skipped.

A JDK is not installed: which one to use is your choice (JAVA_HOME, or the java on the PATH).
The other verbs do all this by themselves; `setup` tries again what could not be installed before.
TEXT
}

setup_verb() {
  case ${1:-} in
    '') ;;
    -h | --help)
      setup_help
      return 0
      ;;
    *) die "setup: there is no argument '$1'; './bb setup --help' explains the verb" ;;
  esac
  need_compiler
  need_writable
  rm -f "$STATE/optional-tried"
  ensure_setup
  if [ "$OPENMPI_VERSION" = none ]; then
    note 'ready, without MPI'
  else
    note "ready, with Open MPI $OPENMPI_VERSION"
  fi
  # What was built without MPI for want of it is built again.
  [ "$(built_with_mpi)" = "$OPENMPI_VERSION" ] || rm -f "$STATE/built"
}

# Installs what is missing and sets OPENMPI_VERSION, the version of org.open-mpi:mpi to build with, or `none`.
ensure_setup() {
  OPENMPI_VERSION=none
  need_writable
  ensure_packages
  if [ "${BB_NO_MPI:-}" != 1 ]; then
    # Its messages go to stderr; only the version is an answer.
    if sh "$ROOT/native/mpi-java/install.sh" >&2; then
      OPENMPI_VERSION=$(sh "$ROOT/native/mpi-java/install.sh" --version)
    elif [ "${BB_NO_MPI:-}" = 0 ]; then
      die "MPI is demanded (BB_NO_MPI=0), and Open MPI's Java bindings cannot be had, as said above"
    else
      note 'going on without MPI: bb-mpiio and bb-bench are neither built nor tested' \
        "('./bb setup' tries again)"
    fi
  fi
}

# want VARIABLE PACKAGE: adds PACKAGE to the list in VARIABLE.
want() {
  eval "$1=\"\${$1:+\$$1 }$2\""
}

# want_for COMMAND VARIABLE PACKAGE: the same, unless COMMAND is there. Administrators' commands are not on
# everyone's PATH.
want_for() {
  command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ] || [ -x "/sbin/$1" ] || want "$2" "$3"
}

ensure_packages() {
  for_build='' for_mpi='' for_tests=''
  want_for mvn for_build maven
  if [ "${BB_NO_MPI:-}" != 1 ]; then
    find_mpi
    [ -n "$MPIRUN" ] || want for_mpi openmpi-bin
    has_java_bindings || want for_mpi libopenmpi-dev
    want_for xz for_mpi xz-utils
  fi
  [ -z "$for_build" ] || note "missing: $for_build, which builds the project"
  [ -z "$for_mpi" ] || note "missing: $for_mpi, for MPI (mpirun, its libraries, unpacking its Java bindings)"
  needed="$for_build${for_build:+${for_mpi:+ }}$for_mpi"
  if [ -n "$needed" ]; then
    may_install ||
      die "packages are missing that only root can install: run 'apt-get install $needed' as root" \
        "(BB_NO_MPI=1 goes without those for MPI)"
    install_packages "$needed" ||
      die "apt-get could not install $needed (${apt_error:-it gave no reason}): see that the machine reaches" \
        "its Debian package archive, then start again (all of apt-get's words: $STATE/apt.log)"
    hash -r
  fi
  ensure_optional_packages
}

# Tried once a build directory, not at every start: on many machines nobody will ever install them.
ensure_optional_packages() {
  [ ! -f "$STATE/optional-tried" ] || return 0
  want_for ncdump for_tests netcdf-bin
  want_for ncvalidator for_tests pnetcdf-bin
  want_for gcc for_tests gcc
  want_for make for_tests make
  [ -e /usr/include/stdio.h ] || want for_tests libc6-dev
  want_for pkg-config for_tests pkg-config
  want_for fusermount3 for_tests fuse3
  [ -e /usr/include/fuse3/fuse.h ] || want for_tests libfuse3-dev
  want_for ip for_tests iproute2
  want_for getfattr for_tests attr
  want_for pgrep for_tests procps
  if [ -n "$for_tests" ]; then
    note "missing, of use to tests and benchmarks only: $for_tests"
    if ! may_install; then
      note "only root can install these: without them some tests are skipped"
    elif ! install_packages "$for_tests"; then
      # One of them may not exist here; the others are still welcome.
      for package in $for_tests; do
        install_packages "$package" ||
          note "$package could not be installed: the tests that use it are skipped"
      done
    fi
  fi
  : >"$STATE/optional-tried"
}

# Sets AS_ROOT to what runs a command as root; fails when there is no way without asking a password of nobody.
may_install() {
  AS_ROOT=''
  [ "$(id -u)" != 0 ] || return 0
  command -v sudo >/dev/null || return 1
  if sudo -n true 2>/dev/null; then
    AS_ROOT='sudo -n'
  elif [ -t 0 ] && [ -t 2 ]; then
    AS_ROOT=sudo
  else
    return 1
  fi
}

# install_packages "P Q": the first error of apt-get is in apt_error afterwards.
install_packages() {
  command -v apt-get >/dev/null || die "this is not a Debian system, so install what corresponds to: $1"
  note "installing $1 with apt-get"
  apt_error=''
  # The lists may be empty or stale, as in a container image. An update that fails in part does not matter
  # when the package can be had.
  apt_get update >"$STATE/apt.log" 2>&1 || true
  # shellcheck disable=SC2086 # a list of names
  apt_get install -y --no-install-recommends $1 >>"$STATE/apt.log" 2>&1 && return 0
  apt_error=$(sed -n 's/^E: //p' "$STATE/apt.log" | sed 1q)
  return 1
}

# Another apt-get may be at work, an unattended upgrade for one: wait for it.
apt_get() {
  # shellcheck disable=SC2086 # none, or two words
  $AS_ROOT env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null
}
