#!/bin/sh
# Writes the hash of all sources of the package in $1 into the Swift file $2.
#
# What counts: the names and bytes of all files of Sources but hidden ones, backups and Python's caches; Package.swift;
# the versions of dependencies; and the compiler's version.
set -eu
export LC_ALL=C
cd "$1"
hash=$({
  find Sources Package.swift -type f ! -path '*/.*' ! -name '*~' ! -name '*.pyc' -print | sort | tr '\n' '\0' \
    | xargs -0 sha256sum
  if [ -f Package.resolved ]; then sed -nE 's/^ *"(identity|version)" : /\1 /p' Package.resolved; fi
  swiftc --version 2>/dev/null | head -1
} | sha256sum | cut -c1-16)
printf '/// The first 16 digits of the SHA-256 of the sources.\nlet hashOfSources = "%s"\n' "$hash" >"$2"
