// SPDX-License-Identifier: GPL-2.0-only
#include <signal.h>
#include <stddef.h>

#include "interrupt.h"

static volatile sig_atomic_t caught;
static struct sigaction old_int, old_term, old_pipe;

static void catch_signal(int sig)
{
	caught = sig;
}

void interrupt_catch(void)
{
	/* No SA_RESTART: a wait ends when the signal comes. */
	struct sigaction flag = {.sa_handler = catch_signal};
	struct sigaction ignore = {.sa_handler = SIG_IGN};

	sigaction(SIGINT, NULL, &old_int);
	if (old_int.sa_handler != SIG_IGN)
		sigaction(SIGINT, &flag, NULL);
	sigaction(SIGTERM, NULL, &old_term);
	if (old_term.sa_handler != SIG_IGN)
		sigaction(SIGTERM, &flag, NULL);
	sigaction(SIGPIPE, &ignore, &old_pipe);
}

void interrupt_restore(void)
{
	sigaction(SIGINT, &old_int, NULL);
	sigaction(SIGTERM, &old_term, NULL);
	sigaction(SIGPIPE, &old_pipe, NULL);
}

int interrupt_status(void)
{
	return caught ? 128 + caught : 0;
}
