#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# dump: the file, its name, what is left out, and what goes wrong.
. "$(dirname "$0")/lib.sh"
need jq perf

# Reads of no byte: the event and the number of times are known.
event=syscalls:sys_enter_getppid
calls()
{
	perl -e 'syscall(110) for 1 .. $ARGV[0]' "$1"
}

burn()
{
	timeout 1 sh -c 'while :; do :; done'
}

samples()
{
	perf script -i "$1" 2>/dev/null | grep -c .
}

exits 0 $pp create -n box -e cpu-clock -m 64
burn
exits 0 $pp dump box -o "$tmp/box.data"
err_like '^box: [0-9]+ samples from [0-9]+ CPUs, [0-9.]+ s, [0-9.]+[BKM] -> .*box.data; overwritten'
ok "  nothing on standard output" test ! -s "$tmp/out"
ok "  no temporary file stays" test "$(ls "$tmp" | grep -c box.data)" = 1
n=$(sed -n 's/^box: \([0-9]*\) samples.*/\1/p' "$tmp/err")
ok "  perf script has as many lines" test "$(samples "$tmp/box.data")" = "$n"
ok "  and has the workload" sh -c "perf script -i '$tmp/box.data' 2>/dev/null | grep -q '^ *sh '"

exits 0 $pp dump box -o "$tmp/again.data"
n2=$(sed -n 's/^box: \([0-9]*\) samples.*/\1/p' "$tmp/err")
ok "  a second dump has what the first had" test "$n2" -ge "$((n / 2))"

(cd "$tmp" && run $pp dump box && [ "$status" -eq 0 ] && [ -s perf.data ])
result $? "the default is perf.data"

exits 0 $pp dump box -o "$tmp/cpu0.data" -C 0
ok "  -C 0: CPU 0 only" test \
	"$(perf script -i "$tmp/cpu0.data" -F cpu 2>/dev/null | sort -u | tr -d ' ')" = '[000]'
exits 1 $pp dump box -o "$tmp/none.data" -C 4095
err_is_one_failure
ok "  no file" test ! -e "$tmp/none.data"

sleep 1.2
exits 0 $pp dump box -o "$tmp/last.data" --last 100ms
first=$(perf script -i "$tmp/last.data" -F time 2>/dev/null | sort -n | head -1 | tr -d ' :')
last=$(perf script -i "$tmp/last.data" -F time 2>/dev/null | sort -n | tail -1 | tr -d ' :')
ok "  --last 100ms: not more" awk "BEGIN { exit !(${last:-0} - ${first:-0} <= 0.2) }"

$pp dump box -o - 2>"$tmp/err" >"$tmp/pipe.data"
result $? "dump to a pipe"
ok "  perf script reads it" sh -c "perf script -i - <'$tmp/pipe.data' 2>/dev/null | grep -q cpu-clock"
err_like '-> standard output'
run script -qec "$pp dump box -o -" /dev/null
ok "dump to a terminal is refused" test "$status" -eq 2
(
	set +e
	$pp dump box -o - 2>"$tmp/err"
	echo $? >"$tmp/status"
) | head -c 100 >/dev/null
ok "a reader that goes: 141" test "$(cat "$tmp/status")" = 141
ok "  silently" test ! -s "$tmp/err"

echo old >"$tmp/keep.data"
exits 1 $pp dump box -o /dev/full
err_like 'No space left|no space left'
err_like '^hint: '
err_is_one_failure
exits 1 $pp dump box -o "$tmp/no/such/dir/file"
err_is_one_failure
background $pp dump box -o "$tmp/keep.data" 2>/dev/null
kill -TERM "$bg"
wait "$bg"
status=$?
ok "an interrupted dump: 143, or it was done" test $status -eq 143 -o $status -eq 0
ok "  leaves no temporary file" test "$(ls "$tmp" | grep -c keep.data)" = 1
[ $status -ne 143 ] || ok "  and the old file" grep -q old "$tmp/keep.data"
exits 0 $pp release box

if [ -r /sys/kernel/tracing/events/syscalls/sys_enter_getppid/id ] && command -v perl >/dev/null; then
	sum()
	{
		sed -n "s/.*CPU.*: overwritten [0-9]* bytes.* $event \([0-9]*\).*/\1/p" "$tmp/err" |
			awk '{ n += $1 } END { print n + 0 }'
	}
	n=20000

	exits 0 $pp create -n large -e $event -c 1 -m 16M
	calls $n
	exits 0 $pp dump large -o "$tmp/large.data"
	ok "large ring: found = N" test "$(perf script -i "$tmp/large.data" 2>/dev/null | grep -c ' perl ')" = 0 -o \
		"$(perf script -i "$tmp/large.data" --comm perl 2>/dev/null | grep -c .)" = $n
	err_like 'overwritten 0 samples, lost 0$'
	exits 0 $pp release large

	exits 0 $pp create -n small -e $event -c 1 -m 8
	calls $n
	exits 0 $pp dump small -o "$tmp/small.data"
	found=$(samples "$tmp/small.data")
	total=$(field '.events[0].count' $pp stat small --json)
	ok "small ring: found + overwritten = N" test $((found + $(sum))) = "$total"
	ok "  and N is what was called" test "$total" -ge $n
	err_like "overwritten $(sum) samples, lost 0$"
	exits 0 $pp release small

	exits 0 $pp create -n stream -e $event -c 1 -m 8 --stream
	calls $n
	exits 0 $pp dump stream -o "$tmp/stream.data"
	found=$(samples "$tmp/stream.data")
	lost=$(sed -n 's/.*overwritten 0 samples, lost \([0-9]*\)$/\1/p' "$tmp/err")
	total=$(field '.events[0].count' $pp stat stream --json)
	ok "small stream: found + lost = N" test $((found + ${lost:-0})) = "$total"
	ok "  and some were lost" test "${lost:-0}" -gt 0
	exits 0 $pp release stream
else
	skip "accounting" "no $event here"
fi
nothing_left

done_testing
