/* SPDX-License-Identifier: GPL-2.0-only */
/* Writes snapshots of a set's buffers as a perf.data that stock perf reads. */
#ifndef PERFDATA_H
#define PERFDATA_H

#include "perf-persistent.h"

/* One copied buffer: @snap was taken of pp_set_buffer(set, buffer). */
struct perfdata_snapshot {
	size_t buffer;
	const struct pp_snapshot *snap;
};

struct perfdata_job {
	struct pp_set *set;
	const struct perfdata_snapshot *snaps;
	size_t nsnaps;

	/* What to leave out. Side-band is never cut: names must resolve. */
	uint64_t since;  /* records older than this, on the clock that samples carry; 0: nothing */
	const int *cpus; /* records of other CPUs; NULL: nothing */
	size_t ncpus;

	/*
	 * Where to: @path, which is replaced only when all is written, or with a NULL @path the
	 * open @fd in perf's pipe format. A @path that exists and is no regular file (a FIFO,
	 * /dev/null) is written in pipe format too.
	 */
	const char *path;
	int fd;

	const char *version; /* of the program, told in the header */

	/* Called now and then, NULL: never; stops the writing when it returns false. */
	bool (*progress)(void *arg, uint64_t done, uint64_t total);
	void *arg;
};

struct perfdata_stats {
	uint64_t samples;
	uint64_t sideband;    /* records of the side-band buffers */
	uint64_t other;       /* THROTTLE, LOST and the like among the samples */
	uint64_t lost;        /* records that LOST records in the file speak of */
	uint64_t left_out;    /* records cut by @since or @cpus */
	uint64_t undecodable; /* records without a known id or shorter than their layout: not
				 written */
	uint64_t tasks;       /* tasks described from what /proc said of them */
	uint64_t first, last; /* times of the oldest and newest sample; 0: no sample */
	uint64_t bytes;
};

/*
 * Returns 0, or -errno with @err filled in and nothing left behind: -EINTR: stopped by
 * progress(); -ENOSPC, -EPIPE and others of write(2); -EACCES: tracefs, or the directory of
 * @path; -ENOMEM.
 */
int perfdata_write(const struct perfdata_job *job, struct perfdata_stats *stats,
		   struct pp_error *err);

#endif /* PERFDATA_H */
