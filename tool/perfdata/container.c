// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "container.h"
#include "records.h"

/* Both formats: tools/perf/Documentation/perf.data-file-format.txt in Linux. */
static const char magic[8] = {'P', 'E', 'R', 'F', 'I', 'L', 'E', '2'};

struct section {
	uint64_t offset, size;
};

struct file_header {
	char magic[8];
	uint64_t size, attr_size;
	struct section attrs, data, event_types;
	uint64_t features[4]; /* bits */
};

struct pipe_header {
	char magic[8];
	uint64_t size;
};

static void write_attr(const struct container *c, const struct file_attr *entry)
{
	uint8_t attr[sizeof(*entry->attr->attr)];

	attrs_copy(c->attrs, entry, attr);
	sink_write(c->sink, attr, c->attrs->size);
}

static void begin_file(struct container *c)
{
	const struct attrs *attrs = c->attrs;
	struct file_header header = {
		.size = sizeof(header),
		.attr_size = attrs->size + sizeof(struct section),
	};
	struct section ids = {.offset = sizeof(header)};

	/* Without the magic until all is there: container_end() writes the header again. */
	sink_write(c->sink, &header, sizeof(header));
	for (size_t i = 0; i < attrs->n; i++)
		sink_write(c->sink, attrs->list[i].ids,
			   attrs->list[i].nids * sizeof(*attrs->list[i].ids));
	for (size_t i = 0; i < attrs->n; i++) {
		write_attr(c, &attrs->list[i]);
		ids.size = attrs->list[i].nids * sizeof(*attrs->list[i].ids);
		sink_write(c->sink, &ids, sizeof(ids));
		ids.offset += ids.size;
	}
	c->data = c->sink->pos;
}

static void end_file(struct container *c)
{
	const struct attrs *attrs = c->attrs;
	struct file_header header = {
		.size = sizeof(header),
		.attr_size = attrs->size + sizeof(struct section),
		.data = {.offset = c->data, .size = c->sink->pos - c->data},
	};
	struct section section = {.offset = c->sink->pos};

	memcpy(header.magic, magic, sizeof(magic));
	header.attrs.size = attrs->n * header.attr_size;
	header.attrs.offset = c->data - header.attrs.size;
	for (int i = 0; i < FEATURE_END; i++) {
		if (!c->features->section[i].len)
			continue;
		header.features[i / 64] |= 1ull << i % 64;
		section.offset += sizeof(section);
	}
	for (int i = 0; i < FEATURE_END; i++) {
		section.size = c->features->section[i].len;
		if (!section.size)
			continue;
		sink_write(c->sink, &section, sizeof(section));
		section.offset += section.size;
	}
	for (int i = 0; i < FEATURE_END; i++)
		sink_write(c->sink, c->features->section[i].data, c->features->section[i].len);
	sink_rewrite(c->sink, 0, &header, sizeof(header));
}

static void pipe_attr(const struct container *c, const struct file_attr *entry)
{
	size_t ids = entry->nids * sizeof(*entry->ids);
	struct perf_event_header header = {
		.type = RECORD_HEADER_ATTR,
		.size = sizeof(header) + c->attrs->size + ids,
	};

	sink_write(c->sink, &header, sizeof(header));
	write_attr(c, entry);
	sink_write(c->sink, entry->ids, ids);
}

static const char zeros[64];

static void pipe_name(const struct container *c, const struct file_attr *entry)
{
	size_t len = strlen(entry->attr->name), padded = (len + 8) & ~(size_t)7;
	struct record_event_update update = {
		.header = {.type = RECORD_EVENT_UPDATE, .size = sizeof(update) + padded},
		.type = EVENT_UPDATE_NAME,
		.id = entry->nids ? entry->ids[0] : 0,
	};

	/* perf finds the type by an id. */
	if (!entry->nids || padded > UINT16_MAX - sizeof(update))
		return;
	sink_write(c->sink, &update, sizeof(update));
	sink_write(c->sink, entry->attr->name, len);
	sink_write(c->sink, zeros, padded - len);
}

static void pipe_tracing(const struct container *c, const struct bytes *data)
{
	size_t padded = (data->len + 7) & ~(size_t)7;
	struct record_tracing_data record = {
		.header = {.type = RECORD_TRACING_DATA, .size = sizeof(record)},
		.size = padded,
	};

	sink_write(c->sink, &record, sizeof(record));
	sink_write(c->sink, data->data, data->len);
	sink_write(c->sink, zeros, padded - data->len);
}

static void pipe_feature(const struct container *c, int feature, const struct bytes *data)
{
	size_t padded = (data->len + 7) & ~(size_t)7;
	struct record_feature record = {
		.header = {.type = RECORD_FEATURE, .size = sizeof(record) + padded},
		.feature = feature,
	};

	/* The size has 16 bits; only the event descriptions of very many events are larger, and
	 * what matters of them has been told. */
	if (sizeof(record) + padded > UINT16_MAX)
		return;
	sink_write(c->sink, &record, sizeof(record));
	sink_write(c->sink, data->data, data->len);
	sink_write(c->sink, zeros, padded - data->len);
}

static void begin_pipe(struct container *c)
{
	const struct bytes *section = c->features->section;
	struct pipe_header header = {.size = sizeof(header)};

	memcpy(header.magic, magic, sizeof(magic));
	sink_write(c->sink, &header, sizeof(header));
	for (size_t i = 0; i < c->attrs->n; i++)
		pipe_attr(c, &c->attrs->list[i]);
	for (size_t i = 0; i < c->attrs->n; i++)
		pipe_name(c, &c->attrs->list[i]);
	for (int i = FEATURE_BUILD_ID + 1; i < FEATURE_END; i++)
		if (section[i].len)
			pipe_feature(c, i, &section[i]);
	if (section[FEATURE_TRACING_DATA].len)
		pipe_tracing(c, &section[FEATURE_TRACING_DATA]);
	/* These are records already. */
	sink_write(c->sink, section[FEATURE_BUILD_ID].data, section[FEATURE_BUILD_ID].len);
}

void container_begin(struct container *c)
{
	if (c->sink->seeks)
		begin_file(c);
	else
		begin_pipe(c);
}

void container_end(struct container *c)
{
	if (c->sink->seeks)
		end_file(c);
}
