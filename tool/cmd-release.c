// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd.h"
#include "each.h"
#include "opts.h"
#include "out.h"

static const char usage[] =
	"usage: perf-persistent release NAME...\n"
	"       perf-persistent release --all\n\n"
	"Ends sets: their entries go at once, events and buffers with the last reader.\n\n"
	"      --all                all sets that are yours\n"
	"  -h, --help               print this\n";

enum { OPT_ALL = 256 };

static const struct option options[] = {
	{"all", no_argument, NULL, OPT_ALL},
	{"help", no_argument, NULL, 'h'},
	{},
};

static int release_all(void)
{
	struct pp_error err = {};
	struct pp_list *list;
	const char *notice;
	const char **names;
	size_t n = 0;
	int status;

	if (pp_list_read(&list, &err) < 0)
		return out_error(&err);
	for (size_t i = 0; (notice = pp_list_notice(list, i)); i++)
		out_note("%s", notice);
	names = calloc(pp_list_count(list) + 1, sizeof(*names));
	if (!names) {
		status = out_fail(ENOMEM, "listing the sets");
		goto out;
	}
	for (size_t i = 0; i < pp_list_count(list); i++) {
		const struct pp_set_info *info = pp_list_set(list, i);

		if (info->owner == geteuid())
			names[n++] = info->name;
	}
	status = each_set(names, n, pp_set_release);
	free(names);
out:
	pp_list_free(list);
	return status;
}

int cmd_release(int argc, char **argv)
{
	bool all = false;
	int c;

	while ((c = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		switch (c) {
		case OPT_ALL:
			all = true;
			break;
		case 'h':
			return out_help(usage);
		default:
			return opts_bad("release", c, argv);
		}
	}
	if (all && optind < argc)
		return out_usage("release", "--all takes no names");
	if (all)
		return release_all();
	if (optind >= argc)
		return out_usage("release", "no set named");
	return each_set((const char *const *)argv + optind, (size_t)(argc - optind),
			pp_set_release);
}
