// SPDX-License-Identifier: GPL-3.0-or-later
// What the server counts, in the text format of Prometheus.
#ifndef LEAPER_SERVER_METRICS_H
#define LEAPER_SERVER_METRICS_H

#include "base/buffer.h"

#include <stddef.h>

// What only grows, each family with the labels that tell its members apart.
enum metrics_counter {
    METRICS_REQUESTS,      // route, status
    METRICS_REFUSED,       // problem: what a limit has refused
    METRICS_MATCHES,       // created
    METRICS_TURNS,         // played, by people and engines
    METRICS_SEARCHES,      // of engines
    METRICS_THINKING,      // seconds of engines
    METRICS_TOURS,         // question, end
    METRICS_TOURS_SECONDS, // question: seconds of a processor
    METRICS_COUNTERS
};

enum metrics_histogram {
    METRICS_DURATION, // route: of requests, event streams excepted
    METRICS_COMMIT,   // until a change was on disk
    METRICS_HISTOGRAMS
};

// What is read when somebody asks.
struct metrics_gauge {
    const char *name, *help;
    double value;
};

struct metrics;

struct metrics *metrics_new(void);
void metrics_free(struct metrics *metrics); // NULL is allowed

// Adds to a counter. Labels that the family has are static texts, others are NULL. From any thread.
void metrics_add(struct metrics *metrics, enum metrics_counter counter, const char *first, const char *second,
                 double amount);

// One observation, in seconds; the label likewise.
void metrics_observe(struct metrics *metrics, enum metrics_histogram histogram, const char *label,
                     double seconds);

// Appends everything.
void metrics_write(struct metrics *metrics, const struct metrics_gauge *gauges, size_t count,
                   struct buffer *out);

#endif
