# SPDX-License-Identifier: GPL-2.0-only
# TAP for tests of the installed commands; to be sourced. Every test has its own directory,
# $tmp, and its own registry in it. What a test started ends with it, by pid.

# A wrapper such as valgrind may be put before the command.
pp=${PERF_PERSISTENT:-perf-persistent}

# Of nobody's kind: users that a test changes to must be able to reach it.
tmp=$(mktemp -d "${TMPDIR:-/tmp}/pp-cli.XXXXXX") || exit 1
chmod 755 "$tmp"
export PERF_PERSISTENT_RUN_DIR="$tmp/run"
unset PERF_PERSISTENT_ENGINE

tests=0
failures=0
started=

# Starts a command in the background; its pid is in $bg.
background()
{
	"$@" &
	bg=$!
	started="$started $bg"
}

keepers()
{
	$pp list --json 2>/dev/null | jq -r '.[].keeper // empty' 2>/dev/null
}

# Pids that exist and are no zombies.
alive()
{
	for pid; do
		case $(sed 's/.*) //; s/ .*//' "/proc/$pid/stat" 2>/dev/null) in
		'' | Z | X) ;;
		*) echo "$pid" ;;
		esac
	done
}

# wait_until SECONDS COMMAND...
wait_until()
{
	tries=$(($1 * 20))
	shift
	while ! "$@" >/dev/null 2>&1; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.05
	done
}

none_alive()
{
	[ -z "$(alive "$@")" ]
}

cleanup()
{
	mine=$(keepers)
	$pp release --all >/dev/null 2>&1
	for pid in $started $(alive $mine); do
		kill -KILL "$pid" 2>/dev/null
	done
	cd / && rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

skip_all()
{
	echo "1..0 # SKIP $*"
	exit 0
}

need()
{
	for tool; do
		command -v "$tool" >/dev/null || skip_all "$tool is not installed"
	done
}

need_root()
{
	[ "$(id -u)" -eq 0 ] || skip_all "needs root"
}

# result STATUS DESCRIPTION
result()
{
	tests=$((tests + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $tests - $2"
	else
		failures=$((failures + 1))
		echo "not ok $tests - $2"
		for file in "$tmp/out" "$tmp/err"; do
			[ ! -s "$file" ] || sed "s/^/#   ${file##*/}: /" "$file" | head -30
		done
	fi
}

# ok DESCRIPTION COMMAND...: the command succeeds
ok()
{
	what=$1
	shift
	"$@" >/dev/null 2>"$tmp/ok-err"
	result $? "$what"
}

skip()
{
	tests=$((tests + 1))
	echo "ok $tests - $1 # SKIP $2"
}

# Runs a command; its output is in $tmp/out and $tmp/err, its exit status in $status.
run()
{
	"$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
}

# exits STATUS COMMAND...
exits()
{
	want=$1
	shift
	run "$@"
	[ "$status" -eq "$want" ] || echo "exit status $status, not $want" >>"$tmp/err"
	result $((status != want)) "${*#"$pp" }: exit status $want"
}

out_like()
{
	grep -Eq -e "$1" "$tmp/out"
	result $? "  says /$1/"
}

err_like()
{
	grep -Eq -e "$1" "$tmp/err"
	result $? "  stderr says /$1/"
}

# A failure is one line and, perhaps, one hint.
err_is_one_failure()
{
	[ "$(grep -c '^perf-persistent: ' "$tmp/err")" -eq 1 ] &&
		[ "$(grep -vc -e '^perf-persistent: ' -e '^hint: ' "$tmp/err")" -eq 0 ] &&
		[ "$(wc -l <"$tmp/err")" -le 2 ]
	result $? "  in one line and a hint"
}

silent()
{
	[ ! -s "$tmp/out" ] && [ ! -s "$tmp/err" ]
	result $? "  silently"
}

# No set, no entry and no keeper in this test's registry.
nothing_left()
{
	[ "$($pp list --json 2>/dev/null | jq length)" = 0 ] &&
		[ -z "$(find "$PERF_PERSISTENT_RUN_DIR" -mindepth 1 -type d 2>/dev/null)" ]
	result $? "  nothing is left behind"
}

# field JQ-EXPRESSION [COMMAND...]: of a command's JSON; without one: of the last output
field()
{
	expr=$1
	shift
	if [ $# -gt 0 ]; then
		"$@" 2>/dev/null | jq -r "$expr"
	else
		jq -r "$expr" "$tmp/out"
	fi
}

done_testing()
{
	echo "1..$tests"
	[ "$failures" -eq 0 ]
	exit $?
}

command -v "${pp%% *}" >/dev/null || skip_all "$pp is not installed"
