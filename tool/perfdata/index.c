// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ids.h"
#include "index.h"
#include "records.h"

/* What one pass over the snapshots needs. */
struct pass {
	struct index *ix;
	const struct perfdata_job *job;
	struct perfdata_stats *stats;
	struct ids ids;
};

/* The id that @record carries, which tells its layout. False: it is too short. */
static bool record_id(const struct perf_event_header *record, uint64_t *id)
{
	size_t at =
		record->type == PERF_RECORD_SAMPLE ? sizeof(*record) : record->size - sizeof(*id);

	if (record->size < sizeof(*record) + sizeof(*id))
		return false;
	memcpy(id, (const uint8_t *)record + at, sizeof(*id));
	return true;
}

static bool decode(struct pass *p, const struct perf_event_header *record,
		   struct pp_record_ident *ident)
{
	const struct pp_attr *attr;
	uint64_t id;

	/* A record of perf's own types would be taken for a part of the file. */
	if (record->type >= RECORD_USER_TYPES || !record_id(record, &id))
		return false;
	attr = ids_attr(&p->ids, id);
	return attr && !pp_record_ident(attr->attr, record, ident);
}

static bool wanted(const struct perfdata_job *job, const struct pp_buffer *buffer,
		   const struct pp_record_ident *ident)
{
	int cpu = buffer->cpu < 0 ? ident->cpu : buffer->cpu;

	if (buffer->sideband)
		return true;
	if (ident->time < job->since)
		return false;
	if (!job->cpus)
		return true;
	for (size_t i = 0; i < job->ncpus; i++)
		if (job->cpus[i] == cpu)
			return true;
	return false;
}

static int note_fork(struct index *ix, const struct perf_event_header *record)
{
	const struct record_fork *fork = (const void *)record;

	/* A new thread is no new process. */
	if (record->size < sizeof(*fork) || fork->pid == fork->ppid)
		return 0;
	if (ix->nforks == ix->forks_room) {
		size_t room = ix->forks_room ? ix->forks_room * 2 : 1024;
		struct pid_pair *more = realloc(ix->forks, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		ix->forks = more;
		ix->forks_room = room;
	}
	ix->forks[ix->nforks++] = (struct pid_pair){.parent = fork->ppid, .child = fork->pid};
	return pids_add(&ix->started, fork->pid);
}

static int note_sideband(struct pass *p, const struct perf_event_header *record)
{
	const struct record_comm *comm = (const void *)record;

	p->stats->sideband++;
	if (record->type == PERF_RECORD_FORK)
		return note_fork(p->ix, record);
	if (record->type == PERF_RECORD_COMM && record->misc & PERF_RECORD_MISC_COMM_EXEC &&
	    record->size >= sizeof(*comm))
		return pids_add(&p->ix->started, comm->pid);
	return 0;
}

static void note_other(struct perfdata_stats *stats, const struct perf_event_header *record)
{
	const struct record_lost *lost = (const void *)record;
	const struct record_lost_samples *samples = (const void *)record;

	stats->other++;
	if (record->type == PERF_RECORD_LOST && record->size >= sizeof(*lost))
		stats->lost += lost->lost;
	if (record->type == PERF_RECORD_LOST_SAMPLES && record->size >= sizeof(*samples))
		stats->lost += samples->lost;
}

static int note(struct pass *p, bool sideband, const struct perf_event_header *record,
		const struct pp_record_ident *ident)
{
	struct perfdata_stats *stats = p->stats;

	if (sideband)
		return note_sideband(p, record);
	if (record->type != PERF_RECORD_SAMPLE) {
		note_other(stats, record);
		return 0;
	}
	if (!stats->samples || ident->time < stats->first)
		stats->first = ident->time;
	if (ident->time > stats->last)
		stats->last = ident->time;
	stats->samples++;
	return pids_add(&p->ix->sampled, ident->pid);
}

static int compare(const void *va, const void *vb)
{
	const struct entry *a = va, *b = vb;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->before < b->before ? -1 : a->before > b->before;
}

/*
 * An interrupt that writes a record between the clock reading and the writing of another one
 * makes a buffer's records stand slightly out of order.
 */
static void sort(struct queue *q)
{
	for (size_t i = 1; i < q->n; i++) {
		if (q->entries[i].time < q->entries[i - 1].time) {
			qsort(q->entries, q->n, sizeof(*q->entries), compare);
			break;
		}
	}
}

static int fill(struct pass *p, struct queue *q, const struct perfdata_snapshot *snap)
{
	const struct pp_buffer *buffer = pp_set_buffer(p->job->set, snap->buffer);
	size_t count = pp_snapshot_count(snap->snap);

	q->snap = snap->snap;
	q->sideband = buffer->sideband;
	q->entries = calloc(count + 1, sizeof(*q->entries));
	if (!q->entries)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		const struct perf_event_header *record = pp_snapshot_record(q->snap, i);
		struct pp_record_ident ident;
		struct entry *e = &q->entries[q->n];
		int ret;

		if (!decode(p, record, &ident)) {
			p->stats->undecodable++;
			continue;
		}
		if (!wanted(p->job, buffer, &ident)) {
			p->stats->left_out++;
			continue;
		}
		*e = (struct entry){.time = ident.time, .record = i, .before = q->n};
		q->n++;
		ret = note(p, q->sideband, record, &ident);
		if (ret)
			return ret;
	}
	p->ix->total += q->n;
	sort(q);
	return 0;
}

