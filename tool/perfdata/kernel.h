/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the running kernel and its modules lie, and their build-ids. */
#ifndef PERFDATA_KERNEL_H
#define PERFDATA_KERNEL_H

#include "perf-persistent.h"

#define KERNEL_NAME "[kernel.kallsyms]"

struct kernel_part {
	char *name;         /* as perf names it: KERNEL_NAME, a module's file, "[module]" */
	char *symbol;       /* what addr was read from; NULL: a module */
	uint64_t addr, len; /* 0 and 0: not told to this caller (kernel.kptr_restrict) */
	int id_len;         /* 0: no build-id */
	uint8_t id[PP_BUILD_ID_MAX];
};

struct kernel {
	struct kernel_part *parts; /* the kernel first */
	size_t n;
};

/* To be freed even on failure. -ENOMEM. */
int kernel_read(struct kernel *kernel);
void kernel_free(struct kernel *kernel);

#endif /* PERFDATA_KERNEL_H */
