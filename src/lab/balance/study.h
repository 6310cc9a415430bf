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
    unsigned count;             // of points that have been played, in the order of sweep_set()
    struct study_point *points; // owned
};

// The study's sweep, plan and game are set. Plays `request->games` games for each point; `request->plan` does not count. Stops where
// progress() ends the work: the last point has the games that were played until then, points without any are left out. False with an
// error if a variant cannot be built (the values of its parameters do not go together) or there is no memory. Clear it in any case.
bool study_run(struct study *study, const struct parameters *parameters,
               const struct balance_request *request, struct error *err);
void study_clear(struct study *study);

// "fuel 10, white fide": the swept values at a point; empty without a sweep.
void study_name_point(const struct study *study, unsigned point, struct buffer *out);

// Elo's difference for a share of points, between -9999 and 9999.
double study_elo(double share);

// All that was found, a new reference; NULL without memory. docs/lab.md describes it.
json_t *study_describe(const struct study *study);

// One page of HTML with tables and plots, complete in itself: it loads nothing. `out` fails without memory.
void study_write_page(const struct study *study, struct buffer *out);

#endif
