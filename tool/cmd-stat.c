// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "interrupt.h"
#include "opts.h"
#include "out.h"

static const char usage[] =
	"usage: perf-persistent stat NAME [-I MS] [--json]\n\n"
	"Prints the counts of the set since it was created, summed over CPUs and tasks.\n\n"
	"  -I, --interval-print MS  print what was counted in every MS milliseconds, until\n"
	"                           interrupted\n"
	"      --json               print a JSON object; with -I one on each line\n"
	"  -h, --help               print this\n";

enum { OPT_JSON = 256 };

static const struct option options[] = {
	{"interval-print", required_argument, NULL, 'I'},
	{"json", no_argument, NULL, OPT_JSON},
	{"help", no_argument, NULL, 'h'},
	{},
};

/* Counts of every perf event of a set, as they were at one moment. */
struct reading {
	struct timespec when;
	struct pp_count *counts; /* by index of the event */
};

/* One event type. */
struct total {
	double value; /* estimated where the event was not always on its CPU */
	uint64_t enabled, running;
	bool tasks;
	bool shared; /* counters that it may have had to share */
};

static int read_counts(struct pp_set *set, struct reading *reading)
{
	struct pp_error err = {};

	clock_gettime(CLOCK_MONOTONIC, &reading->when);
	for (size_t i = 0; i < pp_set_nevents(set); i++) {
		reading->counts[i] = (struct pp_count){};
		if (pp_set_event(set, i)->retired)
			continue;
		if (pp_set_read(set, i, &reading->counts[i], &err) < 0)
			return out_error(&err);
	}
	return OUT_DONE;
}

static double seconds_between(const struct timespec *from, const struct timespec *to)
{
	return (double)(to->tv_sec - from->tv_sec) + (double)(to->tv_nsec - from->tv_nsec) / 1e9;
}

/*
 * Events that have no hardware counters to share are never off their CPU; what looks like it
 * is the time between one read and the next, and must not change an exact count.
 */
static bool may_be_multiplexed(const struct pp_set *set, size_t attr)
{
	switch (pp_set_attr(set, pp_set_attr(set, attr)->leader)->attr->type) {
	case PERF_TYPE_SOFTWARE:
	case PERF_TYPE_TRACEPOINT:
	case PERF_TYPE_BREAKPOINT:
		return false;
	default:
		return true;
	}
}

static double scaled(double value, uint64_t enabled, uint64_t running)
{
	return running && running < enabled ? value * (double)enabled / (double)running : value;
}

/*
 * What each event type counted from @before to @after. A CPU's event is scaled by itself.
 * The events of one task on several CPUs are all enabled while it runs on any of them, so
 * only their sum can be scaled.
 */
static void add_up(const struct pp_set *set, const struct reading *before,
		   const struct reading *after, struct total *totals)
{
	size_t nattrs = pp_set_nattrs(set), ncpus = pp_set_info(set)->ncpus;

	memset(totals, 0, nattrs * sizeof(*totals));
	for (size_t i = 0; i < pp_set_nevents(set); i++) {
		const struct pp_event *event = pp_set_event(set, i);
		const struct pp_count *b = &before->counts[i], *a = &after->counts[i];
		struct total *total = &totals[event->attr];
		uint64_t enabled = a->time_enabled - b->time_enabled;
		uint64_t running = a->time_running - b->time_running;
		double value = (double)(a->value - b->value);
		bool shared = may_be_multiplexed(set, event->attr);

		if (event->tid < 0 && shared)
			value = scaled(value, enabled, running);
		total->value += value;
		total->enabled += enabled;
		total->running += running;
		total->tasks |= event->tid >= 0;
		total->shared = shared;
	}
	for (size_t i = 0; i < nattrs; i++) {
		struct total *total = &totals[i];

		if (!total->tasks)
			continue;
		total->enabled /= ncpus ? ncpus : 1;
		if (total->shared)
			total->value = scaled(total->value, total->enabled, total->running);
	}
}

/* These count nanoseconds; perf stat shows them as milliseconds. */
static bool is_clock(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE && (attr->config == PERF_COUNT_SW_CPU_CLOCK ||
						    attr->config == PERF_COUNT_SW_TASK_CLOCK);
}

static void print_total(const struct pp_attr *attr, const struct total *total)
{
	bool clock = is_clock(attr->attr);

	if (!total->running)
		printf("%18s", "<not counted>");
	else if (clock)
		printf("%18.2f", total->value / 1e6);
	else
		printf("%18.0f", total->value);
	printf(" %-4s  ", clock ? "msec" : "");
	out_text(attr->name);
	if (total->shared && total->running && total->running < total->enabled)
		printf("  (%.2f%%)", 100.0 * (double)total->running / (double)total->enabled);
	putchar('\n');
}

static struct json_object *total_json(const struct pp_attr *attr, const struct total *total)
{
	struct json_object *to = json_object_new_object();
	uint64_t value = (uint64_t)(total->value + 0.5);

