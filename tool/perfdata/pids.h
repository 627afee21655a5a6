/* SPDX-License-Identifier: GPL-2.0-only */
/* A set of process numbers. */
#ifndef PERFDATA_PIDS_H
#define PERFDATA_PIDS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct pids {
	pid_t *slots; /* hash table, at most half full; 0: free */
	size_t n, room;
};

/* Adds @pid unless it is not a process's (0, negative). -ENOMEM. */
int pids_add(struct pids *set, pid_t pid);
bool pids_has(const struct pids *set, pid_t pid);
void pids_free(struct pids *set);

#endif /* PERFDATA_PIDS_H */
