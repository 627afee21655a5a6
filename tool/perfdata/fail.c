// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fail.h"

int fail(struct pp_error *err, int code, const char *what, ...)
{
	va_list ap;

	if (!err)
		return -code;
	err->code = code;
	va_start(ap, what);
	vsnprintf(err->what, sizeof(err->what), what, ap);
	va_end(ap);
	snprintf(err->why, sizeof(err->why), "%s", strerror(code));
	err->hint[0] = '\0';
	return -code;
}
