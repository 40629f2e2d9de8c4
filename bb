#!/bin/sh
# The one command of this project: `./bb help`. Pieces live in native/launcher/.
set -eu

self=$0
[ ! -L "$self" ] || self=$(readlink -f -- "$self")
case $self in */*) ROOT=${self%/*} ;; *) ROOT=. ;; esac
ROOT=$(CDPATH='' cd -- "$ROOT" && pwd -P)
PIECES=$ROOT/native/launcher

# shellcheck source=native/launcher/common.sh
. "$PIECES/common.sh"

help() {
  cat <<'TEXT'
bb - build, test and use Burstlog

  ./bb demo                 the tour: writes through a burst buffer and shows what happens
  ./bb test [OPTIONS]       build, run all tests, say what was skipped and why
  ./bb build                build what is newer than the last build
  ./bb setup                install what is missing, and say what and why
  ./bb run -n N CLASS ARGS  start a main class under mpirun
  ./bb bench KERNEL         the papers' kernels by several ways of using a burst buffer
  ./bb VERB --help          the options of one verb
  ./bb --version            the version of this tree
  ./bb help                 this page

Every other verb is one of the library's own tools (inspect, verify, recover, ...): `./bb tools` lists
them. All verbs first install and build what is missing; with nothing to do that takes milliseconds.

Environment
  JAVA_HOME         the JDK to use for everything, 17 or newer (else the java on the PATH)
  BB_NO_MPI=1       go without MPI: everything but bb-mpiio and bb-bench builds and is tested
  BB_NO_MPI=0       MPI must be there: without it fail, instead of going without
  BB_MAVEN_REPO     the local Maven repository to use (else Maven's own setting)
  BURSTLOG_MPI_JAR  an existing mpi.jar of the installed Open MPI (see native/mpi-java/install.sh --help)
  BURSTLOG_*        settings of the library; `bb run` hands them to every rank

Exit status: 0 all is well, 1 something failed (a test, a build, a job), 2 the command could not be
carried out as given; one sentence on stderr says why.
TEXT
}

# Runs a verb of the Java command line.
java_verb() {
  ensure_build
  find_java
  quiet_jvm_flags
  mpi=true
  [ "$(built_with_mpi)" != none ] || mpi=false
  # A command is short-lived and has one thread of interest: the collector that needs no threads starts
  # fastest.
  # shellcheck disable=SC2086 # the flags are separate words
  exec "$JAVA" $QUIET_FLAGS -XX:+UseSerialGC "-Dbb.launcher=$ROOT/bb" "-Dbb.home=$ROOT" "-Dbb.mpi=$mpi" \
    -cp "$ROOT/target/lib/*" org.burstlog.cli.Main "$@"
}

verb=${1:-help}
[ $# -eq 0 ] || shift
case $verb in
  version | -V | --version)
    printf 'Burstlog %s\n' "$(sed -n 's|^  <version>\(.*\)</version>$|\1|p' "$ROOT/pom.xml" | sed 1q)"
    ;;
  help | -h | --help)
    case ${1:-help} in
      help | -*) help ;;
      *) exec "$ROOT/bb" "$1" --help ;;
    esac
    ;;
  setup)
    load setup
    setup_verb "$@"
    ;;
  build)
    load build
    build_verb "$@"
    ;;
  test)
    load build tests
    test_verb "$@"
    ;;
  run)
    load run
    run_verb "$@"
    ;;
  tools)
    load build
    java_verb help
    ;;
  [a-z]*)
    # A mistyped verb must not set off an installation: what cannot be a verb is refused here,
    # what could be one is for the Java command line, which knows its own.
    case $verb in
      *[!a-z0-9-]*) die "there is no verb '$verb'; './bb help' lists the verbs" ;;
    esac
    load build
    java_verb "$verb" "$@"
    ;;
  *)
    die "there is no verb '$verb'; './bb help' lists the verbs"
    ;;
esac
