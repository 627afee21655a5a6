/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One command a file. Each gets its own argument vector (argv[0]: its name) and returns an
 * exit status of out.h.
 */
#ifndef TOOL_CMD_H
#define TOOL_CMD_H

int cmd_create(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_stat(int argc, char **argv);
int cmd_enable(int argc, char **argv);
int cmd_disable(int argc, char **argv);
int cmd_release(int argc, char **argv);

#endif /* TOOL_CMD_H */
