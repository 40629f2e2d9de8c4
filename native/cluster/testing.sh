# Sourced by the test scripts below native/: counts and prints what was tried.
# shellcheck shell=sh

passed=0 failed=0 skipped=0

# check NAME COMMAND…: 'ok' when the command succeeds; otherwise 'not ok' and what the command printed
check() {
  name=$1
  shift
  if output=$("$@" 2>&1); then
    passed=$((passed + 1))
    echo "ok - $name"
  else
    failed=$((failed + 1))
    echo "not ok - $name"
    echo "$output" | sed 's/^/#   /'
  fi
}

# equal EXPECTED ACTUAL
equal() {
  [ "$1" = "$2" ] || {
    echo "expected '$1', found '$2'"
    return 1
  }
}

# exits CODE TEXT COMMAND…: the command ends with CODE and says TEXT in exactly one line on standard error
exits() {
  expected_code=$1 expected_text=$2
  shift 2
  message=$("$@" 2>&1 >/dev/null)
  code=$?
  equal "$expected_code" "$code" || { echo "$message" && return 1; }
  case $message in
    *"$expected_text"*) ;;
    *) echo "not said: '$expected_text'; said: '$message'" && return 1 ;;
  esac
  equal 1 "$(echo "$message" | wc -l)"
}

# soon COMMAND…: the command succeeds within a bounded number of tries
soon() {
  try=0
  until "$@"; do
    try=$((try + 1))
    [ $try -lt 15000 ] || return 1
    sleep 0.02
  done
}

fails() {
  ! "$@"
}

skip() {
  skipped=$((skipped + 1))
  echo "ok - $1 # SKIP $2"
}

# summary: the last line of a test, and its exit code
summary() {
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" = 0 ]
}
