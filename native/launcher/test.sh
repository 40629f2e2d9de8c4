#!/bin/sh
# Tests of ./bb and native/mpi-java, on a copy of both in a directory of its own, with a PATH of its own. What
# a machine may lack or refuse (Java, root, a network, MPI) is played by fakes; what needs the real MPI is
# skipped without it. Prints a line for each test, `ok - …` or `not ok - …`, and how many there were of each;
# exits 1 if one failed.
set -u

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
# shellcheck disable=SC2034 # for the parts
ROOT=$(CDPATH='' cd -- "$HERE/../.." && pwd -P)
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

passed=0 failed=0 skipped=0

# it DESCRIPTION FUNCTION: the function's status is the verdict. Each test starts with a fresh copy.
it() {
  status='' PATHS=$T/fakes:$T/tools JDK=$T/jdk17
  rm -rf "${T:?}/tree" "${T:?}/home" "$T/calls" "$T/out" "$T/err"
  cp -R "$T/template" "$T/tree"
  mkdir "$T/home" "$T/calls"
  if "$2"; then
    passed=$((passed + 1))
    echo "ok - $1"
  else
    failed=$((failed + 1))
    echo "not ok - $1"
    echo "# last command: status ${status:-none}"
    for stream in out err; do
      [ ! -f "$T/$stream" ] || sed "s/^/# $stream: /" "$T/$stream"
    done
  fi
}

skip() {
  skipped=$((skipped + 1))
  echo "ok - $1 # SKIP $2"
}

# with [NAME=VALUE...] COMMAND ARGS: runs it with nothing of this machine's environment; status, out and err
# are kept.
with() {
  status=0
  env -i HOME="$T/home" PATH="$PATHS" JAVA_HOME="$JDK" CALLS="$T/calls" "$@" >"$T/out" 2>"$T/err" </dev/null ||
    status=$?
}

bb() {
  with "$T/tree/bb" "$@"
}

# The command was refused: exit 2, nothing on stdout, one line on stderr that matches.
refused() {
  [ "$status" = 2 ] && [ ! -s "$T/out" ] && [ "$(wc -l <"$T/err")" = 1 ] && grep -Eq -e "^bb: .*$1" "$T/err"
}

says() {
  grep -Fq -e "$1" "$T/err"
}

# calls COMMAND N: the fake was called so often.
calls() {
  count=0
  [ ! -f "$T/calls/$1" ] || count=$(wc -l <"$T/calls/$1")
  [ "$count" = "$2" ] || {
    echo "# $1 was called $count times, and not $2"
    return 1
  }
}

# Sources of long ago, so that a stamp made now is newer, and a touch is newer still.
age() {
  find "$T/tree" -exec touch -d '1 hour ago' {} +
}

for part in fakes verbs setup build mpi-java run; do
  # shellcheck source=/dev/null
  . "$HERE/test/$part.sh"
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
