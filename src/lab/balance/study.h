// SPDX-License-Identifier: GPL-3.0-or-later
// A whole study: the balance of a game for each combination of the values that were swept.
#ifndef LEAPER_LAB_STUDY_H
#define LEAPER_LAB_STUDY_H

#include "base/buffer.h"
#include "lab/balance/balance.h"
#include "lab/balance/sweep.h"

#include <jansson.h>

struct study_point {
    struct variant *variant; // owned
    struct balance balance;
};

struct study {
    const struct game *game;
    struct sweep sweep;
    struct trial_plan plan;     // its variant does not count
    uint64_t games;             // wanted for each point
    unsigned count;             // of points that have been played, in the order of sweep_set()
    struct study_point *points; // owned
};

// Plays for each point; all but count and points is set. `threads` and `progress` are those of balance_find(). Where plan.must_stop()
// ends the work, the last point has the games that were played until then, and points without any are left out. On failure, the points
// before are there: ERROR_PARAMETER if values of parameters do not go together (then nothing has been played), or an error of
// balance_find(). Clear the study in any case.
bool study_run(struct study *study, const struct parameters *parameters, int threads,
               void (*progress)(void *context, uint64_t done), struct error *err);
void study_clear(struct study *study);

// Whether all games that were wanted have been played.
bool study_is_complete(const struct study *study);

// What was played: "fuel 7; 1000 games, 400 nodes a turn …".
void study_write_setup(const struct study *study, struct buffer *out);

// "fuel 10, white fide": the swept values at a point; empty without a sweep.
void study_name_point(const struct study *study, unsigned point, struct buffer *out);

// Elo's difference for a share of points, with its interval: "+38 (+5 … +71)". Without bound where all points went to one side.
void study_write_elo(const struct interval *share, struct buffer *out);

// All that was found, a new reference; NULL without memory. docs/lab.md describes it.
json_t *study_describe(const struct study *study);

// One page of HTML with tables and plots, complete in itself: it loads nothing. `out` fails without memory.
void study_write_page(const struct study *study, struct buffer *out);

#endif
