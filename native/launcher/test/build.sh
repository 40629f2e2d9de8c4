# shellcheck shell=sh disable=SC2034,SC2154 # shared with the harness
# Building, testing, and what is counted.

maven_without_network() {
  with OFFLINE=1 BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 2 ] && [ "$(wc -l <"$T/err")" = 2 ] &&
    says 'Maven cannot fetch what the build needs from its registry central (https://maven.example/m2)'
}

it 'Maven without network: one sentence that names the registry' maven_without_network

tests_without_network() {
  with OFFLINE=1 BB_NO_MPI=1 "$T/tree/bb" test
  [ "$status" = 2 ] && says 'Maven cannot fetch what the build needs from its registry'
}

it 'tests without network: the same' tests_without_network

builds_only_what_is_newer() {
  age
  set -- BB_NO_MPI=1 "$T/tree/bb" build
  with "$@" && with "$@" && calls mvn 1 || return 1
  [ ! -s "$T/err" ] && [ ! -s "$T/out" ] || return 1
  touch -d '1 hour' "$T/tree/bb-core/src/main/A.java"
  with "$@" && calls mvn 2 || return 1
  age
  touch "$T/tree/target/launcher/built"
  with "$@" && calls mvn 2 || return 1
  rm "$T/tree/bb-core/src/main/A.java"
  touch -d '1 hour' "$T/tree/bb-core/src/main"
  with "$@" && calls mvn 3
}

it 'nothing is built when nothing changed; a touched or deleted source builds' builds_only_what_is_newer

a_build_shows_how_far_it_is() {
  age
  with BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 0 ] && [ ! -s "$T/out" ] && says 'building Burstlog Core 1.0 [2/6]'
}

it 'a build shows how far it is' a_build_shows_how_far_it_is

a_failed_build_is_tried_again() {
  age
  with OFFLINE=1 BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 2 ] || return 1
  with BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 0 ] && calls mvn 2
}

it 'a failed build is tried again' a_failed_build_is_tried_again

a_changed_pom_clears_old_jars() {
  age
  with BB_NO_MPI=1 "$T/tree/bb" build
  touch "$T/tree/target/lib/old.jar"
  touch -d '1 hour' "$T/tree/pom.xml"
  with BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 0 ] && [ ! -e "$T/tree/target/lib/old.jar" ]
}

it 'a changed POM clears old jars' a_changed_pom_clears_old_jars

a_build_is_not_started_in_a_build() {
  with BB_BUILDING=1 "$T/tree/bb" demo
  [ "$status" = 0 ] && calls mvn 0 && calls java 1
}

it 'inside a build nothing is built' a_build_is_not_started_in_a_build

without_mpi_two_modules_are_left_out() {
  with BB_NO_MPI=1 "$T/tree/bb" build
  [ "$status" = 0 ] && grep -Fq -e '-pl !bb-mpiio,!bb-bench' "$T/calls/mvn"
}

it 'BB_NO_MPI=1 leaves two modules out' without_mpi_two_modules_are_left_out

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

it 'the local Maven repository can be chosen' maven_repository_is_handed_on

another_jar_is_another_build() {
  age
  with BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/bb" build
  [ "$status" = 0 ] && calls mvn 2 && grep -Fq -e '-Dopenmpi.version=4.9.9' "$T/calls/mvn" || return 1
  with BURSTLOG_MPI_JAR="$T/other.jar" "$T/tree/bb" build
  [ "$status" = 0 ] && calls mvn 4
}

it 'another BURSTLOG_MPI_JAR is another build' another_jar_is_another_build

tests_are_counted() {
  with BB_NO_MPI=1 "$T/tree/bb" test
  [ "$status" = 0 ] && [ "$(tail -n 1 "$T/out")" = '4 passed, 0 failed, 3 skipped' ] &&
    grep -Fq '  2  no <ncdump> here (A)' "$T/out" && grep -Fq '  1  no tool (launcher)' "$T/out" &&
    grep -Fq 'bb-mpiio and bb-bench were neither built nor tested' "$T/out" &&
    ! grep -q 'Maven counts' "$T/out" || return 1
  # Reports of the last run are not counted again.
  with BB_NO_MPI=1 "$T/tree/bb" test --launcher
  [ "$status" = 0 ] && [ "$(tail -n 1 "$T/out")" = '1 passed, 0 failed, 1 skipped' ]
}

it 'tests are counted, skipped ones with their reasons' tests_are_counted

a_failed_test_is_a_failure() {
  with BB_NO_MPI=1 FAILURE='<failure message="no">' "$T/tree/bb" test --java
  [ "$status" = 1 ] && [ "$(tail -n 1 "$T/out")" = '2 passed, 1 failed, 2 skipped' ] &&
    grep -q '^  A.one$' "$T/out" || return 1
  with BB_NO_MPI=1 FAIL=1 "$T/tree/bb" test --launcher
  [ "$status" = 1 ] && [ "$(tail -n 1 "$T/out")" = '1 passed, 1 failed, 1 skipped' ] &&
    grep -q '^  launcher: three$' "$T/out"
}

it 'a failed test is a failure' a_failed_test_is_a_failure

a_lost_report_is_told_of() {
  with BB_NO_MPI=1 TESTS=7 "$T/tree/bb" test --java
  grep -q '^Maven counts 7 tests, and its reports hold 5' "$T/out"
}

it 'a report that Maven lost is told of' a_lost_report_is_told_of

lost_coverage_is_a_failure() {
  with BB_NO_MPI=1 COVERAGE=0.10 "$T/tree/bb" test --java
  [ "$status" = 1 ] && says 'reach less of the code' && grep -q 'covered ratio is 0.10' "$T/out" &&
    [ "$(tail -n 1 "$T/out")" = '3 passed, 0 failed, 2 skipped' ]
}

it 'lost coverage is a failure' lost_coverage_is_a_failure

the_long_form_is_asked_for() {
  with BB_NO_MPI=1 "$T/tree/bb" test --java
  [ "$status" = 0 ] && ! grep -q 'bb.test.long' "$T/calls/mvn" || return 1
  with BB_NO_MPI=1 "$T/tree/bb" test --java --long
  [ "$status" = 0 ] && grep -Fq -e '-Dbb.test.long=true' "$T/calls/mvn"
}

it 'the long form of tests is asked for' the_long_form_is_asked_for

one_module_is_tested() {
  with BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/bb" test --module bb-core --only RegionTest -- -X
  meant='-pl bb-core -am -Dopenmpi.version=4.9.9 .*-Dtest=RegionTest .* verify -X$'
  [ "$status" = 0 ] && grep -Eq -e "$meant" "$T/calls/mvn" || return 1
  # Those it needs are built, and not tested again.
  grep -Fq -e '-Dskip.bb-mpiio=true' "$T/calls/mvn" && ! grep -Fq -e '-Dskip.bb-core' "$T/calls/mvn" || return 1
  with "$T/tree/bb" test --module bb-nothing
  refused "no module 'bb-nothing'"
}

it 'one module is tested' one_module_is_tested
