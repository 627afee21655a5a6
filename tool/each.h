/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TOOL_EACH_H
#define TOOL_EACH_H

#include "perf-persistent.h"

/*
 * Opens each of the sets and does @act to it; a failure is reported and the rest still done.
 * The worst, that is the highest, exit status.
 */
int each_set(const char *const *names, size_t n,
	     int (*act)(struct pp_set *set, struct pp_error *err));

#endif /* TOOL_EACH_H */
