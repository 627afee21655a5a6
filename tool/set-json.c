// SPDX-License-Identifier: GPL-2.0-only
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

#include "attr.h"
#include "out.h"
#include "set-json.h"

static void add(struct json_object *to, const char *name, struct json_object *value)
{
	json_object_object_add(to, name, value);
}

static struct json_object *number(uint64_t value)
{
	return json_object_new_uint64(value);
}

/* null stands for "none" and for "unknown". */
static struct json_object *known_number(bool known, uint64_t value)
{
	return known ? json_object_new_uint64(value) : NULL;
}

const char *set_owner(uid_t uid, char *buf, size_t size)
{
	const struct passwd *user = getpwuid(uid);

	if (user)
		snprintf(buf, size, "%s", user->pw_name);
	else
		snprintf(buf, size, "%u", uid);
	return buf;
}

uint64_t set_memory(const struct pp_set *set)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < pp_set_nbuffers(set); i++)
		bytes += pp_set_buffer(set, i)->bytes + (uint64_t)sysconf(_SC_PAGESIZE);
	return bytes;
}

struct json_object *set_info_json(const struct pp_set_info *info)
{
	struct json_object *to = json_object_new_object();
	char owner[64];

	add(to, "name", out_json_text(info->name));
	add(to, "owner", out_json_text(set_owner(info->owner, owner, sizeof(owner))));
	add(to, "uid", number(info->owner));
	add(to, "engine", out_json_text(info->engine));
	add(to, "keeper", known_number(info->keeper > 0, (uint64_t)info->keeper));
	add(to, "accessible", json_object_new_boolean(info->accessible));
	add(to, "state", json_object_new_string(pp_state_name(info->state)));
	add(to, "mode", json_object_new_string(info->overwrite ? "ring" : "stream"));
	add(to, "target", known_number(info->target > 0, (uint64_t)info->target));
	add(to, "cpus", number(info->ncpus));
	add(to, "pages", number(info->pages));
	add(to, "event_names", out_json_text(info->events));
	add(to, "perf_events", number(info->nevents));
	add(to, "created_ns", known_number(info->created, info->created));
	add(to, "reason", out_json_text(info->reason));
	return to;
}

static struct json_object *attrs_json(const struct pp_set *set)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < pp_set_nattrs(set); i++) {
		const struct pp_attr *attr = pp_set_attr(set, i);
		struct json_object *to = json_object_new_object();

		add(to, "name", out_json_text(attr->name));
		add(to, "sideband", json_object_new_boolean(attr->sideband));
		add(to, "leader", known_number(attr->leader != i, attr->leader));
		add(to, "filter", out_json_text(attr->filter));
		add(to, "attr", attr_json(attr->attr));
		json_object_array_add(list, to);
	}
	return list;
}

static struct json_object *event_json(struct pp_set *set, size_t i)
{
	const struct pp_event *event = pp_set_event(set, i);
	struct json_object *to = json_object_new_object();
	struct pp_count count;
	bool read = !event->retired && pp_set_read(set, i, &count, NULL) == 0;

	add(to, "id", number(event->id));
	add(to, "name", out_json_text(pp_set_attr(set, event->attr)->name));
	add(to, "attr", number(event->attr));
	add(to, "buffer", number(event->buffer));
	add(to, "cpu", known_number(event->cpu >= 0, (uint64_t)event->cpu));
	add(to, "tid", known_number(event->tid >= 0, (uint64_t)event->tid));
	add(to, "state", json_object_new_string(pp_state_name(event->state)));
	add(to, "retired", json_object_new_boolean(event->retired));
	add(to, "since_ns", known_number(event->since, event->since));
	add(to, "count", read ? number(count.value) : NULL);
	add(to, "time_enabled_ns", read ? number(count.time_enabled) : NULL);
	add(to, "time_running_ns", read ? number(count.time_running) : NULL);
	add(to, "lost", read && count.lost_known ? number(count.lost) : NULL);
	return to;
}

static struct json_object *buffers_json(const struct pp_set *set)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < pp_set_nbuffers(set); i++) {
		const struct pp_buffer *buffer = pp_set_buffer(set, i);
		struct json_object *to = json_object_new_object();

		add(to, "cpu", known_number(buffer->cpu >= 0, (uint64_t)buffer->cpu));
		add(to, "mode", json_object_new_string(buffer->overwrite ? "ring" : "stream"));
		add(to, "sideband", json_object_new_boolean(buffer->sideband));
		add(to, "bytes", number(buffer->bytes));
		json_object_array_add(list, to);
	}
	return list;
}

struct json_object *set_json(struct pp_set *set)
{
	struct json_object *to = set_info_json(pp_set_info(set));
	struct json_object *events = json_object_new_array();

	for (size_t i = 0; i < pp_set_nevents(set); i++)
		json_object_array_add(events, event_json(set, i));
	add(to, "cmdline", out_json_text(pp_set_cmdline(set)));
	add(to, "memory_bytes", number(set_memory(set)));
	add(to, "attrs", attrs_json(set));
	add(to, "events", events);
	add(to, "buffers", buffers_json(set));
	return to;
}
