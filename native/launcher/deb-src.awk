# Derives source package entries from a machine's apt entries, in either format:
#
#   awk -v format=list -v only="URI URI" -f deb-src.awk sources.list       one entry a line
#   awk -v format=sources -v only="URI URI" -f deb-src.awk x.sources       deb822 stanzas
#
# With `only`, entries for none of these addresses are left out: what else the machine fetches from does not
# matter here. Options and keys stay as they are, so signatures are checked as they are for its own packages.

BEGIN {
  wanted_count = split(only, list, " ")
  for (i = 1; i <= wanted_count; i++)
    wanted[without_slash(list[i])] = 1
  if (format == "sources")
    RS = ""
}

function without_slash(address) {
  sub(/\/+$/, "", address)
  return address
}

function is_wanted(words,    i, word, word_count) {
  if (wanted_count == 0)
    return 1
  word_count = split(words, word, /[ \t\n]+/)
  for (i = 1; i <= word_count; i++)
    if (without_slash(word[i]) in wanted)
      return 1
  return 0
}

format == "list" && /^[ \t]*deb(-src)?[ \t]/ {
  sub(/^[ \t]*deb(-src)?[ \t]+/, "deb-src ")
  if (is_wanted($0) && !($0 in seen)) {
    seen[$0] = 1
    print
  }
}

format == "sources" {
  stanza = ""
  enabled = 1
  typed = 0
  line_count = split($0, line, "\n")
  for (i = 1; i <= line_count; i++) {
    if (line[i] ~ /^#/)
      continue
    lower = tolower(line[i])
    if (lower ~ /^enabled:[ \t]*(no|false|0|off|without|disable)[ \t]*$/)
      enabled = 0
    if (lower ~ /^types:/) {
      typed = 1
      line[i] = "Types: deb-src"
    }
    stanza = stanza line[i] "\n"
  }
  if (enabled && typed && is_wanted(stanza) && !(stanza in seen)) {
    seen[stanza] = 1
    print stanza
  }
}
