#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Licences and format of the source.
. "$(dirname "$0")/lib.sh"

# Not: what has no comments, and what is data.
sources | grep -vE '^LICENSES/|\.md$|^\.gitignore$|^\.clang-format$|^doc/.*\.(scd|[0-9])$|/corpus/' |
	while read -r file; do
		case $file in
		include/uapi/*) want='GPL-2.0.* WITH Linux-syscall-note' ;;
		include/* | lib/* | proto/* | keeper/*) want=LGPL-2.1-or-later ;;
		*) want=GPL-2.0-only ;;
		esac
		head -2 "$file" | grep -Eq "SPDX-License-Identifier: $want( |\$)" || echo "$file: not $want"
	done >"$tmp/bad"
nothing_in "$tmp/bad" "SPDX lines"

sources | grep -E '\.[ch]$' >"$tmp/files"
if command -v clang-format >/dev/null; then
	xargs clang-format --dry-run <"$tmp/files" 2>&1 | grep 'warning:' | cut -d: -f1 | sort -u \
		>"$tmp/bad"
	nothing_in "$tmp/bad" "clang-format"
else
	tests=$((tests + 1))
	echo "ok $tests - clang-format # SKIP it is not installed"
fi

sources | grep -E '\.(sh|t|bash)$' | while read -r file; do
	case $(head -1 "$file") in
	*bash*) bash -n "$file" ;;
	*) case $file in *.bash) bash -n "$file" ;; *) sh -n "$file" ;; esac ;;
	esac
done >"$tmp/bad" 2>&1
nothing_in "$tmp/bad" "shell syntax"

xargs grep -nE '\b(TODO|FIXME|XXX)\b' <"$tmp/files" >"$tmp/bad"
nothing_in "$tmp/bad" "nothing unfinished"

done_testing
