// SPDX-License-Identifier: GPL-2.0-only
/*
 * The layout is trace-cmd's, version 0.6, as read by tools/perf/util/trace-event-read.c: without
 * the format of a tracepoint perf refuses the whole file.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tracefs.h>

#include "fail.h"
#include "tracing.h"

struct tracepoint {
	uint64_t id;
	char *system, *event;
};

struct tracepoints {
	struct tracepoint *list; /* sorted by system, each once */
	size_t n;
};

static void tracepoints_free(struct tracepoints *tps)
{
	for (size_t i = 0; i < tps->n; i++) {
		free(tps->list[i].system);
		free(tps->list[i].event);
	}
	free(tps->list);
}

static bool has_id(const char *system, const char *event, uint64_t id)
{
	char *text = tracefs_event_file_read(NULL, system, event, "id", NULL);
	bool same = text && strtoull(text, NULL, 10) == id;

	free(text);
	return same;
}

/* Looks through every tracepoint of the system for @id; for names that do not tell. */
static int find_by_id(struct tracepoint *tp, uint64_t id)
{
	char **systems = tracefs_event_systems(NULL);
	int ret = systems ? -ENOENT : -errno;

	for (int s = 0; systems && systems[s] && ret; s++) {
		char **events = tracefs_system_events(NULL, systems[s]);

		for (int e = 0; events && events[e] && ret; e++) {
			if (!has_id(systems[s], events[e], id))
				continue;
			tp->system = strdup(systems[s]);
			tp->event = strdup(events[e]);
			ret = 0;
		}
		tracefs_list_free(events);
	}
	tracefs_list_free(systems);
	return ret;
}

static int find_tracepoint(struct tracepoint *tp, const struct pp_attr *attr)
{
	uint64_t id = attr->attr->config;
	char *system = NULL, *event = NULL;
	int ret = 0;

	/* "system:event", and perhaps modifiers. */
	if (sscanf(attr->name, "%m[^:]:%m[^:]", &system, &event) == 2 &&
	    has_id(system, event, id)) {
		*tp = (struct tracepoint){.system = system, .event = event};
	} else {
		free(system);
		free(event);
		ret = find_by_id(tp, id);
	}
	tp->id = id;
	return !ret && (!tp->system || !tp->event) ? -ENOMEM : ret;
}

static int compare(const void *va, const void *vb)
{
	const struct tracepoint *a = va, *b = vb;
	int order = strcmp(a->system, b->system);

	return order ? order : strcmp(a->event, b->event);
}

static bool known(const struct tracepoints *tps, uint64_t id)
{
	for (size_t i = 0; i < tps->n; i++)
		if (tps->list[i].id == id)
			return true;
	return false;
}

static int find_all(const struct pp_set *set, struct tracepoints *tps, struct pp_error *err)
{
	tps->list = calloc(pp_set_nattrs(set) + 1, sizeof(*tps->list));
	if (!tps->list)
		return fail(err, ENOMEM, "reading tracepoint formats");
	for (size_t i = 0; i < pp_set_nattrs(set); i++) {
		const struct pp_attr *attr = pp_set_attr(set, i);
		int ret;

		if (attr->attr->type != PERF_TYPE_TRACEPOINT || known(tps, attr->attr->config))
			continue;
		ret = find_tracepoint(&tps->list[tps->n++], attr);
		if (ret)
			return fail(err, -ret, "finding the format of %s in tracefs", attr->name);
	}
	qsort(tps->list, tps->n, sizeof(*tps->list), compare);
	return 0;
}

/* Appends the length of @text (8 bytes) and its bytes; frees it. */
static void add_text(struct bytes *out, char *text, int len)
{
	bytes_u64(out, len);
	bytes_add(out, text, len);
	free(text);
}

/* A file of tracefs without which the data makes no sense. */
static int add_file(struct bytes *out, const char *file, struct pp_error *err)
{
	int len = 0;
	char *text;

	errno = 0;
	text = tracefs_instance_file_read(NULL, file, &len);
	if (!text)
		return fail(err, errno ? errno : EIO, "reading %s of tracefs", file);
	add_text(out, text, len);
	return 0;
}

