// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "ids.h"

struct id_slot {
	uint64_t id;
	const struct pp_attr *attr; /* NULL: free */
};

/* The kernel counts ids up, so their low bits spread well. */
static struct id_slot *find(const struct ids *ids, uint64_t id)
{
	size_t i = id & (ids->room - 1);

	while (ids->slots[i].attr && ids->slots[i].id != id)
		i = (i + 1) & (ids->room - 1);
	return &ids->slots[i];
}

int ids_make(struct ids *ids, const struct pp_set *set)
{
	size_t n = pp_set_nevents(set);

	*ids = (struct ids){.room = 16};
	while (ids->room < 2 * n)
		ids->room *= 2;
	ids->slots = calloc(ids->room, sizeof(*ids->slots));
	if (!ids->slots)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		const struct pp_event *ev = pp_set_event(set, i);

		*find(ids, ev->id) =
			(struct id_slot){.id = ev->id, .attr = pp_set_attr(set, ev->attr)};
	}
	return 0;
}

const struct pp_attr *ids_attr(const struct ids *ids, uint64_t id)
{
	return find(ids, id)->attr;
}

void ids_free(struct ids *ids)
{
	free(ids->slots);
}
