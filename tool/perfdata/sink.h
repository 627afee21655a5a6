/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the file goes: a new file that replaces the old one whole, or an open descriptor. */
#ifndef PERFDATA_SINK_H
#define PERFDATA_SINK_H

#include "perf-persistent.h"

struct sink {
	int fd;
	bool owned;       /* fd is to be closed */
	bool seeks;       /* a new regular file; else what is written cannot be changed any more */
	const char *path; /* as the caller names it; NULL: an open descriptor */
	char *target;     /* name in the end; NULL: an open descriptor */
	char *temp;       /* name until then; NULL: none */
	uint64_t pos;     /* bytes written, those in the buffer included */
	uint8_t *buf;
	size_t used;
	bool (*go_on)(void *arg); /* asked after every write, NULL: never; false ends it: -EINTR */
	void *arg;
	int error; /* first failure, -errno; all that follows does nothing */
};

/* With a NULL @path writes to @fd, which stays the caller's. */
int sink_open(struct sink *sink, const char *path, int fd, struct pp_error *err);
void sink_write(struct sink *sink, const void *data, size_t len);
/* Writes over what stands at @pos; only of a sink that seeks. */
void sink_rewrite(struct sink *sink, uint64_t pos, const void *data, size_t len);
/*
 * Ends the writing: all is on disk under its name, or with a failure, here or earlier, nothing
 * is left of it. Frees the sink either way.
 */
int sink_close(struct sink *sink, struct pp_error *err);
/* Ends it with nothing left behind. */
void sink_abort(struct sink *sink);

#endif /* PERFDATA_SINK_H */
