// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "opts.h"
#include "out.h"

int opts_bad(const char *cmd, int c, char **argv)
{
	const char *arg = argv[optind - 1];

	if (c == ':')
		return out_usage(cmd, "option '%s' needs a value", arg);
	if (!optopt)
		return out_usage(cmd, "unknown option '%s'", arg);
	if (!strncmp(arg, "--", 2))
		return out_usage(cmd, "option '%s' takes no value", arg);
	return out_usage(cmd, "unknown option '-%c'", optopt);
}

bool opts_number(const char *text, uint64_t min, uint64_t max, uint64_t *number)
{
	unsigned long long value;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || *end || value < min || value > max)
		return false;
	*number = value;
	return true;
}

bool opts_pages(const char *text, size_t *pages)
{
	static const char units[] = "BKMG";
	size_t page = (size_t)sysconf(_SC_PAGESIZE), rounded = 1;
	unsigned long long value;
	const char *unit;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || !value)
		return false;
	if (*end) {
		unit = strchr(units, toupper((unsigned char)*end));
		if (!unit || end[1] || value > ULLONG_MAX >> (10 * (unit - units)))
			return false;
		value <<= 10 * (unit - units);
		value = value / page + !!(value % page);
	}
	/* The kernel's limit on one allocation is far below. */
	if (value > SIZE_MAX / page / 2)
		return false;
	while (rounded < value)
		rounded *= 2;
	*pages = rounded;
	return true;
}

bool opts_duration(const char *text, uint64_t *ns)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"m", 60}, {"h", 3600}};
	double value;
	char *end;

	/* No sign, no hexadecimal, no "inf". */
	if (strspn(text, "0123456789.") == 0)
		return false;
	if (text[0] == '0' && tolower((unsigned char)text[1]) == 'x')
		return false;
	value = strtod(text, &end);
	if (end == text)
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(end, units[i].name))
			continue;
		value *= units[i].seconds * 1e9;
		if (!(value >= 1) || value > 1e18)
			return false;
		*ns = (uint64_t)value;
		return true;
	}
	return false;
}

bool opts_pids(const char *text, pid_t **pids, size_t *npids)
{
	char *list = strdup(text), *rest = list, *item;
	bool good = list != NULL;

	while (good && (item = strsep(&rest, ","))) {
		uint64_t number;
		pid_t *grown;

		good = opts_number(item, 1, INT_MAX, &number);
		if (!good)
			break;
		grown = reallocarray(*pids, *npids + 1, sizeof(**pids));
		good = grown != NULL;
		if (!good)
			break;
		grown[(*npids)++] = (pid_t)number;
		*pids = grown;
	}
	free(list);
	return good;
}

bool opts_set_name(const char *text)
{
	size_t n = strlen(text);

	return n >= 1 && n <= PP_NAME_MAX && islower((unsigned char)text[0]) &&
	       strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == n;
}
