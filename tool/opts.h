/* SPDX-License-Identifier: GPL-2.0-only */
/* Values of options. Parsers return false for what they do not understand. */
#ifndef TOOL_OPTS_H
#define TOOL_OPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What a command's parser returns when nothing ends the command yet. */
#define OPTS_GO_ON (-1)

/* Reports what getopt_long() meant by returning ':' or '?'. An exit status. */
int opts_bad(const char *cmd, int c, char **argv);

/* A decimal number of @min to @max. */
bool opts_number(const char *text, uint64_t min, uint64_t max, uint64_t *number);
/* perf's -m: pages, or a size with B, K, M or G; rounded up to a power of two of pages. */
bool opts_pages(const char *text, size_t *pages);
/* "10s", "500ms", "2m", "1h", "1.5": not zero. */
bool opts_duration(const char *text, uint64_t *ns);
/* Appends the numbers of "12,34" to the malloc'ed @pids. */
bool opts_pids(const char *text, pid_t **pids, size_t *npids);
/* [a-z][a-z0-9_]{0,30} */
bool opts_set_name(const char *text);

#endif /* TOOL_OPTS_H */
