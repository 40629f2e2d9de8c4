#!/bin/sh
# Tests of ./bb and native/mpi-java, on a copy of both in a directory of its own, with a PATH of its own. What a machine
# may lack or refuse (Java, root, a network, MPI) is played by fakes; what needs the real MPI is skipped without it.
# Prints a line for each test, `ok - …` or `not ok - …`, and how many there were of each; exits 1 if one failed.
set -u

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
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

# with [NAME=VALUE...] COMMAND ARGS: runs it with nothing of this machine's environment; status, out and err are kept.
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

# Sources of a second ago, so that a stamp made now is newer, and a touch is newer still.
age() {
  find "$T/tree" -exec touch -d '1 hour ago' {} +
}

fake() {
  mkdir -p "${1%/*}"
  {
    echo '#!/bin/sh'
    cat
  } >"$1"
  chmod +x "$1"
}

make_tools() {
  mkdir -p "$T/tools"
  for tool in sh env cat sed awk grep find sort tr tee mkdir rm mv cp touch chmod readlink dirname mktemp cmp flock \
    uname nproc timeout setpriv head tail wc sleep tar xz apt-config apt-cache; do
    path=$(command -v "$tool") && ln -s "$path" "$T/tools/$tool"
  done
}

make_template() {
  mkdir -p "$T/template/native" "$T/template/bb-core/src/main" "$T/template/bb-mpiio"
  cp "$ROOT/bb" "$T/template"
  cp -R "$ROOT/native/launcher" "$ROOT/native/mpi-java" "$T/template/native"
  touch "$T/template/pom.xml" "$T/template/bb-core/pom.xml" "$T/template/bb-core/src/main/A.java"
  # What `bb test` starts in the copy is not this script again.
  printf '%s\n' "echo 'ok - one'" "echo 'ok - two # SKIP no tool'" "[ -z \"\${FAIL:-}\" ] || echo 'not ok - three'" \
    >"$T/template/native/launcher/test.sh"
  # Optional packages are a test of their own.
  mkdir -p "$T/template/target/launcher"
  touch "$T/template/target/launcher/optional-tried"
}

# make_jdk DIRECTORY VERSION
make_jdk() {
  fake "$1/bin/java" <<'FAKE'
printf '%s\n' "$*" >>"$CALLS/java"
FAKE
  fake "$1/bin/javac" <<'FAKE'
exit 0
FAKE
  printf 'IMPLEMENTOR="Debian"\nJAVA_VERSION="%s"\n' "$2" >"$1/release"
}

make_fakes() {
  make_jdk "$T/jdk17" 17.0.15
  make_jdk "$T/jdk25" 25.0.1
  make_jdk "$T/jdk11" 11.0.2
  make_jdk "$T/jre17" 17.0.15
  rm "$T/jre17/bin/javac"
  # An old JDK that has no release file.
  fake "$T/jdk8/bin/java" <<'FAKE'
echo 'java version "1.8.0_402"' >&2
FAKE
  fake "$T/fakes/id" <<'FAKE'
echo "${FAKE_UID:-1000}"
FAKE
  fake "$T/fakes/mvn" <<'FAKE'
printf '%s\n' "$*" >>"$CALLS/mvn"
printf '%s\n' "$MAVEN_OPTS" >>"$CALLS/maven-opts"
if [ -n "${OFFLINE:-}" ]; then
  echo '[ERROR] Could not transfer artifact a:b:pom:1 from/to central (https://maven.example/m2): maven.example: Unknown host'
  exit 1
fi
for word in "$@"; do
  case $word in
    -Dmaven.repo.local=*) repository=${word#*=} ;;
    -Dfile=*) file=${word#*=} ;;
    -Dversion=*) version=${word#*=} ;;
    package | verify)
      mkdir -p target/lib bb-core/target/surefire-reports
      : >target/lib/bb-core.jar
      [ "$word" = package ] || cat >bb-core/target/surefire-reports/TEST-A.xml <<XML
