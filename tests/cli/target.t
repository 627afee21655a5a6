#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Sets that follow processes and threads, also after their end.
. "$(dirname "$0")/lib.sh"
need jq perf

background sh -c 'while :; do :; done'
pid=$bg
exits 0 $pp create -n byp -e cpu-clock:u -p "$pid" -m 16
exits 0 $pp list --json
ok "  the target is told" test "$(field '.[0].target')" = "$pid"
ok "  active" test "$(field '.[0].state')" = active
exits 0 $pp create -n byt -e cpu-clock:u -t "$pid" -m 16
sleep 0.5
kill -KILL "$pid"
wait "$pid" 2>/dev/null
wait_until 5 sh -c "$pp list --json | jq -e 'all(.state == \"exited\")'"
result $? "both sets are exited after its end"
for name in byp byt; do
	exits 0 $pp dump $name -o "$tmp/$name.data"
	ok "  the comm is known" sh -c "perf script -i '$tmp/$name.data' 2>/dev/null | grep -q '^ *sh  *$pid'"
done
exits 0 $pp release byp byt
nothing_left

done_testing
