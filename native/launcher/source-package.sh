# shellcheck shell=sh disable=SC2034 # FETCH_ERROR is for the caller
# Fetches the distribution's source packages without root, and without a word changed in apt's configuration.

# fetch_source NAME[=VERSION] BINARY: leaves the files of the source package in $FETCHED. WORK is a temporary
# directory of the caller; BINARY, a package made from it, tells which of the machine's apt entries matter.
# Fails with the reason in FETCH_ERROR.
fetch_source() {
  FETCH_ERROR=''
  APT=$WORK/apt
  FETCHED=$APT/download
  write_apt_configuration "$2" || return 1
  fetch_log=$WORK/apt.log
  # An update may fail in part and still bring the one list that matters.
  private_apt_get update >"$fetch_log" 2>&1 || true
  if ! (cd "$FETCHED" && private_apt_get source --download-only "$1") >>"$fetch_log" 2>&1; then
    reason=$(sed -n 's/^E: //p; s/^Err:[0-9]* //p' "$fetch_log" | sed 1q)
    FETCH_ERROR="apt-get cannot fetch the source package $(echo "$1" | tr '=' ' ') (${reason:-it gave no reason})"
    return 1
  fi
}

# unpack_original DIRECTORY [TAR OPTIONS]: the original sources among what was fetched. Beside their archive
# there are the package's own files and a signature.
unpack_original() {
  unpack_into=$1
  shift
  for archive in "$FETCHED"/*.orig.tar.*; do
    case $archive in
      *.asc) continue ;;
    esac
    tar -xf "$archive" -C "$unpack_into" "$@"
  done
}

# A configuration of apt with nothing in it but source entries, in a directory of its own.
write_apt_configuration() {
  APT_LIST=/etc/apt/sources.list APT_PARTS=/etc/apt/sources.list.d
  eval "$(apt-config shell APT_LIST Dir::Etc::sourcelist/f APT_PARTS Dir::Etc::sourceparts/d)"
  mkdir -p "$APT/parts" "$APT/lists/partial" "$APT/cache/archives/partial" "$FETCHED"
  # Where the binary package comes from; unknown when the lists have been deleted, as in a container image.
  addresses=$(apt-cache policy "$1" 2>/dev/null |
    awk '$2 ~ /^[a-z+]+:\// { print $2 }' | sort -u | tr '\n' ' ')
  derive_sources "$addresses"
  # An address may be written in one way here and in another there (mirror lists, redirections).
  has_sources || derive_sources ''
  if ! has_sources; then
    FETCH_ERROR="apt has no entry in '$APT_LIST' or '$APT_PARTS' to derive a source from"
    return 1
  fi
  # As root, apt fetches as a user of its own, who must be able to get here.
  chmod -R a+rX "$WORK"
}

# derive_sources ADDRESSES: from the machine's entries for these, or from all of them.
derive_sources() {
  number=0
  for file in "$APT_LIST" "$APT_PARTS"/*.list "$APT_PARTS"/*.sources; do
    [ -r "$file" ] || continue
    number=$((number + 1))
    format=${file##*.}
    awk -v format="$format" -v only="$1" -f "$ROOT/native/launcher/deb-src.awk" "$file" \
      >"$APT/parts/$number.$format"
  done
  # An empty one is an error to apt.
  find "$APT/parts" -size 0 -exec rm -f {} +
}

has_sources() {
  [ -n "$(find "$APT/parts" -type f)" ]
}

private_apt_get() {
  apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$APT/parts" \
    -o Dir::State::lists="$APT/lists" -o Dir::Cache="$APT/cache" -o Acquire::Languages=none "$@" </dev/null
}
