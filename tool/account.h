/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What became of the samples of each event type in each buffer. The kernel counts nowhere what
 * a ring overwrites; where every event makes one sample it follows from the other figures.
 */
#ifndef TOOL_ACCOUNT_H
#define TOOL_ACCOUNT_H

#include "perf-persistent.h"

struct account {
	uint64_t counted, found, lost; /* events that count, that have a sample, that had no room */
	bool used;                     /* there is such an event in the buffer */
	bool exact;                    /* every event makes a sample, and all figures are known */
};

struct accounts;

/* For all buffers of @set. NULL: no memory. */
struct accounts *accounts_new(struct pp_set *set);
void accounts_free(struct accounts *accounts);

/* Reads the counts of the events in a buffer: to be called before its snapshot is taken. */
void accounts_read(struct accounts *accounts, size_t buffer);
/* Counts the samples in its snapshot. */
void accounts_find(struct accounts *accounts, size_t buffer, const struct pp_snapshot *snap);

const struct account *accounts_get(const struct accounts *accounts, size_t buffer, size_t attr);
/* What was overwritten, of an exact account. */
uint64_t account_overwritten(const struct account *account);

#endif /* TOOL_ACCOUNT_H */
