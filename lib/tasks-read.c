// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Reads running tasks from /proc and describes them as perf record does for tasks that were
 * there before it (tools/perf/util/synthetic-events.c), so that readers of perf.data treat
 * both alike.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buildid.h"
#include "error.h"
#include "record-types.h"
#include "tasks.h"

/* What perf calls a mapping that has no name. */
#define ANON_NAME "//anon"

/* Build-id of a mapped file, so that a library is read once and not once a task. */
struct known {
	uint64_t dev, ino; /* ino 0: free */
	int len;           /* of id; negative: it has none that can be read */
	uint8_t id[PP_BUILD_ID_MAX];
};

struct reader {
	struct pp_tasks *tasks;
	size_t task_room;
	size_t len, room; /* of tasks->data */
	char *text;       /* content of the file read last, NUL-terminated */
	size_t text_room;
	struct known *known; /* hash table, at most half full */
	size_t nknown, known_room;
};

struct stat_line {
	char comm[RECORD_COMM_MAX];
	pid_t ppid;
	long threads;
	uint64_t start;
};

struct mapping {
	uint64_t start, end, pgoff, ino;
	unsigned int maj, min, prot, flags;
	const char *name;
};

/* Reads the whole of @path below @dir into r->text. */
static int read_text(struct reader *r, int dir, const char *path)
{
	int fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
	size_t len = 0;
	ssize_t n;

	if (fd < 0)
		return -errno;
	do {
		if (r->text_room - len < 4096) {
			size_t room = r->text_room ? r->text_room * 2 : 65536;
			char *more = realloc(r->text, room);

			if (!more) {
				close(fd);
				return -ENOMEM;
			}
			r->text = more;
			r->text_room = room;
		}
		n = read(fd, r->text + len, r->text_room - len - 1);
		if (n > 0)
			len += n;
	} while (n > 0);
	n = n < 0 ? -errno : 0;
	close(fd);
	r->text[len] = '\0';
	return n;
}

/* Room for a record of @size bytes, zeroed; NULL: no memory. */
static void *append(struct reader *r, size_t size)
{
	void *record;

	if (r->room - r->len < size) {
		size_t room = r->room ? r->room * 2 : 1 << 20;
		uint8_t *more = realloc(r->tasks->data, room);

		if (!more)
			return NULL;
		r->tasks->data = more;
		r->room = room;
	}
	record = r->tasks->data + r->len;
	memset(record, 0, size);
	r->len += size;
	return record;
}

/* proc(5): the name is in parentheses and may contain any character, these included. */
static int parse_stat(char *text, struct stat_line *st)
{
	char *open = strchr(text, '('), *close = strrchr(text, ')');
	unsigned long long start;
	size_t len;

	if (!open || !close || close < open)
		return -EPROTO;
	len = close - open - 1;
	if (len >= sizeof(st->comm))
		len = sizeof(st->comm) - 1;
	memset(st->comm, 0, sizeof(st->comm));
	memcpy(st->comm, open + 1, len);
	if (sscanf(close + 1,
		   " %*c %d %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %ld %*s %llu",
		   &st->ppid, &st->threads, &start) != 3)
		return -EPROTO;
	st->start = start;
	return 0;
}

static int append_thread(struct reader *r, pid_t pid, pid_t tid, const struct stat_line *st)
{
	size_t size = sizeof(struct record_comm) + ((strlen(st->comm) + 8) & ~(size_t)7);
	struct record_fork *fork = append(r, sizeof(*fork));
	struct record_comm *comm;

	if (!fork)
		return -ENOMEM;
	fork->header.type = PERF_RECORD_FORK;
	/* Tells perf not to copy the parent's mappings: these are known. */
	fork->header.misc = PERF_RECORD_MISC_FORK_EXEC;
	fork->header.size = sizeof(*fork);
	fork->pid = pid;
	fork->tid = tid;
	fork->ppid = fork->ptid = tid == pid ? st->ppid : pid;

	comm = append(r, size);
	if (!comm)
		return -ENOMEM;
	comm->header.type = PERF_RECORD_COMM;
	comm->header.size = size;
	comm->pid = pid;
	comm->tid = tid;
	memcpy(comm->comm, st->comm, strlen(st->comm));
	return 0;
}

static bool parse_hex(char **p, char end, uint64_t *value)
{
	char *stop;

	*value = strtoull(*p, &stop, 16);
	if (stop == *p || *stop != end)
		return false;
	*p = stop + 1;
	return true;
}

/* One line of /proc/PID/maps. False: not a mapping to record. */
static bool parse_mapping(char *p, struct mapping *m)
{
	uint64_t maj, min;
	char *perms, *stop;

	if (!parse_hex(&p, '-', &m->start) || !parse_hex(&p, ' ', &m->end))
		return false;
	perms = p;
	if (strnlen(perms, 5) < 5 || perms[2] != 'x')
		return false;
	m->prot =
		(perms[0] == 'r' ? PROT_READ : 0) | (perms[1] == 'w' ? PROT_WRITE : 0) | PROT_EXEC;
	m->flags = perms[3] == 's' ? MAP_SHARED : MAP_PRIVATE;
	p += 5;
	if (!parse_hex(&p, ' ', &m->pgoff) || !parse_hex(&p, ':', &maj) ||
	    !parse_hex(&p, ' ', &min))
		return false;
	m->maj = maj;
	m->min = min;
	m->ino = strtoull(p, &stop, 10);
	if (stop == p)
		return false;
	m->name = stop + strspn(stop, " ");
	if (!*m->name)
		m->name = ANON_NAME;
	return true;
}

