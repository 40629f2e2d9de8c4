#!/bin/sh
# Obtains Open MPI's Java bindings, mpi.jar, and installs them into the local Maven repository.
# They are in no registry, and Debian's packages carry only their native half.
set -eu

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
ROOT=$(CDPATH='' cd -- "$HERE/../.." && pwd -P)
# shellcheck source=native/launcher/common.sh
. "$ROOT/native/launcher/common.sh"
load mpi source-package

help() {
  cat <<'TEXT'
native/mpi-java/install.sh [--version | --help]

Obtains Open MPI's Java bindings in the first of these ways that works, proves them with a program of two
ranks under mpirun, and installs them into the local Maven repository as org.open-mpi:mpi:VERSION.

  1. the jar that the environment variable BURSTLOG_MPI_JAR names
  2. the mpi.jar that `mpijavac --showme` names, where that file exists
  3. compiled from the distribution's source package of exactly the installed Open MPI, fetched by way of the
     machine's own apt entries (apt's configuration stays as it is, and no root is needed)

When this jar is installed already, nothing is done. Needs a JDK, Maven, and Open MPI with its development
files (Debian: openmpi-bin, libopenmpi-dev); the third way also xz and a network.

  --version   only print VERSION, for Maven's -Dopenmpi.version

Environment: JAVA_HOME, BURSTLOG_MPI_JAR, BB_MAVEN_REPO (the local repository, else Maven's own setting),
XDG_CACHE_HOME (a compiled jar is kept in burstlog/mpi-java below it, else below ~/.cache).
TEXT
}

tell() {
  note "mpi-java: $*"
}

# The one message for all that can go wrong on the way to a jar.
give_up() {
  tell "cannot get Open MPI's Java bindings: $*. There are three ways: name an existing mpi.jar in" \
    "BURSTLOG_MPI_JAR; install an Open MPI with Java bindings, so that 'mpijavac --showme' names its mpi.jar; or" \
    "let it be compiled from the distribution's source package, for which libopenmpi-dev, xz and a reachable" \
    'package archive are needed'
  exit 2
}

