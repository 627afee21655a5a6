// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fail.h"
#include "sink.h"

#define BUFFER_SIZE (256 * 1024)

static void sink_free(struct sink *sink)
{
	if (sink->owned)
		close(sink->fd);
	free(sink->target);
	free(sink->temp);
	free(sink->buf);
}

/* A hidden name beside the target, so that the rename stays within one file system. */
static int open_temp(struct sink *sink)
{
	const char *slash = strrchr(sink->target, '/');
	int dir = slash ? (int)(slash + 1 - sink->target) : 0;

	if (asprintf(&sink->temp, "%.*s.perf-persistent-XXXXXX", dir, sink->target) < 0) {
		sink->temp = NULL;
		return -ENOMEM;
	}
	/* Mode 0600, as perf's own: it may hold what other users did. */
	sink->fd = mkostemp(sink->temp, O_CLOEXEC);
	if (sink->fd < 0) {
		int ret = -errno;

		free(sink->temp);
		sink->temp = NULL;
		return ret;
	}
	sink->seeks = true;
	return 0;
}

static int open_path(struct sink *sink, const char *path)
{
	struct stat st;
	int ret;

	/* A link keeps pointing where it did. */
	sink->target = realpath(path, NULL);
	if (!sink->target && errno != ENOENT)
		return -errno;
	if (!sink->target)
		sink->target = strdup(path);
	if (!sink->target)
		return -ENOMEM;
	if (!stat(sink->target, &st) && S_ISDIR(st.st_mode))
		return -EISDIR;
	if (!stat(sink->target, &st) && !S_ISREG(st.st_mode)) {
		sink->fd = open(sink->target, O_WRONLY | O_CLOEXEC | O_NOCTTY);
		ret = sink->fd < 0 ? -errno : 0;
	} else {
		ret = open_temp(sink);
	}
	sink->owned = !ret;
	return ret;
}

int sink_open(struct sink *sink, const char *path, int fd, struct pp_error *err)
{
	int ret = 0;

	*sink = (struct sink){.fd = fd, .path = path};
	sink->buf = malloc(BUFFER_SIZE);
	if (!sink->buf)
		ret = -ENOMEM;
	else if (path)
		ret = open_path(sink, path);
	if (ret) {
		sink_free(sink);
		return fail(err, -ret, "writing %s", path ? path : "to standard output");
	}
	return 0;
}

/* What to do about a write that failed with @error: go on, or let that be the sink's error. */
static void consider(struct sink *sink, int error)
{
	struct pollfd room = {.fd = sink->fd, .events = POLLOUT};

	if (error == EAGAIN)
		poll(&room, 1, -1);
	else if (error != EINTR)
		sink->error = -error;
	if (!sink->error && sink->go_on && !sink->go_on(sink->arg))
		sink->error = -EINTR;
}

static void write_all(struct sink *sink, const uint8_t *data, size_t len)
{
	while (len && !sink->error) {
		ssize_t n = write(sink->fd, data, len);

		if (n < 0) {
			consider(sink, errno);
			continue;
		}
		data += n;
		len -= n;
	}
	if (!sink->error && sink->go_on && !sink->go_on(sink->arg))
		sink->error = -EINTR;
}

static void flush(struct sink *sink)
{
	write_all(sink, sink->buf, sink->used);
	sink->used = 0;
}

void sink_write(struct sink *sink, const void *data, size_t len)
{
	if (sink->error || !len)
		return;
	sink->pos += len;
	if (BUFFER_SIZE - sink->used < len)
		flush(sink);
	if (len >= BUFFER_SIZE) {
		write_all(sink, data, len);
		return;
	}
	memcpy(sink->buf + sink->used, data, len);
	sink->used += len;
}

void sink_rewrite(struct sink *sink, uint64_t pos, const void *data, size_t len)
{
	const uint8_t *at = data;

	flush(sink);
	while (len && !sink->error) {
		ssize_t n = pwrite(sink->fd, at, len, pos);

		if (n < 0) {
			consider(sink, errno);
			continue;
		}
		at += n;
		len -= n;
		pos += n;
	}
}

int sink_close(struct sink *sink, struct pp_error *err)
{
	int ret;

	flush(sink);
	if (!sink->error && sink->seeks && fsync(sink->fd))
		sink->error = -errno;
	/* Some file systems tell of a full disk only here. */
	if (sink->owned && close(sink->fd) && !sink->error)
		sink->error = -errno;
	sink->owned = false;
	if (!sink->error && sink->temp && rename(sink->temp, sink->target))
		sink->error = -errno;
	ret = sink->error;
	if (ret) {
		fail(err, -ret, "writing %s", sink->path ? sink->path : "to standard output");
		if (err && sink->temp && (ret == -ENOSPC || ret == -EDQUOT))
			snprintf(err->hint, sizeof(err->hint),
				 "%llu bytes were not enough; another directory can be given with "
				 "-o",
				 (unsigned long long)sink->pos);
		sink_abort(sink);
		return ret;
	}
	sink_free(sink);
	return 0;
}

void sink_abort(struct sink *sink)
{
	if (sink->temp)
		unlink(sink->temp);
	sink_free(sink);
}
