#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Dumps while the writer runs at full speed: what is in the file has no gap, and the recording
# does not notice. PP_DUMPS: how many dumps (200).
. "$(dirname "$0")/lib.sh"
need perf jq seqcalls
need_root

dumps=${PP_DUMPS:-200}
lseek=syscalls:sys_enter_lseek
dup3=syscalls:sys_enter_dup3
RANDOM=${PP_SEED:-$$}
echo "# seed ${PP_SEED:-$$}"

# Every call of each event in the file follows the one before it. A record that perf cannot
# parse makes it complain. Prints "COUNT FIRST LAST".
check_gapless()
{
	perf script -i "$1" -F comm,event,trace 2>"$tmp/perf-err" |
		perl -ne '
			if (/sys_enter_lseek.*offset: 0x([0-9a-f]+)/) {
				my $n = hex $1;
				die "gap: $l to $n\n" if defined $l && $n != $l + 1;
				$f //= $n; $l = $n; $c++;
			} elsif (/sys_enter_dup3.*newfd: 0x([0-9a-f]+)/) {
				my $n = hex $1;
				die "gap: $d to $n\n" if defined $d && $n != $d + 3;
				$d = $n;
			} else { die "not understood: $_" }
			END { printf "%d %d %d\n", $c // 0, $f // 0, $l // 0 unless $? }'
}

background seqcalls 0
writer=$bg
# One CPU, so that one buffer has all of it.
taskset -p -c 0 "$writer" >/dev/null
sizes=(1 2 4 8 16 32 64 128)
bad=0 empty=0 least=99999999 most=0 lost=0 stopped=0
per_size=$((dumps / 20))
[ $per_size -ge 1 ] || per_size=1
made=0
while [ $made -lt "$dumps" ]; do
	pages=${sizes[RANDOM % 8]}
	graph=
	[ $((RANDOM % 2)) = 0 ] || graph='-g'
	[ $pages -gt 2 ] || graph=
	$pp create -n box -m $pages $graph -e $lseek --filter 'fd==0xffffffff' \
		-e $dup3 --filter 'oldfd==0xffffffff' -p "$writer" >/dev/null || { bad=$((bad + 1)); break; }
	sleep 0.0$((RANDOM % 10))
	before=0
	for ((i = 0; i < per_size && made < dumps; i++, made++)); do
		if ! $pp dump box -o "$tmp/data" 2>"$tmp/err" ||
			! stats=$(check_gapless "$tmp/data") || [ -s "$tmp/perf-err" ] ||
			grep -q -e unreadable -e decoded "$tmp/err"; then
			bad=$((bad + 1))
			echo "# $pages pages $graph: $(head -c 300 "$tmp/err" "$tmp/perf-err")"
			cp "$tmp/data" "$tmp/bad.data"
		fi
		read -r count _ last <<<"$stats"
		[ "$count" -gt 0 ] || empty=$((empty + 1))
		# A later dump has later calls: the recording went on.
		[ "$last" -gt "$before" ] || stopped=$((stopped + 1))
		before=$last
		[ "$count" -ge $least ] || least=$count
		[ "$count" -le $most ] || most=$count
	done
	lost=$((lost + $($pp show box --json | jq '[.events[].lost] | add')))
	$pp release box
done
echo "# $made dumps, $least to $most calls in each; $empty empty"
result $((bad != 0)) "$made dumps of a full-speed writer: every record parses, no gap"
result $((empty != 0)) "each of them holds calls"
result $((lost != 0)) "the recording lost nothing"
result $((stopped != 0)) "the recording went on: each dump has later calls"

# Several dumps at once agree on the window that they share.
for n in 2 8; do
	$pp create -n box -m 128 -e $lseek --filter 'fd==0xffffffff' -p "$writer" >/dev/null
	sleep 0.1
	pids=
	for i in $(seq $n); do
		$pp dump box -o "$tmp/par.$i" 2>>"$tmp/err" &
		pids="$pids $!"
	done
	failed=0
	for pid in $pids; do
		wait "$pid" || failed=1
	done
	result $failed "$n dumps at once succeed"
	lo=0 hi=99999999999
	for i in $(seq $n); do
		perf script -i "$tmp/par.$i" -F time,trace --ns 2>/dev/null |
			sed 's/fd: [^,]*, offset: 0x\([0-9a-f]*\).*/\1/; s/^ *//' >"$tmp/par.$i.txt"
		read -r _ first < <(head -n 1 "$tmp/par.$i.txt")
		read -r _ last < <(tail -n 1 "$tmp/par.$i.txt")
		first=$((16#$first)) last=$((16#$last))
		[ $first -le $lo ] || lo=$first
		[ $last -ge $hi ] || hi=$last
	done
	for i in $(seq $n); do
		perl -ne "(\$t, \$x) = split; \$h = hex \$x; print if \$h >= $lo && \$h <= $hi" \
			"$tmp/par.$i.txt" | sha256sum
	done | sort -u >"$tmp/sums"
	echo "# $n dumps share the calls $lo to $hi"
	[ $hi -gt $lo ] && [ "$(wc -l <"$tmp/sums")" = 1 ]
	result $? "$n dumps at once agree on their common window"
	$pp release box
done
kill "$writer"
done_testing
