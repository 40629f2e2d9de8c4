# shellcheck shell=sh
# Runs all tests and says what came of them.

load build

test_help() {
  cat <<'TEXT'
./bb test [OPTIONS] [-- MAVEN ARGUMENTS]

Installs and builds what is missing, runs all tests, in Java and of the commands below native/, and says
what was skipped and why. The last line counts: 'N passed, N failed, N skipped'. The exit status is 0 only if nothing
failed.

  --module NAME     only this module, and the build of those it needs
  --only PATTERN    only test classes of this name, such as RegionTest or '*Log*' (as Surefire's -Dtest)
  --java            only the tests in Java
  --native          only those of the commands below native/: launcher, cluster, pfs, peer, publish
  --launcher        only those of the launcher
  --long            random, kill and fault tests in their long form: more seeds, which takes hours
  --verbose         all of Maven's words, and not only those about tests and failures

A test that needs a tool or MPI, where it is missing, is skipped. All of Maven's words are kept in
target/launcher/test.log. A run of all tests of a module also checks that they reach as much of its code as
its pom.xml asks for (coverage.lines, coverage.branches).
TEXT
}

test_verb() {
  java_tests=yes suites='launcher cluster pfs peer publish' verbose=no module='' only='' long=no
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help)
        test_help
        return 0
        ;;
      --launcher) java_tests=no suites=launcher ;;
      --native) java_tests=no ;;
      --java) suites='' ;;
      --long) long=yes ;;
      --verbose) verbose=yes ;;
      --module | --only)
        [ $# -ge 2 ] || die "test: $1 needs a value; './bb test --help' lists the options"
        case $1 in
          --module) module=$2 ;;
          --only) only=$2 ;;
        esac
        suites=''
        shift
        ;;
      --)
        shift
        break
        ;;
      *) die "test: there is no argument '$1'; './bb test --help' lists the options" ;;
    esac
    shift
  done
  [ -z "$module" ] || [ -f "$ROOT/$module/pom.xml" ] || die "test: there is no module '$module'"

  need_compiler
  load setup
  ensure_setup
  maven_status=0
  # Reports of an earlier run would be counted again.
  rm -rf "$ROOT"/bb-*/target/surefire-reports "$ROOT"/bb-*/target/jacoco*.exec "$STATE/test.log" "$STATE"/tests-of-*.log
  [ $java_tests = no ] || with_lock run_java_tests "$@"
  for suite in $suites; do
    run_native_tests "$suite"
  done
  report
}

run_java_tests() {
  prepare_build
  maven_mpi_arguments
  # What a failing test leaves untested is only what follows it in its own class: one run shows all failures.
  # Whether there were any is read from the reports, below.
  # The same goes for a module whose tests reach too little of its code.
  set -- -Dmaven.test.failure.ignore=true -Djacoco.haltOnFailure=false --fail-at-end verify "$@"
  [ $long = no ] || set -- -Dbb.test.long=true -Dtest.hangs.after=24h "$@"
  if [ -n "$only" ]; then
    set -- "-Dtest=$only" -Dsurefire.failIfNoSpecifiedTests=false "$@"
  fi
  # shellcheck disable=SC2086 # one or two words
  set -- $MPI_ARGUMENTS "$@"
  if [ -n "$module" ]; then
    set -- -pl "$module" -am "$@"
    for pom in "$ROOT"/bb-*/pom.xml; do
      other=${pom%/pom.xml}
      other=${other##*/}
      [ "$other" = "$module" ] || set -- "-Dskip.$other=true" "$@"
    done
  fi
  # The API's pages take longer than most single tests.
  [ -z "$module$only" ] || set -- -Dmaven.javadoc.skip=true "$@"
  log=$STATE/test.log
  note "running the tests (all of Maven's words: $log)"
  # The status of a pipe is that of its end, so Maven's goes through a file.
  {
    status=0
    (cd "$ROOT" && maven - "$@" 9>&-) || status=$?
    echo "$status" >"$STATE/maven.status"
  } | without_escapes | tee "$log" | show_tests
  maven_status=$(cat "$STATE/maven.status")
  if [ "$maven_status" != 0 ]; then
    explain_maven_failure "$log" 'the build'
  elif [ -z "$module" ]; then
    finish_build
  fi
}

# Of Maven's words those that are about tests, failures and warnings; and what a test itself prints.
show_tests() {
  if [ "$verbose" = yes ]; then
    cat
  else
    awk '
      /^\[INFO\] (Running|Tests run:|Reactor Summary|[A-Za-z -]+ \.\.+ )/ { print; fflush(); next }
      /^\[INFO\]/ { next }
      /^ *$/ { next }
      { print; fflush() }'
  fi
}

# run_native_tests NAME: the tests of native/NAME, whose lines begin with `ok - ` or `not ok - `.
run_native_tests() {
  script=$ROOT/native/$1/test.sh
  [ -f "$script" ] || script=$ROOT/native/$1/test
  note "running the tests of native/$1"
  {
    sh "$script" 2>&1 || [ $? = 1 ] || echo 'not ok - the script ended before its end'
  } | tee "$STATE/tests-of-$1.log"
}

# The summary; its last line counts, and the exit status follows it.
report() {
  set --
  for file in "$ROOT"/bb-*/target/surefire-reports/TEST-*.xml "$STATE/test.log" "$STATE"/tests-of-*.log; do
    [ ! -f "$file" ] || set -- "$@" "$file"
  done
  echo
  without=''
  if [ "$java_tests" = yes ] && [ "$OPENMPI_VERSION" = none ]; then
    without='bb-mpiio and bb-bench were neither built nor tested: there is no MPI'
    [ "${BB_NO_MPI:-}" != 1 ] || without="$without (BB_NO_MPI=1)"
  fi
  awk -v without="$without" -f "$ROOT/native/launcher/report.awk" "$@" /dev/null >"$STATE/report"
  counts=$(tail -n 1 "$STATE/report")
  failed=${counts#* passed, }
  failed=${failed%% *}
  sed '$d' "$STATE/report"
  status=0
  if [ "$maven_status" != 0 ]; then
    note "Maven failed before all tests were run; its words are above, and in $STATE/test.log"
    status=1
  elif [ "${counts%% *}" = 0 ] && [ "$failed" = 0 ]; then
    note 'no test was run'
    status=1
  fi
  [ "$failed" = 0 ] || status=1
  if grep -s 'Rule violated for bundle' "$STATE/test.log"; then
    note "the tests reach less of the code than they did, see above; what they are to reach stands in the module's pom.xml"
    status=1
  fi
  echo "$counts"
  exit $status
}
