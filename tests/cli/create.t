#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# create, list and show of sets on CPUs, and what refuses to be created.
. "$(dirname "$0")/lib.sh"
need jq

cpus=$(getconf _NPROCESSORS_ONLN)

exits 0 $pp create -n box -e cpu-clock -a --reason 'test of <create>'
ok "  prints the name alone" test "$(cat "$tmp/out")" = box
ok "  and no more" test ! -s "$tmp/err"

exits 0 $pp list
out_like '^NAME +OWNER +STATE +MODE +CPUS +TASK +BUFFER +AGE +EVENTS$'
out_like "^box +$(id -un) +active +ring +$cpus +- .* cpu-clock$"
exits 0 $pp list --json
ok "  one set" test "$(field length)" = 1
ok "  its state and mode" test "$(field '.[0] | "\(.name) \(.state) \(.mode)"')" = 'box active ring'
ok "  its owner" test "$(field '.[0].uid')" = "$(id -u)"
ok "  its reason" test "$(field '.[0].reason')" = 'test of <create>'
ok "  its events" test "$(field '.[0].perf_events')" = "$cpus"
ok "  its keeper is alive" test -d "/proc/$(field '.[0].keeper')"

exits 0 $pp show box
out_like '^name: +box$'
out_like '^cmdline: +perf-persistent create -n box -e cpu-clock -a --reason '
out_like "'test of <create>'$"
out_like 'sample_type: .*IP\|TID\|TIME'
exits 0 $pp show box --json
ok "  an event for each CPU" test "$(field '[.events[] | select(.name == "cpu-clock")] | length')" = "$cpus"
ok "  all active" test "$(field '[.events[].state] | unique[]')" = active
ok "  ids differ" test "$(field '([.events[].id] | unique | length) == (.events | length)')" = true
ok "  4000 Hz" test "$(field '.attrs[0].attr.sample_freq')" = 4000
ok "  side-band has its own buffers" test "$(field '[.buffers[] | select(.sideband)] | length')" = "$cpus"
id=$(field '.events[0].id')
exits 0 $pp show "$id" --json
ok "  found by id" test "$(field .name)" = box

exits 1 $pp create -n box -e cpu-clock
err_like 'box'
err_is_one_failure
ok "  the old one goes on" test "$(field '.state' $pp show box --json)" = active

exits 0 $pp create -e cpu-clock -C 0 -m 8
name=$(cat "$tmp/out")
ok "  a derived name is a name" sh -c "echo '$name' | grep -Eqx '[a-z][a-z0-9_]{0,30}'"
ok "  8 pages" test "$(field '.pages' $pp show "$name" --json)" = 8
ok "  one CPU" test "$(field '.cpus' $pp show "$name" --json)" = 1
exits 0 $pp create -e cpu-clock -C 0 -m 8
second=$(cat "$tmp/out")
ok "  derived names differ" test "$name" != "$second"
exits 0 $pp release "$name" "$second"
silent

exits 0 $pp create -n opts -e cpu-clock -C 0 -m 20K --stream --disabled -c 1000000 -g --json
ok "  prints what show prints" test "$(field .name)" = opts
ok "  20K are 8 pages" test "$(field .pages)" = 8
ok "  a stream" test "$(field .mode)" = stream
ok "  off" test "$(field .state)" = off
ok "  period 1000000" test "$(field '.attrs[0].attr.sample_period')" = 1000000
ok "  call chains" test "$(field '.attrs[0].attr.sample_type | index("CALLCHAIN") != null')" = true
exits 0 $pp release opts box
silent
nothing_left

exits 1 $pp create -n bad -e cpu-clokc
err_like 'cpu-clokc'
err_like '^hint: .*cpu-clock'
err_is_one_failure
nothing_left
exits 1 $pp create -n bad -e cpu-clock -C 4095
err_is_one_failure
err_like '4095'
nothing_left
exits 1 $pp create -n bad -e cpu-clock -p 2147483647
err_is_one_failure
nothing_left
exits 2 $pp create -n bad -e cpu-clock --filter 'x == 1'
err_is_one_failure
nothing_left
if [ -r /sys/kernel/tracing/events/sched/sched_switch/id ]; then
	exits 0 $pp create -n trace -e sched:sched_switch --filter 'prev_pid != 0' -e cpu-clock -m 16
	ok "  the filter is told" test \
		"$(field '[.attrs[].filter | values] | join(",")' $pp show trace --json)" = \
		'prev_pid != 0'
	exits 0 $pp release trace
	exits 1 $pp create -n bad -e sched:sched_switch --filter 'no_such_field == 1' -a
	err_is_one_failure
	nothing_left
fi

(
	export PERF_PERSISTENT_RUN_DIR=/proc/nowhere/run
	run $pp create -n bad -e cpu-clock
	[ "$status" -ne 0 ] && [ -s "$tmp/err" ]
)
result $? "an unwritable run directory is an error"

$pp create -n full -e cpu-clock -C 0 -m 8 >/dev/full 2>"$tmp/err"
status=$?
result $((status != 1)) "a name that cannot be printed is a failure"
nothing_left

# A keeper that was killed: its set is swept and reported by whoever looks next.
exits 0 $pp create -n doomed -e cpu-clock -C 0 -m 8
keeper=$(field '.keeper' $pp show doomed --json)
kill -KILL "$keeper"
wait_until 5 none_alive "$keeper"
exits 0 $pp list
err_like '^perf-persistent: note: .*doomed'
ok "  and is not listed" test ! -s "$tmp/out"
exits 0 $pp list
silent
nothing_left

done_testing
