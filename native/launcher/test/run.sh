# shellcheck shell=sh disable=SC2034,SC2154 # shared with the harness
# bb run: the command line it makes, and what becomes of the ranks.

# The printed line, given to a shell, starts mpirun with exactly the words that were meant.
printed_line_survives_a_shell() {
  set -- --class-path 'a b/*:c' --jvm '-Dx=1 2' --mca key 'v"w' --env "FOO=it's; \$HOME" -- \
    Main 'one two' "it's" '*' '' "\$HOME" 'back\slash'
  with BURSTLOG_TIER="/tmp/x y" "$T/tree/bb" run -n 3 --print "$@"
  [ "$status" = 0 ] && [ "$(wc -l <"$T/out")" = 1 ] && calls mpirun 0 || return 1
  cp "$T/out" "$T/printed"
  with sh "$T/printed"
  cp "$T/out" "$T/by-hand"
  with BURSTLOG_TIER="/tmp/x y" "$T/tree/bb" run -n 3 "$@"
  cmp "$T/by-hand" "$T/out" || return 1
  grep -A 100 -x '<-cp>' "$T/out" | sed 1d >"$T/words"
  printf '<%s>\n' 'a b/*:c' Main 'one two' "it's" '*' '' "\$HOME" 'back\slash' "FOO=it's; \$HOME" \
    'BURSTLOG_TIER=/tmp/x y' | cmp - "$T/words" &&
    grep -Fqx '<v"w>' "$T/out" && grep -Fqx '<-Dx=1 2>' "$T/out"
}

it 'the printed line survives a shell' printed_line_survives_a_shell

run_command_line() {
  with "$T/tree/bb" run -n 1000 --print --timeout 5 --class-path x Main
  grep -Fq -e 'timeout --verbose --foreground -k 2 5 ' "$T/out" &&
    grep -Fq -e ' --mca io romio999 ' "$T/out" &&
    grep -Fq -e ' --bind-to none --map-by :OVERSUBSCRIBE --mca mpi_yield_when_idle 1 ' "$T/out" &&
    grep -Fq -e "-Djava.library.path=$T/mpi/lib" "$T/out" && ! grep -q OMPI_ALLOW "$T/out" || return 1
  with FAKE_UID=0 "$T/tree/bb" run --print --class-path x --io ompio --jvm -XX:+UseParallelGC Main
  grep -q '^OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun -n 1 ' "$T/out" &&
    grep -Fq -e "--mca io ompio --mca sharedfp '^lockedfile'" "$T/out" &&
    ! grep -q 'SerialGC\|yield' "$T/out" || return 1
  with "$T/tree/bb" run -n 4 --print --class-path x --hosts a:3,b --mca io other \
    --mca mpi_yield_when_idle 0 Main
  grep -Fq -e ' --host a:3,b ' "$T/out" && ! grep -q 'romio\|idle 1' "$T/out" || return 1
  with "$T/tree/bb" run -n 4 --print --program --hosts n1:4 --cluster /var/tmp/c -- /bin/x -y
  grep -Fq -e "$T/tree/native/cluster/cluster --state /var/tmp/c mpirun -n 4 --hosts n1:4 " "$T/out" &&
    grep -q ' /bin/x -y$' "$T/out" && ! grep -q java "$T/out"
}

it 'mpirun gets the flags the job needs' run_command_line

archive_of_classes() {
  mkdir -p "$T/tree/target/launcher" "$T/tree/target/lib"
  touch -d '1 hour ago' "$T/tree/target/launcher/built"
  echo classes >"$T/tree/target/launcher/classes.jsa"
  flag=-XX:SharedArchiveFile=$T/tree/target/launcher/classes.jsa
  bb run --print --class-path "$T/tree/target/lib/a.jar:own.jar" Main
  grep -Fq -e "$flag" "$T/out" || return 1
  bb run --print --class-path "own.jar:$T/tree/target/lib/a.jar" Main
  ! grep -Fq -e "$flag" "$T/out" || return 1
  bb run --print --class-path "$T/tree/target/lib/a.jar" --jvm -Xshare:off Main
  ! grep -Fq -e "$flag" "$T/out" || return 1
  touch -d '1 hour' "$T/tree/target/launcher/built"
  bb run --print --class-path "$T/tree/target/lib/a.jar" Main
  ! grep -Fq -e "$flag" "$T/out"
}

