// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "table.h"

struct table {
	size_t columns;
	char **cells;
	size_t ncells;
};

static void append(struct table *table, char *cell)
{
	char **grown = reallocarray(table->cells, table->ncells + 1, sizeof(*grown));

	if (!grown || !cell)
		abort();
	table->cells = grown;
	table->cells[table->ncells++] = cell;
}

struct table *table_new(const char *const *headings)
{
	struct table *table = calloc(1, sizeof(*table));

	if (!table)
		abort();
	for (; headings[table->columns]; table->columns++)
		append(table, strdup(headings[table->columns]));
	return table;
}

void table_add(struct table *table, const char *cell, ...)
{
	char *text = NULL;
	va_list ap;

	va_start(ap, cell);
	if (vasprintf(&text, cell, ap) < 0)
		text = NULL;
	va_end(ap);
	append(table, text);
}

static size_t column_width(const struct table *table, size_t column)
{
	size_t width = 0;

	for (size_t i = column; i < table->ncells; i += table->columns)
		if (strlen(table->cells[i]) > width)
			width = strlen(table->cells[i]);
	return width;
}

void table_print(struct table *table, int indent)
{
	size_t *widths = calloc(table->columns, sizeof(*widths));

	if (!widths)
		abort();
	for (size_t i = 0; i < table->columns; i++)
		widths[i] = column_width(table, i);
	for (size_t i = 0; i < table->ncells; i++) {
		size_t column = i % table->columns;

		if (!column)
			printf("%*s", indent, "");
		out_text(table->cells[i]);
		if (column + 1 < table->columns)
			printf("%*s", (int)(widths[column] - strlen(table->cells[i]) + 2), "");
		else
			putchar('\n');
		free(table->cells[i]);
	}
	free(table->cells);
	free(widths);
	free(table);
}
