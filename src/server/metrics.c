// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of counters and histograms that grow with each new set of labels, of which there are a few hundred at most.
#include "server/metrics.h"

#include "base/memory.h"
#include "base/vector.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct family {
    const char *name, *help, *labels[2];
};

static const struct family counters[METRICS_COUNTERS] = {
    [METRICS_REQUESTS] = {"leaper_requests_total", "Requests answered.", {"route", "status"}},
    [METRICS_REFUSED] = {"leaper_refusals_total", "Requests refused by a limit.", {"problem"}},
    [METRICS_MATCHES] = {"leaper_matches_created_total", "Matches created.", {NULL}},
    [METRICS_TURNS] = {"leaper_turns_total", "Turns played by people and engines.", {NULL}},
    [METRICS_SEARCHES] = {"leaper_engine_searches_total", "Searches by engines.", {NULL}},
    [METRICS_THINKING] = {"leaper_engine_thinking_seconds_total",
                          "Time that engines have spent searching.",
                          {NULL}},
    [METRICS_TOURS] = {"leaper_tours_jobs_total",
                       "Processes that worked on tour requests.",
                       {"question", "end"}},
    [METRICS_TOURS_SECONDS] = {"leaper_tours_processor_seconds_total",
                               "Processor time of these processes.",
                               {"question"}},
    [METRICS_TEXTS] = {"leaper_texts_total", "Texts of variants that clients sent.", {"end"}},
    [METRICS_TEXTS_SECONDS] = {"leaper_texts_processor_seconds_total",
                               "Processor time for reading these texts.",
                               {NULL}},
    [METRICS_MAIL] = {"leaper_mail_total", "Messages given to the command for mail.", {"kind", "end"}},
};

static const struct family histograms[METRICS_HISTOGRAMS] = {
    [METRICS_DURATION] =
        {"leaper_request_duration_seconds",
         "Time from a request's header to the end of its answer; event streams are excluded.",
         {"route"}},
    [METRICS_COMMIT] = {"leaper_commit_duration_seconds", "Time until a change was on disk.", {NULL}},
};

// Upper ends of the buckets in seconds; beyond the last is +Inf.
enum { BUCKETS = 10 };
static const double bounds[BUCKETS] = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 5, 30};

struct counted {
    enum metrics_counter counter;
    const char *labels[2];
    double value;
};

struct observed {
    enum metrics_histogram histogram;
    const char *label;
    uint64_t buckets[BUCKETS + 1]; // not yet added up
    double sum;
};

struct metrics {
    pthread_mutex_t lock;
    struct VECTOR_OF(struct counted) counted;
    struct VECTOR_OF(struct observed) observed;
};

struct metrics *metrics_new(void)
{
    struct metrics *metrics = memory_resize(NULL, 1, sizeof *metrics);
    *metrics = (struct metrics){0};
    pthread_mutex_init(&metrics->lock, NULL);
    // Those without labels are there from the beginning, so that their first growth can be seen.
    for (int i = 0; i < METRICS_COUNTERS; i++)
        if (!counters[i].labels[0])
            metrics_add(metrics, (enum metrics_counter)i, NULL, NULL, 0);
    return metrics;
}

void metrics_free(struct metrics *metrics)
{
    if (!metrics)
        return;
    pthread_mutex_destroy(&metrics->lock);
    vector_clear(&metrics->counted);
    vector_clear(&metrics->observed);
    free(metrics);
}

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static struct counted *find_counted(struct metrics *metrics, enum metrics_counter counter, const char *first,
                                    const char *second)
{
    for (size_t i = 0; i < metrics->counted.count; i++) {
        struct counted *each = &metrics->counted.items[i];
        if (each->counter == counter && same(each->labels[0], first) && same(each->labels[1], second))
            return each;
    }
    if (!vector_push(&metrics->counted, (struct counted){.counter = counter, .labels = {first, second}}))
        memory_exhausted();
    return vector_last(&metrics->counted);
}

