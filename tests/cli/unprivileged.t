#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# An unprivileged user, with no right and no configuration: kernel.perf_event_paranoid is 2.
. "$(dirname "$0")/lib.sh"
need perf jq setpriv spin
need_root

uid=65534
other=65533
knob=/proc/sys/kernel/perf_event_paranoid
was=$(cat $knob)
restore() { echo "$was" >$knob; cleanup; }
trap restore EXIT
echo 2 >$knob

# No directory is given to the user: the default one must do.
unset PERF_PERSISTENT_RUN_DIR
as() # UID COMMAND...
{
	u=$1
	shift
	setpriv --reuid "$u" --regid "$u" --clear-groups --inh-caps=-all \
		env -u XDG_RUNTIME_DIR HOME=/nonexistent "$@"
}
exits 0 as $uid $pp list
mkfifo "$tmp/go"
background as $uid spin 2 1 <"$tmp/go"
target=$bg
exec 9>"$tmp/go"
wait_until 5 test -d "/proc/$target/task/$((target + 1))"
exits 0 as $uid $pp create -n mine -e cpu-clock:u -p "$target"
out_like '^mine$'
exits 0 as $uid $pp list
out_like '^mine .*active'
echo >&9
exec 9>&-
wait "$target"
mkdir -m 777 "$tmp/out.d"
exits 0 as $uid $pp dump mine -o "$tmp/out.d/data"
perf script -f -i "$tmp/out.d/data" -F comm,sym 2>"$tmp/perf-err" | sort | uniq -c | sort -rn >"$tmp/names"
head -n 5 "$tmp/names" | sed 's/^/# /'
grep -q 'spin-thread.*burn' "$tmp/names" && grep -q 'spin-child.*burn' "$tmp/names"
result $? 'samples with names and symbols of threads and children'
exits 0 as $uid $pp stat mine
out_like 'cpu-clock:u'
exits 0 as $uid $pp disable mine
exits 0 as $uid $pp enable mine
exits 3 as $other $pp show mine
exits 0 $pp list
out_like '^mine'
exits 0 as $uid $pp release mine
exits 0 as $uid $pp list
[ ! -s "$tmp/out" ]
result $? 'nothing is listed any more'

# A command of one's own.
run as $uid $pp create -n cmd -e page-faults:u -c 1 -- sh -c 'exit 3'
[ "$status" = 3 ]
result $? 'create -- CMD works too'
exits 0 as $uid $pp release cmd

# What needs a right is refused, with the knob and the status for it.
refused() # EVENT KNOB OPTIONS...
{
	event=$1 hint=$2
	shift 2
	exits 4 as $uid $pp create -n no -e "$event" "$@"
	err_is_one_failure
	err_like "^hint: .*$hint"
	exits 3 as $uid $pp show no
}
background sleep 100
refused cpu-clock:u 'perf_event_paranoid' -a
refused cpu-clock ':u' -- true
refused cpu-clock:u 'another user|CAP_' -p "$bg"

# The set of one user is not another's.
PERF_PERSISTENT_RUN_DIR=$tmp/shared
export PERF_PERSISTENT_RUN_DIR
$pp create -n roots -e cpu-clock -a >/dev/null
exits 0 as $uid $pp list
out_like '^roots'
for command in "dump roots -o $tmp/out.d/no" 'stat roots' 'disable roots' 'release roots'; do
	# shellcheck disable=SC2086 # a list of words
	exits 4 as $uid $pp $command
	err_is_one_failure
done
exits 0 $pp release roots

# The locked-memory budget: one line that has the numbers.
budget() { (ulimit -l 64; as $uid $pp create -n big -e page-faults:u -m 8192 -- true); }
exits 1 budget
err_is_one_failure
err_like '^hint: .*perf_event_mlock_kb.*RLIMIT_MEMLOCK'
# Without -m the buffers shrink to what there is.
small() { (ulimit -l 64; as $uid "$@"); }
export PERF_PERSISTENT_RUN_DIR=$tmp/out.d/run
exits 0 small $pp create -n small -e page-faults:u -c 1 -- true
pages=$(as $uid $pp list --json | jq '.[].pages')
[ "$pages" -ge 1 ]
result $? "without -m the set fits the budget ($pages pages)"
exits 0 as $uid $pp release small
done_testing
