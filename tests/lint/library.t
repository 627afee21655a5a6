#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The library exports what its header declares and documents, and keeps off its caller's
# standard streams, process and signals.
. "$(dirname "$0")/lib.sh"
prefix=$(installed)
library=$(find "$prefix" -name 'libperf-persistent.so' | head -1)
[ -n "$library" ] || skip_all "libperf-persistent is not installed"
header=include/perf-persistent.h

# The header without comments; functions are what is followed by a parenthesis.
cc -E -P -x c "$header" 2>/dev/null | grep -oE '\bpp_[a-z_]+ ?\(' | tr -d ' (' | sort -u >"$tmp/header"
nm -D --defined-only "$library" | awk '$2 ~ /[A-Z]/ && $2 != "A" { print $3 }' |
	sed 's/@.*//' | sort -u >"$tmp/exported"
grep -oE '\bpp_[a-z_]+' lib/libperf-persistent.map | sort -u >"$tmp/map"
same_lists "$tmp/header" "$tmp/exported" "exported symbols: header and library"
same_lists "$tmp/header" "$tmp/map" "exported symbols: header and map"

# Each declaration stands in a block of lines that a comment begins.
awk '
	/^$/ { documented = 0 }
	/\*\// { documented = 1 }
	/^[a-z].*[ *]pp_[a-z_]+\(/ && !documented { print FILENAME ":" FNR ": " $0 }
' "$header" >"$tmp/bad"
nothing_in "$tmp/bad" "every function is documented"

nm -D --undefined-only "$library" | sed 's/.* //; s/@.*//' |
	grep -Ex 'stdout|stderr|stdin|_?_?v?printf(_chk)?|puts|putchar|perror|p?error|warnx?|errx?|exit|abort|sigaction|signal|psignal' \
		>"$tmp/bad"
nothing_in "$tmp/bad" "no printing, no exit, no signal handlers in the library"

cat >"$tmp/user.c" <<'C'
#include <perf-persistent.h>
int main(void)
{
	struct pp_list *list = 0;
	struct pp_error err;

	pp_list_free(list);
	return pp_state_name(PP_STATE_OFF) == 0 || pp_list_count == 0 || sizeof(err) == 0;
}
C
for compiler in 'cc -std=c11' 'c++ -x c++'; do
	command -v "${compiler%% *}" >/dev/null || continue
	PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name libperf-persistent.pc | head -1)")
	export PKG_CONFIG_PATH
	$compiler -Wall -Wextra -Wpedantic -Werror "$tmp/user.c" -o "$tmp/user" \
		$(pkg-config --cflags --libs libperf-persistent) >"$tmp/bad" 2>&1 &&
		LD_LIBRARY_PATH=$(dirname "$library") "$tmp/user" >>"$tmp/bad" 2>&1
	nothing_in "$tmp/bad" "a program builds against the installed library: $compiler"
done

done_testing