<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="x" name="org.burstlog.A" time="0.1" tests="5" errors="0" skipped="2" failures="${FAILURES:-0}">
  <properties/>
  <testcase name="one" classname="org.burstlog.A" time="0.1"/>
  <testcase name="two" classname="org.burstlog.A" time="0.1">
    <skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: no <ncdump> here
	at org.burstlog.A.two(A.java:17)
]]></skipped>
  </testcase>
  <testcase name="three" classname="org.burstlog.A" time="0.1">
    <skipped message="no &lt;ncdump&gt; here"/>
  </testcase>
</testsuite>
XML
      ;;
  esac
done
if [ -n "${file:-}" ]; then
  mkdir -p "$repository/org/open-mpi/mpi/$version"
  cp "$file" "$repository/org/open-mpi/mpi/$version/mpi-$version.jar"
  : >"$repository/org/open-mpi/mpi/$version/mpi-$version.pom"
fi
FAKE
  # An Open MPI of one's own: mpirun, the library with its Java half, and ROMIO as a component.
  fake "$T/mpi/bin/mpirun" <<'FAKE'
if [ "$*" = --version ]; then
  echo 'mpirun (Open MPI) 4.9.9'
  exit 0
fi
printf '%s\n' "$*" >>"$CALLS/mpirun"
case "$*" in
  *' Hello') [ -n "${MISMATCH:-}" ] || echo 'hello from 2 ranks, sum 3' ;;
  *) printf '<%s>\n' "$@" "FOO=${FOO:-}" "BURSTLOG_TIER=${BURSTLOG_TIER:-}" ;;
esac
FAKE
  mkdir -p "$T/mpi/lib/openmpi"
  touch "$T/mpi/lib/libmpi.so.40.30.9" "$T/mpi/lib/libmpi_java.so" "$T/mpi/lib/openmpi/mca_io_romio999.so" \
    "$T/mpi/lib/openmpi/mca_io_ompio.so"
  ln -s "$T/mpi/bin/mpirun" "$T/fakes/mpirun"
  echo jar >"$T/mpi.jar"
  echo other >"$T/other.jar"
  # A machine without Open MPI, and one whose archive cannot be reached.
  mkdir "$T/bare"
  cp "$T/fakes/id" "$T/fakes/mvn" "$T/bare"
  fake "$T/no-network/apt-get" <<'FAKE'
printf '%s\n' "$*" >>"$CALLS/apt-get"
echo "E: Failed to fetch http://archive.example/debian  Temporary failure resolving 'archive.example'" >&2
exit 100
FAKE
  # One that can be, and brings Open MPI.
  fake "$T/network/apt-get" <<FAKE
printf '%s\n' "\$*" >>"\$CALLS/apt-get"
case "\$*" in *openmpi-bin*) cp "$T/mpi/bin/mpirun" "$T/network/mpirun" ;; esac
FAKE
}

help_is_a_screenful() {
  bb help
  [ "$status" = 0 ] && [ "$(wc -l <"$T/out")" -le 40 ] || return 1
  for word in demo test build setup run help; do
    grep -q "^  ./bb $word" "$T/out" || return 1
  done
}

every_verb_explains_itself() {
  for verb in build run setup test; do
    for way in "$verb --help" "help $verb"; do
      # shellcheck disable=SC2086 # two words
      bb $way
      [ "$status" = 0 ] && grep -q "^./bb $verb" "$T/out" || return 1
    done
  done
  calls mvn 0
}

impossible_verb() {
  bb 'te st'
  refused "no verb 'te st'" && calls mvn 0
}

impossible_option() {
  bb --frobnicate
  refused "no verb '--frobnicate'" && calls mvn 0
}

