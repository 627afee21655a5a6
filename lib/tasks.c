// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record-types.h"
#include "tasks.h"

#define BLOB_MAGIC 0x314b5354u /* "TSK1" */

/* The flat form: this, a blob_task for each task, then their records in the same order. */
struct blob {
	uint32_t magic;
	uint32_t n;
};

struct blob_task {
	uint64_t start;
	uint64_t bytes;
	int32_t pid;
	uint32_t zero;
};

void pp_tasks_free(struct pp_tasks *tasks)
{
	if (!tasks)
		return;
	free(tasks->data);
	free(tasks->task);
	free(tasks);
}

size_t pp_tasks_count(const struct pp_tasks *tasks)
{
	return tasks->n;
}

const struct pp_task *pp_tasks_task(const struct pp_tasks *tasks, size_t i)
{
	return i < tasks->n ? &tasks->task[i] : NULL;
}

int tasks_pack(const struct pp_tasks *tasks, void **buf, size_t *len)
{
	struct blob head = {.magic = BLOB_MAGIC, .n = tasks->n};
	size_t size = sizeof(head) + tasks->n * sizeof(struct blob_task);
	uint8_t *out, *at;

	for (size_t i = 0; i < tasks->n; i++)
		size += tasks->task[i].bytes;
	out = malloc(size);
	if (!out)
		return -ENOMEM;
	at = mempcpy(out, &head, sizeof(head));
	for (size_t i = 0; i < tasks->n; i++) {
		const struct pp_task *task = &tasks->task[i];
		struct blob_task entry = {
			.pid = task->pid, .start = task->start, .bytes = task->bytes};

		at = mempcpy(at, &entry, sizeof(entry));
	}
	for (size_t i = 0; i < tasks->n; i++)
		at = mempcpy(at, tasks->task[i].records, tasks->task[i].bytes);
	*buf = out;
	*len = size;
	return 0;
}

/* Is there a NUL among the last @len bytes of @record? */
static bool ends(const struct perf_event_header *record, size_t len)
{
	return memchr((const uint8_t *)record + record->size - len, '\0', len);
}

/* Is @record, which is header.size bytes long, one that pp_tasks_read() makes for @pid? */
static bool record_valid(const struct perf_event_header *record, pid_t pid)
{
	const struct record_fork *fork = (const void *)record;
	const struct record_comm *comm = (const void *)record;
	const struct record_mmap2 *mmap2 = (const void *)record;

	switch (record->type) {
	case PERF_RECORD_FORK:
		return record->misc == PERF_RECORD_MISC_FORK_EXEC &&
		       record->size == sizeof(*fork) && (pid_t)fork->pid == pid;
	case PERF_RECORD_COMM:
		return !record->misc && record->size > sizeof(*comm) &&
		       record->size <= sizeof(*comm) + RECORD_COMM_MAX && (pid_t)comm->pid == pid &&
		       ends(record, record->size - sizeof(*comm));
	case PERF_RECORD_MMAP2:
		if (record->size <= sizeof(*mmap2) || (pid_t)mmap2->pid != pid ||
		    (record->misc & ~PERF_RECORD_MISC_MMAP_BUILD_ID) != PERF_RECORD_MISC_USER ||
		    !ends(record, record->size - sizeof(*mmap2)))
			return false;
		return !(record->misc & PERF_RECORD_MISC_MMAP_BUILD_ID) ||
		       mmap2->build_id_size <= PP_BUILD_ID_MAX;
	default:
		return false;
	}
}

static bool task_valid(const struct pp_task *task)
{
	const uint8_t *data = (const uint8_t *)task->records;
	size_t pos = 0;

	if (task->pid <= 0)
		return false;
	while (pos < task->bytes) {
		const struct perf_event_header *record = (const void *)(data + pos);

		if (task->bytes - pos < sizeof(*record) || record->size < sizeof(*record) ||
		    record->size % 8 || record->size > task->bytes - pos ||
		    !record_valid(record, task->pid))
			return false;
		pos += record->size;
	}
	return true;
}

int tasks_unpack(const void *buf, size_t len, struct pp_tasks **out)
{
	const uint8_t *at = buf;
	struct pp_tasks *tasks;
	struct blob head;
	size_t used = 0;
	int ret = -EPROTO;

	if (len < sizeof(head))
		return -EPROTO;
	memcpy(&head, at, sizeof(head));
	at += sizeof(head);
	len -= sizeof(head);
	if (head.magic != BLOB_MAGIC || head.n > len / sizeof(struct blob_task))
		return -EPROTO;
	len -= head.n * sizeof(struct blob_task);

	tasks = calloc(1, sizeof(*tasks));
	if (!tasks)
		return -ENOMEM;
	tasks->task = calloc(head.n + 1, sizeof(*tasks->task));
	tasks->data = malloc(len + 1);
	if (!tasks->task || !tasks->data) {
		ret = -ENOMEM;
		goto out_free;
	}
	memcpy(tasks->data, at + head.n * sizeof(struct blob_task), len);
	for (; tasks->n < head.n; tasks->n++) {
		struct pp_task *task = &tasks->task[tasks->n];
		struct blob_task entry;

		memcpy(&entry, at, sizeof(entry));
		at += sizeof(entry);
		/* Also keeps the records that follow aligned. */
		if (entry.bytes > len - used || entry.bytes % 8 || entry.zero)
			goto out_free;
		task->pid = entry.pid;
		task->start = entry.start;
		task->bytes = entry.bytes;
		task->records = (const void *)(tasks->data + used);
		if (!task_valid(task))
			goto out_free;
		used += entry.bytes;
	}
	if (used != len)
		goto out_free;
	*out = tasks;
	return 0;

out_free:
	pp_tasks_free(tasks);
	return ret;
}
