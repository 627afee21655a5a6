/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Bodies of the records that the library makes itself; linux/perf_event.h describes them in
 * comments only. No struct sample_id follows them.
 */
#ifndef LIB_RECORD_TYPES_H
#define LIB_RECORD_TYPES_H

#include <linux/perf_event.h>

#define RECORD_COMM_MAX 16 /* TASK_COMM_LEN */

struct record_fork {
	struct perf_event_header header;
	__u32 pid, ppid;
	__u32 tid, ptid;
	__u64 time;
};

struct record_comm {
	struct perf_event_header header;
	__u32 pid, tid;
	char comm[]; /* NUL-terminated, padded to 8 bytes */
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
	char filename[]; /* NUL-terminated, padded to 8 bytes */
};

#endif /* LIB_RECORD_TYPES_H */
