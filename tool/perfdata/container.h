/* SPDX-License-Identifier: GPL-2.0-only */
/* What stands around the records: perf's file format and its pipe format. */
#ifndef PERFDATA_CONTAINER_H
#define PERFDATA_CONTAINER_H

#include "attrs.h"
#include "features.h"
#include "sink.h"

/* As many ids as one PERF_RECORD_HEADER_ATTR can have; its size has 16 bits. */
#define PIPE_MAX_IDS 8000

struct container {
	struct sink *sink; /* one that seeks gets the file format, another the pipe format */
	const struct attrs *attrs;
	const struct features *features;
	uint64_t data; /* file format: where the records start */
};

/* All that comes before the records, and after them. Failures are the sink's. */
void container_begin(struct container *c);
void container_end(struct container *c);

#endif /* PERFDATA_CONTAINER_H */