other_verbs_go_to_java() {
  with BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/bb" inspect 'a b'
  [ "$status" = 0 ] && calls java 1 &&
    grep -Fq -e "-Dbb.launcher=$T/tree/bb -Dbb.home=$T/tree -Dbb.mpi=true -cp $T/tree/target/lib/* org.burstlog.cli.Main" \
      "$T/calls/java" &&
    grep -q 'Main inspect a b$' "$T/calls/java"
}

works_through_a_link() {
  ln -sf "$T/tree/bb" "$T/home/bb"
  # shellcheck disable=SC2016 # for the inner shell
  with BB_NO_MPI=1 sh -c 'cd / && "$HOME/bb" demo'
  [ "$status" = 0 ] && grep -Fq -e "-Dbb.home=$T/tree -Dbb.mpi=false" "$T/calls/java"
}

without_java() {
  JDK=''
  for verb in build demo test setup; do
    bb "$verb"
    refused 'Java is missing: install a JDK 17 or newer' || return 1
  done
  bb run -n 2 Main
  refused 'Java is missing'
}

wrong_java_home() {
  JDK=$T/nowhere
  bb build
  refused "JAVA_HOME is '$T/nowhere', where there is no bin/java"
}

java_11() {
  JDK=$T/jdk11
  bb build
  refused "is Java 11, and 17 or newer is needed"
}

java_11_on_the_path() {
  JDK='' PATHS=$T/jdk11/bin:$PATHS
  bb demo
  refused "'$T/jdk11/bin/java' is Java 11"
}

java_without_release_file() {
  JDK=$T/jdk8
  bb build
  refused "is Java 8, and 17 or newer is needed"
}

java_without_compiler() {
  JDK=$T/jre17
  bb build
  refused 'without a compiler'
}

maven_without_network() {
  with OFFLINE=1 BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 2 ] && [ "$(wc -l <"$T/err")" = 2 ] &&
    says 'Maven cannot fetch what the build needs from its registry central (https://maven.example/m2)'
}

tests_without_network() {
  with OFFLINE=1 BB_NO_MPI=1 "$T/tree/bb" test
  [ "$status" = 2 ] && says 'Maven cannot fetch what the build needs from its registry'
}

apt_without_network() {
  PATHS=$T/no-network:$T/bare:$T/tools
  with FAKE_UID=0 "$T/tree/bb" build
  [ "$status" = 2 ] && says 'missing: openmpi-bin' && says 'apt-get could not install' &&
    says 'archive.example' && calls mvn 0
}

without_root() {
  PATHS=$T/network:$T/bare:$T/tools
  bb build
  [ "$status" = 2 ] && says 'only root can install' && says "run 'apt-get install openmpi-bin" && calls apt-get 0
}

without_maven() {
  PATHS=$T/tools
  ln -s "$T/fakes/id" "$T/home/id"
  PATHS=$T/home:$PATHS
  with BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 2 ] && says "run 'apt-get install maven' as root"
}

as_root_packages_are_installed() {
  rm -f "$T/network/mpirun"
  # Of Open MPI, what this machine has beside mpirun does not count.
  PATHS=$T/network:$T/bare:$T/tools
  with FAKE_UID=0 BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/bb" build
  grep -q 'install -y --no-install-recommends openmpi-bin' "$T/calls/apt-get" && says 'for MPI'
}

optional_packages_may_fail() {
  PATHS=$T/no-network:$PATHS
  rm "$T/tree/target/launcher/optional-tried"
  ln -s "$(command -v true)" "$T/home/gcc"
  with FAKE_UID=0 BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 0 ] && says 'of use to tests and benchmarks only' && says 'netcdf-bin could not be installed' || return 1
  rm "$T/calls/apt-get"
  touch "$T/tree/bb-core/src/main/A.java"
  with FAKE_UID=0 BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 0 ] && calls apt-get 0
}

