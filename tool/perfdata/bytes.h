/* SPDX-License-Identifier: GPL-2.0-only */
/* A growing piece of memory, for the parts of a file whose length comes before them. */
#ifndef PERFDATA_BYTES_H
#define PERFDATA_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
	uint8_t *data;
	size_t len, room;
	bool failed; /* no memory: what was added since is not there */
};

void bytes_free(struct bytes *b);
void bytes_add(struct bytes *b, const void *data, size_t len);
void bytes_zero(struct bytes *b, size_t len);
void bytes_u32(struct bytes *b, uint32_t value);
void bytes_u64(struct bytes *b, uint64_t value);
/* A string of perf's header sections: its padded length, then it with its padding. */
void bytes_string(struct bytes *b, const char *text);

#endif /* PERFDATA_BYTES_H */
