// SPDX-License-Identifier: LGPL-2.1-or-later
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buildid.h"

/* Notes are a few hundred bytes; a forged size must not cost memory. */
#define MAX_NOTES 65536

/* The build-id among the notes in @data: its length, or -ENODATA. */
static int find_note(Elf_Data *data, uint8_t id[PP_BUILD_ID_MAX])
{
	size_t at = 0, next, name, desc;
	GElf_Nhdr note;

	while ((next = gelf_getnote(data, at, &note, &name, &desc)) > at) {
		const char *buf = data->d_buf;

		/* The kernel takes none that is longer for a build-id either. */
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof("GNU") &&
		    !memcmp(buf + name, "GNU", sizeof("GNU")) && note.n_descsz &&
		    note.n_descsz <= PP_BUILD_ID_MAX) {
			memcpy(id, buf + desc, note.n_descsz);
			return note.n_descsz;
		}
		at = next;
	}
	return -ENODATA;
}

static int find_in_file(Elf *elf, uint64_t offset, uint64_t size, uint64_t align,
			uint8_t id[PP_BUILD_ID_MAX])
{
	Elf_Data *data;

	if (!size || size > MAX_NOTES)
		return -ENODATA;
	data = elf_getdata_rawchunk(elf, offset, size, align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
	return data ? find_note(data, id) : -ENODATA;
}

static int find_in_segments(Elf *elf, uint8_t id[PP_BUILD_ID_MAX])
{
	size_t n;

	if (elf_getphdrnum(elf, &n))
		return -ENODATA;
	for (size_t i = 0; i < n; i++) {
		GElf_Phdr ph;
		int len;

		if (!gelf_getphdr(elf, i, &ph))
			break;
		if (ph.p_type != PT_NOTE)
			continue;
		len = find_in_file(elf, ph.p_offset, ph.p_filesz, ph.p_align, id);
		if (len > 0)
			return len;
	}
	return -ENODATA;
}

/* Kernel modules have no segments. */
static int find_in_sections(Elf *elf, uint8_t id[PP_BUILD_ID_MAX])
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr sh;
		int len;

		if (!gelf_getshdr(scn, &sh) || sh.sh_type != SHT_NOTE)
			continue;
		len = find_in_file(elf, sh.sh_offset, sh.sh_size, sh.sh_addralign, id);
		if (len > 0)
			return len;
	}
	return -ENODATA;
}

int build_id_from_elf(int fd, uint8_t id[PP_BUILD_ID_MAX])
{
	Elf *elf;
	int len = -ENODATA;

	elf_version(EV_CURRENT);
	/* Read, not mapped: a file that shrinks meanwhile must not raise SIGBUS. */
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf)
		return -ENODATA;
	if (elf_kind(elf) == ELF_K_ELF) {
		len = find_in_segments(elf, id);
		if (len < 0)
			len = find_in_sections(elf, id);
	}
	elf_end(elf);
	return len;
}

/* A file that is nothing but notes of this machine, such as /sys/kernel/notes. */
static int build_id_from_notes(int fd, uint8_t id[PP_BUILD_ID_MAX])
{
	_Alignas(Elf64_Nhdr) char buf[MAX_NOTES];
	Elf_Data data = {.d_buf = buf, .d_type = ELF_T_NHDR, .d_version = EV_CURRENT};
	ssize_t n;

	while ((n = read(fd, buf + data.d_size, sizeof(buf) - data.d_size)) > 0)
		data.d_size += n;
	return n < 0 ? -errno : find_note(&data, id);
}

int pp_build_id_read(const char *path, bool notes, uint8_t id[PP_BUILD_ID_MAX])
{
	struct stat st;
	int fd, len;

	/* Opening a device or a pipe can have effects. */
	if (stat(path, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -ENODATA;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -errno;
	len = notes ? build_id_from_notes(fd, id) : build_id_from_elf(fd, id);
	close(fd);
	return len;
}
