# shellcheck shell=sh
# Starts a main class under mpirun. The only place that knows mpirun's flags.

load mpi

run_help() {
  cat <<'TEXT'
./bb run -n N [OPTIONS] [--] CLASS [ARGS...]
./bb run -n N --program [OPTIONS] [--] PROGRAM [ARGS...]

Starts the main class CLASS, or any PROGRAM, on N ranks under mpirun.

  -n N                 ranks (1)
  --class-path CP      the class path (without it target/lib/*, which is built first where needed)
  --jvm OPTION         an option for the ranks' JVM; may be repeated
  --mca KEY VALUE      an MCA parameter; may be repeated, and replaces what bb would have set
  --env NAME=VALUE     an environment variable of the ranks; may be repeated
  --io romio|ompio     the implementation of MPI-IO (romio where nothing is said)
  --timeout SECONDS    stop the whole job after that long; the exit status is then 124, or 137 where it
                       had to be killed
  --hosts LIST         run on these nodes, as host:slots,host:slots,...
  --cluster STATE      run on the nodes that native/cluster has up in the state directory STATE
  --print              print the command instead of running it: one line, ready to be pasted into a shell

Variables of the environment whose names begin with BURSTLOG, and PNETCDF_HINTS, reach every rank.
However the job ends, no rank is left behind.
TEXT
}

# Adds words to the command, quoted: what --print shows and what is run are one and the same line.
add() {
  for word in "$@"; do
    quote "$word"
    COMMAND="$COMMAND${COMMAND:+ }$QUOTED"
  done
}

# add_mca KEY VALUE: unless the user has chosen otherwise.
add_mca() {
  case $mca_keys in *" $1 "*) return 0 ;; esac
  add --mca "$1" "$2"
}

run_verb() {
  ranks=1 class_path='' io=romio timeout='' hosts='' cluster='' print=no is_class=yes main=''
  jvm_options='' mca_options='' mca_keys=' ' environment='' names=''
  while [ $# -gt 0 ] && [ -z "$main" ]; do
    case $1 in
      -h | --help)
        run_help
        return 0
        ;;
      --print)
        print=yes
        shift
        continue
        ;;
      --program)
        is_class=no
        shift
        continue
        ;;
      --)
        shift
        [ $# -gt 0 ] || break
        main=$1
        shift
        continue
        ;;
      -n | --class-path | --jvm | --mca | --env | --io | --timeout | --hosts | --cluster)
        [ $# -ge 2 ] || die "run: $1 needs a value; './bb run --help' lists the options"
        ;;
      -*) die "run: there is no option '$1'; './bb run --help' lists the options" ;;
      *)
        main=$1
        shift
        continue
        ;;
    esac
    case $1 in
      -n) ranks=$2 ;;
      --class-path) class_path=$2 ;;
      --jvm)
        quote "$2"
        jvm_options="$jvm_options $QUOTED"
        ;;
      --mca)
        [ $# -ge 3 ] || die "run: --mca needs a key and a value; './bb run --help' lists the options"
        quote "$3"
        mca_options="$mca_options --mca $2 $QUOTED"
        mca_keys="$mca_keys$2 "
        shift
        ;;
      --env)
        is_name "${2%%=*}" || die "run: --env needs NAME=VALUE, and got '$2'"
        case $2 in *=*) ;; *) die "run: --env needs NAME=VALUE, and got '$2'" ;; esac
        quote "${2#*=}"
        environment="$environment ${2%%=*}=$QUOTED"
        names="$names ${2%%=*}"
        ;;
      --io) io=$2 ;;
      --timeout) timeout=$2 ;;
      --hosts) hosts=$2 ;;
      --cluster) cluster=$2 ;;
    esac
    shift 2
  done
  [ -n "$main" ] || die "run: no main class or program is given; './bb run --help' explains the verb"
  is_number "$ranks" || die "run: -n needs a number of ranks, and got '$ranks'"
  [ -z "$timeout" ] || is_number "$timeout" ||
    die "run: --timeout needs a number of seconds, and got '$timeout'"

  find_java
  if [ -z "$class_path" ] && [ $is_class = yes ]; then
    class_path="$ROOT/target/lib/*"
    if [ $print = no ]; then
      load build
      ensure_build
    fi
  fi
  find_mpi
  [ -n "$MPIRUN" ] || die "run: mpirun is missing: './bb setup' installs Open MPI (Debian: openmpi-bin)"

  COMMAND=''
  add_environment
  add_launcher
  add_mca_settings
  if [ $is_class = yes ]; then
    add_java
  else
    add_death_signal KILL
  fi
  add "$main" "$@"
  if [ $print = yes ]; then
    printf '%s\n' "$COMMAND"
  else
    eval "exec env $COMMAND"
  fi
}

is_number() {
  case $1 in '' | 0* | *[!0-9]*) return 1 ;; esac
}

is_name() {
  case $1 in '' | [0-9]* | *[!A-Za-z0-9_]*) return 1 ;; esac
}

# Assignments in front of the command: what mpirun itself wants, and what its -x below passes on. A value goes
# this way and not as `-x NAME=VALUE`, so that no character of it means anything to mpirun.
add_environment() {
  [ "$(id -u)" != 0 ] || COMMAND='OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1'
  settings=$(awk 'BEGIN {
    for (name in ENVIRON)
      if (name ~ /^BURSTLOG[A-Za-z0-9_]*$/ || name == "PNETCDF_HINTS")
        print name
  }' | sort)
  for name in $settings; do
    case " $names " in *" $name "*) continue ;; esac
    eval "quote \"\$$name\""
    COMMAND="$COMMAND${COMMAND:+ }$name=$QUOTED"
    names="$names $name"
  done
  environment=${environment# }
  COMMAND="$COMMAND${COMMAND:+${environment:+ }}$environment"
}

# The watchdog, and who dies with whom. --foreground leaves the process group alone, so that an interrupt from
# the terminal still reaches mpirun; the kernel sends mpirun a SIGTERM should the watchdog be killed.
add_launcher() {
  if [ -n "$timeout" ]; then
    add timeout --verbose --foreground -k 2 "$timeout"
    add_death_signal TERM
  fi
  # By its name and not its path: a path would make mpirun change the ranks' PATH and LD_LIBRARY_PATH
  # (--prefix).
  if [ -n "$cluster" ]; then
    add "$ROOT/native/cluster/cluster" --state "$cluster" mpirun -n "$ranks"
    [ -z "$hosts" ] || add --hosts "$hosts"
  else
    add mpirun -n "$ranks"
    [ -z "$hosts" ] || add --host "$hosts"
  fi
}

# mpirun ends its ranks on SIGTERM, but a killed one cannot: then the kernel ends them.
add_death_signal() {
  ! command -v setpriv >/dev/null || add setpriv --pdeathsig "$1"
}

# How many ranks fit: the slots of the hosts, or the cores of this machine.
count_slots() {
  if [ -z "$hosts" ]; then
    slots=$(nproc)
    return 0
  fi
  slots=0
  list=$hosts,
  while [ -n "$list" ]; do
    host=${list%%,*}
    list=${list#*,}
    case $host in
      *:*) is_number "${host##*:}" || die "run: --hosts needs host:slots,..., and got '$hosts'"
        slots=$((slots + ${host##*:})) ;;
      *) slots=$((slots + 1)) ;;
    esac
  done
}

add_mca_settings() {
  case $io in
    romio)
      find_romio
      [ -n "$ROMIO" ] || die "run: the Open MPI in '$MPI_LIB' has no ROMIO; '--io ompio' goes without it"
      add_mca io "$ROMIO"
      ;;
    ompio)
      add_mca io ompio
      # The lock file of its shared file pointer can hang a collective open.
      add_mca sharedfp ^lockedfile
      ;;
    *) die "run: --io is romio or ompio, and not '$io'" ;;
  esac
  # A JVM's other threads (compiler, collector, the one that drains) need a core too; bound to one they share
  # the rank's.
  case $mca_keys in
    *' hwloc_base_binding_policy '*) ;;
    *) add --bind-to none ;;
  esac
  # Inside an allocation the scheduler knows how many ranks fit, and more of them would be a mistake.
  if [ -n "$hosts$cluster" ] || [ -z "${SLURM_JOB_ID:-}${PBS_JOBID:-}${LSB_JOBID:-}" ]; then
    # Open MPI counts cores and not hardware threads, so this is said even where it may not be needed.
    case $mca_keys in
      *' rmaps_base_mapping_policy '*) ;;
      *) add --map-by :OVERSUBSCRIBE ;;
    esac
    count_slots
    # A rank that waits must give its core to one that works.
    [ "$ranks" -le "$slots" ] || add_mca mpi_yield_when_idle 1
  fi
  ! forbids_cross_memory || add_mca btl_vader_single_copy_mechanism none
  COMMAND="$COMMAND$mca_options"
  for name in $names; do
    add -x "$name"
  done
}

# Shared memory between ranks copies straight from one process into the other where ptrace is allowed, and
# prints a warning a rank where it is not: under a system call filter (containers), or with Yama and without
# CAP_SYS_PTRACE.
forbids_cross_memory() {
  ptrace_scope=0 seccomp=0 capabilities=0
  if [ -r /proc/sys/kernel/yama/ptrace_scope ]; then
    read -r ptrace_scope </proc/sys/kernel/yama/ptrace_scope
  fi
  while read -r key value; do
    case $key in
      Seccomp:) seccomp=$value ;;
      CapEff:) capabilities=0x$value ;;
    esac
  done </proc/self/status
  # Bit 19 is CAP_SYS_PTRACE.
  [ $((capabilities >> 19 & 1)) = 0 ] || return 1
  [ "$seccomp" = 2 ] || [ "$ptrace_scope" != 0 ]
}

# The archive serves class paths that begin with the library's own. The user's choice goes first.
add_archive() {
  case $class_path in "$ROOT/target/lib/"*) ;; *) return 0 ;; esac
  case $jvm_options in
    *SharedArchiveFile* | *ArchiveClassesAtExit* | *-Xshare:*) return 0 ;;
  esac
  load archive
  find_archive
  [ -z "$ARCHIVE" ] || add "-XX:SharedArchiveFile=$ARCHIVE" -Xlog:cds=off,cds+dynamic=off
}

add_java() {
  add_death_signal KILL
  add "$JAVA"
  quiet_jvm_flags
  # shellcheck disable=SC2086 # the flags are separate words
  add $QUIET_FLAGS
  # Debian's JDK looks for libmpi_java.so in Debian's library directories by itself; another JDK, or an Open
  # MPI of one's own, must be told. JNR-FFI has a path of its own for libmpi.
  case "$JAVA_VENDOR $MPI_LIB" in
    Debian*' /usr/lib'* | Ubuntu*' /usr/lib'* | *' ') ;;
    *) add "-Djava.library.path=$MPI_LIB" "-Djnr.ffi.library.path=$MPI_LIB" ;;
  esac
  # One rank a core is the rule, so every rank's collector is to have no threads of its own: the default, G1,
  # starts as many as there are cores, in every rank, and pays for its concurrency in each store of a
  # reference. The data of a burst buffer is outside the heap; what is left for a collector is little.
  case $jvm_options in
    *-XX:+Use*GC*) ;;
    *) add -XX:+UseSerialGC ;;
  esac
  add_archive
  COMMAND="$COMMAND$jvm_options"
  add -cp "$class_path"
}
