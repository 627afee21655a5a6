// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "interrupt.h"
#include "opts.h"
#include "out.h"
#include "set-json.h"

static const char usage[] =
	"usage: perf-persistent create -e EVENT [OPTIONS] [-- COMMAND [ARGS]]\n\n"
	"Opens events and keeps them, under a name, without any process of yours.\n"
	"Prints the name.\n\n"
	"What:\n"
	"  -e, --event EVENT        event, or list of events, as perf record takes it;\n"
	"                           may be given again\n"
	"      --filter EXPR        kernel filter for the tracepoints of the -e before it\n\n"
	"Where (without any: -a):\n"
	"  -a, --all-cpus           every CPU\n"
	"  -C, --cpu CPUS           these CPUs, such as 0-3,8\n"
	"  -p, --pid PIDS           these processes, with threads and children\n"
	"  -t, --tid TIDS           these threads\n"
	"  -- COMMAND [ARGS]        execute COMMAND in place of this command, and record it\n\n"
	"How:\n"
	"  -n, --name NAME          name of the set; else made from the first event\n"
	"  -F, --freq HZ            samples a second; 'max': what the system allows (4000)\n"
	"  -c, --count N            one sample every N events\n"
	"  -g                       call chains; the same as --call-graph fp\n"
	"      --call-graph MODE    fp, dwarf, dwarf,BYTES or lbr\n"
	"  -m, --mmap-pages SIZE    buffer of each CPU: pages, or bytes with B, K, M or G;\n"
	"                           rounded up to a power of two of pages (128)\n"
	"      --stream             keep the oldest records when the buffer is full\n"
	"      --disabled           do not start counting\n"
	"      --reason TEXT        shown to those who find the set\n"
	"      --json               print what show --json prints\n"
	"  -h, --help               print this\n";

enum { OPT_FILTER = 256, OPT_CALL_GRAPH, OPT_STREAM, OPT_DISABLED, OPT_REASON, OPT_JSON };

static const struct option options[] = {
	{"name", required_argument, NULL, 'n'},
	{"event", required_argument, NULL, 'e'},
	{"filter", required_argument, NULL, OPT_FILTER},
	{"all-cpus", no_argument, NULL, 'a'},
	{"cpu", required_argument, NULL, 'C'},
	{"pid", required_argument, NULL, 'p'},
	{"tid", required_argument, NULL, 't'},
	{"freq", required_argument, NULL, 'F'},
	{"count", required_argument, NULL, 'c'},
	{"call-graph", required_argument, NULL, OPT_CALL_GRAPH},
	{"mmap-pages", required_argument, NULL, 'm'},
	{"stream", no_argument, NULL, OPT_STREAM},
	{"disabled", no_argument, NULL, OPT_DISABLED},
	{"reason", required_argument, NULL, OPT_REASON},
	{"json", no_argument, NULL, OPT_JSON},
	{"help", no_argument, NULL, 'h'},
	{},
};

struct create_args {
	struct pp_create_opts opts;
	struct pp_events *events;
	int *cpus;
	pid_t *pids, *tids;
	char *cmdline;
	char **command; /* NULL: none */
	bool all, json;
};

static int bad_value(const char *option, const char *value)
{
	return out_usage("create", "bad value '%s' for %s", value, option);
}

static int add_event(struct create_args *args, const char *spec)
{
	struct pp_error err = {};
	int ret, status;

	if (!args->events) {
		ret = pp_events_new(&args->events);
		if (ret < 0)
			return out_fail(-ret, "reading events");
	}
	ret = pp_events_add(args->events, spec, &err);
	if (ret >= 0)
		return OPTS_GO_ON;
	status = out_error(&err);
	return ret == -EINVAL ? OUT_USAGE : status;
}

static int add_filter(struct create_args *args, const char *filter)
{
	struct pp_error err = {};

	if (!args->events)
		return out_usage("create", "--filter needs an -e before it");
	if (pp_events_filter(args->events, filter, &err) >= 0)
		return OPTS_GO_ON;
	out_error(&err);
	return OUT_USAGE;
}

