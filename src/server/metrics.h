// SPDX-License-Identifier: GPL-3.0-or-later
// What the server counts, in Prometheus's text format.
#ifndef LEAPER_SERVER_METRICS_H
#define LEAPER_SERVER_METRICS_H

#include "base/buffer.h"

#include <stddef.h>

// Counters: each family with its labels.
enum metrics_counter {
    METRICS_REQUESTS,      // route, status
    METRICS_REFUSED,       // problem: requests refused by a limit
    METRICS_MATCHES,       // created
    METRICS_TURNS,         // played, by people and engines
    METRICS_SEARCHES,      // of engines
    METRICS_THINKING,      // seconds of engines
    METRICS_TOURS,         // question, end
    METRICS_TOURS_SECONDS, // question: seconds of processor time
    METRICS_TEXTS,         // end: texts of variants that were sent
    METRICS_TEXTS_SECONDS, // of processor time for reading them
    METRICS_MAIL,          // kind, end: messages
    METRICS_COUNTERS
};

enum metrics_histogram {
    METRICS_DURATION, // route: of requests, without event streams
    METRICS_COMMIT,   // until a change was on disk
    METRICS_HISTOGRAMS
};

// A value that is read when the metrics are requested.
struct metrics_gauge {
    const char *name, *help;
    double value;
};

struct metrics;

struct metrics *metrics_new(void);
void metrics_free(struct metrics *metrics); // NULL is allowed

// Adds to a counter. The labels are static texts, or NULL where the family has none. May be called from any thread.
void metrics_add(struct metrics *metrics, enum metrics_counter counter, const char *first, const char *second,
                 double amount);

// Adds one observation, in seconds; the label as above.
void metrics_observe(struct metrics *metrics, enum metrics_histogram histogram, const char *label,
                     double seconds);

// Appends everything.
void metrics_write(struct metrics *metrics, const struct metrics_gauge *gauges, size_t count,
                   struct buffer *out);

#endif
