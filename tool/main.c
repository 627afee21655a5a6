// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "interrupt.h"
#include "out.h"

struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
};

static const struct command commands[] = {
	{"create", cmd_create, "open events and keep them in a named set"},
	{"list", cmd_list, "list the sets"},
	{"show", cmd_show, "show everything about one set"},
	{"dump", cmd_dump, "write what a set holds to a perf.data file"},
	{"stat", cmd_stat, "print the counts of a set"},
	{"enable", cmd_enable, "start the events of sets"},
	{"disable", cmd_disable, "stop the events of sets"},
	{"release", cmd_release, "end sets"},
};
#define NCOMMANDS (sizeof(commands) / sizeof(commands[0]))

/*
 * A descriptor that is opened later must not become a standard one. What is opened here in
 * stdout's place cannot be written to, so that the loss of output is noticed.
 */
static void fill_standard_fds(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDONLY);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

static int help(void)
{
	printf("usage: perf-persistent COMMAND [ARGS]\n"
	       "       perf-persistent COMMAND --help\n"
	       "       perf-persistent --version\n\n"
	       "perf events that outlive the process that opened them.\n\n");
	for (size_t i = 0; i < NCOMMANDS; i++)
		printf("  %-10s%s\n", commands[i].name, commands[i].help);
	printf("\nExit status: 0 done, 1 failed, 2 usage, 3 no such set, 4 no permission.\n");
	return OUT_DONE;
}

/* Edits that make @b of @a; names are short. */
static size_t edit_distance(const char *a, const char *b)
{
	size_t row[32], n = strlen(b);

	if (n >= sizeof(row) / sizeof(row[0]))
		return n;
	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			size_t best = diagonal + (a[i - 1] != b[j - 1]);

			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			diagonal = row[j];
			row[j] = best;
		}
	}
	return row[n];
}

static int unknown_command(const char *name)
{
	size_t nearest = 0, best = edit_distance(name, commands[0].name);

	for (size_t i = 1; i < NCOMMANDS; i++) {
		size_t distance = edit_distance(name, commands[i].name);

		if (distance < best) {
			best = distance;
			nearest = i;
		}
	}
	/* Further off than half of the name it is another word. */
	if (best <= strlen(commands[nearest].name) / 2)
		return out_usage(NULL, "no command '%s'; did you mean '%s'?", name,
				 commands[nearest].name);
	return out_usage(NULL, "no command '%s'", name);
}

static int run(int argc, char **argv)
{
	if (argc < 2)
		return out_usage(NULL, "no command given");
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return help();
	if (!strcmp(argv[1], "--version")) {
		printf("perf-persistent %s\n", VERSION);
		return OUT_DONE;
	}
	if (argv[1][0] == '-')
		return out_usage(NULL, "unknown option '%s'", argv[1]);
	for (size_t i = 0; i < NCOMMANDS; i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	return unknown_command(argv[1]);
}

int main(int argc, char **argv)
{
	fill_standard_fds();
	interrupt_catch();
	return out_end(run(argc, argv));
}
