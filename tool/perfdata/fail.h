/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERFDATA_FAIL_H
#define PERFDATA_FAIL_H

#include "perf-persistent.h"

/*
 * Fills @err (may be NULL) with @code (a positive errno value), @what as a printf format and
 * why; no hint. Returns -@code.
 */
int fail(struct pp_error *err, int code, const char *what, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* PERFDATA_FAIL_H */
