// SPDX-License-Identifier: GPL-2.0-only
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "human.h"
#include "opts.h"
#include "out.h"
#include "set-json.h"
#include "table.h"

static const char usage[] = "usage: perf-persistent list [--json]\n\n"
			    "Lists the sets that you may see. Sets whose keeper has died are\n"
			    "cleared away and reported on standard error.\n\n"
			    "      --json               print a JSON array\n"
			    "  -h, --help               print this\n";

enum { OPT_JSON = 256 };

static const struct option options[] = {
	{"json", no_argument, NULL, OPT_JSON},
	{"help", no_argument, NULL, 'h'},
	{},
};

/* As many names as fit on a line with the rest; show has them all. */
static const char *short_events(const char *events, char *buf, size_t size)
{
	if (!events)
		return "-";
	if (strlen(events) < size)
		return events;
	snprintf(buf, size, "%.*s...", (int)size - 4, events);
	return buf;
}

static void add_row(struct table *table, const struct pp_set_info *info)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	char owner[64], buf[HUMAN_MAX], events[48];

	table_add(table, "%s", info->name);
	table_add(table, "%s", set_owner(info->owner, owner, sizeof(owner)));
	table_add(table, "%s", pp_state_name(info->state));
	table_add(table, "%s", info->overwrite ? "ring" : "stream");
	table_add(table, "%zu", info->ncpus);
	if (info->target > 0)
		table_add(table, "%d", info->target);
	else
		table_add(table, "-");
	table_add(table, "%s", human_bytes(info->pages * page, buf));
	table_add(table, "%s", info->created ? human_age(human_since(info->created), buf) : "-");
	table_add(table, "%s", short_events(info->events, events, sizeof(events)));
}

static void print_table(const struct pp_list *list)
{
	static const char *const headings[] = {"NAME", "OWNER",  "STATE", "MODE",   "CPUS",
					       "TASK", "BUFFER", "AGE",   "EVENTS", NULL};
	struct table *table = table_new(headings);

	for (size_t i = 0; i < pp_list_count(list); i++)
		add_row(table, pp_list_set(list, i));
	table_print(table, 0);
}

static void print_json(const struct pp_list *list)
{
	struct json_object *array = json_object_new_array();

	for (size_t i = 0; i < pp_list_count(list); i++)
		json_object_array_add(array, set_info_json(pp_list_set(list, i)));
	out_json(array, false);
}

static int list(bool json)
{
	struct pp_error err = {};
	struct pp_list *sets;
	const char *notice;

	if (pp_list_read(&sets, &err) < 0)
		return out_error(&err);
	for (size_t i = 0; (notice = pp_list_notice(sets, i)); i++)
		out_note("%s", notice);
	if (json)
		print_json(sets);
	else if (pp_list_count(sets))
		print_table(sets);
	pp_list_free(sets);
	return OUT_DONE;
}

int cmd_list(int argc, char **argv)
{
	bool json = false;
	int c;

	while ((c = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		switch (c) {
		case OPT_JSON:
			json = true;
			break;
		case 'h':
			return out_help(usage);
		default:
			return opts_bad("list", c, argv);
		}
	}
	if (optind < argc)
		return out_usage("list", "unexpected argument '%s'", argv[optind]);
	return list(json);
}
