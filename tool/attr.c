// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "attr.h"
#include "out.h"

static const char *const types[] = {
	[PERF_TYPE_HARDWARE] = "hardware",
	[PERF_TYPE_SOFTWARE] = "software",
	[PERF_TYPE_TRACEPOINT] = "tracepoint",
	[PERF_TYPE_HW_CACHE] = "hw-cache",
	[PERF_TYPE_RAW] = "raw",
	[PERF_TYPE_BREAKPOINT] = "breakpoint",
};

/* Bit n of sample_type, read_format and branch_sample_type. */
static const char *const sample_bits[] = {
	"IP",
	"TID",
	"TIME",
	"ADDR",
	"READ",
	"CALLCHAIN",
	"ID",
	"CPU",
	"PERIOD",
	"STREAM_ID",
	"RAW",
	"BRANCH_STACK",
	"REGS_USER",
	"STACK_USER",
	"WEIGHT",
	"DATA_SRC",
	"IDENTIFIER",
	"TRANSACTION",
	"REGS_INTR",
	"PHYS_ADDR",
	"AUX",
	"CGROUP",
	"DATA_PAGE_SIZE",
	"CODE_PAGE_SIZE",
	"WEIGHT_STRUCT",
};
static const char *const read_bits[] = {
	"TOTAL_TIME_ENABLED", "TOTAL_TIME_RUNNING", "ID", "GROUP", "LOST",
};
static const char *const branch_bits[] = {
	"USER",     "KERNEL",    "HV",        "ANY",      "ANY_CALL",   "ANY_RETURN", "IND_CALL",
	"ABORT_TX", "IN_TX",     "NO_TX",     "COND",     "CALL_STACK", "IND_JUMP",   "CALL",
	"NO_FLAGS", "NO_CYCLES", "TYPE_SAVE", "HW_INDEX", "PRIV_SAVE",
};

static void add_number(struct json_object *to, const char *name, uint64_t value)
{
	if (value)
		json_object_object_add(to, name, json_object_new_uint64(value));
}

/* Addresses and encodings mean nothing in decimal. */
static void add_hex(struct json_object *to, const char *name, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%#llx", (unsigned long long)value);
	if (value)
		json_object_object_add(to, name, json_object_new_string(text));
}

static void add_bits(struct json_object *to, const char *name, uint64_t value,
		     const char *const *bits, size_t nbits)
{
	struct json_object *list;

	if (!value)
		return;
	list = json_object_new_array();
	for (size_t i = 0; i < 64; i++) {
		char number[8];

		if (!(value >> i & 1))
			continue;
		snprintf(number, sizeof(number), "bit%zu", i);
		json_object_array_add(list, json_object_new_string(i < nbits ? bits[i] : number));
	}
	json_object_object_add(to, name, list);
}

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

struct json_object *attr_json(const struct perf_event_attr *attr)
{
	struct json_object *to = json_object_new_object();
	const char *type = attr->type < ARRAY_SIZE(types) ? types[attr->type] : NULL;
	char config[24];

	json_object_object_add(to, "type", json_object_new_int64(attr->type));
	if (type)
		json_object_object_add(to, "type_name", json_object_new_string(type));
	snprintf(config, sizeof(config), "%#llx", (unsigned long long)attr->config);
	json_object_object_add(to, "config", json_object_new_string(config));
	if (attr->type == PERF_TYPE_BREAKPOINT) {
		add_number(to, "bp_type", attr->bp_type);
		add_hex(to, "bp_addr", attr->bp_addr);
		add_number(to, "bp_len", attr->bp_len);
	} else {
		add_hex(to, "config1", attr->config1);
		add_hex(to, "config2", attr->config2);
	}
	add_number(to, attr->freq ? "sample_freq" : "sample_period", attr->sample_period);
	add_bits(to, "sample_type", attr->sample_type, sample_bits, ARRAY_SIZE(sample_bits));
	add_bits(to, "read_format", attr->read_format, read_bits, ARRAY_SIZE(read_bits));
	add_bits(to, "branch_sample_type", attr->branch_sample_type, branch_bits,
		 ARRAY_SIZE(branch_bits));
	add_hex(to, "sample_regs_user", attr->sample_regs_user);
	add_number(to, "sample_stack_user", attr->sample_stack_user);
	add_number(to, "sample_max_stack", attr->sample_max_stack);
	add_number(to, "clockid", attr->use_clockid ? (uint64_t)attr->clockid : 0);
	add_number(to, "precise_ip", attr->precise_ip);

#define FLAG(name) add_number(to, #name, attr->name)
	FLAG(disabled);
	FLAG(inherit);
	FLAG(pinned);
	FLAG(exclusive);
	FLAG(exclude_user);
	FLAG(exclude_kernel);
	FLAG(exclude_hv);
	FLAG(exclude_idle);
	FLAG(exclude_host);
	FLAG(exclude_guest);
	FLAG(exclude_callchain_kernel);
	FLAG(exclude_callchain_user);
	FLAG(mmap);
	FLAG(mmap2);
	FLAG(mmap_data);
	FLAG(comm);
	FLAG(comm_exec);
	FLAG(task);
	FLAG(build_id);
	FLAG(ksymbol);
	FLAG(bpf_event);
	FLAG(context_switch);
	FLAG(enable_on_exec);
	FLAG(inherit_thread);
	FLAG(sample_id_all);
	FLAG(use_clockid);
	FLAG(watermark);
	FLAG(write_backward);
#undef FLAG
	add_number(to, attr->watermark ? "wakeup_watermark" : "wakeup_events", attr->wakeup_events);
	return to;
}
