// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "bytes.h"

#define STRING_ALIGN 64 /* NAME_ALIGN of tools/perf/util/header.h */

void bytes_free(struct bytes *b)
{
	free(b->data);
	*b = (struct bytes){0};
}

static uint8_t *grow(struct bytes *b, size_t len)
{
	uint8_t *at;

	if (b->failed)
		return NULL;
	if (b->room - b->len < len) {
		size_t room = b->room ? b->room : 4096;
		uint8_t *more;

		while (room - b->len < len)
			room *= 2;
		more = realloc(b->data, room);
		if (!more) {
			b->failed = true;
			return NULL;
		}
		b->data = more;
		b->room = room;
	}
	at = b->data + b->len;
	b->len += len;
	return at;
}

void bytes_add(struct bytes *b, const void *data, size_t len)
{
	uint8_t *at = len ? grow(b, len) : NULL;

	if (at)
		memcpy(at, data, len);
}

void bytes_zero(struct bytes *b, size_t len)
{
	uint8_t *at = len ? grow(b, len) : NULL;

	if (at)
		memset(at, 0, len);
}

void bytes_u32(struct bytes *b, uint32_t value)
{
	bytes_add(b, &value, sizeof(value));
}

void bytes_u64(struct bytes *b, uint64_t value)
{
	bytes_add(b, &value, sizeof(value));
}

void bytes_string(struct bytes *b, const char *text)
{
	size_t len = strlen(text) + 1;
	size_t padded = (len + STRING_ALIGN - 1) & ~(size_t)(STRING_ALIGN - 1);

	bytes_u32(b, padded);
	bytes_add(b, text, len);
	bytes_zero(b, padded - len);
}
