# Sums up Surefire's XML reports and the `ok` and `not ok` lines of the launcher's tests: what failed, what was
# skipped and why, and in the last line how many there were of each.
#
# A report has one <testsuite> element with the counts, and in it a <testcase> for each test, in whose lines a
# <failure>, <error> or <skipped> may follow. Surefire writes each tag on a line of its own.

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

FNR == 1 {
  seen_suite = 0
}

/^ *<testsuite / && !seen_suite {
  seen_suite = 1
  bad = attribute($0, "errors") + attribute($0, "failures")
  left_out = attribute($0, "skipped") + 0
  failed += bad
  skipped += left_out
  passed += attribute($0, "tests") - bad - left_out
}

/^ *<testcase / {
  class = short_class(attribute($0, "classname"))
  test = attribute($0, "name")
}

/^ *<(failure|error)[ >]/ {
  fail(class "." test)
}

# The reason is an attribute, or for an assumption the first line of its trace: <![CDATA[some.Exception: reason
/^ *<skipped/ {
  reason = attribute($0, "message")
  if (reason == "" && match($0, /<!\[CDATA\[/)) {
    reason = substr($0, RSTART + RLENGTH)
    sub(/\]\]>.*/, "", reason)
    sub(/^[A-Za-z0-9_.$]+(: |$)/, "", reason)
  }
  skip(reason, class)
}

/^ok - / {
  if (match($0, / # SKIP /)) {
    skipped++
    skip(substr($0, RSTART + RLENGTH), "launcher")
  } else {
    passed++
  }
}

/^not ok - / {
  failed++
  fail("launcher: " substr($0, 10))
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
  printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
}
