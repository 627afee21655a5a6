// SPDX-License-Identifier: GPL-2.0-only
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "attr.h"
#include "cmd.h"
#include "human.h"
#include "opts.h"
#include "out.h"
#include "set-json.h"
#include "table.h"

static const char usage[] =
	"usage: perf-persistent show NAME|ID [--json]\n\n"
	"Shows everything about the set of that name, or with an event of that id.\n\n"
	"      --json               print a JSON object\n"
	"  -h, --help               print this\n";

enum { OPT_JSON = 256 };

static const struct option options[] = {
	{"json", no_argument, NULL, OPT_JSON},
	{"help", no_argument, NULL, 'h'},
	{},
};

static void field(const char *name, const char *text)
{
	printf("%-11s", name);
	out_text(text);
	putchar('\n');
}

static void print_head(const struct pp_set *set)
{
	const struct pp_set_info *info = pp_set_info(set);
	char owner[64], date[HUMAN_MAX], age[HUMAN_MAX], text[160];

	field("name:", info->name);
	snprintf(text, sizeof(text), "%s (uid %u)", set_owner(info->owner, owner, sizeof(owner)),
		 info->owner);
	field("owner:", text);
	if (info->keeper > 0) {
		snprintf(text, sizeof(text), "%s (pid %d)", info->engine, info->keeper);
		field("engine:", text);
	} else {
		field("engine:", info->engine);
	}
	field("state:", pp_state_name(info->state));
	field("mode:", info->overwrite ? "ring" : "stream");
	if (info->created) {
		snprintf(text, sizeof(text), "%s (%s ago)", human_date(info->created, date),
			 human_age(human_since(info->created), age));
		field("created:", text);
	}
	if (info->target > 0) {
		snprintf(text, sizeof(text), "%d", info->target);
		field("task:", text);
	}
	if (info->reason)
		field("reason:", info->reason);
	if (pp_set_cmdline(set))
		field("cmdline:", pp_set_cmdline(set));
	field("memory:", human_bytes(set_memory(set), text));
}

/* "type: 1, config: 0, sample_type: IP|TID", as perf evlist -v has it. */
static void print_attr(const struct pp_attr *attr)
{
	struct json_object *fields = attr_json(attr->attr);
	const char *comma = "";

	printf("  ");
	out_text(attr->name);
	printf(": ");
	json_object_object_foreach(fields, name, value)
	{
		printf("%s%s: ", comma, name);
		comma = ", ";
		if (!json_object_is_type(value, json_type_array)) {
			printf("%s", json_object_get_string(value));
			continue;
		}
		for (size_t i = 0; i < json_object_array_length(value); i++)
			printf("%s%s", i ? "|" : "",
			       json_object_get_string(json_object_array_get_idx(value, i)));
	}
	if (attr->filter) {
		printf(", filter: ");
		out_text(attr->filter);
	}
	putchar('\n');
	json_object_put(fields);
}

static void print_buffers(const struct pp_set *set)
{
	static const char *const headings[] = {"BUFFER", "CPU", "SIZE", "MODE", "HOLDS", NULL};
	struct table *table = table_new(headings);
	char buf[HUMAN_MAX];

	for (size_t i = 0; i < pp_set_nbuffers(set); i++) {
		const struct pp_buffer *buffer = pp_set_buffer(set, i);

		table_add(table, "%zu", i);
		table_add(table, "%d", buffer->cpu);
		table_add(table, "%s", human_bytes(buffer->bytes, buf));
		table_add(table, "%s", buffer->overwrite ? "ring" : "stream");
		table_add(table, "%s", buffer->sideband ? "side-band" : "samples");
	}
	table_print(table, 2);
}

/* What hotplug did to the event. */
static void add_remark(struct table *table, const struct pp_event *event)
{
	char date[HUMAN_MAX];

	if (!event->since)
		table_add(table, "-");
	else if (event->retired || event->state == PP_STATE_OFFLINE)
		table_add(table, "CPU offline since %s", human_date(event->since, date));
	else
		table_add(table, "CPU back online since %s", human_date(event->since, date));
}

static void add_event(struct table *table, struct pp_set *set, size_t i)
{
	const struct pp_event *event = pp_set_event(set, i);
	struct pp_count count;

	table_add(table, "%" PRIu64, event->id);
	table_add(table, "%s", pp_set_attr(set, event->attr)->name);
	table_add(table, "%d", event->cpu);
	if (event->tid >= 0)
		table_add(table, "%d", event->tid);
	else
		table_add(table, "-");
	table_add(table, "%zu", event->buffer);
	table_add(table, "%s", event->retired ? "retired" : pp_state_name(event->state));
	if (event->retired || pp_set_read(set, i, &count, NULL) < 0) {
		table_add(table, "-");
		table_add(table, "-");
	} else {
		table_add(table, "%" PRIu64, count.value);
		if (count.lost_known)
			table_add(table, "%" PRIu64, count.lost);
		else
			table_add(table, "-");
	}
	add_remark(table, event);
}

static void print_set(struct pp_set *set)
{
	static const char *const headings[] = {"ID",    "EVENT", "CPU",  "TASK",   "BUFFER",
					       "STATE", "COUNT", "LOST", "REMARK", NULL};
	struct table *table;

	print_head(set);
	puts("\nattributes:");
	for (size_t i = 0; i < pp_set_nattrs(set); i++)
		print_attr(pp_set_attr(set, i));
	puts("\nbuffers:");
	print_buffers(set);
	puts("\nevents:");
	table = table_new(headings);
	for (size_t i = 0; i < pp_set_nevents(set); i++)
		add_event(table, set, i);
	table_print(table, 2);
}

static int show(const char *name, bool json)
{
	struct pp_error err = {};
	struct pp_set *set;

	if (pp_set_open(name, &set, &err) < 0)
		return out_lookup_error(&err);
	if (json)
		out_json(set_json(set), false);
	else
		print_set(set);
	pp_set_close(set);
	return OUT_DONE;
}

int cmd_show(int argc, char **argv)
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
			return opts_bad("show", c, argv);
		}
	}
	if (optind >= argc)
		return out_usage("show", "no set named");
	if (optind + 1 < argc)
		return out_usage("show", "unexpected argument '%s'", argv[optind + 1]);
	return show(argv[optind], json);
}
