// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "kernel.h"

static struct kernel_part *add_part(struct kernel *kernel)
{
	struct kernel_part *more = realloc(kernel->parts, (kernel->n + 1) * sizeof(*kernel->parts));

	if (!more)
		return NULL;
	kernel->parts = more;
	more += kernel->n++;
	*more = (struct kernel_part){0};
	return more;
}

static void read_id(struct kernel_part *part, const char *path)
{
	int len = pp_build_id_read(path, true, part->id);

	part->id_len = len > 0 ? len : 0;
}

/*
 * From _text (perf's first choice) or _stext to _etext. The file has megabytes: stop where
 * nothing more can come that matters.
 */
static int read_text_range(struct kernel_part *part)
{
	FILE *f = fopen("/proc/kallsyms", "re");
	uint64_t text = 0, stext = 0, etext = 0, addr;
	char *line = NULL, name[64], type;
	size_t room = 0;

	while (f && !etext && getline(&line, &room, f) > 0) {
		/* Symbols of modules stand last. */
		if (sscanf(line, "%" SCNx64 " %c %63s", &addr, &type, name) != 3 ||
		    strchr(line, '['))
			break;
		if (!strcmp(name, "_text"))
			text = addr;
		else if (!strcmp(name, "_stext"))
			stext = addr;
		else if (!strcmp(name, "_etext"))
			etext = addr;
	}
	free(line);
	if (f)
		fclose(f);
	part->addr = text ? text : stext;
	part->len = part->addr && etext > part->addr ? etext - part->addr : -part->addr;
	part->symbol = strdup(text ? "_text" : "_stext");
	return part->symbol ? 0 : -ENOMEM;
}

/* Does the file name @base, up to ".ko", name the module @name? '-' in it stands as '_' there. */
static bool names_module(const char *base, const char *name)
{
	for (; *name; name++, base++)
		if (*base != *name && !(*base == '-' && *name == '_'))
			return false;
	return !strncmp(base, ".ko", 3);
}

/* Path of the module's file as modules.dep (@dep) lists it, below @dir. NULL: not listed. */
static char *module_path(FILE *dep, const char *dir, const char *name)
{
	char *line = NULL, *path = NULL;
	size_t room = 0;

	rewind(dep);
	while (!path && getline(&line, &room, dep) > 0) {
		char *colon = strchr(line, ':'), *slash;

		if (!colon)
			continue;
		*colon = '\0';
		slash = strrchr(line, '/');
		if (names_module(slash ? slash + 1 : line, name) &&
		    asprintf(&path, "%s/%s", dir, line) < 0)
			path = NULL;
	}
	free(line);
	return path;
}

static int read_module(struct kernel *kernel, const char *line, FILE *dep, const char *dir)
{
	struct kernel_part *part;
	char name[64], path[128];
	uint64_t size, addr;

	/* name size users dependencies state address */
	if (sscanf(line, "%63s %" SCNu64 " %*s %*s %*s %" SCNx64, name, &size, &addr) != 3)
		return 0;
	part = add_part(kernel);
	if (!part)
		return -ENOMEM;
	part->addr = addr;
	part->len = addr ? size : 0;
	snprintf(path, sizeof(path), "/sys/module/%s/notes/.note.gnu.build-id", name);
	read_id(part, path);
	part->name = dep ? module_path(dep, dir, name) : NULL;
	if (!part->name && asprintf(&part->name, "[%s]", name) < 0)
		part->name = NULL;
	return part->name ? 0 : -ENOMEM;
}

static int read_modules(struct kernel *kernel)
{
	char dir[sizeof("/lib/modules/") + sizeof(((struct utsname *)0)->release)];
	char path[sizeof(dir) + sizeof("/modules.dep")];
	FILE *f = fopen("/proc/modules", "re"), *dep;
	char *line = NULL;
	struct utsname uts;
	size_t room = 0;
	int ret = 0;

	/* A kernel without modules. */
	if (!f)
		return 0;
	uname(&uts);
	snprintf(dir, sizeof(dir), "/lib/modules/%s", uts.release);
	snprintf(path, sizeof(path), "%s/modules.dep", dir);
	dep = fopen(path, "re");
	while (!ret && getline(&line, &room, f) > 0)
		ret = read_module(kernel, line, dep, dir);
	free(line);
	if (dep)
		fclose(dep);
	fclose(f);
	return ret;
}

int kernel_read(struct kernel *kernel)
{
	struct kernel_part *part;
	int ret;

	*kernel = (struct kernel){0};
	part = add_part(kernel);
	if (!part)
		return -ENOMEM;
	part->name = strdup(KERNEL_NAME);
	if (!part->name)
		return -ENOMEM;
	read_id(part, "/sys/kernel/notes");
	ret = read_text_range(part);
	return ret ? ret : read_modules(kernel);
}

void kernel_free(struct kernel *kernel)
{
	for (size_t i = 0; i < kernel->n; i++) {
		free(kernel->parts[i].name);
		free(kernel->parts[i].symbol);
	}
	free(kernel->parts);
}
