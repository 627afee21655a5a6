// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "account.h"

/* An event and its index in the set, to be found by id or by buffer. */
struct key {
	uint64_t value;
	size_t event;
};

struct accounts {
	struct pp_set *set;
	struct account *accounts; /* a row of event types for each buffer */
	struct key *by_id, *by_buffer;
};

static int compare(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	return x->value < y->value ? -1 : x->value > y->value;
}

static size_t count_below(const struct key *keys, size_t n, uint64_t value)
{
	size_t low = 0;

	while (low < n) {
		size_t middle = low + (n - low) / 2;

		if (keys[middle].value < value)
			low = middle + 1;
		else
			n = middle;
	}
	return low;
}

static struct account *account_of(const struct accounts *accounts, size_t event)
{
	const struct pp_event *ev = pp_set_event(accounts->set, event);

	return &accounts->accounts[ev->buffer * pp_set_nattrs(accounts->set) + ev->attr];
}

/*
 * Whether each event that is counted makes one record. Clocks count nanoseconds, and a
 * hardware event at period 1 is throttled.
 */
static bool samples_each(const struct perf_event_attr *attr)
{
	if (attr->freq || attr->sample_period != 1)
		return false;
	if (attr->type == PERF_TYPE_TRACEPOINT)
		return true;
	return attr->type == PERF_TYPE_SOFTWARE && attr->config != PERF_COUNT_SW_CPU_CLOCK &&
	       attr->config != PERF_COUNT_SW_TASK_CLOCK;
}

struct accounts *accounts_new(struct pp_set *set)
{
	size_t nevents = pp_set_nevents(set);
	struct accounts *accounts = calloc(1, sizeof(*accounts));

	if (!accounts)
		return NULL;
	accounts->set = set;
	accounts->accounts =
		calloc(pp_set_nbuffers(set) * pp_set_nattrs(set) + 1, sizeof(*accounts->accounts));
	accounts->by_id = calloc(nevents + 1, sizeof(*accounts->by_id));
	accounts->by_buffer = calloc(nevents + 1, sizeof(*accounts->by_buffer));
	if (!accounts->accounts || !accounts->by_id || !accounts->by_buffer) {
		accounts_free(accounts);
		return NULL;
	}
	for (size_t i = 0; i < nevents; i++) {
		const struct pp_event *ev = pp_set_event(set, i);
		struct account *account = account_of(accounts, i);

		accounts->by_id[i] = (struct key){ev->id, i};
		accounts->by_buffer[i] = (struct key){ev->buffer, i};
		account->exact = samples_each(pp_set_attr(set, ev->attr)->attr);
		account->used = true;
	}
	qsort(accounts->by_id, nevents, sizeof(struct key), compare);
	qsort(accounts->by_buffer, nevents, sizeof(struct key), compare);
	return accounts;
}

void accounts_free(struct accounts *accounts)
{
	if (!accounts)
		return;
	free(accounts->accounts);
	free(accounts->by_id);
	free(accounts->by_buffer);
	free(accounts);
}

void accounts_read(struct accounts *accounts, size_t buffer)
{
	size_t nevents = pp_set_nevents(accounts->set);
	size_t first = count_below(accounts->by_buffer, nevents, buffer);

	for (size_t i = first; i < nevents && accounts->by_buffer[i].value == buffer; i++) {
		size_t event = accounts->by_buffer[i].event;
		struct account *account = account_of(accounts, event);
		struct pp_count count;

		/* The count of an event that went with its CPU is gone. */
		if (pp_set_event(accounts->set, event)->retired ||
		    pp_set_read(accounts->set, event, &count, NULL) < 0) {
			account->exact = false;
			continue;
		}
		account->counted += count.value;
		account->lost += count.lost;
		account->exact &= count.lost_known;
	}
}

/*
 * How many events a sample stands for. With the period in it, it says so: some tracepoints
 * count what they report, all in one record.
 */
static uint64_t events_of(const struct perf_event_attr *attr, const struct perf_event_header *rec)
{
	const uint64_t before = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
				PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |
				PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU;
	size_t at = sizeof(*rec);
	uint64_t period;

	if (!(attr->sample_type & PERF_SAMPLE_PERIOD))
		return 1;
	/* Each of these fields has 8 bytes. */
	at += 8 * (size_t)__builtin_popcountll(attr->sample_type & before);
	if (at + sizeof(period) > rec->size)
		return 1;
	memcpy(&period, (const char *)rec + at, sizeof(period));
	return period;
}

void accounts_find(struct accounts *accounts, size_t buffer, const struct pp_snapshot *snap)
{
	size_t nevents = pp_set_nevents(accounts->set);
	const struct perf_event_header *rec;

	for (size_t i = 0; (rec = pp_snapshot_record(snap, i)); i++) {
		const struct pp_event *ev;
		uint64_t id;
		size_t at;

		if (rec->type != PERF_RECORD_SAMPLE || rec->size < sizeof(*rec) + sizeof(id))
			continue;
		/* PERF_SAMPLE_IDENTIFIER, which every set has, stands first. */
		memcpy(&id, rec + 1, sizeof(id));
		at = count_below(accounts->by_id, nevents, id);
		if (at >= nevents || accounts->by_id[at].value != id)
			continue;
		ev = pp_set_event(accounts->set, accounts->by_id[at].event);
		if (ev->buffer == buffer)
			account_of(accounts, accounts->by_id[at].event)->found +=
				events_of(pp_set_attr(accounts->set, ev->attr)->attr, rec);
	}
}

const struct account *accounts_get(const struct accounts *accounts, size_t buffer, size_t attr)
{
	return &accounts->accounts[buffer * pp_set_nattrs(accounts->set) + attr];
}

uint64_t account_overwritten(const struct account *account)
{
	uint64_t known = account->found + account->lost;

	/* What came between the reading of the counts and the snapshot was found uncounted. */
	return account->counted > known ? account->counted - known : 0;
}
