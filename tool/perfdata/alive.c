// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "alive.h"
#include "fail.h"

/* The tasks of one list, by process number. */
struct by_pid {
	const struct pp_task **tasks;
	size_t n;
};

static int compare(const void *va, const void *vb)
{
	const struct pp_task *const *a = va, *const *b = vb;

	return (*a)->pid < (*b)->pid ? -1 : (*a)->pid > (*b)->pid;
}

static int by_pid_make(struct by_pid *map, const struct pp_tasks *tasks)
{
	map->n = tasks ? pp_tasks_count(tasks) : 0;
	map->tasks = calloc(map->n + 1, sizeof(*map->tasks));
	if (!map->tasks)
		return -ENOMEM;
	for (size_t i = 0; i < map->n; i++)
		map->tasks[i] = pp_tasks_task(tasks, i);
	qsort(map->tasks, map->n, sizeof(*map->tasks), compare);
	return 0;
}

static const struct pp_task *by_pid_find(const struct by_pid *map, pid_t pid)
{
	const struct pp_task key = {.pid = pid}, *at = &key;
	const struct pp_task **found =
		bsearch(&at, map->tasks, map->n, sizeof(*map->tasks), compare);

	return found ? *found : NULL;
}

/*
 * Mappings are most of what is known of a task, so only those of processes that were
 * sampled are told, and of those that they were forked off, whose mappings they got.
 */
static int choose_mapped(struct alive *alive, const struct index *ix)
{
	bool changed = true;

	for (size_t i = 0; i < ix->sampled.room; i++)
		if (pids_add(&alive->mapped, ix->sampled.slots[i]))
			return -ENOMEM;
	while (changed) {
		changed = false;
		/* From the newest on, a chain of forks is mostly found in one go. */
		for (size_t i = ix->nforks; i-- > 0;) {
			const struct pid_pair *f = &ix->forks[i];

			if (!pids_has(&alive->mapped, f->child) ||
			    pids_has(&alive->mapped, f->parent) || f->parent <= 0)
				continue;
			if (pids_add(&alive->mapped, f->parent))
				return -ENOMEM;
			changed = true;
		}
	}
	return 0;
}

/* A set that follows tasks has records of these alone; else names of all may be wanted. */
static int read_now(struct alive *alive, const struct perfdata_job *job, struct pp_error *err)
{
	pid_t *pids = NULL;
	size_t n = 0;
	int ret;

	if (pp_set_info(job->set)->target >= 0) {
		if (!alive->mapped.n)
			return 0;
		pids = calloc(alive->mapped.n, sizeof(*pids));
		if (!pids)
			return fail(err, ENOMEM, "reading the running tasks");
		for (size_t i = 0; i < alive->mapped.room; i++)
			if (alive->mapped.slots[i])
				pids[n++] = alive->mapped.slots[i];
	}
	ret = pp_tasks_read(pids, n, &alive->now, err);
	free(pids);
	return ret;
}

/*
 * The set's own view of a task holds as long as every change since is among the records. When
 * the side-band overwrote some, a task that still runs and whose beginning is not among them
 * is better described as it is now.
 */
static int choose_tasks(struct alive *alive, const struct index *ix, const struct by_pid *then,
			const struct by_pid *now)
{
	alive->tasks = calloc(then->n + now->n + 1, sizeof(*alive->tasks));
	if (!alive->tasks)
		return -ENOMEM;
	for (size_t i = 0; i < then->n; i++) {
		const struct pp_task *task = then->tasks[i];
		bool started = pids_has(&ix->started, task->pid);

		if (started || !by_pid_find(now, task->pid))
			alive->tasks[alive->n++] = task;
	}
	for (size_t i = 0; i < now->n; i++)
		if (!pids_has(&ix->started, now->tasks[i]->pid))
			alive->tasks[alive->n++] = now->tasks[i];
	return 0;
}

int alive_choose(struct alive *alive, const struct perfdata_job *job, const struct index *ix,
		 struct pp_error *err)
{
	const struct pp_tasks *at_create = pp_set_tasks(job->set);
	struct by_pid then = {0}, now = {0};
	int ret;

	*alive = (struct alive){0};
	if (choose_mapped(alive, ix))
		return fail(err, ENOMEM, "choosing the tasks to describe");
	if (!ix->sideband_whole || !at_create) {
		ret = read_now(alive, job, err);
		if (ret)
			return ret;
	}
	ret = by_pid_make(&then, at_create);
	if (!ret)
		ret = by_pid_make(&now, alive->now);
	if (!ret)
		ret = choose_tasks(alive, ix, &then, &now);
	free(then.tasks);
	free(now.tasks);
	return ret ? fail(err, -ret, "choosing the tasks to describe") : 0;
}

void alive_free(struct alive *alive)
{
	pp_tasks_free(alive->now);
	free(alive->tasks);
	pids_free(&alive->mapped);
}

bool alive_wants(const struct alive *alive, const struct pp_task *task,
		 const struct perf_event_header *record)
{
	return record->type != PERF_RECORD_MMAP2 || pids_has(&alive->mapped, task->pid);
}

const struct perf_event_header *alive_next(const struct pp_task *task,
					   const struct perf_event_header *record)
{
	const uint8_t *end = (const uint8_t *)task->records + task->bytes;
	const uint8_t *next = (const uint8_t *)task->records;

	if (record)
		next = (const uint8_t *)record + record->size;
	return next < end ? (const void *)next : NULL;
}
