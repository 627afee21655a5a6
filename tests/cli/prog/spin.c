// SPDX-License-Identifier: GPL-2.0-only
/*
 * Burns CPU in threads and children with names of their own:
 *   spin THREADS CHILDREN     waits for a byte on stdin, with one extra thread waiting too;
 *                             then starts the threads and children, 0.3 s of CPU each
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sink;

void burn(void);
__attribute__((noinline)) void burn(void)
{
	struct timespec now;

	do {
		for (int i = 0; i < 100000; i++)
			sink += i;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	} while (now.tv_nsec < 300000000 && !now.tv_sec);
}

static int gate[2];

static void *thread(void *name)
{
	char go;

	prctl(PR_SET_NAME, name);
	if (read(gate[0], &go, 1) >= 0)
		burn();
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 1, children = argc > 2 ? atoi(argv[2]) : 0;
	pthread_t id[16];
	char go;

	if (threads > 16 || pipe(gate))
		return 1;
	/* The first is there before the byte comes, the others after it. */
	for (int i = 0; i < threads; i++) {
		if (i == 1 && read(0, &go, 1) < 0)
			return 1;
		pthread_create(&id[i], NULL, thread, "spin-thread");
	}
	if (threads == 1 && read(0, &go, 1) < 0)
		return 1;
	close(gate[1]);
	for (int i = 0; i < children; i++) {
		if (!fork()) {
			prctl(PR_SET_NAME, "spin-child");
			burn();
			return 0;
		}
	}
	for (int i = 0; i < threads; i++)
		pthread_join(id[i], NULL);
	while (wait(NULL) > 0)
		;
	return 0;
}
