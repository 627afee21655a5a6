/* SPDX-License-Identifier: GPL-2.0-only */
/* Which event type an id belongs to. */
#ifndef PERFDATA_IDS_H
#define PERFDATA_IDS_H

#include "perf-persistent.h"

struct ids {
	struct id_slot *slots; /* hash table, at most half full */
	size_t room;
};

/* -ENOMEM. */
int ids_make(struct ids *ids, const struct pp_set *set);
/* NULL: no event of the set has this id. */
const struct pp_attr *ids_attr(const struct ids *ids, uint64_t id);
void ids_free(struct ids *ids);

#endif /* PERFDATA_IDS_H */
