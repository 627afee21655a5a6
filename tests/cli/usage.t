#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What needs no event: help, version, and command lines that are wrong.
. "$(dirname "$0")/lib.sh"
need jq

exits 0 $pp --help
out_like '^usage: perf-persistent COMMAND'
exits 0 $pp -h
exits 0 $pp --version
out_like '^perf-persistent [0-9]+\.[0-9]+'

for cmd in create list show dump stat enable disable release; do
	exits 0 $pp $cmd --help
	out_like "^usage: perf-persistent $cmd"
	cp "$tmp/out" "$tmp/long"
	exits 0 $pp $cmd -h
	ok "  the same" cmp "$tmp/out" "$tmp/long"
	exits 2 $pp $cmd --no-such-option
	err_like "^perf-persistent: unknown option '--no-such-option'"
	err_like "^hint: see perf-persistent $cmd --help"
	err_is_one_failure
	exits 2 $pp $cmd -Z
	err_like "unknown option '-Z'"
done

exits 2 $pp
exits 2 $pp --frobnicate
exits 2 $pp craete
err_like "did you mean 'create'"
err_is_one_failure
exits 2 $pp relase box
err_like "did you mean 'release'"
exits 2 $pp xyzzyplugh
ok "  no nearest name for another word" sh -c "! grep 'did you mean' '$tmp/err'"

for cmd in show dump stat enable disable release; do
	exits 2 $pp $cmd
done
exits 2 $pp list box
exits 2 $pp show a b
exits 2 $pp dump a b
exits 2 $pp release --all a

exits 2 $pp create
err_like 'no event given'
exits 2 $pp create -e
err_like "needs a value"
exits 2 $pp create --json=yes -e cpu-clock
err_like "takes no value"
exits 2 $pp create -e cpu-clock -a -p 1
exits 2 $pp create -e cpu-clock -p 1 -t 1
exits 2 $pp create -e cpu-clock -C 0 -p 1
exits 2 $pp create -e cpu-clock -a -- true
exits 2 $pp create -e cpu-clock -p 1 -- true
exits 2 $pp create -e cpu-clock -F 100 -c 100
exits 2 $pp create --filter 'pid == 1' -e sched:sched_switch
for bad in '-F 0' '-F -1' '-F 1x' '-c 0' '-c 99999999999999999999' '-m 0' '-m 1X' '-m K' \
	'-C 3-1' '-C x' '-p 0' '-p 1,' '-p x' '-t -1' '--call-graph x' '--call-graph dwarf,0' \
	'--call-graph dwarf,65536' '-n Box' '-n 1box' '-n bo-x' \
	'-n abcdefghijklmnopqrstuvwxyz0123456'; do
	exits 2 $pp create -e cpu-clock $bad
done
exits 2 $pp create -e cpu-clock -n ''
for bad in x 10x -1 0 1e400 0x10 inf; do
	exits 2 $pp dump box --last=$bad
done
exits 2 $pp dump box -C x
exits 2 $pp stat box -I 0
exits 2 $pp create -e "{cpu-clock"
err_is_one_failure
nothing_left

exits 0 $pp list
silent
exits 0 $pp list --json
ok "  an empty array" test "$(field length)" = 0
exits 0 $pp release --all
silent
for cmd in show dump stat enable disable release; do
	exits 3 $pp $cmd no_such_set
	err_is_one_failure
done
exits 3 $pp show 18446744073709551615

$pp --help >/dev/full 2>"$tmp/err"
status=$?
result $((status != 1)) "--help to a full disk fails"
err_like 'standard output: No space left'
$pp --help >&- 2>"$tmp/err"
status=$?
result $((status != 1)) "--help to a closed descriptor fails"
(
	trap '' PIPE
	$pp --help 2>"$tmp/err"
	echo $? >"$tmp/status"
) | true
ok "--help to nobody is silent" test ! -s "$tmp/err"

done_testing
