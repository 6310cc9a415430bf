// SPDX-License-Identifier: GPL-3.0-or-later
// A whole study: the balance of a game for each combination of the values that were swept.
#ifndef LEAPER_LAB_STUDY_H
#define LEAPER_LAB_STUDY_H

#include "base/buffer.h"
#include "lab/balance/balance.h"
#include "lab/balance/sweep.h"
#include "spread/spread.h"

#include <jansson.h>

struct study_point {
    struct variant *variant; // owned
    struct balance balance;
};

struct study {
    const struct game *game;
    struct sweep sweep;
    struct trial_plan plan;     // its variant and must_stop do not count
    uint64_t games;             // wanted for each point
    unsigned count;             // of points that have been played, in the order of sweep_set()
    struct study_point *points; // owned
};

// Who plays a study.
struct study_means {
    unsigned
        threads; // of this process, 1 … SPREAD_WORKERS_MAX; the result depends neither on it nor on the number of processes
    const struct spread_transport *transport; // all of whose processes run the same study
    double patience;                          // in seconds: see spread/spread.h
    atomic_bool *stop;                        // ends the work; it is always set in the end
    // Called in the leader every few milliseconds; its units are games. May be NULL.
    void (*progress)(void *context, const struct spread_progress *now);
    void *context;
};

// Games of a study, those for all points together.
enum { STUDY_GAMES_MAX = 20000000 };

// Plays for each point; all but count and points is set. In processes that do not lead, there are no points with games in the end.
// `lost` is set to the number of processes that were lost, of which others only know the leader. Where means->stop ended the work, points have the games that were
// played until then, and points behind the first without any are left out. On failure, the points before are there: ERROR_PARAMETER
// if there are too many games or if values of parameters do not go together (then nothing has been played), ERROR_REQUEST if every
// game of a point is over within the random turns, or an error of spread_lead(). Clear the study in any case.
bool study_run(struct study *study, const struct parameters *parameters, const struct study_means *means,
               int *lost, struct error *err);
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
