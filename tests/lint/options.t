#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# --help, manual pages and completion name the same commands and options.
. "$(dirname "$0")/lib.sh"
installed >/dev/null
. dist/perf-persistent.bash

COMP_WORDS=(perf-persistent "")
COMP_CWORD=1
_perf_persistent
printf '%s\n' "${COMPREPLY[@]}" | grep -v '^-' | sort >"$tmp/completion"
perf-persistent --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' | sort >"$tmp/help"
sed -n '/^# COMMANDS/,/^# OPTIONS/p' doc/perf-persistent.1.scd | grep '^\*' |
	grep -o '\*[a-z]*\*' | tr -d '*' | sort >"$tmp/man"
same_lists "$tmp/help" "$tmp/man" "commands: help and manual"
same_lists "$tmp/help" "$tmp/completion" "commands: help and completion"

while read -r cmd; do
	page=doc/perf-persistent-$cmd.1.scd
	if [ ! -e "$page" ]; then
		alias=$(sed -n 's|^\.so man1/||p' "doc/perf-persistent-$cmd.1")
		page=doc/$alias.scd
	fi
	perf-persistent "$cmd" --help | grep -E '^ +-' |
		sed -E 's/^ +(-[A-Za-z])?(, )?(--[a-z-]+)?.*/\1 \3/' |
		tr ' ' '\n' | grep . | sort >"$tmp/help-$cmd"
	sed -n '/^# OPTIONS/,/^# EXIT/p' "$page" | grep '^\*-' | grep -oE '\*-[^*]*\*' |
		tr -d '*' | grep -vx -e -- | sort >"$tmp/man-$cmd"
	_perf_persistent_options "$cmd" | tr ' ' '\n' | sort >"$tmp/completion-$cmd"
	same_lists "$tmp/help-$cmd" "$tmp/man-$cmd" "$cmd: help and manual"
	same_lists "$tmp/help-$cmd" "$tmp/completion-$cmd" "$cmd: help and completion"
	# What the usage line promises is in the list below it.
	perf-persistent "$cmd" --help | sed -n '/^usage/,/^$/p' | grep -oE -e '(^|[[ ])--?[A-Za-z][a-z-]*' |
		tr -d '[ ' | sort -u | comm -23 - "$tmp/help-$cmd" >"$tmp/unlisted"
	nothing_in "$tmp/unlisted" "$cmd: usage line and list"
done <"$tmp/help"

done_testing
