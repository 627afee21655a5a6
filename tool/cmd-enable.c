// SPDX-License-Identifier: GPL-2.0-only
#include <getopt.h>

#include "cmd.h"
#include "each.h"
#include "opts.h"
#include "out.h"

static const char enable_usage[] = "usage: perf-persistent enable NAME...\n\n"
				   "Starts the events of the sets.\n\n"
				   "  -h, --help               print this\n";

static const char disable_usage[] = "usage: perf-persistent disable NAME...\n\n"
				    "Stops the events of the sets; what they hold stays.\n\n"
				    "  -h, --help               print this\n";

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{},
};

static int switch_sets(int argc, char **argv, const char *usage,
		       int (*act)(struct pp_set *set, struct pp_error *err))
{
	int c;

	while ((c = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		if (c == 'h')
			return out_help(usage);
		return opts_bad(argv[0], c, argv);
	}
	if (optind >= argc)
		return out_usage(argv[0], "no set named");
	return each_set((const char *const *)argv + optind, (size_t)(argc - optind), act);
}

int cmd_enable(int argc, char **argv)
{
	return switch_sets(argc, argv, enable_usage, pp_set_enable);
}

int cmd_disable(int argc, char **argv)
{
	return switch_sets(argc, argv, disable_usage, pp_set_disable);
}
