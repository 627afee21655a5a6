#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Another user: what it may do with nothing configured, and what it may not.
. "$(dirname "$0")/lib.sh"
need jq setpriv
need_root
[ "$(cat /proc/sys/kernel/perf_event_paranoid)" -ge 2 ] || skip_all "perf_event_paranoid is below 2"

mkdir "$tmp/user" && chown 65534:65534 "$tmp/user"
as_user()
{
	PERF_PERSISTENT_RUN_DIR="$tmp/user/run" setpriv --reuid 65534 --regid 65534 --clear-groups \
		--inh-caps=-all --bounding-set=-all "$@"
}
user_nothing_left()
{
	ok "  nothing is left behind" test -z \
		"$(find "$tmp/user/run" -mindepth 1 -type d 2>/dev/null)"
}

background as_user sh -c 'while :; do :; done'
sleep 0.2
pid=$bg
exits 0 as_user $pp create -n mine -e cpu-clock:u -p "$pid" -m 8
ok "  it prints the name" test "$(cat "$tmp/out")" = mine
exits 0 as_user $pp list
out_like '^mine '
sleep 0.3
exits 0 as_user $pp dump mine -o "$tmp/user/mine.data"
ok "  with samples" sh -c "! grep -q '^mine: 0 samples' '$tmp/err'"
exits 0 as_user $pp release mine
user_nothing_left

exits 4 as_user $pp create -n all -e cpu-clock:u -a
err_like '^hint: .*perf_event_paranoid'
err_is_one_failure
user_nothing_left
exits 4 as_user $pp create -n kern -e cpu-clock:k -p "$pid"
err_like '^hint: '
err_is_one_failure
user_nothing_left
exits 4 as_user $pp create -n foreign -e cpu-clock:u -p 1
err_like '^hint: '
err_is_one_failure
user_nothing_left

# Its budget of locked memory.
exits 1 as_user prlimit --memlock=65536 $pp create -n large -e cpu-clock:u -p "$pid" -m 64M
err_like '^hint: .*(mlock|MEMLOCK)'
err_is_one_failure
user_nothing_left

exits 0 $pp create -n roots -e cpu-clock -m 8
chmod -R a+rX "$tmp/run"
run env PERF_PERSISTENT_RUN_DIR="$tmp/run" setpriv --reuid 65534 --regid 65534 --clear-groups \
	--inh-caps=-all --bounding-set=-all $pp dump roots -o "$tmp/user/x.data"
ok "another user's set cannot be dumped" test "$status" -eq 4 -o "$status" -eq 3
run env PERF_PERSISTENT_RUN_DIR="$tmp/run" setpriv --reuid 65534 --regid 65534 --clear-groups \
	--inh-caps=-all --bounding-set=-all $pp release roots
ok "nor released" test "$status" -eq 4 -o "$status" -eq 3
ok "  it is still there" test "$(field .state $pp show roots --json)" = active
exits 0 $pp release roots
nothing_left

done_testing
