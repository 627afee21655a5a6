#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Who includes whom: tool -> the public header <- lib -> proto; keeper -> proto.
. "$(dirname "$0")/lib.sh"

# arrows DIRECTORY ALLOWED...: "own" headers are in the directory itself or in an allowed one
arrows()
{
	dir=$1
	shift
	sources | grep -E "^$dir/.*\.[ch]$" | while read -r file; do
		sed -nE 's/^#[ \t]*include "([^"]+)".*/\1/p' "$file" | while read -r header; do
			case $header in
			../* | */../*)
				echo "$file: $header leaves its directory"
				continue
				;;
			esac
			for from in "$(dirname "$file")" "$dir" "$@"; do
				[ ! -e "$from/$header" ] || continue 2
			done
			echo "$file: $header is out of reach"
		done
	done >"$tmp/bad"
	nothing_in "$tmp/bad" "$dir includes $* only"
}

arrows proto
arrows lib include proto
arrows keeper proto
arrows tool include
arrows tool/perfdata include
arrows tests/unit include lib proto
arrows tests/fuzz include lib proto

# An engine's name above the seam would make two kinds of callers.
sources | grep -E '^(lib|tool)/.*\.[ch]$' | grep -v '^lib/engine' |
	xargs grep -nE '\bengine_(keeper|kernel)\b' >"$tmp/bad"
nothing_in "$tmp/bad" "engines are named in lib/engine* only"

done_testing
