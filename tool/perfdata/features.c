// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "features.h"

/* What follows "@key :" in /proc/cpuinfo, its first time; malloc'ed, NULL: not there. */
static char *cpuinfo(const char *key)
{
	FILE *f = fopen("/proc/cpuinfo", "re");
	size_t room = 0, len = strlen(key);
	char *line = NULL, *value = NULL;

	while (f && !value && getline(&line, &room, f) > 0) {
		char *p = line + len;

		if (strncmp(line, key, len))
			continue;
		p += strspn(p, " \t");
		if (*p++ != ':')
			continue;
		p += strspn(p, " \t");
		p[strcspn(p, "\n")] = '\0';
		value = strdup(p);
	}
	free(line);
	if (f)
		fclose(f);
	return value;
}

static void add_string(struct bytes *section, const char *text)
{
	if (text && *text)
		bytes_string(section, text);
}

static void make_system(struct features *features)
{
	struct utsname uts;

	uname(&uts);
	add_string(&features->section[FEATURE_HOSTNAME], uts.nodename);
	add_string(&features->section[FEATURE_OSRELEASE], uts.release);
	add_string(&features->section[FEATURE_ARCH], uts.machine);
}

static void make_cpudesc(struct features *features)
{
	/* x86, arm, riscv, powerpc: what /proc/cpuinfo of each calls it. */
	static const char *const keys[] = {"model name", "Model Name", "uarch", "cpu", "Processor"};
	char *text = NULL;

	for (size_t i = 0; !text && i < sizeof(keys) / sizeof(*keys); i++)
		text = cpuinfo(keys[i]);
	add_string(&features->section[FEATURE_CPUDESC], text);
	free(text);
}

/* x86 only, in the form that perf's annotate takes apart; elsewhere perf does without. */
static void make_cpuid(struct features *features)
{
	static const char *const keys[] = {"vendor_id", "cpu family", "model", "stepping"};
	char *part[4], *text = NULL;

	for (size_t i = 0; i < 4; i++)
		part[i] = cpuinfo(keys[i]);
	if (part[0] && part[1] && part[2] && part[3] &&
	    asprintf(&text, "%s,%s,%s,%s", part[0], part[1], part[2], part[3]) < 0)
		text = NULL;
	add_string(&features->section[FEATURE_CPUID], text);
	free(text);
	for (size_t i = 0; i < 4; i++)
		free(part[i]);
}

static void make_nrcpus(struct bytes *section)
{
	bytes_u32(section, sysconf(_SC_NPROCESSORS_CONF));
	bytes_u32(section, sysconf(_SC_NPROCESSORS_ONLN));
}

static void make_total_mem(struct bytes *section)
{
	FILE *f = fopen("/proc/meminfo", "re");
	unsigned long long kib;

	if (f && fscanf(f, "MemTotal: %llu kB", &kib) == 1)
		bytes_u64(section, kib);
	if (f)
		fclose(f);
}

static void make_cmdline(struct bytes *section, const char *cmdline)
{
	if (!cmdline)
		return;
	/* It is kept as one string, and perf only shows it. */
	bytes_u32(section, 1);
	bytes_string(section, cmdline);
}

static void make_event_desc(struct bytes *section, const struct attrs *attrs)
{
	bytes_u32(section, attrs->n);
	bytes_u32(section, attrs->size);
	for (size_t i = 0; i < attrs->n; i++) {
		const struct file_attr *entry = &attrs->list[i];
		uint8_t attr[sizeof(*entry->attr->attr)];

		attrs_copy(attrs, entry, attr);
		bytes_add(section, attr, attrs->size);
		bytes_u32(section, entry->nids);
		bytes_string(section, entry->attr->name);
		bytes_add(section, entry->ids, entry->nids * sizeof(*entry->ids));
	}
}

