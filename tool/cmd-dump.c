// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "account.h"
#include "cmd.h"
#include "human.h"
#include "interrupt.h"
#include "opts.h"
#include "out.h"
#include "perfdata/perfdata.h"

static const char usage[] =
	"usage: perf-persistent dump NAME [-o FILE] [--last DURATION] [-C CPUS]\n\n"
	"Writes what the buffers of the set hold to a file for perf report, perf script and\n"
	"so on. The recording goes on meanwhile.\n\n"
	"  -o, --output FILE        the file, perf.data by default; '-': perf's pipe format to\n"
	"                           standard output\n"
	"      --last DURATION      samples of the last DURATION only: 10s, 500ms, 2m, 1h\n"
	"  -C, --cpu CPUS           samples of these CPUs only\n"
	"  -h, --help               print this\n";

enum { OPT_LAST = 256 };

static const struct option options[] = {
	{"output", required_argument, NULL, 'o'},
	{"last", required_argument, NULL, OPT_LAST},
	{"cpu", required_argument, NULL, 'C'},
	{"help", no_argument, NULL, 'h'},
	{},
};

struct dump_args {
	const char *name;
	const char *output; /* "-": standard output */
	uint64_t last_ns;   /* 0: all */
	int *cpus;          /* NULL: all */
	size_t ncpus;
};

struct dump {
	const struct dump_args *args;
	struct pp_set *set;
	struct accounts *accounts;
	struct perfdata_snapshot *snaps;
	size_t nsnaps;
	size_t nsamples; /* so many of them, the first ones, hold samples */
};

static bool wants_cpu(const struct dump_args *args, int cpu)
{
	for (size_t i = 0; i < args->ncpus; i++)
		if (args->cpus[i] == cpu)
			return true;
	return !args->cpus;
}

static bool has_buffer(const struct pp_set *set, int cpu)
{
	for (size_t i = 0; i < pp_set_nbuffers(set); i++)
		if (pp_set_buffer(set, i)->cpu == cpu && !pp_set_buffer(set, i)->sideband)
			return true;
	return false;
}

static int check_cpus(const struct dump *dump)
{
	for (size_t i = 0; i < dump->args->ncpus; i++)
		if (!has_buffer(dump->set, dump->args->cpus[i])) {
			struct pp_error err = {.code = ENODEV};

			snprintf(err.what, sizeof(err.what), "dumping CPU %d of %s",
				 dump->args->cpus[i], dump->args->name);
			snprintf(err.why, sizeof(err.why), "the set has no buffer of that CPU");
			snprintf(err.hint, sizeof(err.hint),
				 "see perf-persistent show %s for its buffers", dump->args->name);
			return out_error(&err);
		}
	return OUT_DONE;
}

static int take_snapshot(struct dump *dump, size_t buffer)
{
	struct pp_error err = {};
	struct pp_snapshot *snap;

	accounts_read(dump->accounts, buffer);
	if (pp_snapshot_take(dump->set, buffer, &snap, &err) < 0)
		return out_error(&err);
	accounts_find(dump->accounts, buffer, snap);
	dump->snaps[dump->nsnaps++] = (struct perfdata_snapshot){.buffer = buffer, .snap = snap};
	out_progress("reading %s: %zu of %zu buffers", dump->args->name, dump->nsnaps,
		     pp_set_nbuffers(dump->set));
	return interrupt_status();
}

/* Samples first: whoever is in them has then been named in the side-band. */
static int take_snapshots(struct dump *dump)
{
	int status = OUT_DONE;

	for (size_t i = 0; !status && i < pp_set_nbuffers(dump->set); i++) {
		const struct pp_buffer *buffer = pp_set_buffer(dump->set, i);

		if (!buffer->sideband && wants_cpu(dump->args, buffer->cpu))
			status = take_snapshot(dump, i);
	}
	dump->nsamples = dump->nsnaps;
	for (size_t i = 0; !status && i < pp_set_nbuffers(dump->set); i++)
		if (pp_set_buffer(dump->set, i)->sideband)
			status = take_snapshot(dump, i);
	return status;
}

