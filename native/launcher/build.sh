# shellcheck shell=sh
# Builds when sources are newer than the build, and not otherwise.

build_help() {
  cat <<'TEXT'
./bb build

Builds what is newer than the last build, and installs before that what is missing (./bb setup --help).
All jars, ours and those of others, end up in target/lib. A build stops at the first compiler warning.
The other verbs build by themselves. Progress goes to standard error; Maven's words are kept in target/launcher/build.log.
TEXT
}

build_verb() {
  case ${1:-} in
    '') ;;
    -h | --help)
      build_help
      return 0
      ;;
    *) die "build: there is no argument '$1'; './bb build --help' explains the verb" ;;
  esac
  ensure_build
}

# What a build depends on besides its sources.
build_key() {
  find_maven_repo
  printf 'no_mpi=%s mpi_jar=%s repository=%s mpirun=%s' "${BB_NO_MPI:-}" "${BURSTLOG_MPI_JAR:-}" \
    "$MAVEN_REPO" "$(command -v mpirun || true)"
}

# Is the build older than nothing it is made of?
is_built() {
  stamp=$STATE/built
  [ -f "$stamp" ] || return 1
  built_key=''
  IFS= read -r built_key <"$stamp" || return 1
  [ "$built_key" = "$(build_key)" ] || return 1
  for jar in "$ROOT"/target/lib/*.jar; do
    [ -e "$jar" ] || return 1
    break
  done
  # Directories count too: their time tells of a deleted or renamed file. The last two tell of another mpi.jar
  # under the same name, or another Open MPI under the same path. What of these does not exist is not worth a
  # word.
  newer=$(find "$ROOT"/pom.xml "$ROOT"/.mvn "$ROOT"/bb-*/pom.xml "$ROOT"/bb-*/src/main \
    ${BURSTLOG_MPI_JAR:+"$BURSTLOG_MPI_JAR"} /var/lib/dpkg/info/libopenmpi-dev*.list \
    -newer "$stamp" -print -quit 2>/dev/null) || true
  [ -z "$newer" ]
}

ensure_build() {
  # Started by a test of a build that is under way: its class path is there already.
  [ -z "${BB_BUILDING:-}" ] || return 0
  find_java
  ! is_built || return 0
  load setup
  need_compiler
  ensure_setup
  with_lock build
}

# with_lock COMMAND: two builds at once would write the same files.
with_lock() {
  exec 9>"$STATE/lock"
  if ! flock -n 9; then
    note 'waiting for another build of this directory'
    flock 9
  fi
  "$@"
  exec 9>&-
}

# prepare_build: clears what a changed POM or another choice of MPI would leave behind in target/lib, and
# takes the time.
prepare_build() {
  if [ "$(sed -n 1p "$STATE/built" 2>/dev/null)" != "$(build_key)" ] ||
    [ "$(built_with_mpi)" != "$OPENMPI_VERSION" ] ||
    [ -n "$(find "$ROOT"/pom.xml "$ROOT"/bb-*/pom.xml -newer "$STATE/built" 2>/dev/null)" ]; then
    rm -rf "$ROOT/target/lib"
  fi
  rm -f "$STATE/built"
  printf '%s\n%s\n' "$(build_key)" "$OPENMPI_VERSION" >"$STATE/built.new"
}

finish_build() {
  mv "$STATE/built.new" "$STATE/built"
  load archive
  make_archive 9>&-
}

# Sets MPI_ARGUMENTS to what tells Maven about MPI.
maven_mpi_arguments() {
  if [ "$OPENMPI_VERSION" = none ]; then
    MPI_ARGUMENTS='-pl !bb-mpiio,!bb-bench'
  else
    MPI_ARGUMENTS="-Dopenmpi.version=$OPENMPI_VERSION"
  fi
}

build() {
  # Whoever held the lock may have done the work.
  ! is_built || return 0
  note 'building (the first time Maven also fetches what it needs)'
  prepare_build
  maven_mpi_arguments
  log=$STATE/build.log
  # The status of a pipe is that of its end, so Maven's goes through a file.
  {
    status=0
    # shellcheck disable=SC2086 # one or two words
    (cd "$ROOT" && maven - -DskipTests $MPI_ARGUMENTS package 9>&-) || status=$?
    echo "$status" >"$STATE/maven.status"
  } | without_escapes | tee "$log" | show_build >&2
  if [ "$(cat "$STATE/maven.status")" != 0 ]; then
    explain_maven_failure "$log" 'the build'
    grep -v '^\[INFO\]' "$log" >&2
    note "the build failed; Maven's words are above, and in $log"
    exit 1
  fi
  finish_build
}

# Of Maven's words what tells how far it is: each module, and how much was fetched.
show_build() {
  awk '
    /^\[INFO\] Downloaded from / {
      if (++fetched % 50 == 0) { print "bb: fetched " fetched " files"; fflush() }
      next
    }
    /^\[INFO\] Building .* \[[0-9]+\/[0-9]+\]$/ {
      sub(/^\[INFO\] Building /, "")
      gsub(/ +/, " ")
      print "bb: building " $0
      fflush()
    }'
}
