/* SPDX-License-Identifier: GPL-2.0-only */
/* The formats of tracepoints, as perf keeps them. */
#ifndef PERFDATA_TRACING_H
#define PERFDATA_TRACING_H

#include "bytes.h"
#include "perf-persistent.h"

/*
 * Appends the tracing data of the set's tracepoints; nothing if it has none. -EACCES and
 * others: tracefs cannot be read.
 */
int tracing_data(const struct pp_set *set, struct bytes *out, struct pp_error *err);

#endif /* PERFDATA_TRACING_H */
