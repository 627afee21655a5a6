/* SPDX-License-Identifier: GPL-2.0-only */
/* Figures as people read them. Each writes to @buf and returns it. */
#ifndef TOOL_HUMAN_H
#define TOOL_HUMAN_H

#include <stdint.h>

#define HUMAN_MAX 32

/* "512K", "1.5M"; as -m takes it. */
const char *human_bytes(uint64_t bytes, char buf[HUMAN_MAX]);
/* "45s", "12m", "3h", "9d": the largest unit. */
const char *human_age(uint64_t ns, char buf[HUMAN_MAX]);
/* CLOCK_REALTIME nanoseconds as local date and time. */
const char *human_date(uint64_t ns, char buf[HUMAN_MAX]);
/* Nanoseconds from then to now, 0 if that lies ahead. */
uint64_t human_since(uint64_t realtime_ns);

#endif /* TOOL_HUMAN_H */
