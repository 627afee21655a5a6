/* SPDX-License-Identifier: GPL-2.0-only */
/* The records to write, in the order of their times. */
#ifndef PERFDATA_INDEX_H
#define PERFDATA_INDEX_H

#include "perfdata.h"
#include "pids.h"

/* One record of a snapshot. */
struct entry {
	uint64_t time;
	uint32_t record; /* index in the snapshot */
	uint32_t before; /* position among the buffer's records, to keep their order */
};

/* The records of one snapshot. */
struct queue {
	const struct pp_snapshot *snap;
	bool sideband;
	struct entry *entries;
	size_t n;
	size_t next; /* of the merge */
};

struct pid_pair {
	pid_t parent, child;
};

struct index {
	struct queue *queues; /* side-band first */
	size_t nqueues;
	size_t *heap; /* indexes of queues that have records left, the oldest record's first */
	size_t nheap;
	uint64_t total;         /* records */
	struct pids sampled;    /* processes that occur in samples */
	struct pids started;    /* processes whose FORK or exec the side-band holds */
	bool sideband_whole;    /* nothing of the side-band was overwritten */
	struct pid_pair *forks; /* parent and child of every FORK of a process, side-band's order */
	size_t nforks, forks_room;
};

/* Finds the records that @job wants and counts them into @stats. To be freed even on failure. */
int index_make(struct index *ix, const struct perfdata_job *job, struct perfdata_stats *stats);
void index_free(struct index *ix);

/* Starts (again) with the oldest record. */
void index_rewind(struct index *ix);
/* The next record in time; NULL: no more. Of records of the same time side-band comes first. */
const struct perf_event_header *index_next(struct index *ix);

#endif /* PERFDATA_INDEX_H */
