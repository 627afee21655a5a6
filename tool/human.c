// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <time.h>

#include "human.h"

#define NSEC 1000000000ull

const char *human_bytes(uint64_t bytes, char buf[HUMAN_MAX])
{
	static const char units[] = "BKMGTPE";
	double value = (double)bytes;
	size_t unit = 0;

	while (value >= 1024 && units[unit + 1]) {
		value /= 1024;
		unit++;
	}
	if (value < 10 && value != (double)(int)value)
		snprintf(buf, HUMAN_MAX, "%.1f%c", value, units[unit]);
	else
		snprintf(buf, HUMAN_MAX, "%.0f%c", value, units[unit]);
	return buf;
}

const char *human_age(uint64_t ns, char buf[HUMAN_MAX])
{
	unsigned long long s = ns / NSEC;

	if (s < 60)
		snprintf(buf, HUMAN_MAX, "%llus", s);
	else if (s < 3600)
		snprintf(buf, HUMAN_MAX, "%llum", s / 60);
	else if (s < 2 * 86400)
		snprintf(buf, HUMAN_MAX, "%lluh", s / 3600);
	else
		snprintf(buf, HUMAN_MAX, "%llud", s / 86400);
	return buf;
}

const char *human_date(uint64_t ns, char buf[HUMAN_MAX])
{
	time_t t = (time_t)(ns / NSEC);
	struct tm tm;

	if (!localtime_r(&t, &tm) || !strftime(buf, HUMAN_MAX, "%Y-%m-%d %H:%M:%S %z", &tm))
		snprintf(buf, HUMAN_MAX, "%llu ns", (unsigned long long)ns);
	return buf;
}

uint64_t human_since(uint64_t realtime_ns)
{
	struct timespec now;
	uint64_t ns;

	clock_gettime(CLOCK_REALTIME, &now);
	ns = (uint64_t)now.tv_sec * NSEC + (uint64_t)now.tv_nsec;
	return ns > realtime_ns ? ns - realtime_ns : 0;
}
