# SPDX-License-Identifier: GPL-2.0-only
# TAP for tests of the source; to be sourced. $top is the top of the tree.
top=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
cd "$top" || exit 1
tmp=$(mktemp -d "${TMPDIR:-/tmp}/pp-lint.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
tests=0
failures=0

# The project's files; in an exported tree all files.
sources()
{
	if git rev-parse --git-dir >/dev/null 2>&1; then
		git ls-files --cached --others --exclude-standard
	else
		find . -type f | sed 's|^\./||'
	fi
}

# nothing_in FILE DESCRIPTION: the file lists what is wrong
nothing_in()
{
	tests=$((tests + 1))
	if [ -s "$1" ]; then
		failures=$((failures + 1))
		echo "not ok $tests - $2"
		sed 's/^/#   /' "$1" | head -50
	else
		echo "ok $tests - $2"
	fi
}

# same_lists A B DESCRIPTION
same_lists()
{
	diff -u "$1" "$2" >"$tmp/diff"
	nothing_in "$tmp/diff" "$3"
}

skip_all()
{
	echo "1..0 # SKIP $*"
	exit 0
}

# Directory that the command under test was installed to.
installed()
{
	command=$(command -v perf-persistent) || skip_all "perf-persistent is not installed"
	dirname "$(dirname "$command")"
}

done_testing()
{
	echo "1..$tests"
	[ "$failures" -eq 0 ]
	exit $?
}
