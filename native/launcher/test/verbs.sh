# shellcheck shell=sh disable=SC2034,SC2154 # shared with the harness
# Verbs, their help, and the JDK.

help_is_a_screenful() {
  bb help
  [ "$status" = 0 ] && [ "$(wc -l <"$T/out")" -le 40 ] || return 1
  for word in demo test build setup run help; do
    grep -q "^  ./bb $word" "$T/out" || return 1
  done
}

it 'help fits a screen and names the verbs' help_is_a_screenful

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

it 'every verb explains itself' every_verb_explains_itself

the_version_is_told_without_a_build() {
  printf '  <version>9.8.7</version>\n' >"$T/tree/pom.xml"
  bb --version
  [ "$status" = 0 ] && [ "$(cat "$T/out")" = 'Burstlog 9.8.7' ] && calls mvn 0
}

it 'the version is told without a build' the_version_is_told_without_a_build

impossible_verb() {
  bb 'te st'
  refused "no verb 'te st'" && calls mvn 0
}

it 'what cannot be a verb is refused before anything is built' impossible_verb

impossible_option() {
  bb --frobnicate
  refused "no verb '--frobnicate'" && calls mvn 0
}

it 'an option in place of a verb is refused' impossible_option

other_verbs_go_to_java() {
  with BURSTLOG_MPI_JAR="$T/mpi.jar" "$T/tree/bb" inspect 'a b'
  [ "$status" = 0 ] && calls java 1 &&
    grep -Fq -e "-Dbb.launcher=$T/tree/bb -Dbb.home=$T/tree -Dbb.mpi=true" "$T/calls/java" &&
    grep -Fq -e "-cp $T/tree/target/lib/* org.burstlog.cli.Main inspect a b" "$T/calls/java"
}

it 'every other verb goes to the Java command line' other_verbs_go_to_java

works_through_a_link() {
  ln -sf "$T/tree/bb" "$T/home/bb"
  # shellcheck disable=SC2016 # for the inner shell
  with BB_NO_MPI=1 sh -c 'cd / && "$HOME/bb" demo'
  [ "$status" = 0 ] && grep -Fq -e "-Dbb.home=$T/tree -Dbb.mpi=false" "$T/calls/java"
}

it 'bb works through a link, from anywhere' works_through_a_link

without_java() {
  JDK=''
  for verb in build demo test setup; do
    bb "$verb"
    refused 'Java is missing: install a JDK 17 or newer' || return 1
  done
  bb run -n 2 Main
  refused 'Java is missing'
}

it 'without Java: one sentence' without_java

wrong_java_home() {
  JDK=$T/nowhere
  bb build
  refused "JAVA_HOME is '$T/nowhere', where there is no bin/java"
}

it 'with a wrong JAVA_HOME: one sentence' wrong_java_home

java_11() {
  JDK=$T/jdk11
  bb build
  refused "is Java 11, and 17 or newer is needed"
}

it 'with Java 11: one sentence' java_11

java_11_on_the_path() {
  JDK='' PATHS=$T/jdk11/bin:$PATHS
  bb demo
  refused "'$T/jdk11/bin/java' is Java 11"
}

it 'with Java 11 on the PATH: one sentence' java_11_on_the_path

java_without_release_file() {
  JDK=$T/jdk8
  bb build
  refused "is Java 8, and 17 or newer is needed"
}

it 'with a Java that has no release file: one sentence' java_without_release_file

java_without_compiler() {
  JDK=$T/jre17
  bb build
  refused 'without a compiler'
}

it 'with a Java runtime that has no compiler: one sentence' java_without_compiler

a_newer_jdk_is_kept_quiet() {
  JDK=$T/jdk25
  with BB_NO_MPI=1 "$T/tree/bb" demo
  flags='--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow'
  grep -Fq -e "$flags" "$T/calls/maven-opts" && grep -Fq -e "$flags" "$T/calls/java"
}

it 'a newer JDK is kept quiet' a_newer_jdk_is_kept_quiet

an_older_jdk_gets_no_unknown_flags() {
  with BB_NO_MPI=1 MAVEN_OPTS=-Xmx1g "$T/tree/bb" demo
  [ "$(tr -d ' ' <"$T/calls/maven-opts")" = -Xmx1g ] && ! grep -q access "$T/calls/java"
}

it 'an older JDK gets no flags it does not know' an_older_jdk_gets_no_unknown_flags
