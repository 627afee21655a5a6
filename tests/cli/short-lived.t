#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A process that starts after create and is gone long before dump, while samples have gone
# round the ring many times, still has its name. perf record --overwrite is shown beside.
. "$(dirname "$0")/lib.sh"
need perf jq seqcalls
need_root

lseek=syscalls:sys_enter_lseek
cp "$(command -v seqcalls)" "$tmp/shortlived"

# perf's ring has as many pages; its samples and its side-band share it.
cd "$tmp" || exit 1
background perf record -q --overwrite --switch-output=signal -m 16 -a -o "$tmp/perf.data" \
	-e $lseek --filter 'fd==0xffffffff' --filter 'fd==0xffffffff'
perf_pid=$bg
ok 'create' $pp create -n box -m 16 -a -e $lseek --filter 'fd==0xffffffff'
sleep 1

# The first is gone before the second starts, which keeps its CPU's ring busy; then one
# more round of its own, so that some samples are still there.
"$tmp/shortlived" 50 &
gone=$!
wait $gone
for i in 1 2 3 4 5; do
	"$tmp/shortlived" 20000 & last=$!
	wait $last
done

exits 0 $pp dump box -o "$tmp/ours"
kill -USR2 "$perf_pid"
sleep 1
kill -INT "$perf_pid"
wait "$perf_pid"
theirs=$(ls "$tmp"/perf.data.2* | head -n 1)

perf script -i "$tmp/ours" -F comm,pid 2>"$tmp/perf-err" | sort | uniq -c >"$tmp/names"
perf script -i "$theirs" -F comm,pid 2>/dev/null | sort | uniq -c >"$tmp/their-names"
echo '# perf-persistent dump:'
sed 's/^/#   /' "$tmp/names"
echo '# perf record --overwrite of the same, same size:'
sed 's/^/#   /' "$tmp/their-names" | head

[ ! -s "$tmp/perf-err" ]
result $? 'perf script has nothing to complain'
grep -q " shortlived *$last" "$tmp/names"
result $? 'the process that has long exited is in the dump, by name'
! grep -v shortlived "$tmp/names" | grep -q .
result $? 'no sample is unnamed'
overwritten=$(sed -n 's/.*overwritten \([0-9]*\) samples.*/\1/p' "$tmp/err")
[ "${overwritten:-0}" -gt $((10 * $(awk '{ n += $1 } END { print n }' "$tmp/names"))) ]
result $? "samples went round the ring many times ($overwritten overwritten)"
perf script -i "$tmp/ours" -F comm,ip,sym,dso -G 2>/dev/null | grep -q .
result $? 'perf script resolves it'
done_testing
