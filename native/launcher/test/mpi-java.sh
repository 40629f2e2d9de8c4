# shellcheck shell=sh disable=SC2034,SC2154 # shared with the harness
# native/mpi-java: Open MPI's Java bindings.

bindings_are_installed_once() {
  set -- BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/native/mpi-java/install.sh"
  with "$@"
  [ "$status" = 0 ] && calls mvn 1 && calls mpirun 1 && says 'installed org.open-mpi:mpi:4.9.9' || return 1
  cmp -s "$T/mpi.jar" "$T/home/.m2/repository/org/open-mpi/mpi/4.9.9/mpi-4.9.9.jar" || return 1
  with "$@" && [ "$status" = 0 ] && calls mvn 1 && calls mpirun 1 && [ ! -s "$T/err" ] || return 1
  with BURSTLOG_MPI_JAR="$T/other.jar" "$T/tree/native/mpi-java/install.sh"
  [ "$status" = 0 ] && calls mvn 2 || return 1
  cmp -s "$T/other.jar" "$T/home/.m2/repository/org/open-mpi/mpi/4.9.9/mpi-4.9.9.jar"
}

it 'mpi-java installs once, and again when the jar changes' bindings_are_installed_once

bindings_by_mpijavac() {
  fake "$T/home/mpijavac" <<FAKE
echo "/jdk/bin/javac -cp $T/mpi.jar:$T/shmem.jar"
FAKE
  PATHS=$T/home:$PATHS
  with "$T/tree/native/mpi-java/install.sh"
  [ "$status" = 0 ] && says '(mpijavac --showme)'
}

it 'mpi-java takes the jar that mpijavac names' bindings_by_mpijavac

bindings_version() {
  with "$T/tree/native/mpi-java/install.sh" --version
  [ "$status" = 0 ] && [ "$(cat "$T/out")" = 4.9.9 ]
}

it 'mpi-java tells the version' bindings_version

bindings_jar_is_missing() {
  with BURSTLOG_MPI_JAR="$T/nowhere.jar" "$T/tree/native/mpi-java/install.sh"
  refused "BURSTLOG_MPI_JAR names '$T/nowhere.jar', which cannot be read. There are three ways"
}

it 'mpi-java with a jar that is not there: one sentence, three ways' bindings_jar_is_missing

bindings_do_not_fit() {
  with MISMATCH=1 BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/native/mpi-java/install.sh"
  [ "$status" = 2 ] && says 'does not run with' && calls mvn 0
}

it 'mpi-java refuses a jar that does not fit' bindings_do_not_fit

bindings_without_maven_network() {
  with OFFLINE=1 BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/native/mpi-java/install.sh"
  refused 'Maven cannot fetch what installing a jar needs'
}

it 'mpi-java when Maven has no network: one sentence' bindings_without_maven_network

# The distribution's own mpirun, whose package archive is out of reach.
bindings_without_network() {
  rm -rf "$T/distribution"
  mkdir "$T/distribution"
  fake "$T/distribution/dpkg-query" <<'FAKE'
case "$*" in
  *Upstream*) echo 4.9.9 ;;
  *source:Version*) echo 4.9.9-1 ;;
  *) echo openmpi ;;
esac
FAKE
  fake "$T/distribution/readlink" <<'FAKE'
echo /usr/bin/orterun
FAKE
  fake "$T/distribution/apt-config" <<FAKE
echo "APT_LIST='$T/distribution/sources.list' APT_PARTS='$T/distribution'"
FAKE
  echo 'deb http://archive.example/debian stable main' >"$T/distribution/sources.list"
  PATHS=$T/distribution:$T/no-network:$PATHS
  fake "$T/jdk17/bin/jar" </dev/null
  with "$T/tree/native/mpi-java/install.sh"
  rm "$T/jdk17/bin/jar"
  [ "$status" = 2 ] && says 'cannot fetch the source package openmpi 4.9.9-1' && says 'archive.example' &&
    says 'There are three ways' && grep -q 'source --download-only openmpi=4.9.9-1' "$T/calls/apt-get"
}

it 'mpi-java when apt has no network: one sentence, three ways' bindings_without_network

sources_from_stanzas() {
  cat >"$T/in.sources" <<'STANZAS'
# a comment
Types: deb
# where from
URIs: http://archive.example/debian/
Suites: bookworm bookworm-updates
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc

Enabled: no
Types: deb
URIs: http://archive.example/debian
Suites: sid

Types: deb deb-src
URIs: https://elsewhere.example/apt
Suites: stable
Components: main
STANZAS
  with awk -v format=sources -v only='http://archive.example/debian' \
    -f "$T/tree/native/launcher/deb-src.awk" "$T/in.sources"
  cat >"$T/expected" <<'STANZA'
Types: deb-src
URIs: http://archive.example/debian/
Suites: bookworm bookworm-updates
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc

STANZA
  cmp "$T/expected" "$T/out"
}

it 'source entries come from deb822 stanzas' sources_from_stanzas

sources_from_lines() {
  cat >"$T/in.list" <<'LINES'
# deb http://archive.example/debian sid main
deb [arch=amd64 signed-by=/k.gpg] http://archive.example/debian bookworm main contrib
deb-src [arch=amd64 signed-by=/k.gpg] http://archive.example/debian bookworm main contrib
deb https://elsewhere.example/apt stable main
LINES
  with awk -v format=list -v only='' -f "$T/tree/native/launcher/deb-src.awk" "$T/in.list"
  cat >"$T/expected" <<'LINES'
deb-src [arch=amd64 signed-by=/k.gpg] http://archive.example/debian bookworm main contrib
deb-src https://elsewhere.example/apt stable main
LINES
  cmp "$T/expected" "$T/out"
}

it 'source entries come from one-line entries' sources_from_lines
