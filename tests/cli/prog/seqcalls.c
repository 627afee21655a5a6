// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes calls whose arguments count up, so that a trace of them shows every gap:
 *   seqcalls COUNT [wait]     0: until killed; wait: starts at the first byte on stdin
 * Call i is lseek(-1, i, 0); every third is followed by dup3(-1, i, 0), which makes a record
 * of another size.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	char go;

	if (argc > 2 && read(0, &go, 1) != 1)
		return 1;
	for (unsigned long i = 0; !count || i < count; i++) {
		syscall(SYS_lseek, -1, i, 0);
		if (i % 3 == 0)
			syscall(SYS_dup3, -1, i, 0);
	}
	return 0;
}