static struct observed *find_observed(struct metrics *metrics, enum metrics_histogram histogram,
                                      const char *label)
{
    for (size_t i = 0; i < metrics->observed.count; i++)
        if (metrics->observed.items[i].histogram == histogram &&
            same(metrics->observed.items[i].label, label))
            return &metrics->observed.items[i];
    if (!vector_push(&metrics->observed, (struct observed){.histogram = histogram, .label = label}))
        memory_exhausted();
    return vector_last(&metrics->observed);
}

void metrics_add(struct metrics *metrics, enum metrics_counter counter, const char *first, const char *second,
                 double amount)
{
    pthread_mutex_lock(&metrics->lock);
    find_counted(metrics, counter, first, second)->value += amount;
    pthread_mutex_unlock(&metrics->lock);
}

void metrics_observe(struct metrics *metrics, enum metrics_histogram histogram, const char *label,
                     double seconds)
{
    int bucket = 0;
    while (bucket < BUCKETS && seconds > bounds[bucket])
        bucket++;
    pthread_mutex_lock(&metrics->lock);
    struct observed *observed = find_observed(metrics, histogram, label);
    observed->buckets[bucket]++;
    observed->sum += seconds;
    pthread_mutex_unlock(&metrics->lock);
}

// ---- Writing ----

static void write_head(const char *name, const char *help, const char *type, struct buffer *out)
{
    buffer_addf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void write_counted(const struct counted *counted, struct buffer *out)
{
    const struct family *family = &counters[counted->counter];
    buffer_add(out, family->name);
    for (int i = 0; i < 2 && family->labels[i]; i++)
        buffer_addf(out, "%s%s=\"%s\"", i ? "," : "{", family->labels[i], counted->labels[i]);
    buffer_addf(out, "%s %.15g\n", family->labels[0] ? "}" : "", counted->value);
}

static void write_observed(const struct observed *observed, struct buffer *out)
{
    const struct family *family = &histograms[observed->histogram];
    uint64_t below = 0;
    char own[96] = "";
    if (family->labels[0])
        snprintf(own, sizeof own, "%s=\"%s\"", family->labels[0], observed->label);
    for (int i = 0; i <= BUCKETS; i++) {
        below += observed->buckets[i];
        buffer_addf(out, "%s_bucket{%s%sle=\"", family->name, own, own[0] ? "," : "");
        if (i < BUCKETS)
            buffer_addf(out, "%g", bounds[i]);
        else
            buffer_add(out, "+Inf");
        buffer_addf(out, "\"} %llu\n", (unsigned long long)below);
    }
    const char *open = own[0] ? "{" : "", *close = own[0] ? "}" : "";
    buffer_addf(out, "%s_sum%s%s%s %.9g\n", family->name, open, own, close, observed->sum);
    buffer_addf(out, "%s_count%s%s%s %llu\n", family->name, open, own, close, (unsigned long long)below);
}

void metrics_write(struct metrics *metrics, const struct metrics_gauge *gauges, size_t count,
                   struct buffer *out)
{
    pthread_mutex_lock(&metrics->lock);
    for (int i = 0; i < METRICS_COUNTERS; i++) {
        write_head(counters[i].name, counters[i].help, "counter", out);
        for (size_t j = 0; j < metrics->counted.count; j++)
            if (metrics->counted.items[j].counter == (enum metrics_counter)i)
                write_counted(&metrics->counted.items[j], out);
    }
    for (int i = 0; i < METRICS_HISTOGRAMS; i++) {
        write_head(histograms[i].name, histograms[i].help, "histogram", out);
        for (size_t j = 0; j < metrics->observed.count; j++)
            if (metrics->observed.items[j].histogram == (enum metrics_histogram)i)
                write_observed(&metrics->observed.items[j], out);
    }
    pthread_mutex_unlock(&metrics->lock);
    for (size_t i = 0; i < count; i++) {
        write_head(gauges[i].name, gauges[i].help, "gauge", out);
        buffer_addf(out, "%s %.15g\n", gauges[i].name, gauges[i].value);
    }
}
