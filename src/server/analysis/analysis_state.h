// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a search as JSON, the same that the library tells (docs/library.md, "Analysis").
#ifndef LEAPER_SERVER_ANALYSIS_STATE_H
#define LEAPER_SERVER_ANALYSIS_STATE_H

#include "base/buffer.h"
#include "search/search.h"

#include <jansson.h>

// The latest report of each line; begins with an empty array and zeros.
struct analysis_state {
    json_t *lines; // an array
    int depth, selective;
    uint64_t nodes, speed;
    int64_t elapsed;
    unsigned hashfull;
};

// Notes what a search in that position reports.
void analysis_state_note(struct analysis_state *state, const struct position *root,
                         const struct search_info *info);

// Appends an event, "event: NAME" and the state as its data, with `end` as a further member unless it is NULL.
void analysis_state_write(const struct analysis_state *state, const char *event, const char *end,
                          struct buffer *out);

void analysis_state_clear(struct analysis_state *state);

#endif
