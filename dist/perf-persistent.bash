# SPDX-License-Identifier: GPL-2.0-only
# bash completion for perf-persistent

# The options of each command, on one line: what its --help lists.
_perf_persistent_options()
{
	case $1 in
	create)
		echo -n "-e --event --filter -a --all-cpus -C --cpu -p --pid -t --tid -n --name"
		echo -n " -F --freq -c --count -g --call-graph -m --mmap-pages --stream --disabled"
		echo " --reason --json -h --help"
		;;
	list | show) echo "--json -h --help" ;;
	dump) echo "-o --output --last -C --cpu -h --help" ;;
	stat) echo "-I --interval-print --json -h --help" ;;
	enable | disable) echo "-h --help" ;;
	release) echo "--all -h --help" ;;
	esac
}

# The names are lower-case letters, digits and underscores; the first line is the heading.
_perf_persistent_sets()
{
	perf-persistent list 2>/dev/null | sed '1d; s/ .*//'
}

_perf_persistent()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	local cmd=${COMP_WORDS[1]} words=

	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		words="create list show dump stat enable disable release --help --version"
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
		return
	fi
	case $prev in
	-o | --output)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--call-graph) words="fp dwarf lbr" ;;
	-e | --event | --filter | -C | --cpu | -p | --pid | -t | --tid | -n | --name | -F | \
		--freq | -c | --count | -m | --mmap-pages | --reason | --last | -I | --interval-print)
		return
		;;
	*)
		case $cmd,$cur in
		*,-*) words=$(_perf_persistent_options "$cmd") ;;
		show,* | dump,* | stat,* | enable,* | disable,* | release,*)
			words=$(_perf_persistent_sets)
			;;
		esac
		;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

complete -F _perf_persistent perf-persistent
