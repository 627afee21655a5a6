#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Sets that follow tasks: processes, threads, commands; and the black box of one that died.
. "$(dirname "$0")/lib.sh"
need perf jq seqcalls spin
need_root

lseek=syscalls:sys_enter_lseek
names() { perf script -i "$1" -F comm,pid,tid 2>"$tmp/perf-err" | sort | uniq -c; }
state() { $pp list --json | jq -r ".[] | select(.name == \"$1\") | .state"; }
is_state() { [ "$(state "$1")" = "$2" ]; }

# -p: threads that are there, threads and children that come.
mkfifo "$tmp/go"
background spin 2 1 <"$tmp/go" # two threads, then a child
target=$bg
exec 9>"$tmp/go"
wait_until 5 test -d "/proc/$target/task/$((target + 1))"
exits 0 $pp create -n proc -e cpu-clock -p "$target"
out_like '^proc$'
echo >&9
exec 9>&-
wait "$target"
wait_until 5 is_state proc exited
result $? 'after the target has exited, list says exited'
exits 0 $pp dump proc -o "$tmp/data"
names "$tmp/data" >"$tmp/names"
sed 's/^/# /' "$tmp/names"
[ "$(awk '{ print $3 }' "$tmp/names" | sort -u | wc -l)" -ge 2 ] && grep -q spin-child "$tmp/names"
result $? "its child's samples are there, by name"
grep -q "spin-thread" "$tmp/names"
result $? "its threads' samples are there, by name"
perf report -i "$tmp/data" --stdio --sort comm,dso,symbol 2>/dev/null | grep -q 'spin-thread.*spin.*burn'
result $? 'DSO and symbol are there'
ok 'release' $pp release proc

# -t: one thread alone.
mkfifo "$tmp/go2"
background spin 2 0 <"$tmp/go2"
target=$bg
exec 9>"$tmp/go2"
wait_until 5 test -d "/proc/$target/task/$((target + 1))"
exits 0 $pp create -n thread -e cpu-clock -t $((target + 1))
echo >&9
exec 9>&-
wait "$target"
ok 'dump of a thread' $pp dump thread -o "$tmp/data"
[ "$(perf script -i "$tmp/data" -F tid 2>/dev/null | sort -u | tr -d ' \n')" = $((target + 1)) ]
result $? '-t records that thread alone'
ok 'release' $pp release thread

# -- CMD: the command's own output and status; exact from its first call.
run $pp create -n cmd -e $lseek --filter 'fd==0xffffffff' -m 1024 -- sh -c 'seqcalls 1000; exit 7'
[ "$status" = 7 ] && [ "$(head -n 1 "$tmp/out")" = cmd ]
result $? 'create -- CMD becomes CMD: its exit status is passed on'
wait_until 5 is_state cmd exited
result $? 'the set is there, exited'
ok 'dump' $pp dump cmd -o "$tmp/data"
[ "$(perf script -i "$tmp/data" -F comm 2>/dev/null | grep -c seqcalls)" = 1000 ]
result $? 'all calls of its child are there'
ok 'release' $pp release cmd
exits 1 $pp create -n none -e cpu-clock -- "$tmp/no-such-command"
err_is_one_failure
exits 3 $pp show none
nothing_left

# Its binary deleted, the file still tells which one it was.
cp "$(command -v spin)" "$tmp/doomed"
id=$(perf buildid-list -f -i "$tmp/doomed" 2>/dev/null | cut -d' ' -f1)
[ -n "$id" ] || id=$(readelf -n "$tmp/doomed" | sed -n 's/.*Build ID: //p')
mkfifo "$tmp/go3"
background "$tmp/doomed" 1 0 <"$tmp/go3"
target=$bg
exec 9>"$tmp/go3"
exits 0 $pp create -n doomed -e cpu-clock -p "$target"
echo >&9
exec 9>&-
wait "$target"
rm "$tmp/doomed"
ok 'dump' $pp dump doomed -o "$tmp/data"
perf buildid-list -i "$tmp/data" 2>/dev/null | grep -q "$id.*doomed"
result $? "with its binary deleted, the build-id is in the file ($id)"
names "$tmp/data" | grep -q doomed
result $? 'and its name'
ok 'release' $pp release doomed

# A crash is an exit like any other.
run $pp create -n crash -e page-faults:u -c 1 -- sh -c 'kill -SEGV $$'
[ "$status" = 139 ]
result $? 'a crash ends as a crash'
wait_until 5 is_state crash exited
ok 'dump' $pp dump crash -o "$tmp/data"
[ "$(perf script -i "$tmp/data" -F comm 2>/dev/null | wc -l)" -gt 10 ]
result $? 'what the crashed process did last is there'
ok 'release' $pp release crash

exits 1 $pp create -n gone -e cpu-clock -p "$target"
err_is_one_failure
err_like 'no such process'
nothing_left
done_testing