/* Build-id of @path below @dir, if it is the regular file with inode number @ino. */
static int read_build_id(int dir, const char *path, uint64_t ino, uint8_t id[PP_BUILD_ID_MAX])
{
	struct stat st;
	int fd, len;

	if (fstatat(dir, path, &st, 0) || !S_ISREG(st.st_mode) || st.st_ino != ino)
		return -ENOENT;
	fd = openat(dir, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -errno;
	len = build_id_from_elf(fd, id);
	close(fd);
	return len;
}

/*
 * The task's root finds files of containers. Its map_files finds those that are deleted or
 * were mounted over, but only for those who may follow these links.
 */
static void find_build_id(int dir, const struct mapping *m, struct known *found)
{
	char path[sizeof("root") + PATH_MAX];
	int n;

	found->len = -ENOENT;
	n = snprintf(path, sizeof(path), "root%s", m->name);
	if (m->name[0] == '/' && n < (int)sizeof(path))
		found->len = read_build_id(dir, path, m->ino, found->id);
	if (found->len == -ENODATA || found->len > 0)
		return;
	snprintf(path, sizeof(path), "map_files/%llx-%llx", (unsigned long long)m->start,
		 (unsigned long long)m->end);
	found->len = read_build_id(dir, path, m->ino, found->id);
}

static struct known *known_slot(struct known *table, size_t room, uint64_t dev, uint64_t ino)
{
	size_t i = (ino * 0x9e3779b97f4a7c15ull ^ dev) & (room - 1);

	while (table[i].ino && (table[i].ino != ino || table[i].dev != dev))
		i = (i + 1) & (room - 1);
	return &table[i];
}

static int known_grow(struct reader *r)
{
	size_t room = r->known_room ? r->known_room * 2 : 1024;
	struct known *table = calloc(room, sizeof(*table));

	if (!table)
		return -ENOMEM;
	for (size_t i = 0; i < r->known_room; i++) {
		struct known *k = &r->known[i];

		if (k->ino)
			*known_slot(table, room, k->dev, k->ino) = *k;
	}
	free(r->known);
	r->known = table;
	r->known_room = room;
	return 0;
}

/* Build-id of the file behind @m, from the cache or read now. NULL: no memory. */
static const struct known *lookup_build_id(struct reader *r, int dir, const struct mapping *m)
{
	uint64_t dev = (uint64_t)m->maj << 32 | m->min;
	struct known *k;

	if (r->nknown * 2 >= r->known_room && known_grow(r))
		return NULL;
	k = known_slot(r->known, r->known_room, dev, m->ino);
	if (!k->ino) {
		k->dev = dev;
		k->ino = m->ino;
		r->nknown++;
		find_build_id(dir, m, k);
	} else if (k->len < 0 && k->len != -ENODATA) {
		/* Another task's way to it may be open. */
		find_build_id(dir, m, k);
	}
	return k;
}

static int append_mapping(struct reader *r, int dir, pid_t pid, const struct mapping *m)
{
	static const struct known none = {.len = -ENODATA};
	const struct known *k = m->ino ? lookup_build_id(r, dir, m) : &none;
	size_t name = strlen(m->name);
	size_t size = sizeof(struct record_mmap2) + ((name + 8) & ~(size_t)7);
	struct record_mmap2 *mmap2;

	if (!k)
		return -ENOMEM;
	if (name >= PATH_MAX)
		return 0;
	mmap2 = append(r, size);
	if (!mmap2)
		return -ENOMEM;
	mmap2->header.type = PERF_RECORD_MMAP2;
	mmap2->header.misc = PERF_RECORD_MISC_USER;
	mmap2->header.size = size;
	mmap2->pid = mmap2->tid = pid;
	mmap2->addr = m->start;
	mmap2->len = m->end - m->start;
	mmap2->pgoff = m->pgoff;
	mmap2->prot = m->prot;
	mmap2->flags = m->flags;
	if (k->len > 0) {
		mmap2->header.misc |= PERF_RECORD_MISC_MMAP_BUILD_ID;
		mmap2->build_id_size = k->len;
		memcpy(mmap2->build_id, k->id, k->len);
	} else {
		mmap2->maj = m->maj;
		mmap2->min = m->min;
		mmap2->ino = m->ino;
	}
	memcpy(mmap2->filename, m->name, name);
	return 0;
}

static int append_mappings(struct reader *r, int dir, pid_t pid)
{
	int ret = read_text(r, dir, "maps");
	char *rest = r->text, *line;

	/* Another user's, or gone: it keeps its name all the same. */
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	while ((line = strsep(&rest, "\n"))) {
		struct mapping m;

		if (!parse_mapping(line, &m))
			continue;
		ret = append_mapping(r, dir, pid, &m);
		if (ret)
			return ret;
	}
	return 0;
}

/* The number that @name is; 0: not one. */
static pid_t to_pid(const char *name)
{
	char *end;
	long pid = strtol(name, &end, 10);

	return *end || *name < '1' || *name > '9' ? 0 : pid;
}

static int append_other_threads(struct reader *r, int dir, pid_t pid)
{
	int fd = openat(dir, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;
	int ret = 0;

	if (!list) {
		if (fd >= 0)
			close(fd);
		return errno == ENOMEM ? -ENOMEM : 0;
	}
	while (!ret && (entry = readdir(list))) {
		pid_t tid = to_pid(entry->d_name);
		char path[sizeof(entry->d_name) + sizeof("/stat")];
		struct stat_line st;

		if (!tid || tid == pid)
			continue;
		snprintf(path, sizeof(path), "%s/stat", entry->d_name);
		ret = read_text(r, fd, path);
		if (ret || parse_stat(r->text, &st))
			ret = ret == -ENOMEM ? ret : 0;
		else
			ret = append_thread(r, pid, tid, &st);
	}
	closedir(list);
	return ret;
}

static struct pp_task *append_task(struct reader *r)
{
	struct pp_tasks *tasks = r->tasks;

	if (tasks->n == r->task_room) {
		size_t room = r->task_room ? r->task_room * 2 : 256;
		struct pp_task *more = realloc(tasks->task, room * sizeof(*more));

		if (!more)
			return NULL;
		tasks->task = more;
		r->task_room = room;
	}
	return &tasks->task[tasks->n];
}

/* Appends process @pid, whose directory in /proc is @dir. Nothing if it has gone. */
static int read_task(struct reader *r, int dir, pid_t pid)
{
	struct pp_task *task = append_task(r);
	size_t before = r->len;
	struct stat_line st;
	int ret;

	if (!task)
		return -ENOMEM;
	ret = read_text(r, dir, "stat");
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	if (parse_stat(r->text, &st))
		return 0;
	ret = append_thread(r, pid, pid, &st);
	if (!ret)
		ret = append_mappings(r, dir, pid);
	if (!ret && st.threads > 1)
		ret = append_other_threads(r, dir, pid);
	if (ret)
		return ret;
	*task = (struct pp_task){.pid = pid, .start = st.start, .bytes = r->len - before};
	r->tasks->n++;
	return 0;
}

/* The process that thread @tid belongs to; 0: gone. */
static pid_t process_of(struct reader *r, int dir, pid_t tid)
{
	const char *line;
	char path[32];

	snprintf(path, sizeof(path), "%d/status", tid);
	if (read_text(r, dir, path))
		return 0;
	line = strstr(r->text, "\nTgid:");
	return line ? atoi(line + strlen("\nTgid:")) : 0;
}

static int read_pid(struct reader *r, int proc, pid_t pid)
{
	char name[16];
	int dir, ret;

	snprintf(name, sizeof(name), "%d", pid);
	/* Held open, so that what is read is of one process even if the number is used again. */
	dir = openat(proc, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return errno == ENOENT || errno == ESRCH || errno == EACCES ? 0 : -errno;
	ret = read_task(r, dir, pid);
	close(dir);
	return ret;
}

static int read_listed(struct reader *r, int proc, const pid_t *pids, size_t npids)
{
	for (size_t i = 0; i < npids; i++) {
		pid_t pid = process_of(r, proc, pids[i]);
		size_t seen = 0;
		int ret;

		while (seen < r->tasks->n && r->tasks->task[seen].pid != pid)
			seen++;
		if (!pid || seen < r->tasks->n)
			continue;
		ret = read_pid(r, proc, pid);
		if (ret)
			return ret;
	}
	return 0;
}

static int read_all(struct reader *r, DIR *proc)
{
	struct dirent *entry;

	while ((entry = readdir(proc))) {
		pid_t pid = to_pid(entry->d_name);
		int ret = pid ? read_pid(r, dirfd(proc), pid) : 0;

		if (ret)
			return ret;
	}
	return 0;
}

int pp_tasks_read(const pid_t *pids, size_t npids, struct pp_tasks **out, struct pp_error *err)
{
	struct reader r = {0};
	DIR *proc = opendir("/proc");
	size_t at = 0;
	int ret;

	if (!proc)
		return pp_fail(err, errno, "reading /proc");
	r.tasks = calloc(1, sizeof(*r.tasks));
	if (!r.tasks)
		ret = -ENOMEM;
	else if (npids)
		ret = read_listed(&r, dirfd(proc), pids, npids);
	else
		ret = read_all(&r, proc);
	closedir(proc);
	free(r.text);
	free(r.known);
	if (ret) {
		pp_tasks_free(r.tasks);
		return pp_fail(err, -ret, "reading the running tasks from /proc");
	}
	/* Only now do they stay where they are. */
	for (size_t i = 0; i < r.tasks->n; i++) {
		r.tasks->task[i].records = (const void *)(r.tasks->data + at);
		at += r.tasks->task[i].bytes;
	}
	*out = r.tasks;
	return 0;
}