builds_only_what_is_newer() {
  age
  set -- BB_NO_MPI=1 "$T/tree/bb" build
  with "$@" && with "$@" && calls mvn 1 || return 1
  [ ! -s "$T/err" ] && [ ! -s "$T/out" ] || return 1
  touch -d '1 hour' "$T/tree/bb-core/src/main/A.java"
  with "$@" && calls mvn 2 || return 1
  age
  with "$@" && with "$@" && calls mvn 3 || return 1
  rm "$T/tree/bb-core/src/main/A.java"
  touch -d '1 hour' "$T/tree/bb-core/src/main"
  with "$@" && calls mvn 4
}

a_failed_build_is_tried_again() {
  age
  with OFFLINE=1 BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 2 ] || return 1
  with BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 0 ] && calls mvn 2
}

a_changed_pom_clears_old_jars() {
  age
  with BB_NO_MPI=1 "$T/tree/bb" build
  touch "$T/tree/target/lib/old.jar"
  touch -d '1 hour' "$T/tree/pom.xml"
  with BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 0 ] && [ ! -e "$T/tree/target/lib/old.jar" ]
}

a_build_is_not_started_in_a_build() {
  with BB_BUILDING=1 "$T/tree/bb" demo
  [ "$status" = 0 ] && calls mvn 0 && calls java 1
}

a_newer_jdk_is_kept_quiet() {
  JDK=$T/jdk25
  with BB_NO_MPI=1 "$T/tree/bb" demo
  flags='--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow'
  grep -Fq -e "$flags" "$T/calls/maven-opts" && grep -Fq -e "$flags" "$T/calls/java"
}

an_older_jdk_gets_no_unknown_flags() {
  with BB_NO_MPI=1 MAVEN_OPTS=-Xmx1g "$T/tree/bb" demo
  [ "$(tr -d ' ' <"$T/calls/maven-opts")" = -Xmx1g ] && ! grep -q access "$T/calls/java"
}

without_mpi_two_modules_are_left_out() {
  with BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 0 ] && grep -Fq -e '-pl !bb-mpiio,!bb-bench' "$T/calls/mvn"
}

without_bindings_the_rest_builds() {
  with "$T/tree/bb" build
  [ "$status" = 0 ] && says 'There are three ways' && says 'going on without MPI' &&
    grep -Fq -e '-pl !bb-mpiio,!bb-bench' "$T/calls/mvn" || return 1
  # Said once.
  with "$T/tree/bb" build
  [ "$status" = 0 ] && [ ! -s "$T/err" ]
}

mpi_can_be_demanded() {
  with BB_NO_MPI=0 "$T/tree/bb" build
  [ "$status" = 2 ] && says 'MPI is demanded' && calls mvn 0
}

maven_repository_is_handed_on() {
  with BB_NO_MPI=1 BB_MAVEN_REPO="$T/repo" "$T/tree/bb" build
  grep -Fq -e "-Dmaven.repo.local=$T/repo " "$T/calls/mvn" || return 1
  with BB_NO_MPI=1 MAVEN_OPTS="-Dmaven.repo.local=$T/other" "$T/tree/bb" build
  grep -Fq -e "-Dmaven.repo.local=$T/other " "$T/calls/mvn" || return 1
  mkdir "$T/home/.m2"
  # shellcheck disable=SC2016 # Maven's variable
  echo '<settings><localRepository>${user.home}/mine</localRepository></settings>' >"$T/home/.m2/settings.xml"
  with BB_NO_MPI=1 "$T/tree/bb" build
  grep -Fq -e "-Dmaven.repo.local=$T/home/mine " "$T/calls/mvn"
}

bindings_are_installed_once() {
  set -- BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/native/mpi-java/install.sh"
  with "$@" && [ "$status" = 0 ] && calls mvn 1 && calls mpirun 1 && says 'installed org.open-mpi:mpi:4.9.9' || return 1
  cmp -s "$T/mpi.jar" "$T/home/.m2/repository/org/open-mpi/mpi/4.9.9/mpi-4.9.9.jar" || return 1
  with "$@" && [ "$status" = 0 ] && calls mvn 1 && calls mpirun 1 && [ ! -s "$T/err" ] || return 1
  with BURSTLOG_MPI_JAR="$T/other.jar" "$T/tree/native/mpi-java/install.sh"
  [ "$status" = 0 ] && calls mvn 2 || return 1
  cmp -s "$T/other.jar" "$T/home/.m2/repository/org/open-mpi/mpi/4.9.9/mpi-4.9.9.jar"
}