static int add_format(struct bytes *out, const struct tracepoint *tp, struct pp_error *err)
{
	int len = 0;
	char *text;

	errno = 0;
	text = tracefs_event_file_read(NULL, tp->system, tp->event, "format", &len);
	if (!text)
		return fail(err, errno ? errno : EIO, "reading the format of %s:%s", tp->system,
			    tp->event);
	add_text(out, text, len);
	return 0;
}

static bool of_ftrace(const struct tracepoint *tp)
{
	return !strcmp(tp->system, "ftrace");
}

/* How many tracepoints from @from on are of its system. */
static size_t system_size(const struct tracepoints *tps, size_t from)
{
	size_t to = from;

	while (to < tps->n && !strcmp(tps->list[to].system, tps->list[from].system))
		to++;
	return to - from;
}

static int add_formats(struct bytes *out, const struct tracepoints *tps, struct pp_error *err)
{
	uint32_t nftrace = 0, nsystems = 0;
	int ret = 0;

	for (size_t i = 0; i < tps->n; i += system_size(tps, i)) {
		if (of_ftrace(&tps->list[i]))
			nftrace = system_size(tps, i);
		else
			nsystems++;
	}
	bytes_u32(out, nftrace);
	for (size_t i = 0; i < tps->n && !ret; i++)
		if (of_ftrace(&tps->list[i]))
			ret = add_format(out, &tps->list[i], err);
	bytes_u32(out, nsystems);
	for (size_t i = 0; i < tps->n && !ret; i++) {
		const struct tracepoint *tp = &tps->list[i];

		if (of_ftrace(tp))
			continue;
		if (!i || strcmp(tps->list[i - 1].system, tp->system)) {
			bytes_add(out, tp->system, strlen(tp->system) + 1);
			bytes_u32(out, system_size(tps, i));
		}
		ret = add_format(out, tp, err);
	}
	return ret;
}

static int add_all(struct bytes *out, const struct tracepoints *tps, struct pp_error *err)
{
	static const char magic[] = "\x17\x08\x44tracing0.6";
	const uint16_t order = 1;
	int printk_len = 0, comms_len = 0, ret;
	char *printk, *comms;

	bytes_add(out, magic, sizeof(magic));
	bytes_add(out, &(uint8_t){*(const uint8_t *)&order ? 0 : 1}, 1);
	bytes_add(out, &(uint8_t){sizeof(long)}, 1);
	bytes_u32(out, sysconf(_SC_PAGESIZE));
	bytes_add(out, "header_page", sizeof("header_page"));
	ret = add_file(out, "events/header_page", err);
	if (ret)
		return ret;
	bytes_add(out, "header_event", sizeof("header_event"));
	ret = add_file(out, "events/header_event", err);
	if (ret)
		return ret;
	ret = add_formats(out, tps, err);
	if (ret)
		return ret;
	/* Of kallsyms perf takes its own copy when it needs one; it records none either. */
	bytes_u32(out, 0);
	printk = tracefs_instance_file_read(NULL, "printk_formats", &printk_len);
	bytes_u32(out, printk ? printk_len : 0);
	bytes_add(out, printk, printk ? printk_len : 0);
	free(printk);
	comms = tracefs_instance_file_read(NULL, "saved_cmdlines", &comms_len);
	add_text(out, comms, comms ? comms_len : 0);
	return out->failed ? fail(err, ENOMEM, "reading tracepoint formats") : 0;
}

int tracing_data(const struct pp_set *set, struct bytes *out, struct pp_error *err)
{
	struct tracepoints tps = {0};
	int ret = find_all(set, &tps, err);

	if (!ret && tps.n)
		ret = add_all(out, &tps, err);
	if (ret && err && (ret == -EACCES || ret == -EPERM))
		snprintf(err->hint, sizeof(err->hint),
			 "tracefs must be readable: as root, or with mount -o remount,mode=755 %s",
			 tracefs_tracing_dir() ? tracefs_tracing_dir() : "/sys/kernel/tracing");
	tracepoints_free(&tps);
	return ret;
}
