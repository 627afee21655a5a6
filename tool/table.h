/* SPDX-License-Identifier: GPL-2.0-only */
/* Aligned columns for people, printed when all rows are known. Aborts without memory. */
#ifndef TOOL_TABLE_H
#define TOOL_TABLE_H

#include <stddef.h>

struct table;

/* Starts with the headings, the last of them NULL. */
struct table *table_new(const char *const *headings);
/* Appends a cell, row by row. */
void table_add(struct table *table, const char *cell, ...) __attribute__((format(printf, 2, 3)));
/* Prints to stdout, each line after @indent spaces, and frees. */
void table_print(struct table *table, int indent);

#endif /* TOOL_TABLE_H */