/* One pass takes the side-band's snapshots, the other one the rest. */
static int fill_kind(struct pass *p, bool sideband)
{
	struct index *ix = p->ix;

	for (size_t i = 0; i < p->job->nsnaps; i++) {
		const struct perfdata_snapshot *snap = &p->job->snaps[i];
		const struct pp_snapshot_info *info = pp_snapshot_info(snap->snap);
		int ret;

		if (pp_set_buffer(p->job->set, snap->buffer)->sideband != sideband)
			continue;
		if (sideband && (info->overwritten || info->distrusted || info->broken))
			ix->sideband_whole = false;
		ret = fill(p, &ix->queues[ix->nqueues++], snap);
		if (ret)
			return ret;
	}
	return 0;
}

int index_make(struct index *ix, const struct perfdata_job *job, struct perfdata_stats *stats)
{
	struct pass p = {.ix = ix, .job = job, .stats = stats};
	int ret;

	*ix = (struct index){.sideband_whole = true};
	ix->queues = calloc(job->nsnaps + 1, sizeof(*ix->queues));
	ix->heap = calloc(job->nsnaps + 1, sizeof(*ix->heap));
	if (!ix->queues || !ix->heap)
		return -ENOMEM;
	ret = ids_make(&p.ids, job->set);
	if (!ret)
		ret = fill_kind(&p, true);
	if (!ret)
		ret = fill_kind(&p, false);
	ids_free(&p.ids);
	return ret;
}

void index_free(struct index *ix)
{
	for (size_t i = 0; i < ix->nqueues; i++)
		free(ix->queues[i].entries);
	free(ix->queues);
	free(ix->heap);
	free(ix->forks);
	pids_free(&ix->sampled);
	pids_free(&ix->started);
}

static uint64_t head_time(const struct index *ix, size_t at)
{
	const struct queue *q = &ix->queues[ix->heap[at]];

	return q->entries[q->next].time;
}

static bool comes_first(const struct index *ix, size_t a, size_t b)
{
	uint64_t ta = head_time(ix, a), tb = head_time(ix, b);

	/* Queues of the side-band have the lower numbers. */
	return ta != tb ? ta < tb : ix->heap[a] < ix->heap[b];
}

static void swap(struct index *ix, size_t a, size_t b)
{
	size_t t = ix->heap[a];

	ix->heap[a] = ix->heap[b];
	ix->heap[b] = t;
}

static void sift_down(struct index *ix, size_t at)
{
	for (;;) {
		size_t first = at;

		for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < ix->nheap; child++)
			if (comes_first(ix, child, first))
				first = child;
		if (first == at)
			return;
		swap(ix, at, first);
		at = first;
	}
}

void index_rewind(struct index *ix)
{
	ix->nheap = 0;
	for (size_t i = 0; i < ix->nqueues; i++) {
		ix->queues[i].next = 0;
		if (ix->queues[i].n)
			ix->heap[ix->nheap++] = i;
	}
	for (size_t i = ix->nheap; i-- > 0;)
		sift_down(ix, i);
}

const struct perf_event_header *index_next(struct index *ix)
{
	struct queue *q;
	const struct entry *e;

	if (!ix->nheap)
		return NULL;
	q = &ix->queues[ix->heap[0]];
	e = &q->entries[q->next++];
	if (q->next == q->n)
		ix->heap[0] = ix->heap[--ix->nheap];
	sift_down(ix, 0);
	return pp_snapshot_record(q->snap, e->record);
}
