#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# stat, enable and disable.
. "$(dirname "$0")/lib.sh"
need jq

exits 0 $pp create -n box -e cpu-clock -e context-switches -m 8 --disabled
exits 0 $pp stat box --json
ok "  an object for each event" test "$(field '[.events[].name] | join(" ")')" = \
	'cpu-clock context-switches'
ok "  never counting" test "$(field '[.events[].count] | unique[]')" = null
exits 0 $pp enable box
silent
ok "  active" test "$(field .state $pp show box --json)" = active
sleep 0.3
exits 0 $pp stat box
out_like "^ Performance counter stats for 'box':"
out_like '^ +[0-9.]+ msec +cpu-clock$'
out_like '^ +[0-9]+ +context-switches$'
exits 0 $pp disable box
silent
ok "  off" test "$(field .state $pp show box --json)" = off
a=$(field '[.events[].count] | join(" ")' $pp stat box --json)
sleep 0.1
ok "  the counts stand" test "$a" = "$(field '[.events[].count] | join(" ")' $pp stat box --json)"
exits 0 $pp enable box

timeout -s INT 0.7 $pp stat box -I 100 --json >"$tmp/out" 2>"$tmp/err"
ok "-I ends with 130 or timeout's 124" test $? -eq 124
ok "  lines are documents" test "$(jq -s length "$tmp/out")" -ge 5
ok "  time goes on" test "$(jq -s '[.[].time] | . == sort' "$tmp/out")" = true
ok "  each has about its 100 ms" test \
	"$(jq -s '[.[0:5][].events[0].count / 1e6] | all(. > 50)' "$tmp/out")" = true
background $pp stat box -I 50 >"$tmp/out" 2>"$tmp/err"
sleep 0.3
kill -TERM "$bg"
wait "$bg"
ok "SIGTERM: 143" test $? -eq 143
out_like '^ +[0-9]+\.[0-9]{9} +[0-9.]+ msec +cpu-clock$'
ok "  nothing on stderr" test ! -s "$tmp/err"

exits 0 $pp create -n other -e cpu-clock -m 8
exits 3 $pp disable box no_such_set other
err_is_one_failure
ok "  the others were done" test "$(field '[.[].state] | unique[]' $pp list --json)" = off
exits 3 $pp release no_such_set box
ok "  the other was done" test "$(field '[.[].name] | join(" ")' $pp list --json)" = other
exits 0 $pp release --all
nothing_left

done_testing
