#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# With period 1 every call is found, or counted as overwritten or lost; none is missing.
. "$(dirname "$0")/lib.sh"
need perf jq seqcalls
need_root

calls=30000
dups=10000 # every third call has a dup3 behind it

# Starts seqcalls, stopped until go; its pid is in $bg.
prepare()
{
	rm -f "$tmp/go"
	mkfifo "$tmp/go"
	background seqcalls $calls wait <"$tmp/go"
	exec 9>"$tmp/go"
}

go()
{
	echo >&9
	exec 9>&-
	wait "$bg"
}

found() # EVENT
{
	perf script -i "$tmp/data" -F event 2>/dev/null | grep -c "$1"
}

# of what dump reported: for one event, summed over CPUs
reported()
{
	sed -n "s/.*[:,] $1 \([0-9]*\).*/\1/p" "$tmp/err" | awk '{ n += $1 } END { print n + 0 }'
}

lost()
{
	$pp show box --json | jq "[.events[] | select(.name == \"$1\") | .lost] | add"
}

counted()
{
	$pp show box --json | jq "[.events[] | select(.name == \"$1\") | .count] | add"
}

lseek=syscalls:sys_enter_lseek
dup3=syscalls:sys_enter_dup3

# one DESCRIPTION EVENTS WANT-LOSS OPTIONS...
one()
{
	what=$1 events=$2 loss=$3
	shift 3
	prepare
	target=-a
	case " $* " in *' -p '*) target="-p $bg" ;; esac
	opts=$(echo " $* " | sed 's/ -[ap] / /')
	args=
	for e in $events; do
		args="$args -e $e --filter fd==0xffffffff"
	done
	args=$(echo "$args" | sed "s/dup3 --filter fd==/dup3 --filter oldfd==/")
	# shellcheck disable=SC2086 # lists of words
	ok "$what: create" $pp create -n box $args $target $opts
	go
	exits 0 $pp dump box -o "$tmp/data"
	for e in $events; do
		n=$calls
		[ "$e" = $lseek ] || n=$dups
		f=$(found "$e") o=$(reported "$e") l=$(lost "$e")
		echo "# $what: $e: found $f, overwritten $o, lost $l, counted $(counted "$e")"
		[ $((f + o + l)) -eq $n ] && [ "$(counted "$e")" -eq $n ]
		result $? "$what: $e: found + overwritten + lost = $n"
		case $loss in
		none) [ "$f" -eq $n ] ;;
		overwritten) [ "$o" -gt 0 ] && [ "$l" -eq 0 ] && [ "$f" -gt 0 ] ;;
		lost) [ "$l" -gt 0 ] && [ "$o" -eq 0 ] && [ "$f" -gt 0 ] ;;
		esac
		result $? "$what: $e: loss is as expected ($loss)"
	done
	ok "$what: release" $pp release box
}

for target in -a -p; do
	one "large ring $target" $lseek none $target -m 2048
	one "small ring $target" $lseek overwritten $target -m 4
	one "small stream $target" $lseek lost $target -m 4 --stream
	one "two events, large ring $target" "$lseek $dup3" none $target -m 2048
	one "two events, small ring $target" "$lseek $dup3" overwritten $target -m 4
	one "two events, small stream $target" "$lseek $dup3" lost $target -m 4 --stream
	one "large stream $target" "$lseek $dup3" none $target -m 2048 --stream
done
done_testing