static bool progress(void *arg, uint64_t done, uint64_t total)
{
	const struct dump *dump = arg;

	out_progress("writing %s: %d%%", dump->args->output,
		     total ? (int)(100.0 * (double)done / (double)total) : 0);
	return !interrupt_status();
}

static int write_failed(struct pp_error *err, bool pipe)
{
	if (err->code == EPIPE && pipe)
		return OUT_NO_READER;
	if (!*err->hint && (err->code == ENOSPC || err->code == EDQUOT || err->code == EROFS))
		snprintf(err->hint, sizeof(err->hint),
			 "make room, write elsewhere with -o, or less with --last or -C");
	return out_error(err);
}

static int write_file(struct dump *dump, uint64_t since, struct perfdata_stats *stats)
{
	bool pipe = !strcmp(dump->args->output, "-");
	struct perfdata_job job = {
		.set = dump->set,
		.snaps = dump->snaps,
		.nsnaps = dump->nsnaps,
		.since = since,
		.cpus = dump->args->cpus,
		.ncpus = dump->args->ncpus,
		.path = pipe ? NULL : dump->args->output,
		.fd = STDOUT_FILENO,
		.version = VERSION,
		.progress = progress,
		.arg = dump,
	};
	struct pp_error err = {};

	return perfdata_write(&job, stats, &err) < 0 ? write_failed(&err, pipe) : OUT_DONE;
}

/* What is missing from one buffer, or from all. */
struct missing {
	uint64_t bytes, samples, lost, broken;
	bool exact; /* samples is known */
};

/* Appends " NAME COUNT," for each event type whose overwritten samples are known. */
static void list_overwritten(const struct dump *dump, size_t buffer, FILE *to)
{
	const char *comma = "";

	for (size_t i = 0; i < pp_set_nattrs(dump->set); i++) {
		const struct account *account = accounts_get(dump->accounts, buffer, i);

		if (!account->used || !account->exact || !account_overwritten(account))
			continue;
		fprintf(to, "%s%s %" PRIu64, *comma ? comma : ": ", pp_set_attr(dump->set, i)->name,
			account_overwritten(account));
		comma = ", ";
	}
}

static struct missing add_up(const struct dump *dump, const struct perfdata_snapshot *snap)
{
	const struct pp_snapshot_info *info = pp_snapshot_info(snap->snap);
	struct missing missing = {
		.bytes = info->overwritten, .broken = info->broken, .exact = true};

	for (size_t i = 0; i < pp_set_nattrs(dump->set); i++) {
		const struct account *account = accounts_get(dump->accounts, snap->buffer, i);

		if (!account->used)
			continue;
		missing.exact &= account->exact;
		missing.samples += account_overwritten(account);
		missing.lost += account->lost;
	}
	return missing;
}

static void report_buffer(const struct dump *dump, const struct perfdata_snapshot *snap,
			  const struct missing *missing)
{
	char *line = NULL;
	size_t size;
	FILE *to;

	if (!missing->bytes && !missing->lost && !missing->broken)
		return;
	to = open_memstream(&line, &size);
	if (!to)
		return;
	fprintf(to, "%s: CPU %d: overwritten %" PRIu64 " bytes", dump->args->name,
		pp_set_buffer(dump->set, snap->buffer)->cpu, missing->bytes);
	list_overwritten(dump, snap->buffer, to);
	fprintf(to, "; lost %" PRIu64, missing->lost);
	if (missing->broken)
		fprintf(to, "; unreadable %" PRIu64 " bytes", missing->broken);
	if (fclose(to) == 0)
		out_report("%s", line);
	free(line);
}

