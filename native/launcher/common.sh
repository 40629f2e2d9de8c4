# shellcheck shell=sh
# What every part of the launcher needs: messages, the JDK, the local Maven repository, quoting.
# Sourced with ROOT set to the project's directory.

# Stamps, logs and the lock.
STATE=$ROOT/target/launcher

# Sources other pieces, each once, and those they build on.
load() {
  for piece in "$@"; do
    case " ${LOADED:-} " in *" $piece "*) continue ;; esac
    LOADED="${LOADED:-} $piece"
    # shellcheck source=/dev/null
    . "$ROOT/native/launcher/$piece.sh"
  done
}

note() {
  printf 'bb: %s\n' "$*" >&2
}

# The command cannot be carried out: one sentence, exit 2.
die() {
  note "$*"
  exit 2
}

# Sets JAVA, JAVA_HOME (exported, so that Maven, mpirun's ranks and the tests all use the same), JAVA_MAJOR
# and JAVA_VENDOR. Reads the JDK's `release` file, because starting a JVM costs more than all else here.
find_java() {
  [ -z "${JAVA_MAJOR:-}" ] || return 0
  if [ -n "${JAVA_HOME:-}" ]; then
    JAVA=$JAVA_HOME/bin/java
    [ -x "$JAVA" ] || die "JAVA_HOME is '$JAVA_HOME', where there is no bin/java: set it to a JDK 17 or newer"
  else
    JAVA=$(command -v java) ||
      die 'Java is missing: install a JDK 17 or newer (Debian: openjdk-17-jdk-headless), or set' \
        'JAVA_HOME to one'
    JAVA=$(readlink -f -- "$JAVA")
  fi
  # shellcheck disable=SC2034 # `bb run` looks at the vendor
  java_version='' JAVA_VENDOR=''
  java_home=${JAVA%/bin/java}
  if [ -r "$java_home/release" ]; then
    while IFS='=' read -r key value; do
      value=${value#\"}
      value=${value%\"}
      case $key in
        JAVA_VERSION) java_version=$value ;;
        IMPLEMENTOR) JAVA_VENDOR=$value ;;
      esac
    done <"$java_home/release"
  fi
  [ -n "$java_version" ] || ask_java
  JAVA_MAJOR=${java_version#1.}
  JAVA_MAJOR=${JAVA_MAJOR%%[!0-9]*}
  [ -n "$JAVA_MAJOR" ] || die "'$JAVA' does not tell its version: set JAVA_HOME to a JDK 17 or newer"
  [ "$JAVA_MAJOR" -ge 17 ] ||
    die "'$JAVA' is Java $JAVA_MAJOR, and 17 or newer is needed: set JAVA_HOME to a newer JDK"
  JAVA_HOME=$java_home
  export JAVA_HOME
}

# A JRE of old or a wrapper script has no `release` file beside it.
ask_java() {
  java_says=$("$JAVA" -XshowSettings:properties -version 2>&1) || true
  java_version=$(printf '%s\n' "$java_says" |
    sed -n 's/^ *java\.version = //p; s/.* version "\([^"]*\)".*/\1/p' | sed 1q)
  # shellcheck disable=SC2034
  JAVA_VENDOR=$(printf '%s\n' "$java_says" | sed -n 's/^ *java\.vendor = //p')
  real_home=$(printf '%s\n' "$java_says" | sed -n 's/^ *java\.home = //p')
  [ -z "$real_home" ] || java_home=$real_home
}

# A runtime alone cannot build.
need_compiler() {
  find_java
  [ -x "$JAVA_HOME/bin/javac" ] ||
    die "'$JAVA_HOME' is a Java runtime without a compiler: install a JDK" \
      "(Debian: openjdk-$JAVA_MAJOR-jdk-headless)"
}

# Sets QUIET_FLAGS: what keeps native access and sun.misc.Unsafe, which JNR-FFI needs, from printing warnings.
# A flag is a fatal error to a JDK that does not know it yet. find_java comes first.
quiet_jvm_flags() {
  QUIET_FLAGS=''
  [ "$JAVA_MAJOR" -lt 22 ] || QUIET_FLAGS='--enable-native-access=ALL-UNNAMED'
  [ "$JAVA_MAJOR" -lt 23 ] || QUIET_FLAGS="$QUIET_FLAGS --sun-misc-unsafe-memory-access=allow"
}

# Sets MAVEN_REPO, the local repository. It is always handed to Maven by name, so that mpi.jar is looked for
# where it was installed, whatever Maven takes for the home directory.
find_maven_repo() {
  [ -z "${MAVEN_REPO:-}" ] || return 0
  MAVEN_REPO=${BB_MAVEN_REPO:-}
  for word in ${MAVEN_ARGS:-} ${MAVEN_OPTS:-}; do
    case $word in
      -Dmaven.repo.local=*) MAVEN_REPO=${MAVEN_REPO:-${word#*=}} ;;
    esac
  done
  settings=${HOME:-/nonexistent}/.m2/settings.xml
  if [ -z "$MAVEN_REPO" ] && [ -r "$settings" ]; then
    MAVEN_REPO=$(sed -n 's|.*<localRepository>\(.*\)</localRepository>.*|\1|p' "$settings" | sed 1q)
    case $MAVEN_REPO in
      \$\{user.home\}*) MAVEN_REPO=$HOME${MAVEN_REPO#*\}} ;;
    esac
  fi
  MAVEN_REPO=${MAVEN_REPO:-${HOME:-/nonexistent}/.m2/repository}
  case $MAVEN_REPO in
    /*) ;;
    *) MAVEN_REPO=$PWD/$MAVEN_REPO ;;
  esac
}

# Makes the directories that a build writes to, or says which cannot be written.
need_writable() {
  find_maven_repo
  for directory in "$STATE" "$MAVEN_REPO"; do
    { mkdir -p "$directory" 2>/dev/null && [ -w "$directory" ]; } ||
      die "'$directory' cannot be written: start as the user it belongs to, or choose another project" \
        'directory or local Maven repository (BB_MAVEN_REPO)'
  done
}

# The stamp target/launcher/built holds the key and the Open MPI version of the last good build; its time is
# from before that build, so that a source saved while Maven ran counts as newer.
built_with_mpi() {
  if [ -r "$STATE/built" ]; then
    sed -n 2p "$STATE/built"
  else
    echo none
  fi
}

# maven LOG ARGS...: runs Maven in the current directory with its output in LOG, or on stdout when LOG is `-`.
maven() {
  maven_log=$1
  shift
  find_java
  find_maven_repo
  quiet_jvm_flags
  # BB_BUILDING: a bb started by a test of this very build must not wait for the build's lock.
  set -- env "MAVEN_OPTS=${MAVEN_OPTS:-} $QUIET_FLAGS" BB_BUILDING=1 \
    mvn -B -Dstyle.color=never "-Dmaven.repo.local=$MAVEN_REPO" "$@"
  if [ "$maven_log" = - ]; then
    "$@" </dev/null 2>&1
  else
    "$@" </dev/null >"$maven_log" 2>&1
  fi
}

# Debian's Maven resets the colour of a terminal even where there is none. Line by line, so that progress is
# seen.
without_escapes() {
  sed -u "s/$(printf '\033')\[[0-9;]*m//g"
}

# explain_maven_failure LOG WHAT: where Maven failed for want of a registry, says so and exits 2; returns
# otherwise.
explain_maven_failure() {
  unreachable='UnknownHost|Unknown host|Connection refused|Connect(ion)? timed out|Network is unreachable'
  unreachable="$unreachable|No route to host|Temporary failure in name resolution|Connection reset"
  unreachable="$unreachable|Could not transfer|in offline mode|transfer failed"
  grep -Eq "$unreachable" "$1" || return 0
  # "... artifact g:a:v from/to central (https://host/path): host: Name or service not known -> [Help 1]"
  registry=$(sed -n 's/.*from\/to \([^ ]* ([^)]*)\).*/\1/p' "$1" | sed 1q)
  reason=$(sed -n 's/.*from\/to [^ ]* ([^)]*): *\([^>]*[^ >-]\).*/\1/p' "$1" |
    sed 's/\(.\{200\}\).*/\1.../; 1q')
  die "Maven cannot fetch what $2 needs from its registry${registry:+ $registry}${reason:+: $reason}." \
    "Connect to the network, or name a mirror in ~/.m2/settings.xml, and start again (Maven's own words: $1)"
}

# Sets QUOTED to $1 as one word of a shell command line, with quotes only where they are needed.
quote() {
  case $1 in
    '' | *[!A-Za-z0-9_@%+=:,./-]*) ;;
    *)
      QUOTED=$1
      return 0
      ;;
  esac
  QUOTED="'"
  quote_rest=$1
  while :; do
    case $quote_rest in
      *\'*)
        QUOTED="$QUOTED${quote_rest%%\'*}'\\''"
        quote_rest=${quote_rest#*\'}
        ;;
      *) break ;;
    esac
  done
  QUOTED="$QUOTED$quote_rest'"
}