# The version of the distribution's package, but only where the mpirun in use is the distribution's.
debian_version() {
  case $(readlink -f -- "$MPIRUN") in
    /usr/bin/*) dpkg-query -W -f "\${$1}" libopenmpi-dev 2>/dev/null ;;
    *) return 1 ;;
  esac
}

# Sets VERSION: Debian's upstream version, or what an Open MPI of one's own says of itself.
find_version() {
  find_mpi
  [ -n "$MPIRUN" ] || give_up 'Open MPI is not installed (no mpirun on the PATH)'
  VERSION=$(debian_version source:Upstream-Version) || VERSION=''
  [ -n "$VERSION" ] || VERSION=$("$MPIRUN" --version 2>/dev/null | sed -n 's/^mpirun (Open MPI) //p')
  [ -n "$VERSION" ] || give_up "'$MPIRUN' is not Open MPI's"
}

# Sets JAR and ORIGIN.
find_jar() {
  if [ -n "${BURSTLOG_MPI_JAR:-}" ]; then
    JAR=$BURSTLOG_MPI_JAR
    ORIGIN="BURSTLOG_MPI_JAR"
    # Named and not there is a mistake to tell of, not a reason to take another jar in silence.
    [ -r "$JAR" ] || give_up "BURSTLOG_MPI_JAR names '$JAR', which cannot be read"
    return 0
  fi
  # It prints a javac command with the jar in its class path.
  JAR=$(mpijavac --showme 2>/dev/null | tr -s ' :' '\n' | grep '/mpi\.jar$' | sed 1q) || JAR=''
  ORIGIN='mpijavac --showme'
  [ -z "$JAR" ] || [ ! -r "$JAR" ] || return 0
  source_jar
}

# Sets JAR to the jar compiled from the source package, now or earlier.
source_jar() {
  source_version=$(debian_version source:Version) ||
    give_up "'$MPIRUN' is not from a Debian package, so there is no source package that matches it"
  source_name=$(debian_version source:Package)
  ORIGIN="source package $source_name $source_version"
  cache=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/burstlog/mpi-java
  mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ] || cache=$WORK
  # The name of a version holds no slash, so it can name a file.
  JAR=$cache/$source_name-$source_version.jar
  [ ! -r "$JAR" ] || return 0
  # Installed earlier, here or where this repository was copied from: nothing needs to be fetched again.
  if [ -r "$INSTALLED" ] && [ "$(cat "$ORIGIN_FILE" 2>/dev/null)" = "$ORIGIN" ]; then
    JAR=$INSTALLED
    return 0
  fi
  need_writable
  need_compiler
  [ -x "$JAVA_HOME/bin/jar" ] || give_up "'$JAVA_HOME' has no jar command"
  command -v apt-get >/dev/null || give_up 'apt-get is missing, so there is no source package to be had'
  command -v xz >/dev/null || give_up 'xz is missing (Debian: xz-utils)'
  tell "fetching the source package $source_name $source_version to compile the bindings from"
  fetch_source "$source_name=$source_version" libopenmpi-dev || give_up "$FETCH_ERROR"
  compile_jar
}

compile_jar() {
  sources=$WORK/sources
  mkdir -p "$sources" "$WORK/classes"
  unpack_original "$sources" --wildcards '*/ompi/mpi/java/java/*.java'
  # Of the oldest release we run on, whichever JDK is at hand: one jar serves them all.
  find "$sources" -name '*.java' -print >"$WORK/files"
  if ! "$JAVA_HOME/bin/javac" --release 17 -nowarn -Xlint:none -proc:none -encoding UTF-8 -d "$WORK/classes" \
    "@$WORK/files" >"$WORK/javac.log" 2>&1; then
    cat "$WORK/javac.log" >&2
    give_up 'its Java sources do not compile, as said above'
  fi
  # The name that modules give it, whatever its file is called.
  echo 'Automatic-Module-Name: mpi' >"$WORK/manifest"
  "$JAVA_HOME/bin/jar" --create --file "$WORK/mpi.jar" --manifest "$WORK/manifest" -C "$WORK/classes" .
  # Under its name only when it is whole.
  mv "$WORK/mpi.jar" "$JAR.new"
  mv "$JAR.new" "$JAR"
}

# Two ranks that meet: a jar of another version than libmpi_java fails here, and not in the midst of a
# simulation.
verify() {
  need_compiler
  mkdir -p "$WORK/hello"
  if ! "$JAVA_HOME/bin/javac" -proc:none -cp "$JAR" -d "$WORK/hello" "$HERE/Hello.java" \
    >"$WORK/hello.log" 2>&1; then
    cat "$WORK/hello.log" >&2
    give_up "a program cannot be compiled with '$JAR' ($ORIGIN), as said above"
  fi
  if ! "$ROOT/bb" run -n 2 --class-path "$WORK/hello:$JAR" --timeout 120 -- Hello >"$WORK/hello.log" 2>&1 ||
    ! grep -q '^hello from 2 ranks, sum 3$' "$WORK/hello.log"; then
    cat "$WORK/hello.log" >&2
    give_up "a program of two ranks does not run with '$JAR' ($ORIGIN), as said above"
  fi
}

install_jar() {
  # Kept where it can be read when this is over.
  log=$STATE/mpi-java.log
  # Not in a directory with a POM: this is about no project.
  if ! (cd "$WORK" && maven "$log" -q org.apache.maven.plugins:maven-install-plugin:3.1.4:install-file \
    "-Dfile=$JAR" -DgroupId=org.open-mpi -DartifactId=mpi "-Dversion=$VERSION" -Dpackaging=jar); then
    explain_maven_failure "$log" 'installing a jar'
    without_escapes <"$log" >&2
    die "Maven could not install '$JAR' into '$MAVEN_REPO'; its words are above"
  fi
}

case ${1:-} in
  '') ;;
  --version)
    find_version
    echo "$VERSION"
    exit 0
    ;;
  -h | --help)
    help
    exit 0
    ;;
  *) die "mpi-java: there is no argument '$1'; native/mpi-java/install.sh --help explains this script" ;;
esac

find_maven_repo
find_version
INSTALLED=$MAVEN_REPO/org/open-mpi/mpi/$VERSION/mpi-$VERSION.jar
ORIGIN_FILE=$MAVEN_REPO/org/open-mpi/mpi/$VERSION/origin
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
find_jar
case $JAR in /*) ;; *) JAR=$PWD/$JAR ;; esac
if [ -r "${INSTALLED%.jar}.pom" ] && cmp -s "$JAR" "$INSTALLED"; then
  exit 0
fi
need_writable
command -v mvn >/dev/null || die 'Maven is missing: install it (Debian: maven)'
verify
install_jar
echo "$ORIGIN" >"$ORIGIN_FILE"
tell "installed org.open-mpi:mpi:$VERSION ($ORIGIN) in $MAVEN_REPO"
