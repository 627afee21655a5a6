// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "buildids.h"
#include "records.h"

#define VDSO_NAME "[vdso]"

/* What was seen: a name with the build-id or, for lack of one, the inode that goes with it. */
struct key {
	uint8_t id[PP_BUILD_ID_MAX];
	uint32_t id_len;
	uint64_t ino;
	uint32_t name_len; /* the name follows, with its NUL and padding */
	uint32_t entry_len;
};

static const struct key *key_at(const struct buildids *ids, size_t slot)
{
	return (const void *)(ids->names.data + slot - 1);
}

static bool key_equal(const struct key *a, const char *name_a, const struct key *b,
		      const char *name_b)
{
	return a->id_len == b->id_len && a->ino == b->ino && a->name_len == b->name_len &&
	       !memcmp(a->id, b->id, sizeof(a->id)) && !memcmp(name_a, name_b, a->name_len);
}

static size_t key_hash(const struct key *key, const char *name)
{
	uint64_t h = 0xcbf29ce484222325ull ^ key->ino;

	for (size_t i = 0; i < key->name_len; i++)
		h = (h ^ (uint8_t)name[i]) * 0x100000001b3ull;
	for (size_t i = 0; i < key->id_len; i++)
		h = (h ^ key->id[i]) * 0x100000001b3ull;
	return h ^ h >> 32;
}

static size_t *find(const struct buildids *ids, size_t *slots, size_t room, const struct key *key,
		    const char *name)
{
	size_t i = key_hash(key, name) & (room - 1);

	while (slots[i] && !key_equal(key_at(ids, slots[i]),
				      (const char *)(key_at(ids, slots[i]) + 1), key, name))
		i = (i + 1) & (room - 1);
	return &slots[i];
}

static int grow(struct buildids *ids)
{
	size_t room = ids->room ? ids->room * 2 : 512;
	size_t *slots = calloc(room, sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	for (size_t i = 0; i < ids->room; i++) {
		const struct key *key;

		if (!ids->slots[i])
			continue;
		key = key_at(ids, ids->slots[i]);
		*find(ids, slots, room, key, (const char *)(key + 1)) = ids->slots[i];
	}
	free(ids->slots);
	ids->slots = slots;
	ids->room = room;
	return 0;
}

/* Returns 1 if @name with @id or @ino was not seen before, 0 if it was, or -ENOMEM. */
static int see(struct buildids *ids, const char *name, const uint8_t *id, size_t id_len,
	       uint64_t ino)
{
	struct key key = {.id_len = id_len, .ino = ino, .name_len = strlen(name)};
	size_t *slot;

	memcpy(key.id, id, id_len);
	key.entry_len = sizeof(key) + ((key.name_len + 8) & ~7u);
	if (ids->n * 2 >= ids->room && grow(ids))
		return -ENOMEM;
	slot = find(ids, ids->slots, ids->room, &key, name);
	if (*slot)
		return 0;
	*slot = ids->names.len + 1;
	ids->n++;
	bytes_add(&ids->names, &key, sizeof(key));
	bytes_add(&ids->names, name, key.name_len);
	bytes_zero(&ids->names, key.entry_len - sizeof(key) - key.name_len);
	return ids->names.failed ? -ENOMEM : 1;
}

static int add(struct buildids *ids, uint16_t cpumode, const char *name, const uint8_t *id,
	       size_t id_len)
{
	size_t len = strlen(name) + 1, padded = (len + 63) & ~(size_t)63;
	struct record_build_id record = {
		.header = {.type = RECORD_BUILD_ID, .misc = cpumode | RECORD_MISC_BUILD_ID_SIZE},
		.pid = -1,
		.size = id_len,
	};
	int ret = see(ids, name, id, id_len, 0);

	if (ret <= 0)
		return ret;
	record.header.size = sizeof(record) + padded;
	memcpy(record.build_id, id, id_len);
	bytes_add(&ids->records, &record, sizeof(record));
	bytes_add(&ids->records, name, len);
	bytes_zero(&ids->records, padded - len);
	return ids->records.failed ? -ENOMEM : 0;
}

int buildids_add_kernel(struct buildids *ids, const struct kernel *kernel)
{
	for (size_t i = 0; i < kernel->n; i++) {
		const struct kernel_part *part = &kernel->parts[i];
		int ret = 0;

		if (part->id_len)
			ret = add(ids, PERF_RECORD_MISC_KERNEL, part->name, part->id, part->id_len);
		if (ret)
			return ret;
	}
	return 0;
}

/* Every task maps the same vdso, which is no file: this process's. */
static int read_vdso_id(uint8_t id[PP_BUILD_ID_MAX])
{
	const uint8_t *image = (const uint8_t *)getauxval(AT_SYSINFO_EHDR);
	char path[32];
	int fd, len;

	/* Its section headers, at the end, are mapped too: it is whole pages. */
	if (!image)
		return -ENODATA;
	fd = memfd_create("vdso", MFD_CLOEXEC);
	if (fd < 0)
		return -errno;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (write(fd, image, sysconf(_SC_PAGESIZE)) < 0)
		len = -errno;
	else
		len = pp_build_id_read(path, false, id);
	close(fd);
	return len;
}

/* Build-id of the file at @mmap2's path if it still is the file that was mapped. */
static int read_file_id(const struct record_mmap2 *mmap2, uint8_t id[PP_BUILD_ID_MAX])
{
	struct stat st;

	if (stat(mmap2->filename, &st) || st.st_ino != mmap2->ino ||
	    major(st.st_dev) != mmap2->maj || minor(st.st_dev) != mmap2->min)
		return -ENOENT;
	return pp_build_id_read(mmap2->filename, false, id);
}

int buildids_add_record(struct buildids *ids, const struct perf_event_header *record)
{
	const struct record_mmap2 *mmap2 = (const void *)record;
	uint16_t cpumode = record->misc & PERF_RECORD_MISC_CPUMODE_MASK;
	uint8_t id[PP_BUILD_ID_MAX] = {0};
	int ret;

	if (record->type != PERF_RECORD_MMAP2 || record->size <= sizeof(*mmap2) ||
	    !memchr(mmap2->filename, '\0', record->size - sizeof(*mmap2)))
		return 0;
	if (record->misc & PERF_RECORD_MISC_MMAP_BUILD_ID)
		return mmap2->build_id_size && mmap2->build_id_size <= PP_BUILD_ID_MAX
			       ? add(ids, cpumode, mmap2->filename, mmap2->build_id,
				     mmap2->build_id_size)
			       : 0;
	/* What has no build-id is looked for once. */
	ret = see(ids, mmap2->filename, id, 0, mmap2->ino);
	if (ret <= 0)
		return ret;
	if (!strcmp(mmap2->filename, VDSO_NAME))
		ret = read_vdso_id(id);
	else
		ret = mmap2->filename[0] == '/' ? read_file_id(mmap2, id) : -ENODATA;
	return ret > 0 ? add(ids, cpumode, mmap2->filename, id, ret) : 0;
}

void buildids_free(struct buildids *ids)
{
	bytes_free(&ids->records);
	bytes_free(&ids->names);
	free(ids->slots);
}
