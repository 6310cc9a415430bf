// SPDX-License-Identifier: GPL-3.0-or-later
// Plays one fast game and measures it.
#include "lab/balance/trial.h"

#include "lab/random_turn.h"
#include "position/fen.h"
#include "position/protection/announcement.h"

enum {
    TRIAL_HASH = 1,       // MiB; emptied before each game
    TRIAL_ATTEMPTS = 1000 // to find an opening
};

bool trial_open(struct trial_table *table, const struct trial_plan *plan, struct error *err)
{
    *table = (struct trial_table){.plan = plan, .engine = engine_new(TRIAL_HASH, 1, err)};
    history_init(&table->history);
    return table->engine;
}

void trial_close(struct trial_table *table)
{
    engine_free(table->engine);
    history_clear(&table->history);
}

// ---- The turns ----

static void play(struct trial_table *table, struct trial *trial, struct position *pos,
                 const struct turn *turn)
{
    // If this fails, a repetition may be missed, which can only make a game longer.
    (void)history_push(&table->history, pos);
    turn_play(pos, turn);
    trial->turns++;
    trial->print = random_mix(trial->print ^ pos->state.hash);
}

// Random turns from the start. False if the game is over before or after the last of them.
static bool try_opening(struct trial_table *table, struct trial *trial, struct random *random,
                        struct position *pos)
{
    *trial = (struct trial){.played = false};
    table->history.count = 0;
    fen_read(pos, table->plan->variant, "startpos", NULL);
    while (trial->turns < table->plan->opening) {
        struct turn turn;
        if (!random_turn(random, pos, &turn))
            return false;
        play(table, trial, pos, &turn);
        if (position_outcome(pos, &table->history).result != RESULT_ONGOING)
            return false;
    }
    return true;
}

// ---- What is measured ----

struct surplus surplus_of(const struct position *pos)
{
    struct surplus surplus = {{0}};
    for (int color = WHITE; color <= BLACK; color++) {
        int sign = color == WHITE ? 1 : -1;
        struct set_walk walk = set_walk(&pos->sets[color == WHITE ? SET_WHITE : SET_BLACK]);
        for (square s; set_next(&walk, &s);)
            surplus.of[variant_named_type(pos->variant, piece_type_of(pos->pieces[s]))] += (int16_t)sign;
        for (piece_type type = 1; type < LETTER_TYPES; type++)
            surplus.of[type] += (int16_t)(sign * pos->hand[color][type]);
    }
    return surplus;
}

static bool takes_nothing(const struct position *before, const struct turn *turn)
{
    struct position pos = *before;
    for (unsigned i = 0; i < turn->count; i++) {
        struct undo undo;
        turn_reach(&pos, turn->actions[i]);
        if (is_piece(position_captured(&pos, turn->actions[i])))
            return false;
        position_apply(&pos, turn->actions[i], &undo);
    }
    return true;
}

// Keeps each of the `quiet` turns so far with the same probability (J. S. Vitter, "Random sampling with a reservoir", 1985,
// algorithm R).
static void sample_turn(struct trial *trial, unsigned quiet, struct random *random,
                        const struct position *pos)
{
    unsigned place = quiet < TRIAL_SAMPLES ? quiet : random_below(random, quiet + 1);
    if (place >= TRIAL_SAMPLES)
        return;
    trial->sample[place] = (struct trial_sample){surplus_of(pos), position_side(pos) == BLACK};
    if (place == trial->samples)
        trial->samples++;
}

static int points_of(const struct position *pos, const struct outcome *outcome)
{
    int points = (int)position_points(pos, outcome);
    return outcome->result == RESULT_WHITE ? points : outcome->result == RESULT_BLACK ? -points : 0;
}

// ---- The game ----

// The engine's turn. False if the work was ended.
static bool choose_turn(struct trial_table *table, const struct position *pos, struct turn *turn)
{
    const struct trial_plan *plan = table->plan;
    struct search_request request = {.position = pos,
                                     .history = &table->history,
                                     .limits.nodes = plan->nodes,
                                     .must_stop = plan->must_stop,
                                     .context = plan->context};
    struct search_result result;
    engine_search(table->engine, &request, &result);
    *turn = result.turn;
    return !plan->must_stop || !plan->must_stop(plan->context);
}

static void play_on(struct trial_table *table, struct trial *trial, struct random *random,
                    struct position *pos)
{
    unsigned quiet = 0;
    for (;;) {
        struct move_list list;
        struct turn turn;
        position_actions(pos, &list);
        trial->outcome = position_outcome_of(pos, list.count, &table->history);
        if (trial->outcome.result != RESULT_ONGOING || trial->turns >= table->plan->longest)
            break;
        if (!choose_turn(table, pos, &turn))
            return;
        trial->decisions++;
        trial->choices += list.count;
        // While pieces are still placed, all of them are on the board or in hand.
        if (!position_is_placing(pos) && takes_nothing(pos, &turn))
            sample_turn(trial, quiet++, random, pos);
        play(table, trial, pos, &turn);
    }
    trial->points = points_of(pos, &trial->outcome);
    trial->played = true;
}

bool trial_play(struct trial_table *table, uint64_t number, struct trial *trial)
{
    struct random random = {random_mix(table->plan->seed ^ random_mix(number))};
    struct position pos;
    for (unsigned attempt = 0; attempt < TRIAL_ATTEMPTS; attempt++)
        if (try_opening(table, trial, &random, &pos)) {
            engine_clear(table->engine);
            play_on(table, trial, &random, &pos);
            return true;
        }
    return false;
}
