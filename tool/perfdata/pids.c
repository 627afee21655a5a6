// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "pids.h"

static pid_t *find(pid_t *slots, size_t room, pid_t pid)
{
	size_t i = (uint32_t)pid * 0x9e3779b1u & (room - 1);

	while (slots[i] && slots[i] != pid)
		i = (i + 1) & (room - 1);
	return &slots[i];
}

static int grow(struct pids *set)
{
	size_t room = set->room ? set->room * 2 : 256;
	pid_t *slots = calloc(room, sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	for (size_t i = 0; i < set->room; i++)
		if (set->slots[i])
			*find(slots, room, set->slots[i]) = set->slots[i];
	free(set->slots);
	set->slots = slots;
	set->room = room;
	return 0;
}

int pids_add(struct pids *set, pid_t pid)
{
	pid_t *slot;

	if (pid <= 0)
		return 0;
	if (set->n * 2 >= set->room && grow(set))
		return -ENOMEM;
	slot = find(set->slots, set->room, pid);
	set->n += !*slot;
	*slot = pid;
	return 0;
}

bool pids_has(const struct pids *set, pid_t pid)
{
	return pid > 0 && set->room && *find(set->slots, set->room, pid) == pid;
}

void pids_free(struct pids *set)
{
	free(set->slots);
	*set = (struct pids){0};
}
