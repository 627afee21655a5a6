/* SPDX-License-Identifier: GPL-2.0-only */
/* The header's feature sections: what perf report --header shows. */
#ifndef PERFDATA_FEATURES_H
#define PERFDATA_FEATURES_H

#include "attrs.h"
#include "bytes.h"
#include "perfdata.h"

/* Their numbers: enum in tools/perf/util/header.h of Linux. */
enum {
	FEATURE_TRACING_DATA = 1,
	FEATURE_BUILD_ID,
	FEATURE_HOSTNAME,
	FEATURE_OSRELEASE,
	FEATURE_VERSION,
	FEATURE_ARCH,
	FEATURE_NRCPUS,
	FEATURE_CPUDESC,
	FEATURE_CPUID,
	FEATURE_TOTAL_MEM,
	FEATURE_CMDLINE,
	FEATURE_EVENT_DESC,
	FEATURE_PMU_MAPPINGS = 16,
	FEATURE_GROUP_DESC,
	FEATURE_SAMPLE_TIME = 21,
	FEATURE_CLOCKID = 23,
	FEATURE_CLOCK_DATA = 29,
	FEATURE_END,
};

struct features {
	struct bytes section[FEATURE_END]; /* empty: not in the file */
};

/*
 * Fills in all but FEATURE_TRACING_DATA and FEATURE_BUILD_ID. What this machine does not
 * tell is left empty. -ENOMEM.
 */
int features_make(struct features *features, const struct perfdata_job *job,
		  const struct attrs *attrs, const struct perfdata_stats *stats);
void features_free(struct features *features);

#endif /* PERFDATA_FEATURES_H */
