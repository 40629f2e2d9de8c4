# shellcheck shell=sh
# A class-data archive: the library's classes as the JVM needs them in memory, in one file that all ranks of a
# node map. A rank that has to find, verify and link some 2000 classes takes twice as long to its first file.

# Sets ARCHIVE to the archive of target/lib, empty where there is none or it is older than the build. Whether it
# fits the JDK and the jars the JVM finds out, and goes without it where it does not.
find_archive() {
  ARCHIVE=$STATE/classes.jsa
  if [ ! -s "$ARCHIVE" ] || [ ! "$ARCHIVE" -nt "$STATE/built" ]; then
    ARCHIVE=''
  fi
}

# Makes it, from what one rank loads that writes files in several ways. Nothing is wrong without it.
make_archive() {
  [ "$OPENMPI_VERSION" != none ] || return 0
  note 'archiving classes, so that ranks start faster'
  scratch=$(mktemp -d) || return 0
  BB_BUILDING=1 BURSTLOG_DRAIN_STRATEGY=exchange "$ROOT/bb" run -n 1 --timeout 120 \
    --jvm "-XX:ArchiveClassesAtExit=$scratch/classes.jsa" --jvm -Xlog:disable \
    org.burstlog.bench.run.KernelRun ior --strategies direct,process,background \
    --target "$scratch" --tier "$scratch" --repeat 2 --out "$scratch/results" >"$STATE/archive.log" 2>&1 &&
    mv "$scratch/classes.jsa" "$STATE/classes.jsa" ||
    note "there is no archive of classes; what was said is in $STATE/archive.log"
  rm -rf "$scratch"
}
