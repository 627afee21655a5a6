#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# create ... -- COMMAND: the caller becomes the command, and its recording stays.
. "$(dirname "$0")/lib.sh"
need jq

exits 7 $pp create -n cmd -e cpu-clock:u -m 8 -- sh -c 'echo "pid $$"; exit 7'
ok "  the name comes first" test "$(head -1 "$tmp/out")" = cmd
out_like '^pid [0-9]+$'
ok "  nothing else is said" test ! -s "$tmp/err"
wait_until 5 sh -c "$pp list --json | jq -e '.[0].state == \"exited\"'"
exits 0 $pp list --json
ok "  state is exited" test "$(field '.[0].state')" = exited
ok "  the target is the command" test "$(field '.[0].target')" -gt 1
exits 0 $pp release cmd

# No process in between: the pid that was started is the command's.
background sh -c "exec $pp create -n own -e cpu-clock:u -m 8 -- sleep 30" >"$tmp/name"
pid=$bg
wait_until 5 grep -q sleep "/proc/$pid/comm"
result $? "the command has the pid of the one who created"
ok "  the set follows it" test "$(field .target $pp show own --json)" = "$pid"
ok "  it can be killed" kill -TERM "$pid"
wait "$pid"
ok "  of the signal itself" test $? -eq 143
exits 0 $pp release own

exits 0 $pp create -n plain -e cpu-clock:u -m 8 true
exits 0 $pp release plain

exits 1 $pp create -n nocmd -e cpu-clock:u -m 8 -- "$tmp/no-such-command"
err_like 'no-such-command'
err_is_one_failure
nothing_left

# What the command inherits: no descriptor of ours, and SIGPIPE as it was.
exits 0 $pp create -n inherit -e cpu-clock:u -m 8 -- ls -l /proc/self/fd
ok "  no perf descriptor" sh -c "! grep -q -e perf_event -e socket: '$tmp/out'"
exits 0 $pp release inherit
$pp create -n sigpipe -e cpu-clock:u -m 8 -- sh -c 'grep SigIgn /proc/self/status' >"$tmp/out"
grep SigIgn /proc/self/status >"$tmp/want"
ok "ignored signals are those of the caller" sh -c "grep -qFx -f '$tmp/want' '$tmp/out'"
exits 0 $pp release sigpipe

# Counting starts with the command.
exits 0 $pp create -n count -e task-clock:u -m 8 -- sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'
ok "  and its time was counted" test "$(field '.events[0].count > 0' $pp stat count --json)" = true
exits 0 $pp release count
nothing_left

done_testing
