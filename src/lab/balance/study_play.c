// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a study: each game is a unit of work, for whichever thread of whichever process has time.
#include "lab/balance/study.h"

#include "base/memory.h"
#include "base/random.h"
#include "position/fen.h"

#include <stdlib.h>
#include <string.h>

// Another process than the leader has so many games waiting for each of its threads, since messages take as long as a short game.
enum { AHEAD = 4 };

// A worker plays the game at hand, and keeps the table for the next, which usually is of the same point.
struct player {
    bool open;
    unsigned point;
    struct trial_plan plan;
    struct trial_table table;
};

struct study_work {
    struct study *study;
    const struct study_means *means;
    struct player *players; // [threads]
    // In the leader, by point: the games, from the first that has come until all are there; and how many are missing.
    struct trial **trials;
    uint64_t *missing;
};

static bool must_stop(void *stop)
{
    return atomic_load((atomic_bool *)stop);
}

// ---- In each process ----

static bool open_table(struct study_work *work, struct player *player, unsigned point, struct error *err)
{
    if (player->open && player->point == point)
        return true;
    if (player->open)
        trial_close(&player->table);
    player->plan = work->study->plan;
    player->plan.variant = work->study->points[point].variant;
    player->plan.must_stop = must_stop;
    player->plan.context = work->means->stop;
    player->point = point;
    player->open = trial_open(&player->table, &player->plan, err);
    return player->open;
}

static enum spread_end play_game(void *context, struct spread_unit *unit)
{
    struct study_work *work = context;
    struct player *player = &work->players[unit->worker];
    const struct study *study = work->study;
    struct trial trial;
    // The bytes between its members are sent as well.
    memset(&trial, 0, sizeof trial);
    if (!open_table(work, player, (unsigned)(unit->number / study->games), &unit->err))
        return SPREAD_FAILED;
    if (!trial_play(&player->table, unit->number % study->games, &trial)) {
        error_set(&unit->err, ERROR_REQUEST, "", "every game is over within %u random turns",
                  study->plan.opening);
        return SPREAD_FAILED;
    }
    buffer_add_bytes(&unit->result, (const char *)&trial, sizeof trial);
    return trial.played ? SPREAD_DONE : SPREAD_DROPPED;
}

static void leave_table(void *context, unsigned worker)
{
    struct study_work *work = context;
    struct player *player = &work->players[worker];
    if (player->open)
        trial_close(&player->table);
    player->open = false;
}

// ---- In the leader ----

// Sums up a point, all of whose games are there, or will not come.
static bool finish_point(struct study_work *work, unsigned point, struct error *err)
{
    struct study_point *place = &work->study->points[point];
    bool good = balance_sum(place->variant, work->trials[point], work->study->games, &place->balance, err);
    free(work->trials[point]);
    work->trials[point] = NULL;
    return good;
}

static bool keep_game(void *context, uint32_t number, const char *result, size_t length, struct error *err)
{
    struct study_work *work = context;
    uint64_t games = work->study->games;
    unsigned point = (unsigned)(number / games);
    if (length != sizeof **work->trials)
        return error_set(err, ERROR_CONFLICT, "", "a game comes from another version of the program");
    if (!work->trials[point] &&
        !(work->trials[point] = memory_try_zeroed(games, sizeof *work->trials[point])))
        return error_no_memory(err);
    memcpy(&work->trials[point][number % games], result, length);
    return --work->missing[point] || finish_point(work, point, err);
}

static void tell(void *context, const struct spread_progress *now)
{
    const struct study_work *work = context;
    if (work->means->progress)
        work->means->progress(work->means->context, now);
}

// Where the work was ended, some points have only a part of their games; those behind the first without any are left out.
static bool finish_all(struct study_work *work, struct error *err)
{
    struct study *study = work->study;
    unsigned points = sweep_points(&study->sweep);
    bool good = true;
    for (unsigned i = 0; i < points; i++)
        if (work->trials[i])
            good = finish_point(work, i, err) && good;
    while (study->count < points && study->points[study->count].balance.games)
        study->count++;
    return good;
}

