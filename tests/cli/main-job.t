#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The main job from end to end: create, the creator's process group is killed, a workload
# runs, dump, stock perf reads it, release.
. "$(dirname "$0")/lib.sh"
need perf jq
need_root

cat >"$tmp/creator" <<EOF
#!/bin/sh
$pp create -n box -e cpu-clock -e sched:sched_switch -a >"$tmp/name" 2>"$tmp/create-err"
echo \$? >"$tmp/status"
sleep 100
EOF
chmod +x "$tmp/creator"

setsid "$tmp/creator" &
creator=$!
started="$started $creator"
wait_until 10 test -s "$tmp/status"
[ "$(cat "$tmp/status")" = 0 ] && [ "$(cat "$tmp/name")" = box ] && [ ! -s "$tmp/create-err" ]
result $? 'create prints the name alone'
cpus=$(nproc --all)
[ "$($pp show box --json | jq '[.events[] | select(.state == "active")] | length')" -ge $((2 * cpus)) ]
result $? "every CPU's events are active"

kill -KILL -- "-$creator"
wait "$creator" 2>/dev/null
none_alive "$creator"
result $? "the creator's process group is gone"

before=$($pp show box --json | jq '[.events[].count] | add')
perf bench sched pipe -l 20000 >/dev/null 2>&1
after=$($pp show box --json | jq '[.events[].count] | add')
[ "$after" -gt "$before" ]
result $? "the recording goes on (count $before, then $after)"

exits 0 $pp list
out_like '^box +root +active'
exits 0 $pp dump box -o "$tmp/data"

perf script -i "$tmp/data" >"$tmp/script" 2>"$tmp/perf-err"
result $? 'perf script reads it'
[ ! -s "$tmp/perf-err" ]
result $? '  with nothing on stderr'
grep -q 'sched-pipe.*sched:sched_switch: .*prev_comm=sched-pipe.*next_pid=' "$tmp/script"
result $? '  tracepoint fields are there'
grep -q 'sched-pipe.*cpu-clock:' "$tmp/script"
result $? '  samples of the workload are there, by comm'
perf report -i "$tmp/data" --stdio --sort comm,dso,symbol >"$tmp/report" 2>"$tmp/perf-err"
result $? 'perf report reads it'
grep -Eq 'sched-pipe.*(kernel.kallsyms|libc|perf).* \[[k.]\] [a-z_]+' "$tmp/report"
result $? '  comm, DSO and symbol are there'

perf evlist -v -i "$tmp/data" >"$tmp/evlist" 2>"$tmp/perf-err"
[ ! -s "$tmp/perf-err" ] && grep -q '^cpu-clock: type: 1, .*freq: 1.*sample_id_all: 1.*write_backward: 1' "$tmp/evlist" &&
	grep -q '^sched:sched_switch: type: 2, .*RAW' "$tmp/evlist"
result $? 'perf evlist -v shows the real attributes'
perf data convert -i "$tmp/data" --to-json "$tmp/json" >"$tmp/convert" 2>&1
result $? 'perf data convert --to-json reads it'
! grep -Evq '^\[ perf data convert: |^$' "$tmp/convert" && jq -e '.samples | length > 100' "$tmp/json" >/dev/null
result $? '  and says nothing but its banner'
perf buildid-list -i "$tmp/data" 2>"$tmp/perf-err" | grep -q '^[0-9a-f]\{40\} .*kernel'
result $? 'build-ids are there'
perf report -i "$tmp/data" --header-only >"$tmp/header" 2>&1
for what in 'hostname : .' 'os release : .' 'arch : .' 'cpudesc : .' 'nrcpus online : .' 'cmdline : .*create' \
	'time of first sample : .'; do
	grep -q "^# $what" "$tmp/header"
	result $? "  header has '$what'"
done
# Times never go back.
perf script -i "$tmp/data" -F time --ns 2>/dev/null | tr -d ' :' | sort -c -n
result $? 'records are in time order'
$pp dump box -o - 2>/dev/null | perf script -i - 2>"$tmp/perf-err" | grep -q sched_switch
result $? 'dump -o - pipes into perf script -i -'
[ ! -s "$tmp/perf-err" ]
result $? '  with nothing on stderr'
sleep 1
$pp dump box --last 500ms -o "$tmp/last" 2>/dev/null
span=$(perf script -i "$tmp/last" -F time --ns 2>/dev/null | tr -d ' :' |
	awk 'NR == 1 { a = $1 } { b = $1 } END { printf "%d", (b - a) * 1000 }')
[ "$span" -gt 100 ] && [ "$span" -le 510 ]
result $? "dump --last 500ms has the last 500 ms ($span)"
$pp dump box -C 0 -o "$tmp/cpu0" 2>/dev/null
[ "$(perf script -i "$tmp/cpu0" -F cpu 2>/dev/null | sort -u | tr -d ' \n')" = '[000]' ]
result $? 'dump -C 0 has CPU 0 alone'

keeper=$($pp show box --json | jq .keeper)
exits 0 $pp release box
silent
wait_until 5 none_alive "$keeper"
result $? 'the keeper is gone'
exits 3 $pp show box
nothing_left
done_testing
