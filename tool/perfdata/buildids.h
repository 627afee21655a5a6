/* SPDX-License-Identifier: GPL-2.0-only */
/* The build-ids of everything that the file maps. */
#ifndef PERFDATA_BUILDIDS_H
#define PERFDATA_BUILDIDS_H

#include "bytes.h"
#include "kernel.h"

struct buildids {
	struct bytes records; /* PERF_RECORD_HEADER_BUILD_ID, each name and id once */
	struct bytes names;   /* names and ids seen, one behind the other */
	size_t *slots;        /* hash table into names (offset + 1), at most half full; 0: free */
	size_t n, room;
};

/* -ENOMEM, here and below. To be freed even on failure. */
int buildids_add_kernel(struct buildids *ids, const struct kernel *kernel);
/* Adds what @record maps, if it is a mapping; reads the file's build-id if it carries none. */
int buildids_add_record(struct buildids *ids, const struct perf_event_header *record);
void buildids_free(struct buildids *ids);

#endif /* PERFDATA_BUILDIDS_H */