another_jar_is_another_build() {
  age
  with BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/bb" build
  [ "$status" = 0 ] && calls mvn 2 && grep -Fq -e '-Dopenmpi.version=4.9.9' "$T/calls/mvn" || return 1
  with BURSTLOG_MPI_JAR="$T/other.jar" "$T/tree/bb" build
  [ "$status" = 0 ] && calls mvn 4
}

bindings_by_mpijavac() {
  fake "$T/home/mpijavac" <<FAKE
echo "/jdk/bin/javac -cp $T/mpi.jar:$T/shmem.jar"
FAKE
  PATHS=$T/home:$PATHS
  with "$T/tree/native/mpi-java/install.sh"
  [ "$status" = 0 ] && says '(mpijavac --showme)'
}

bindings_version() {
  with "$T/tree/native/mpi-java/install.sh" --version
  [ "$status" = 0 ] && [ "$(cat "$T/out")" = 4.9.9 ]
}

bindings_jar_is_missing() {
  with BURSTLOG_MPI_JAR="$T/nowhere.jar" "$T/tree/native/mpi-java/install.sh"
  refused "BURSTLOG_MPI_JAR names '$T/nowhere.jar', which cannot be read. There are three ways"
}

bindings_do_not_fit() {
  with MISMATCH=1 BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/native/mpi-java/install.sh"
  [ "$status" = 2 ] && says 'does not run with' && calls mvn 0
}

bindings_without_maven_network() {
  with OFFLINE=1 BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/native/mpi-java/install.sh"
  refused 'Maven cannot fetch what installing a jar needs'
}

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
  with awk -v format=sources -v only='http://archive.example/debian' -f "$T/tree/native/mpi-java/deb-src.awk" \
    "$T/in.sources"
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

sources_from_lines() {
  cat >"$T/in.list" <<'LINES'
# deb http://archive.example/debian sid main
deb [arch=amd64 signed-by=/k.gpg] http://archive.example/debian bookworm main contrib
deb-src [arch=amd64 signed-by=/k.gpg] http://archive.example/debian bookworm main contrib
deb https://elsewhere.example/apt stable main
LINES
  with awk -v format=list -v only='' -f "$T/tree/native/mpi-java/deb-src.awk" "$T/in.list"
  cat >"$T/expected" <<'LINES'
deb-src [arch=amd64 signed-by=/k.gpg] http://archive.example/debian bookworm main contrib
deb-src https://elsewhere.example/apt stable main
LINES
  cmp "$T/expected" "$T/out"
}

tests_are_counted() {
  with BB_NO_MPI=1 "$T/tree/bb" test
  [ "$status" = 0 ] && [ "$(tail -n 1 "$T/out")" = '4 passed, 0 failed, 3 skipped' ] &&
    grep -Fq '  2  no <ncdump> here (A)' "$T/out" && grep -Fq '  1  no tool (launcher)' "$T/out" &&
    grep -Fq 'bb-mpiio and bb-bench were neither built nor tested' "$T/out" || return 1
  # Reports of the last run are not counted again.
  with BB_NO_MPI=1 "$T/tree/bb" test --launcher
  [ "$status" = 0 ] && [ "$(tail -n 1 "$T/out")" = '1 passed, 0 failed, 1 skipped' ]
}