it 'ranks map the archive of classes where it fits' archive_of_classes

newer_romio_by_version() {
  mkdir -p "$T/home/bin" "$T/home/lib"
  cp "$T/mpi/bin/mpirun" "$T/home/bin"
  touch "$T/home/lib/libmpi.so.40.40.7"
  PATHS=$T/home/bin:$PATHS
  bb run --print --class-path x Main
  grep -Fq -e '--mca io romio341 ' "$T/out"
}

it 'ROMIO of 5.x is named by the version of libmpi' newer_romio_by_version

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

it 'mistakes in bb run: one sentence each' run_mistakes

# The real thing: with this machine's PATH, JDK and Open MPI.

javac_here() {
  "$REAL_JDK/bin/javac" -proc:none -d "$T/classes" "$@" >"$T/out" 2>&1
}

# Each rank holds a pipe open for writing: who reads the pipe sees its end when the last of them is gone, in
# whatever way.
make_hanging_ranks() {
  mkdir -p "$T/classes"
  PATHS=$PATH JDK=$REAL_JDK
  javac_here "$HERE/test/Hang.java" && rm -f "$T/pipe" && mkfifo "$T/pipe"
}

timeout_leaves_no_rank() {
  make_hanging_ranks || return 1
  # The reader comes first: an end of a pipe waits for the other.
  timeout 1800 cat "$T/pipe" >"$T/said" &
  reader=$!
  with "$ROOT/bb" run -n 2 --timeout 3 --class-path "$T/classes" Hang "$T/pipe"
  # On a very busy machine no rank may have come that far: then this is what ends the reader.
  exec 7<>"$T/pipe" 7<&-
  wait $reader && { [ "$status" = 124 ] || [ "$status" = 137 ]; }
}

killed_mpirun_leaves_no_rank() {
  make_hanging_ranks || return 1
  # bb becomes mpirun, or its watchdog: what it was started as is what is killed.
  for watchdog in '' '--timeout 1800'; do
    # shellcheck disable=SC2086 # none, or two words
    env JAVA_HOME="$JDK" "$ROOT/bb" run -n 2 $watchdog --class-path "$T/classes" Hang "$T/pipe" </dev/null \
      >"$T/out" 2>"$T/err" &
    launched=$!
    # shellcheck disable=SC2016 # for the inner shell
    timeout 1800 sh -c 'exec <"$1" && read -r one && read -r two && kill -9 "$2" && cat' \
      reader "$T/pipe" $launched >"$T/rest" || {
      kill -9 $launched
      return 1
    }
    wait $launched 2>/dev/null || :
  done
}

real_hello() {
  mkdir -p "$T/classes"
  PATHS=$PATH JDK=$REAL_JDK
  javac_here -cp "$bindings" "$ROOT/native/mpi-java/Hello.java" || return 1
  with "$ROOT/bb" run -n 2 --timeout 1800 --class-path "$T/classes:$bindings" -- Hello
  [ "$status" = 0 ] && [ "$(cat "$T/out")" = 'hello from 2 ranks, sum 3' ] && ! says WARNING
}

# shellcheck source=native/launcher/common.sh
REAL_JDK=$(. "$HERE/common.sh" && find_java && echo "$JAVA_HOME") || REAL_JDK=''
# shellcheck source=native/launcher/common.sh
bindings=$(. "$HERE/common.sh" && find_maven_repo &&
  find "$MAVEN_REPO/org/open-mpi/mpi" -name 'mpi-*.jar' 2>/dev/null | sed 1q)
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
