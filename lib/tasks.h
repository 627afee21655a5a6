/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What /proc says of running tasks, as records, and the flat form in which it is kept. */
#ifndef LIB_TASKS_H
#define LIB_TASKS_H

#include "perf-persistent.h"

struct pp_tasks {
	struct pp_task *task;
	size_t n;
	uint8_t *data; /* every task's records, one behind the other */
};

/* Lays @tasks out in one piece of memory, *@buf (malloc'ed, the caller frees it). -ENOMEM. */
int tasks_pack(const struct pp_tasks *tasks, void **buf, size_t *len);

/*
 * Makes a list, to be freed with pp_tasks_free(), from what tasks_pack() laid out. Takes any
 * content: it may come from another user's process. -EPROTO: it is no such list; -ENOMEM.
 */
int tasks_unpack(const void *buf, size_t len, struct pp_tasks **out);

#endif /* LIB_TASKS_H */
