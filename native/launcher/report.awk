# Sums up Surefire's XML reports and the `ok` and `not ok` lines of the tests below native/: what failed, what was
# skipped and why, and in the last line how many there were of each.
#
# A report has a <testcase> for each test, and in it a <failure>, <error> or <skipped> for one that did not pass.
# Surefire writes each tag on a line of its own. The counts in the <testsuite> around them are not to be trusted: of a
# nested class that several classes inherit, they count each test once. What Maven printed, where it is among the
# input, must come to the same number of tests.

# The value of an attribute of the tag in `line`.
function attribute(line, name,    at, value) {
  at = index(line, " " name "=\"")
  if (at == 0)
    return ""
  value = substr(line, at + length(name) + 3)
  value = substr(value, 1, index(value, "\"") - 1)
  gsub(/&#10;|&#13;/, " ", value)
  gsub(/&lt;/, "<", value)
  gsub(/&gt;/, ">", value)
  gsub(/&quot;/, "\"", value)
  gsub(/&apos;/, "'", value)
  gsub(/&amp;/, "\\&", value)
  return value
}

function short_class(name) {
  sub(/.*\./, "", name)
  return name
}

# What the file of the current line is about: tests-of-NAME.log
function suite(    name) {
  name = FILENAME
  sub(/.*tests-of-/, "", name)
  sub(/\.log$/, "", name)
  return name
}

function skip(reason, where) {
  sub(/^Assumption failed: */, "", reason)
  if (reason == "")
    reason = "(no reason is given)"
  if (!(reason in skips))
    reasons[++reason_count] = reason
  skips[reason]++
  if (index(", " places[reason] ",", ", " where ",") == 0)
    places[reason] = places[reason] (places[reason] == "" ? "" : ", ") where
}

function fail(what) {
  failures[++failure_count] = what
}

# A test has passed until something else is said of it; a test may have more than one failure.
function verdict(kind) {
  if (outcome == "passed") {
    passed--
    if (kind == "failed") {
      failed++
      fail(class "." test)
    } else {
      skipped++
    }
  }
  outcome = kind
}

/^ *<testcase / {
  class = short_class(attribute($0, "classname"))
  test = attribute($0, "name")
  outcome = "passed"
  passed++
  reported++
}

/^ *<(failure|error)[ >]/ {
  verdict("failed")
}

# The reason is an attribute, or for an assumption the first line of its trace: <![CDATA[some.Exception: reason
/^ *<skipped[ \/>]/ {
  verdict("skipped")
  reason = attribute($0, "message")
  if (reason == "" && match($0, /<!\[CDATA\[/)) {
    reason = substr($0, RSTART + RLENGTH)
    sub(/\]\]>.*/, "", reason)
    sub(/^[A-Za-z0-9_.$]+(: |$)/, "", reason)
  }
  skip(reason, class)
}

# The sum of one module. The lines of its classes go on with the time.
/^\[(INFO|WARNING|ERROR)\] Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+$/ {
  split($0, number, /[^0-9]+/)
  printed += number[2]
  printed_failed += number[3] + number[4]
}

/^ok - / {
  if (match($0, / # SKIP /)) {
    skipped++
    skip(substr($0, RSTART + RLENGTH), suite())
  } else {
    passed++
  }
}

/^not ok - / {
  failed++
  fail(suite() ": " substr($0, 10))
}

END {
  if (failure_count > 0)
    print "Failed:"
  for (i = 1; i <= failure_count; i++)
    print "  " failures[i]
  if (reason_count > 0 || without != "")
    print "Skipped, and why:"
  for (i = 1; i <= reason_count; i++)
    printf "  %d  %s (%s)\n", skips[reasons[i]], reasons[i], places[reasons[i]]
  if (without != "")
    print "  " without
  if (printed > 0 && printed != reported)
    printf "Maven counts %d tests, and its reports hold %d: look at what it printed.\n", printed, reported
  if (printed_failed > 0 && failed == 0)
    failed = printed_failed
  printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
}
