/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SIGINT and SIGTERM set a flag; commands look at it, unwind and exit with 128 + signal.
 * perf, which may be our parent, would report a death of the signal as its own failure.
 */
#ifndef TOOL_INTERRUPT_H
#define TOOL_INTERRUPT_H

/* Starts catching, unless a signal is ignored on purpose; ignores SIGPIPE. */
void interrupt_catch(void);
/* Puts back what was before, for a program that is about to be executed. */
void interrupt_restore(void);
/* 0, or the exit status of an interrupted command. */
int interrupt_status(void);

#endif /* TOOL_INTERRUPT_H */