a_failed_test_is_a_failure() {
  with BB_NO_MPI=1 FAILURES=1 "$T/tree/bb" test --java
  [ "$status" = 1 ] && [ "$(tail -n 1 "$T/out")" = '2 passed, 1 failed, 2 skipped' ] || return 1
  with BB_NO_MPI=1 FAIL=1 "$T/tree/bb" test --launcher
  [ "$status" = 1 ] && [ "$(tail -n 1 "$T/out")" = '1 passed, 1 failed, 1 skipped' ] &&
    grep -q '^  launcher: three$' "$T/out"
}

one_module_is_tested() {
  with BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/bb" test --module bb-core --only RegionTest -- -X
  [ "$status" = 0 ] && grep -Eq -e '-pl bb-core -am -Dopenmpi.version=4.9.9 .*-Dtest=RegionTest .* verify -X$' "$T/calls/mvn" ||
    return 1
  with "$T/tree/bb" test --module bb-nothing
  refused "no module 'bb-nothing'"
}

# The printed line, given to a shell, starts mpirun with exactly the words that were meant.
printed_line_survives_a_shell() {
  set -- --class-path 'a b/*:c' --jvm '-Dx=1 2' --mca key 'v"w' --env "FOO=it's; \$HOME" -- Main 'one two' "it's" '*' '' \
    "\$HOME" 'back\slash'
  with BURSTLOG_TIER="/tmp/x y" "$T/tree/bb" run -n 3 --print "$@"
  [ "$status" = 0 ] && [ "$(wc -l <"$T/out")" = 1 ] && calls mpirun 0 || return 1
  cp "$T/out" "$T/printed"
  with sh "$T/printed"
  cp "$T/out" "$T/by-hand"
  with BURSTLOG_TIER="/tmp/x y" "$T/tree/bb" run -n 3 "$@"
  cmp "$T/by-hand" "$T/out" || return 1
  grep -A 100 -x '<-cp>' "$T/out" | sed 1d >"$T/words"
  printf '<%s>\n' 'a b/*:c' Main 'one two' "it's" '*' '' "\$HOME" 'back\slash' "FOO=it's; \$HOME" \
    'BURSTLOG_TIER=/tmp/x y' | cmp - "$T/words" && grep -Fqx '<v"w>' "$T/out" && grep -Fqx '<-Dx=1 2>' "$T/out"
}

run_command_line() {
  with "$T/tree/bb" run -n 1000 --print --timeout 5 --class-path x Main
  grep -Fq -e 'timeout --verbose --foreground -k 2 5 ' "$T/out" && grep -Fq -e ' --mca io romio999 ' "$T/out" &&
    grep -Fq -e ' --bind-to none --map-by :OVERSUBSCRIBE --mca mpi_yield_when_idle 1 ' "$T/out" &&
    grep -Fq -e "-Djava.library.path=$T/mpi/lib" "$T/out" && ! grep -q OMPI_ALLOW "$T/out" || return 1
  with FAKE_UID=0 "$T/tree/bb" run --print --class-path x --io ompio --jvm -XX:+UseParallelGC Main
  grep -q '^OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun -n 1 ' "$T/out" &&
    grep -Fq -e "--mca io ompio --mca sharedfp '^lockedfile'" "$T/out" && ! grep -q 'SerialGC\|yield' "$T/out" || return 1
  with "$T/tree/bb" run -n 4 --print --class-path x --hosts a:3,b --mca io other --mca mpi_yield_when_idle 0 Main
  grep -Fq -e ' --host a:3,b ' "$T/out" && ! grep -q 'romio\|idle 1' "$T/out"
}

newer_romio_by_version() {
  mkdir -p "$T/home/bin" "$T/home/lib"
  cp "$T/mpi/bin/mpirun" "$T/home/bin"
  touch "$T/home/lib/libmpi.so.40.40.7"
  PATHS=$T/home/bin:$PATHS
  bb run --print --class-path x Main
  grep -Fq -e '--mca io romio341 ' "$T/out"
}