static void report(const struct dump *dump, const struct perfdata_stats *stats)
{
	struct missing all = {.exact = true};
	char size[HUMAN_MAX], overwritten[HUMAN_MAX + 16];

	for (size_t i = 0; i < dump->nsamples; i++) {
		struct missing one = add_up(dump, &dump->snaps[i]);

		report_buffer(dump, &dump->snaps[i], &one);
		all.bytes += one.bytes;
		all.samples += one.samples;
		all.lost += one.lost;
		all.exact &= one.exact;
	}
	if (stats->undecodable)
		out_note("%" PRIu64 " records could not be decoded and were left out",
			 stats->undecodable);
	if (all.exact)
		snprintf(overwritten, sizeof(overwritten), "%" PRIu64 " samples", all.samples);
	else
		snprintf(overwritten, sizeof(overwritten), "%" PRIu64 " bytes", all.bytes);
	out_report("%s: %" PRIu64 " samples from %zu CPUs, %.1f s, %s -> %s; overwritten %s, lost "
		   "%" PRIu64,
		   dump->args->name, stats->samples, dump->nsamples,
		   (double)(stats->last - stats->first) / 1e9, human_bytes(stats->bytes, size),
		   strcmp(dump->args->output, "-") ? dump->args->output : "standard output",
		   overwritten, all.lost);
}

static int dump_opened(struct dump *dump)
{
	struct perfdata_stats stats = {};
	struct pp_error err = {};
	uint64_t since = 0;
	int status = check_cpus(dump);

	if (status)
		return status;
	if (dump->args->last_ns) {
		if (pp_clock_now(&since, &err) < 0)
			return out_error(&err);
		since = since > dump->args->last_ns ? since - dump->args->last_ns : 0;
	}
	dump->accounts = accounts_new(dump->set);
	dump->snaps = calloc(pp_set_nbuffers(dump->set) + 1, sizeof(*dump->snaps));
	if (!dump->accounts || !dump->snaps)
		return out_fail(ENOMEM, "reading %s", dump->args->name);
	status = take_snapshots(dump);
	if (!status)
		status = write_file(dump, since, &stats);
	if (!status)
		report(dump, &stats);
	return status;
}

static int dump_set(const struct dump_args *args)
{
	struct dump dump = {.args = args};
	struct pp_error err = {};
	int status;

	if (!strcmp(args->output, "-") && isatty(STDOUT_FILENO))
		return out_usage("dump", "standard output is a terminal: pipe it into perf script "
					 "-i -, or write to a file");
	if (pp_set_open(args->name, &dump.set, &err) < 0)
		return out_lookup_error(&err);
	status = dump_opened(&dump);
	for (size_t i = 0; i < dump.nsnaps; i++)
		pp_snapshot_free((struct pp_snapshot *)dump.snaps[i].snap);
	free(dump.snaps);
	accounts_free(dump.accounts);
	pp_set_close(dump.set);
	return status;
}

static int set_cpus(struct dump_args *args, const char *list)
{
	struct pp_error err = {};
	int *cpus, n = pp_cpus_parse(list, &cpus, &err);

	if (n == -EINVAL)
		return out_usage("dump", "bad value '%s' for --cpu", list);
	if (n < 0)
		return out_error(&err);
	free(args->cpus);
	args->cpus = cpus;
	args->ncpus = (size_t)n;
	return OPTS_GO_ON;
}

static int parse(struct dump_args *args, int argc, char **argv)
{
	int c, status;

	while ((c = getopt_long(argc, argv, ":o:C:h", options, NULL)) != -1) {
		switch (c) {
		case 'o':
			args->output = optarg;
			break;
		case OPT_LAST:
			if (!opts_duration(optarg, &args->last_ns))
				return out_usage("dump", "bad value '%s' for --last", optarg);
			break;
		case 'C':
			status = set_cpus(args, optarg);
			if (status != OPTS_GO_ON)
				return status;
			break;
		case 'h':
			return out_help(usage);
		default:
			return opts_bad("dump", c, argv);
		}
	}
	if (optind >= argc)
		return out_usage("dump", "no set named");
	if (optind + 1 < argc)
		return out_usage("dump", "unexpected argument '%s'", argv[optind + 1]);
	if (!*args->output)
		return out_usage("dump", "bad value '' for --output");
	args->name = argv[optind];
	return OPTS_GO_ON;
}

int cmd_dump(int argc, char **argv)
{
	struct dump_args args = {.output = "perf.data"};
	int status = parse(&args, argc, argv);

	if (status == OPTS_GO_ON)
		status = dump_set(&args);
	free(args.cpus);
	return status;
}