static int set_cpus(struct create_args *args, const char *list)
{
	struct pp_error err = {};
	int *cpus, n = pp_cpus_parse(list, &cpus, &err);

	if (n == -EINVAL)
		return bad_value("--cpu", list);
	if (n < 0)
		return out_error(&err);
	free(args->cpus);
	args->cpus = cpus;
	args->opts.ncpus = (size_t)n;
	return OPTS_GO_ON;
}

static int set_freq(struct create_args *args, const char *text)
{
	static const char max_path[] = "/proc/sys/kernel/perf_event_max_sample_rate";
	unsigned long long max;
	FILE *file;
	int n;

	if (strcmp(text, "max"))
		return opts_number(text, 1, UINT32_MAX, &args->opts.freq)
			       ? OPTS_GO_ON
			       : bad_value("--freq", text);
	file = fopen(max_path, "re");
	if (!file)
		return out_fail(errno, "reading %s", max_path);
	n = fscanf(file, "%llu", &max);
	fclose(file);
	if (n != 1)
		return out_fail(EIO, "reading %s", max_path);
	args->opts.freq = max;
	return OPTS_GO_ON;
}

static int set_call_graph(struct create_args *args, const char *mode)
{
	/* The kernel keeps the size in 16 bits, a multiple of 8. */
	const uint64_t stack_max = 65528;
	uint64_t bytes;

	args->opts.stack_bytes = 0;
	if (!strcmp(mode, "fp")) {
		args->opts.callgraph = PP_CALLGRAPH_FP;
	} else if (!strcmp(mode, "lbr")) {
		args->opts.callgraph = PP_CALLGRAPH_LBR;
	} else if (!strcmp(mode, "dwarf")) {
		args->opts.callgraph = PP_CALLGRAPH_DWARF;
	} else if (!strncmp(mode, "dwarf,", 6) && opts_number(mode + 6, 1, stack_max, &bytes)) {
		args->opts.callgraph = PP_CALLGRAPH_DWARF;
		args->opts.stack_bytes = (uint32_t)(bytes + 7) & ~7u;
	} else {
		return bad_value("--call-graph", mode);
	}
	return OPTS_GO_ON;
}

static int set_option(struct create_args *args, int c, char *value, char **argv)
{
	switch (c) {
	case 'n':
		args->opts.name = value;
		return opts_set_name(value) ? OPTS_GO_ON
					    : out_usage("create",
							"bad name '%s': a letter a-z, then at most "
							"%d of a-z, 0-9 and _",
							value, PP_NAME_MAX - 1);
	case 'e':
		return add_event(args, value);
	case OPT_FILTER:
		return add_filter(args, value);
	case 'a':
		args->all = true;
		return OPTS_GO_ON;
	case 'C':
		return set_cpus(args, value);
	case 'p':
		return opts_pids(value, &args->pids, &args->opts.npids) ? OPTS_GO_ON
									: bad_value("--pid", value);
	case 't':
		return opts_pids(value, &args->tids, &args->opts.ntids) ? OPTS_GO_ON
									: bad_value("--tid", value);
	case 'F':
		return set_freq(args, value);
	case 'c':
		/* The kernel takes the topmost bit for a sign. */
		return opts_number(value, 1, INT64_MAX, &args->opts.period)
			       ? OPTS_GO_ON
			       : bad_value("--count", value);
	case 'g':
		args->opts.callgraph = PP_CALLGRAPH_FP;
		return OPTS_GO_ON;
	case OPT_CALL_GRAPH:
		return set_call_graph(args, value);
	case 'm':
		return opts_pages(value, &args->opts.pages) ? OPTS_GO_ON
							    : bad_value("--mmap-pages", value);
	case OPT_STREAM:
		args->opts.flags |= PP_CREATE_STREAM;
		return OPTS_GO_ON;
	case OPT_DISABLED:
		args->opts.flags |= PP_CREATE_DISABLED;
		return OPTS_GO_ON;
	case OPT_REASON:
		args->opts.reason = value;
		return OPTS_GO_ON;
	case OPT_JSON:
		args->json = true;
		return OPTS_GO_ON;
	case 'h':
		return out_help(usage);
	default:
		return opts_bad("create", c, argv);
	}
}

