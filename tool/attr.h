/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TOOL_ATTR_H
#define TOOL_ATTR_H

#include <json-c/json.h>
#include <linux/perf_event.h>

/* The attributes that are not zero, under the names that perf evlist -v gives them. */
struct json_object *attr_json(const struct perf_event_attr *attr);

#endif /* TOOL_ATTR_H */
