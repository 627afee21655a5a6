// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "attrs.h"

/*
 * PERF_ATTR_SIZE_VER7, of Linux 5.13. perf refuses an attr that is larger than it knows, and in
 * the pipe format expects exactly its own size: newer fields are written only if they are used.
 */
#define COMMON_SIZE 128

/* Bytes of @attr up to its last field that is not zero, at least COMMON_SIZE. */
static size_t used_size(const struct perf_event_attr *attr)
{
	const uint8_t *bytes = (const uint8_t *)attr;
	size_t size = attr->size < sizeof(*attr) ? attr->size : sizeof(*attr);

	while (size > COMMON_SIZE && !bytes[size - 1])
		size--;
	return size > COMMON_SIZE ? (size + 7) & ~(size_t)7 : COMMON_SIZE;
}

static size_t trailer_size(const struct perf_event_attr *attr)
{
	const uint64_t fields = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |
				PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER;

	return attr->sample_id_all ? 8 * __builtin_popcountll(attr->sample_type & fields) : 0;
}

/* Sorts the events' ids by type; @first[i] gets where those of type i start. */
static void collect_ids(struct attrs *attrs, const struct pp_set *set, size_t *first)
{
	size_t n = pp_set_nevents(set), nattrs = pp_set_nattrs(set);

	for (size_t i = 0; i < n; i++)
		first[pp_set_event(set, i)->attr + 1]++;
	for (size_t i = 0; i < nattrs; i++)
		first[i + 1] += first[i];
	for (size_t i = 0; i < n; i++) {
		const struct pp_event *ev = pp_set_event(set, i);

		attrs->ids[first[ev->attr]++] = ev->id;
	}
	/* Each start has moved to the next one's. */
	memmove(first + 1, first, nattrs * sizeof(*first));
	first[0] = 0;
}

static void list_attrs(struct attrs *attrs, const struct pp_set *set, const size_t *first,
		       size_t max_ids)
{
	for (size_t i = 0; i < pp_set_nattrs(set); i++) {
		size_t at = first[i];

		do {
			struct file_attr *entry = &attrs->list[attrs->n++];
			size_t left = first[i + 1] - at;

			entry->attr = pp_set_attr(set, i);
			entry->leader = entry->attr->leader;
			entry->ids = attrs->ids + at;
			entry->nids = max_ids && left > max_ids ? max_ids : left;
			at += entry->nids;
		} while (at < first[i + 1]);
	}
	attrs->split = attrs->n > pp_set_nattrs(set);
}

int attrs_make(struct attrs *attrs, const struct pp_set *set, size_t max_ids)
{
	size_t nattrs = pp_set_nattrs(set), nevents = pp_set_nevents(set);
	size_t *first = calloc(nattrs + 2, sizeof(*first));

	*attrs = (struct attrs){.size = COMMON_SIZE};
	attrs->ids = calloc(nevents + 1, sizeof(*attrs->ids));
	attrs->list = calloc(nattrs + (max_ids ? nevents / max_ids : 0) + 1, sizeof(*attrs->list));
	if (!first || !attrs->ids || !attrs->list) {
		free(first);
		return -ENOMEM;
	}
	collect_ids(attrs, set, first);
	list_attrs(attrs, set, first, max_ids);
	free(first);
	for (size_t i = 0; i < attrs->n; i++) {
		size_t size = used_size(attrs->list[i].attr->attr);

		if (size > attrs->size)
			attrs->size = size;
	}
	if (attrs->n)
		attrs->trailer = trailer_size(attrs->list[0].attr->attr);
	return 0;
}

void attrs_free(struct attrs *attrs)
{
	free(attrs->list);
	free(attrs->ids);
}

void attrs_copy(const struct attrs *attrs, const struct file_attr *entry, uint8_t *to)
{
	const struct perf_event_attr *attr = entry->attr->attr;
	uint32_t size = attrs->size;

	memset(to, 0, size);
	memcpy(to, attr, attr->size < size ? attr->size : size);
	memcpy(to + offsetof(struct perf_event_attr, size), &size, sizeof(size));
}