static void make_pmu_mappings(struct bytes *section)
{
	const char *dir = "/sys/bus/event_source/devices";
	DIR *list = opendir(dir);
	struct bytes mappings = {0};
	struct dirent *entry;
	uint32_t n = 0;

	while (list && (entry = readdir(list))) {
		char path[512];
		unsigned int type;
		FILE *f;

		snprintf(path, sizeof(path), "%s/%s/type", dir, entry->d_name);
		f = entry->d_name[0] == '.' ? NULL : fopen(path, "re");
		if (f && fscanf(f, "%u", &type) == 1) {
			bytes_u32(&mappings, type);
			bytes_string(&mappings, entry->d_name);
			n++;
		}
		if (f)
			fclose(f);
	}
	if (list)
		closedir(list);
	if (n) {
		bytes_u32(section, n);
		bytes_add(section, mappings.data, mappings.len);
	}
	section->failed |= mappings.failed;
	bytes_free(&mappings);
}

/* Events that follow @leader and are of its group; 0: it leads none. */
static uint32_t group_size(const struct attrs *attrs, size_t leader)
{
	size_t end = leader;

	while (end < attrs->n && attrs->list[end].leader == leader)
		end++;
	return end - leader > 1 ? end - leader : 0;
}

static void make_group_desc(struct bytes *section, const struct attrs *attrs)
{
	uint32_t ngroups = 0;

	/* Indexes of leaders count types, not entries. */
	if (attrs->split)
		return;
	for (size_t i = 0; i < attrs->n; i++)
		ngroups += group_size(attrs, i) > 0;
	if (!ngroups)
		return;
	bytes_u32(section, ngroups);
	for (size_t i = 0; i < attrs->n; i++) {
		uint32_t members = group_size(attrs, i);

		if (!members)
			continue;
		/* perf's word for a group that has no name. */
		bytes_string(section, "{anon_group}");
		bytes_u32(section, i);
		bytes_u32(section, members);
	}
}

static void make_clock(struct features *features, const struct attrs *attrs)
{
	const struct perf_event_attr *attr = attrs->n ? attrs->list[0].attr->attr : NULL;
	struct bytes *section = &features->section[FEATURE_CLOCK_DATA];
	struct timespec res, wall, now;

	if (!attr || !attr->use_clockid || clock_getres(attr->clockid, &res) ||
	    clock_gettime(CLOCK_REALTIME, &wall) || clock_gettime(attr->clockid, &now))
		return;
	bytes_u64(&features->section[FEATURE_CLOCKID], res.tv_sec * 1000000000ull + res.tv_nsec);
	bytes_u32(section, 1); /* version */
	bytes_u32(section, attr->clockid);
	bytes_u64(section, wall.tv_sec * 1000000000ull + wall.tv_nsec);
	bytes_u64(section, now.tv_sec * 1000000000ull + now.tv_nsec);
}

int features_make(struct features *features, const struct perfdata_job *job,
		  const struct attrs *attrs, const struct perfdata_stats *stats)
{
	struct bytes *section = features->section;
	bool failed = false;

	make_system(features);
	add_string(&section[FEATURE_VERSION], job->version);
	make_cpudesc(features);
	make_cpuid(features);
	make_nrcpus(&section[FEATURE_NRCPUS]);
	make_total_mem(&section[FEATURE_TOTAL_MEM]);
	make_cmdline(&section[FEATURE_CMDLINE], pp_set_cmdline(job->set));
	make_event_desc(&section[FEATURE_EVENT_DESC], attrs);
	make_pmu_mappings(&section[FEATURE_PMU_MAPPINGS]);
	make_group_desc(&section[FEATURE_GROUP_DESC], attrs);
	make_clock(features, attrs);
	if (stats->samples) {
		bytes_u64(&section[FEATURE_SAMPLE_TIME], stats->first);
		bytes_u64(&section[FEATURE_SAMPLE_TIME], stats->last);
	}
	for (int i = 0; i < FEATURE_END; i++)
		failed |= section[i].failed;
	return failed ? -ENOMEM : 0;
}

void features_free(struct features *features)
{
	for (int i = 0; i < FEATURE_END; i++)
		bytes_free(&features->section[i]);
}