static int check(const struct create_args *args)
{
	int targets = (args->pids != NULL) + (args->tids != NULL) + (args->command != NULL) +
		      (args->all || args->cpus);

	if (!args->events)
		return out_usage("create", "no event given (-e)");
	if (targets > 1)
		return out_usage("create", "only one of --pid, --tid, a command, and CPUs "
					   "(--all-cpus, --cpu) can be recorded");
	if (args->opts.freq && args->opts.period)
		return out_usage("create", "--freq and --count exclude each other");
	return OPTS_GO_ON;
}

static int parse(struct create_args *args, int argc, char **argv)
{
	int c, status;

	/* '+': what follows the first word that is no option belongs to the command. */
	while ((c = getopt_long(argc, argv, "+:n:e:aC:p:t:F:c:gm:h", options, NULL)) != -1) {
		status = set_option(args, c, optarg, argv);
		if (status != OPTS_GO_ON)
			return status;
	}
	if (optind < argc)
		args->command = argv + optind;
	return check(args);
}

/* The arguments as a shell would read them again. */
static char *quoted(int argc, char **argv)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789%+,-./:=@_";
	size_t size;
	char *text;
	FILE *to = open_memstream(&text, &size);

	if (!to)
		return NULL;
	fputs("perf-persistent", to);
	for (int i = 0; i < argc; i++) {
		putc(' ', to);
		if (*argv[i] && strspn(argv[i], plain) == strlen(argv[i])) {
			fputs(argv[i], to);
			continue;
		}
		putc('\'', to);
		for (const char *s = argv[i]; *s; s++) {
			if (*s == '\'')
				fputs("'\\''", to);
			else
				putc(*s, to);
		}
		putc('\'', to);
	}
	return fclose(to) == 0 ? text : NULL;
}

/* Nobody has been told of the set: it must not stay behind. @status is the reason's. */
static int take_back(const char *name, int status)
{
	struct pp_error err = {};
	struct pp_set *set;

	if (pp_set_open(name, &set, &err) < 0) {
		out_error(&err);
		return status;
	}
	if (pp_set_release(set, &err) < 0)
		out_error(&err);
	pp_set_close(set);
	return status;
}

static int print_set(const char *name)
{
	struct pp_error err = {};
	struct pp_set *set;

	if (pp_set_open(name, &set, &err) < 0)
		return out_error(&err);
	out_json(set_json(set), false);
	pp_set_close(set);
	return OUT_DONE;
}

/* Becomes the command. Returns only on failure. */
static int execute(char **command)
{
	int code;

	interrupt_restore();
	/* From here on a signal means the command, wherever it is on its way. */
	if (!interrupt_status())
		execvp(command[0], command);
	code = errno;
	interrupt_catch();
	if (interrupt_status())
		return interrupt_status();
	out_fail(code, "executing %s", command[0]);
	return OUT_FAILED;
}

static int create(struct create_args *args)
{
	char name[PP_NAME_MAX + 1];
	struct pp_error err = {};
	pid_t self = getpid();
	int status;

	args->opts.size = sizeof(args->opts);
	args->opts.events = args->events;
	args->opts.cpus = args->cpus;
	args->opts.pids = args->pids;
	args->opts.tids = args->tids;
	args->opts.cmdline = args->cmdline;
	if (args->command) {
		args->opts.pids = &self;
		args->opts.npids = 1;
		if (!(args->opts.flags & PP_CREATE_DISABLED))
			args->opts.flags |= PP_CREATE_ENABLE_ON_EXEC;
	}
	if (pp_create(&args->opts, name, &err) < 0)
		return out_error(&err);

	status = interrupt_status();
	if (status)
		return take_back(name, status);
	if (args->json)
		status = print_set(name);
	else
		puts(name);
	status = out_end(status);
	if (status == OUT_DONE && args->command)
		status = execute(args->command);
	return status ? take_back(name, status) : status;
}

int cmd_create(int argc, char **argv)
{
	struct create_args args = {};
	int status = parse(&args, argc, argv);

	if (status == OPTS_GO_ON) {
		args.cmdline = quoted(argc, argv);
		status =
			args.cmdline ? create(&args) : out_fail(ENOMEM, "keeping the command line");
	}
	pp_events_free(args.events);
	free(args.cpus);
	free(args.pids);
	free(args.tids);
	free(args.cmdline);
	return status;
}
