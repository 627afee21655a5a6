/* SPDX-License-Identifier: GPL-2.0-only */
/* Tasks that were there before the side-band's first record, and are to be described. */
#ifndef PERFDATA_ALIVE_H
#define PERFDATA_ALIVE_H

#include "index.h"

struct alive {
	struct pp_tasks *now;         /* those that run now; NULL: nobody needs to know */
	const struct pp_task **tasks; /* the chosen ones */
	size_t n;
	struct pids mapped; /* processes whose mappings are needed */
};

/*
 * Chooses what to tell of the tasks that were alive when the set was created and of those
 * that are alive now. To be freed even on failure.
 */
int alive_choose(struct alive *alive, const struct perfdata_job *job, const struct index *ix,
		 struct pp_error *err);
void alive_free(struct alive *alive);

/* Does @record, of one of the chosen tasks, belong into the file? */
bool alive_wants(const struct alive *alive, const struct pp_task *task,
		 const struct perf_event_header *record);

/* The record of @task after @record; with NULL its first; NULL: no more. */
const struct perf_event_header *alive_next(const struct pp_task *task,
					   const struct perf_event_header *record);

#endif /* PERFDATA_ALIVE_H */
