/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bodies of records: the kernel's, which linux/perf_event.h describes in comments only, and
 * perf's own (tools/lib/perf/include/perf/event.h in Linux).
 */
#ifndef PERFDATA_RECORDS_H
#define PERFDATA_RECORDS_H

#include <linux/perf_event.h>

/* Types from here on are perf's; the kernel writes none of them. */
#define RECORD_USER_TYPES   64
#define RECORD_HEADER_ATTR  64
#define RECORD_TRACING_DATA 66
#define RECORD_BUILD_ID     67
#define RECORD_ROUND        68 /* FINISHED_ROUND */
#define RECORD_EVENT_UPDATE 78
#define RECORD_FEATURE      80

struct record_fork { /* and EXIT */
	struct perf_event_header header;
	__u32 pid, ppid;
	__u32 tid, ptid;
	__u64 time;
};

struct record_comm {
	struct perf_event_header header;
	__u32 pid, tid;
	char comm[];
};

struct record_lost {
	struct perf_event_header header;
	__u64 id;
	__u64 lost;
};

struct record_lost_samples {
	struct perf_event_header header;
	__u64 lost;
};

struct record_mmap {
	struct perf_event_header header;
	__u32 pid, tid;
	__u64 addr;
	__u64 len;
	__u64 pgoff;
	char filename[];
};

struct record_mmap2 {
	struct perf_event_header header;
	__u32 pid, tid;
	__u64 addr;
	__u64 len;
	__u64 pgoff;
	union {
		struct {
			__u32 maj, min;
			__u64 ino;
			__u64 ino_generation;
		};
		struct { /* PERF_RECORD_MISC_MMAP_BUILD_ID */
			__u8 build_id_size;
			__u8 reserved[3];
			__u8 build_id[20];
		};
	};
	__u32 prot, flags;
	char filename[];
};

struct record_tracing_data {
	struct perf_event_header header;
	__u32 size;
	__u32 pad;
};

#define RECORD_MISC_BUILD_ID_SIZE (1 << 15)

struct record_build_id {
	struct perf_event_header header;
	__s32 pid;
	__u8 build_id[20];
	__u8 size;
	__u8 reserved[3];
	char filename[];
};

#define EVENT_UPDATE_NAME 2

struct record_event_update {
	struct perf_event_header header;
	__u64 type;
	__u64 id;
	char name[];
};

struct record_feature {
	struct perf_event_header header;
	__u64 feature;
};

#endif /* PERFDATA_RECORDS_H */
