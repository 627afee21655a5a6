// SPDX-License-Identifier: GPL-2.0-only
#include "each.h"
#include "interrupt.h"
#include "out.h"

static int one_set(const char *name, int (*act)(struct pp_set *set, struct pp_error *err))
{
	struct pp_error err = {};
	struct pp_set *set;
	int status = OUT_DONE;

	if (pp_set_open(name, &set, &err) < 0)
		return out_lookup_error(&err);
	if (act(set, &err) < 0)
		status = out_error(&err);
	pp_set_close(set);
	return status;
}

int each_set(const char *const *names, size_t n,
	     int (*act)(struct pp_set *set, struct pp_error *err))
{
	int worst = OUT_DONE;

	for (size_t i = 0; i < n && !interrupt_status(); i++) {
		int status = one_set(names[i], act);

		if (status > worst)
			worst = status;
	}
	return interrupt_status() ? interrupt_status() : worst;
}
