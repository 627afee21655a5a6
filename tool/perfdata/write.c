// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "alive.h"
#include "buildids.h"
#include "container.h"
#include "fail.h"
#include "index.h"
#include "kernel.h"
#include "perfdata.h"
#include "records.h"
#include "tracing.h"

/*
 * Records between two PERF_RECORD_FINISHED_ROUND, which tell perf that nothing older will
 * come, so that it need not hold more than two rounds to put them in order.
 */
#define ROUND 4096

struct writer {
	const struct perfdata_job *job;
	struct perfdata_stats *stats;
	struct index index;
	struct alive alive;
	struct kernel kernel;
	struct attrs attrs;
	struct features features;
	struct sink sink;
	uint64_t done; /* records */
};

static bool kernel_sampled(const struct pp_set *set)
{
	for (size_t i = 0; i < pp_set_nattrs(set); i++)
		if (!pp_set_attr(set, i)->attr->exclude_kernel)
			return true;
	return false;
}

static int collect_build_ids(struct writer *w)
{
	struct buildids ids = {0};
	const struct perf_event_header *record;
	int ret = buildids_add_kernel(&ids, &w->kernel);

	for (size_t i = 0; i < w->alive.n && !ret; i++) {
		const struct pp_task *task = w->alive.tasks[i];

		for (record = alive_next(task, NULL); record && !ret;
		     record = alive_next(task, record))
			if (alive_wants(&w->alive, task, record))
				ret = buildids_add_record(&ids, record);
	}
	index_rewind(&w->index);
	while (!ret && (record = index_next(&w->index)))
		ret = buildids_add_record(&ids, record);
	if (!ret) {
		w->features.section[FEATURE_BUILD_ID] = ids.records;
		ids.records = (struct bytes){0};
	}
	buildids_free(&ids);
	return ret;
}

/* Everything that can fail for want of rights or memory, before the first byte is written. */
static int prepare(struct writer *w, struct pp_error *err)
{
	const struct perfdata_job *job = w->job;
	int ret;

	ret = index_make(&w->index, job, w->stats);
	if (!ret)
		ret = attrs_make(&w->attrs, job->set, w->sink.seeks ? 0 : PIPE_MAX_IDS);
	if (!ret && kernel_sampled(job->set))
		ret = kernel_read(&w->kernel);
	if (ret)
		return fail(err, -ret, "putting the records in order");
	ret = alive_choose(&w->alive, job, &w->index, err);
	if (!ret)
		ret = tracing_data(job->set, &w->features.section[FEATURE_TRACING_DATA], err);
	if (ret)
		return ret;
	ret = features_make(&w->features, job, &w->attrs, w->stats);
	if (!ret)
		ret = collect_build_ids(w);
	return ret ? fail(err, -ret, "describing the recording") : 0;
}

/* Writes a record that no kernel wrote, with an empty struct sample_id behind it. */
static void write_made(struct writer *w, const struct perf_event_header *record)
{
	static const uint8_t trailer[6 * 8];
	struct perf_event_header header = *record;

	header.size += w->attrs.trailer;
	sink_write(&w->sink, &header, sizeof(header));
	sink_write(&w->sink, record + 1, record->size - sizeof(header));
	sink_write(&w->sink, trailer, w->attrs.trailer);
}

/* perf names the kernel's mapping after the symbol that tells how far it was relocated. */
static int write_kernel_part(struct writer *w, const struct kernel_part *part)
{
	const char *symbol = part->symbol ? part->symbol : "";
	size_t name = strlen(part->name) + strlen(symbol);
	size_t size = sizeof(struct record_mmap) + ((name + 8) & ~(size_t)7);
	struct record_mmap *mmap = calloc(1, size);

	if (!mmap)
		return -ENOMEM;
	mmap->header.type = PERF_RECORD_MMAP;
	mmap->header.misc = PERF_RECORD_MISC_KERNEL;
	mmap->header.size = size;
	mmap->pid = -1;
	mmap->addr = part->addr;
	mmap->len = part->len;
	mmap->pgoff = part->symbol ? part->addr : 0;
	stpcpy(stpcpy(mmap->filename, part->name), symbol);
	write_made(w, &mmap->header);
	free(mmap);
	return 0;
}

static int write_kernel(struct writer *w)
{
	int ret = 0;

	for (size_t i = 0; i < w->kernel.n && !ret; i++)
		if (w->kernel.parts[i].addr)
			ret = write_kernel_part(w, &w->kernel.parts[i]);
	return ret;
}

static void write_alive(struct writer *w)
{
	for (size_t i = 0; i < w->alive.n; i++) {
		const struct pp_task *task = w->alive.tasks[i];
		const struct perf_event_header *record;

		for (record = alive_next(task, NULL); record; record = alive_next(task, record))
			if (alive_wants(&w->alive, task, record))
				write_made(w, record);
	}
	w->stats->tasks = w->alive.n;
}

static void write_records(struct writer *w)
{
	static const struct perf_event_header round = {.type = RECORD_ROUND, .size = sizeof(round)};
	const struct perf_event_header *record;

	index_rewind(&w->index);
	while (!w->sink.error && (record = index_next(&w->index))) {
		sink_write(&w->sink, record, record->size);
		if (++w->done % ROUND == 0)
			sink_write(&w->sink, &round, sizeof(round));
	}
}

static bool go_on(void *arg)
{
	struct writer *w = arg;

	return !w->job->progress || w->job->progress(w->job->arg, w->done, w->index.total);
}

static int write_all(struct writer *w, struct pp_error *err)
{
	struct container container = {
		.sink = &w->sink, .attrs = &w->attrs, .features = &w->features};
	int ret;

	container_begin(&container);
	ret = write_kernel(w);
	if (ret) {
		sink_abort(&w->sink);
		return fail(err, -ret, "describing the kernel");
	}
	write_alive(w);
	write_records(w);
	container_end(&container);
	w->stats->bytes = w->sink.pos;
	return sink_close(&w->sink, err);
}

int perfdata_write(const struct perfdata_job *job, struct perfdata_stats *stats,
		   struct pp_error *err)
{
	struct writer w = {.job = job, .stats = stats};
	int ret;

	memset(stats, 0, sizeof(*stats));
	ret = sink_open(&w.sink, job->path, job->fd, err);
	if (ret)
		return ret;
	w.sink.go_on = go_on;
	w.sink.arg = &w;
	ret = prepare(&w, err);
	if (ret)
		sink_abort(&w.sink);
	else
		ret = write_all(&w, err);
	features_free(&w.features);
	attrs_free(&w.attrs);
	kernel_free(&w.kernel);
	alive_free(&w.alive);
	index_free(&w.index);
	return ret;
}
