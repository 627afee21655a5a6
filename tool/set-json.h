/* SPDX-License-Identifier: GPL-2.0-only */
/* Sets as JSON objects; the manual pages list the fields. */
#ifndef TOOL_SET_JSON_H
#define TOOL_SET_JSON_H

#include <json-c/json.h>

#include "perf-persistent.h"

/* What list --json says of each set. */
struct json_object *set_info_json(const struct pp_set_info *info);
/* What show --json says: the same, and everything else. */
struct json_object *set_json(struct pp_set *set);

/* Bytes of all the set's buffers, with the control page of each. */
uint64_t set_memory(const struct pp_set *set);
/* Name of the user, or the number if there is none. */
const char *set_owner(uid_t uid, char *buf, size_t size);

#endif /* TOOL_SET_JSON_H */
