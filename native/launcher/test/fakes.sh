# shellcheck shell=sh
# A machine to play with: tools, JDKs, a Maven, an Open MPI and package managers that only write down how they
# were called. They are made when this is sourced.

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
  for tool in sh env cat sed awk grep find sort tr tee mkdir rm mv cp touch chmod readlink dirname mktemp cmp \
    flock uname nproc timeout setpriv head tail wc tar xz apt-config apt-cache; do
    path=$(command -v "$tool") && ln -s "$path" "$T/tools/$tool"
  done
}

make_template() {
  mkdir -p "$T/template/native" "$T/template/bb-core/src/main" "$T/template/bb-mpiio"
  cp "$ROOT/bb" "$T/template"
  cp -R "$ROOT/native/launcher" "$ROOT/native/mpi-java" "$T/template/native"
  touch "$T/template/pom.xml" "$T/template/bb-core/pom.xml" "$T/template/bb-mpiio/pom.xml" "$T/template/bb-core/src/main/A.java"
  # What `bb test` starts in the copy is not this script again.
  printf '%s\n' "echo 'ok - one'" "echo 'ok - two # SKIP no tool'" \
    "[ -z \"\${FAIL:-}\" ] || echo 'not ok - three'" >"$T/template/native/launcher/test.sh"
  for suite in cluster pfs peer publish; do
    mkdir "$T/template/native/$suite"
    touch "$T/template/native/$suite/test"
  done
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
  echo "[ERROR] Could not transfer artifact a:b:pom:1 from/to" \
    "central (https://maven.example/m2): maven.example: Unknown host"
  exit 1
fi
for word in "$@"; do
  case $word in
    -Dmaven.repo.local=*) repository=${word#*=} ;;
    -Dfile=*) file=${word#*=} ;;
    -Dversion=*) version=${word#*=} ;;
    package | verify)
      echo '[INFO] Building Burstlog Core 1.0                  [2/6]'
      mkdir -p target/lib bb-core/target/surefire-reports
      : >target/lib/bb-core.jar
      [ "$word" = package ] || cat >bb-core/target/surefire-reports/TEST-A.xml <<XML
<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="x" name="org.burstlog.A" time="0.1" tests="3" errors="0" skipped="2" failures="0">
  <properties/>
  <testcase name="one" classname="org.burstlog.A" time="0.1"/>
  <testcase name="one" classname="org.burstlog.A" time="0.1">
    <system-out><![CDATA[said]]></system-out>
    ${FAILURE:-}
  </testcase>
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
      [ "$word" = package ] || echo "[WARNING] Tests run: ${TESTS:-5}, Failures: 0, Errors: 0, Skipped: 2"
      [ -z "${COVERAGE:-}" ] || echo "[WARNING] Rule violated for bundle bb-core: lines covered ratio is $COVERAGE"
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

make_tools
make_template
make_fakes