// ---- Both ----

// Before anything is played, so that a mistake in the values costs no games.
static bool build_variants(struct study *study, const struct parameters *parameters, struct error *err)
{
    unsigned points = sweep_points(&study->sweep);
    study->points = memory_try_zeroed(points, sizeof *study->points);
    if (!study->points)
        return error_no_memory(err);
    for (unsigned i = 0; i < points; i++) {
        struct parameters values = *parameters;
        sweep_set(&study->sweep, i, &values);
        study->points[i].variant = variant_new(study->game, &values, err);
        if (!study->points[i].variant)
            return false;
    }
    return true;
}

// Processes that would play something else are refused: by what is named and numbered, and by the start positions.
static uint64_t fingerprint(const struct study *study)
{
    uint64_t print = random_mix(spread_print(study->game->name) ^ study->games);
    struct position start;
    print = random_mix(print ^ study->plan.seed);
    print = random_mix(print ^ study->plan.nodes);
    print = random_mix(print ^ study->plan.opening);
    print = random_mix(print ^ study->plan.longest);
    for (unsigned i = 0; i < sweep_points(&study->sweep); i++) {
        const struct variant *variant = study->points[i].variant;
        for (int k = 0; k < study->game->parameter_count; k++)
            print = random_mix(print ^ (uint64_t)variant->parameters.value[k]);
        fen_read(&start, variant, "startpos", NULL);
        print = random_mix(print ^ start.state.hash);
    }
    return print;
}

static bool work_init(struct study_work *work, struct error *err)
{
    unsigned points = sweep_points(&work->study->sweep);
    work->players = memory_try_zeroed(work->means->threads, sizeof *work->players);
    work->trials = memory_try_zeroed(points, sizeof *work->trials);
    work->missing = memory_try_zeroed(points, sizeof *work->missing);
    if (!work->players || !work->trials || !work->missing)
        return error_no_memory(err);
    for (unsigned i = 0; i < points; i++)
        work->missing[i] = work->study->games;
    return true;
}

static bool spread(struct study_work *work, int *lost, struct error *err)
{
    const struct study_means *means = work->means;
    const struct spread_transport *transport = means->transport;
    const struct spread_job job = {.print = fingerprint(work->study),
                                   .units =
                                       (uint32_t)(work->study->games * sweep_points(&work->study->sweep)),
                                   .workers = means->threads,
                                   .ahead = AHEAD * means->threads,
                                   .patience = means->patience,
                                   .stop = means->stop,
                                   .compute = play_game,
                                   .leave = leave_table,
                                   .accept = keep_game,
                                   .look = tell,
                                   .context = work};
    struct spread_outcome outcome;
    if (transport->self) {
        bool followed = spread_follow(transport, &job, err);
        *lost = !followed;
        return followed;
    }
    bool good = spread_lead(transport, &job, &outcome, err);
    *lost = outcome.lost;
    return finish_all(work, good ? err : NULL) && good;
}

bool study_run(struct study *study, const struct parameters *parameters, const struct study_means *means,
               int *lost, struct error *err)
{
    struct study_work work = {.study = study, .means = means};
    uint64_t most = STUDY_GAMES_MAX / sweep_points(&study->sweep);
    study->count = 0;
    *lost = 0;
    if (study->games > most)
        return error_set(err, ERROR_PARAMETER, "games",
                         "at most %d in all, so %u for each of these combinations of values", STUDY_GAMES_MAX,
                         (unsigned)most);
    bool ready = build_variants(study, parameters, err) && work_init(&work, err);
    bool good = ready && spread(&work, lost, err);
    if (!ready && means->transport->self == 0)
        spread_dismiss(means->transport);
    free(work.players);
    free(work.trials);
    free(work.missing);
    return good;
}
