/* SPDX-License-Identifier: GPL-2.0-only */
/* The only place for messages, JSON and exit statuses. */
#ifndef TOOL_OUT_H
#define TOOL_OUT_H

#include <json-c/json.h>

#include "perf-persistent.h"

enum {
	OUT_DONE = 0,
	OUT_FAILED = 1,
	OUT_USAGE = 2,
	OUT_NO_SET = 3,
	OUT_NO_PERMISSION = 4,
	OUT_NO_READER = 128 + 13, /* as the shell shows a death of SIGPIPE */
};

/* Prints @err's line and its hint; returns the exit status that its code means. */
int out_error(const struct pp_error *err);
/* The same when a set was looked up: -ENOENT is then OUT_NO_SET. */
int out_lookup_error(const struct pp_error *err);
/* A failure of the command's own: what was attempted, and @code (an errno value) for why. */
int out_fail(int code, const char *what, ...) __attribute__((format(printf, 2, 3)));
/* A wrong command line; @cmd: whose --help to point at, NULL: the command's own. OUT_USAGE. */
int out_usage(const char *cmd, const char *what, ...) __attribute__((format(printf, 2, 3)));

/* For people, on stderr. */
void out_note(const char *text, ...) __attribute__((format(printf, 1, 2)));
void out_report(const char *text, ...) __attribute__((format(printf, 1, 2)));
/* One line that overwrites itself: only on a terminal, and only a second after the first. */
void out_progress(const char *text, ...) __attribute__((format(printf, 1, 2)));

/* Help text to stdout. */
int out_help(const char *text);

/* Prints @doc and frees it: over several lines, or as one (@line) of many. */
void out_json(struct json_object *doc, bool line);
/* A JSON string of any bytes: what is not UTF-8 becomes U+FFFD; NULL becomes null. */
struct json_object *out_json_text(const char *text);
/* Appends @text without control characters to stdout: it may be another user's. */
void out_text(const char *text);

/* Last word: what stdio holds is written. @status, or what went wrong then. */
int out_end(int status);

#endif /* TOOL_OUT_H */
