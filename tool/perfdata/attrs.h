/* SPDX-License-Identifier: GPL-2.0-only */
/* The event types as the file lists them, each with the ids of all its events. */
#ifndef PERFDATA_ATTRS_H
#define PERFDATA_ATTRS_H

#include "perf-persistent.h"

struct file_attr {
	const struct pp_attr *attr;
	size_t leader; /* index among the file's */
	const uint64_t *ids;
	size_t nids;
};

struct attrs {
	struct file_attr *list;
	size_t n;
	bool split;  /* a type stands there several times, for more ids than @max_ids */
	size_t size; /* bytes of each perf_event_attr in the file */
	uint64_t *ids;
	size_t trailer; /* bytes of struct sample_id behind records that are not samples */
};

/* @max_ids: as many ids as one entry can have; 0: any. -ENOMEM. To be freed even on failure. */
int attrs_make(struct attrs *attrs, const struct pp_set *set, size_t max_ids);
void attrs_free(struct attrs *attrs);

/* Writes the perf_event_attr of @entry, attrs->size bytes, to @to. */
void attrs_copy(const struct attrs *attrs, const struct file_attr *entry, uint8_t *to);

#endif /* PERFDATA_ATTRS_H */