run_mistakes() {
  bb run
  refused 'no main class' || return 1
  bb run --frobnicate Main
  refused "no option '--frobnicate'" || return 1
  bb run -n four Main
  refused "-n needs a number of ranks, and got 'four'" || return 1
  bb run --env 1=2 Main
  refused "needs NAME=VALUE, and got '1=2'" || return 1
  bb run --timeout soon Main
  refused "number of seconds, and got 'soon'" || return 1
  bb run --io posix --class-path x Main
  refused "and not 'posix'" || return 1
  bb run --mca io
  refused '--mca needs a key and a value' || return 1
  PATHS=$T/bare:$T/tools
  bb run --class-path x Main
  refused 'mpirun is missing'
}

# The real thing: from here on with this machine's PATH.

real_hello() {
  mkdir -p "$T/classes"
  PATHS=$PATH JDK=$REAL_JDK
  javac_here -cp "$bindings" "$ROOT/native/mpi-java/Hello.java" || return 1
  with "$ROOT/bb" run -n 2 --timeout 120 --class-path "$T/classes:$bindings" -- Hello
  [ "$status" = 0 ] && [ "$(cat "$T/out")" = 'hello from 2 ranks, sum 3' ] && [ ! -s "$T/err" ]
}

javac_here() {
  "$REAL_JDK/bin/javac" -proc:none -d "$T/classes" "$@" >"$T/out" 2>&1
}

# Ranks that never end, and refuse to when asked. Each holds a pipe open for writing and says so; who reads the pipe
# sees its end when the last of them is gone, by whatever way.
make_hanging_ranks() {
  mkdir -p "$T/classes"
  PATHS=$PATH JDK=$REAL_JDK
  cat >"$T/Hang.java" <<'JAVA'
import java.io.FileOutputStream;

public final class Hang {
  public static void main(String[] arguments) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      while (true) Thread.onSpinWait();
    }));
    FileOutputStream pipe = new FileOutputStream(arguments[0]);
    pipe.write("up\n".getBytes());
    pipe.flush();
    Thread.currentThread().join();
    pipe.close();
  }
}
JAVA
  javac_here "$T/Hang.java" && rm -f "$T/pipe" && mkfifo "$T/pipe"
}

timeout_leaves_no_rank() {
  make_hanging_ranks || return 1
  # The reader comes first: an end of a pipe waits for the other.
  timeout 120 cat "$T/pipe" >"$T/said" &
  reader=$!
  with "$ROOT/bb" run -n 2 --timeout 3 --class-path "$T/classes" Hang "$T/pipe"
  # On a very busy machine no rank may have come that far: then this is what ends the reader.
  exec 7<>"$T/pipe" 7<&-
  wait $reader && { [ "$status" = 124 ] || [ "$status" = 137 ]; }
}

killed_mpirun_leaves_no_rank() {
  make_hanging_ranks || return 1
  # bb becomes mpirun, or its watchdog: what it was started as is what is killed.
  for watchdog in '' '--timeout 100'; do
    # shellcheck disable=SC2086 # none, or two words
    env JAVA_HOME="$JDK" "$ROOT/bb" run -n 2 $watchdog --class-path "$T/classes" Hang "$T/pipe" </dev/null \
      >"$T/out" 2>"$T/err" &
    launched=$!
    # shellcheck disable=SC2016 # for the inner shell
    timeout 120 sh -c 'exec <"$1" && read -r one && read -r two && kill -9 "$2" && cat' reader "$T/pipe" $launched \
      >"$T/rest" || {
      kill -9 $launched
      return 1
    }
    wait $launched 2>/dev/null || :
  done
}

make_tools
make_template
make_fakes