	json_object_object_add(to, "name", out_json_text(attr->name));
	json_object_object_add(to, "count", total->running ? json_object_new_uint64(value) : NULL);
	json_object_object_add(to, "unit",
			       is_clock(attr->attr) ? json_object_new_string("ns") : NULL);
	json_object_object_add(to, "time_enabled_ns", json_object_new_uint64(total->enabled));
	json_object_object_add(to, "time_running_ns", json_object_new_uint64(total->running));
	return to;
}

struct stat_args {
	const char *name;
	uint64_t interval_ms; /* 0: once */
	bool json;
};

static void print_json(const struct stat_args *args, const struct pp_set *set, double time,
		       const struct total *totals)
{
	struct json_object *to = json_object_new_object();
	struct json_object *events = json_object_new_array();

	for (size_t i = 0; i < pp_set_nattrs(set); i++)
		if (!pp_set_attr(set, i)->sideband)
			json_object_array_add(events, total_json(pp_set_attr(set, i), &totals[i]));
	json_object_object_add(to, "set", out_json_text(pp_set_info(set)->name));
	if (args->interval_ms)
		json_object_object_add(to, "time", json_object_new_double(time));
	json_object_object_add(to, "events", events);
	out_json(to, args->interval_ms != 0);
}

static void print_text(const struct stat_args *args, const struct pp_set *set, double time,
		       const struct total *totals)
{
	if (!args->interval_ms)
		printf("\n Performance counter stats for '%s':\n\n", pp_set_info(set)->name);
	for (size_t i = 0; i < pp_set_nattrs(set); i++) {
		if (pp_set_attr(set, i)->sideband)
			continue;
		if (args->interval_ms)
			printf("%15.9f ", time);
		print_total(pp_set_attr(set, i), &totals[i]);
	}
	if (!args->interval_ms)
		putchar('\n');
}

struct stat_run {
	const struct stat_args *args;
	struct pp_set *set;
	struct reading before, after;
	struct total *totals; /* by index of the event type */
};

static int print(struct stat_run *st, double time)
{
	add_up(st->set, &st->before, &st->after, st->totals);
	if (st->args->json)
		print_json(st->args, st->set, time, st->totals);
	else
		print_text(st->args, st->set, time, st->totals);
	return out_end(OUT_DONE);
}

/* Until a signal comes or the output fails. The ticks are absolute: they do not drift. */
static int print_intervals(struct stat_run *st)
{
	uint64_t ms = st->args->interval_ms;
	int status = read_counts(st->set, &st->before);
	struct timespec start = st->before.when, tick = start;

	while (status == OUT_DONE && !interrupt_status()) {
		struct reading swap = st->before;

		tick.tv_sec += (time_t)(ms / 1000);
		tick.tv_nsec += (long)(ms % 1000) * 1000000;
		if (tick.tv_nsec >= 1000000000) {
			tick.tv_nsec -= 1000000000;
			tick.tv_sec++;
		}
		/* Interrupted, it has the last, shorter interval printed. */
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &tick, NULL);
		status = read_counts(st->set, &st->after);
		if (status != OUT_DONE)
			break;
		status = print(st, seconds_between(&start, &st->after.when));
		st->before = st->after;
		st->after = swap;
	}
	return status ? status : interrupt_status();
}

static int stat_set(const struct stat_args *args)
{
	struct stat_run st = {.args = args};
	struct pp_error err = {};
	int status;

	if (pp_set_open(args->name, &st.set, &err) < 0)
		return out_lookup_error(&err);
	st.before.counts = calloc(pp_set_nevents(st.set) + 1, sizeof(*st.before.counts));
	st.after.counts = calloc(pp_set_nevents(st.set) + 1, sizeof(*st.after.counts));
	st.totals = calloc(pp_set_nattrs(st.set) + 1, sizeof(*st.totals));
	if (!st.before.counts || !st.after.counts || !st.totals) {
		status = out_fail(ENOMEM, "reading %s", args->name);
	} else if (args->interval_ms) {
		status = print_intervals(&st);
	} else {
		status = read_counts(st.set, &st.after);
		if (status == OUT_DONE)
			status = print(&st, 0);
	}
	free(st.totals);
	free(st.before.counts);
	free(st.after.counts);
	pp_set_close(st.set);
	return status;
}

int cmd_stat(int argc, char **argv)
{
	struct stat_args args = {};
	int c;

	while ((c = getopt_long(argc, argv, ":I:h", options, NULL)) != -1) {
		switch (c) {
		case 'I':
			/* From 1 ms to a day. */
			if (!opts_number(optarg, 1, 86400000, &args.interval_ms))
				return out_usage("stat", "bad value '%s' for --interval-print",
						 optarg);
			break;
		case OPT_JSON:
			args.json = true;
			break;
		case 'h':
			return out_help(usage);
		default:
			return opts_bad("stat", c, argv);
		}
	}
	if (optind >= argc)
		return out_usage("stat", "no set named");
	if (optind + 1 < argc)
		return out_usage("stat", "unexpected argument '%s'", argv[optind + 1]);
	args.name = argv[optind];
	return stat_set(&args);
}
