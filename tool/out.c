// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"
#include "out.h"

static bool progress_shown;

/* A message must not be glued to a progress line. */
static void progress_clear(void)
{
	if (progress_shown)
		fputs("\r\033[K", stderr);
	progress_shown = false;
}

/* Texts may quote what another user wrote: no control character reaches the terminal. */
static void put_clean(FILE *to, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x20 || c == 0x7f)
			fprintf(to, "\\x%02x", c);
		else
			putc(c, to);
	}
}

static void put_line(const char *prefix, const char *text)
{
	progress_clear();
	fputs(prefix, stderr);
	put_clean(stderr, text);
	putc('\n', stderr);
}

static void put_failure(const char *what, const char *why, const char *hint)
{
	progress_clear();
	fputs("perf-persistent: ", stderr);
	put_clean(stderr, what);
	fputs(": ", stderr);
	put_clean(stderr, why);
	putc('\n', stderr);
	if (*hint)
		put_line("hint: ", hint);
}

int out_error(const struct pp_error *err)
{
	/* Whoever interrupted the command knows why it failed. */
	if (err->code == EINTR && interrupt_status())
		return interrupt_status();
	put_failure(err->what, err->why, err->hint);
	/* EPERM is no matter of rights here: the library means the memory budget by it. */
	return err->code == EACCES ? OUT_NO_PERMISSION : OUT_FAILED;
}

int out_lookup_error(const struct pp_error *err)
{
	int status = out_error(err);

	return err->code == ENOENT ? OUT_NO_SET : status;
}

int out_fail(int code, const char *what, ...)
{
	struct pp_error err = {.code = code};
	va_list ap;

	va_start(ap, what);
	vsnprintf(err.what, sizeof(err.what), what, ap);
	va_end(ap);
	snprintf(err.why, sizeof(err.why), "%s", strerror(code));
	return out_error(&err);
}

int out_usage(const char *cmd, const char *what, ...)
{
	char text[512], hint[64];
	va_list ap;

	va_start(ap, what);
	vsnprintf(text, sizeof(text), what, ap);
	va_end(ap);
	snprintf(hint, sizeof(hint), "see perf-persistent %s%s--help", cmd ? cmd : "",
		 cmd ? " " : "");
	put_line("perf-persistent: ", text);
	put_line("hint: ", hint);
	return OUT_USAGE;
}

void out_note(const char *text, ...)
{
	char line[1024];
	va_list ap;

	va_start(ap, text);
	vsnprintf(line, sizeof(line), text, ap);
	va_end(ap);
	put_line("perf-persistent: note: ", line);
}

void out_report(const char *text, ...)
{
	char line[1024];
	va_list ap;

	va_start(ap, text);
	vsnprintf(line, sizeof(line), text, ap);
	va_end(ap);
	put_line("", line);
}

void out_progress(const char *text, ...)
{
	static struct timespec first;
	struct timespec now;
	va_list ap;

	if (!isatty(STDERR_FILENO))
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!first.tv_sec)
		first = now;
	if (now.tv_sec - first.tv_sec + (now.tv_nsec >= first.tv_nsec ? 0 : -1) < 1)
		return;
	progress_clear();
	va_start(ap, text);
	vfprintf(stderr, text, ap);
	va_end(ap);
	fflush(stderr);
	progress_shown = true;
}

int out_help(const char *text)
{
	fputs(text, stdout);
	return OUT_DONE;
}

void out_json(struct json_object *doc, bool line)
{
	int flags = JSON_C_TO_STRING_NOSLASHESCAPE | JSON_C_TO_STRING_SPACED;

	if (!line)
		flags |= JSON_C_TO_STRING_PRETTY;
	puts(json_object_to_json_string_ext(doc, flags));
	json_object_put(doc);
}

/* Bytes of the well-formed UTF-8 character at @s; 0: none. */
static size_t utf8_length(const char *s)
{
	const unsigned char *u = (const unsigned char *)s;
	size_t n = u[0] < 0x80 ? 1 : u[0] < 0xc2 ? 0 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : 4;

	if (u[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((u[i] & 0xc0) != 0x80)
			return 0;
	/* Overlong forms, surrogates, and what lies beyond Unicode's end. */
	if ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] > 0x9f) ||
	    (u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] > 0x8f))
		return 0;
	return n;
}

struct json_object *out_json_text(const char *text)
{
	struct json_object *string;
	char *clean, *to;

	if (!text)
		return NULL;
	clean = to = malloc(3 * strlen(text) + 1);
	if (!clean)
		return NULL;
	while (*text) {
		size_t n = utf8_length(text);

		if (n)
			to = mempcpy(to, text, n);
		else
			to = mempcpy(to, "\xef\xbf\xbd", 3);
		text += n ? n : 1;
	}
	string = json_object_new_string_len(clean, (int)(to - clean));
	free(clean);
	return string;
}

void out_text(const char *text)
{
	put_clean(stdout, text);
}

int out_end(int status)
{
	int code = 0;

	progress_clear();
	if (fflush(stdout) || ferror(stdout))
		code = errno;
	if (!code)
		return status;
	/* Said once, also when asked again. */
	__fpurge(stdout);
	clearerr(stdout);
	if (code == EPIPE)
		return OUT_NO_READER;
	out_fail(code, "writing to standard output");
	return status ? status : OUT_FAILED;
}