it 'help fits a screen and names the verbs' help_is_a_screenful
it 'every verb explains itself' every_verb_explains_itself
it 'what cannot be a verb is refused before anything is built' impossible_verb
it 'an option in place of a verb is refused' impossible_option
it 'every other verb goes to the Java command line' other_verbs_go_to_java
it 'bb works through a link, from anywhere' works_through_a_link
it 'without Java: one sentence' without_java
it 'with a wrong JAVA_HOME: one sentence' wrong_java_home
it 'with Java 11: one sentence' java_11
it 'with Java 11 on the PATH: one sentence' java_11_on_the_path
it 'with a Java that has no release file: one sentence' java_without_release_file
it 'with a Java runtime that has no compiler: one sentence' java_without_compiler
it 'Maven without network: one sentence that names the registry' maven_without_network
it 'tests without network: the same' tests_without_network
it 'apt-get without network: a sentence that names the archive' apt_without_network
it 'without root: the missing packages are named, nothing is installed' without_root
it 'without root and Maven: the same' without_maven
it 'as root: missing packages are installed' as_root_packages_are_installed
it 'optional packages may fail, and are tried once' optional_packages_may_fail
it 'nothing is built when nothing changed; a touched or deleted source builds' builds_only_what_is_newer
it 'a failed build is tried again' a_failed_build_is_tried_again
it 'a changed POM clears old jars' a_changed_pom_clears_old_jars
it 'inside a build nothing is built' a_build_is_not_started_in_a_build
it 'a newer JDK is kept quiet' a_newer_jdk_is_kept_quiet
it 'an older JDK gets no flags it does not know' an_older_jdk_gets_no_unknown_flags
it 'BB_NO_MPI=1 leaves two modules out' without_mpi_two_modules_are_left_out
it 'without Java bindings the rest builds, and that is said once' without_bindings_the_rest_builds
it 'BB_NO_MPI=0 demands MPI' mpi_can_be_demanded
it 'the local Maven repository can be chosen' maven_repository_is_handed_on
it 'mpi-java installs once, and again when the jar changes' bindings_are_installed_once
it 'another BURSTLOG_MPI_JAR is another build' another_jar_is_another_build
it 'mpi-java takes the jar that mpijavac names' bindings_by_mpijavac
it 'mpi-java tells the version' bindings_version
it 'mpi-java with a jar that is not there: one sentence, three ways' bindings_jar_is_missing
it 'mpi-java refuses a jar that does not fit' bindings_do_not_fit
it 'mpi-java when Maven has no network: one sentence' bindings_without_maven_network
it 'mpi-java when apt has no network: one sentence, three ways' bindings_without_network
it 'source entries come from deb822 stanzas' sources_from_stanzas
it 'source entries come from one-line entries' sources_from_lines
it 'tests are counted, skipped ones with their reasons' tests_are_counted
it 'a failed test is a failure' a_failed_test_is_a_failure
it 'one module is tested' one_module_is_tested
it 'the printed line survives a shell' printed_line_survives_a_shell
it 'mpirun gets the flags the job needs' run_command_line
it 'ROMIO of 5.x is named by the version of libmpi' newer_romio_by_version
it 'mistakes in bb run: one sentence each' run_mistakes

# shellcheck source=native/launcher/common.sh
REAL_JDK=$(. "$HERE/common.sh" && find_java && echo "$JAVA_HOME") || REAL_JDK=''
# shellcheck source=native/launcher/common.sh
bindings=$(. "$HERE/common.sh" && find_maven_repo && find "$MAVEN_REPO/org/open-mpi/mpi" -name 'mpi-*.jar' 2>/dev/null |
  sed 1q)
if ! command -v mpirun >/dev/null || [ ! -x "$REAL_JDK/bin/javac" ]; then
  skip 'a timeout leaves no rank behind' 'there is no mpirun'
  skip 'a killed mpirun leaves no rank behind' 'there is no mpirun'
else
  it 'a timeout leaves no rank behind' timeout_leaves_no_rank
  it 'a killed mpirun leaves no rank behind' killed_mpirun_leaves_no_rank
fi
if ! command -v mpirun >/dev/null || [ -z "$bindings" ]; then
  skip 'two ranks say hello' "Open MPI's Java bindings are not installed"
else
  it 'two ranks say hello' real_hello
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
