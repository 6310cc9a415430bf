// SPDX-License-Identifier: GPL-3.0-or-later
// Plays one fast game and measures it.
#include "lab/balance/trial.h"

#include "base/random.h"
#include "position/fen.h"
#include "position/turn.h"

enum { TRIAL_HASH = 1 }; // MiB; emptied before each game

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

// ---- The opening ----

// One of the legal turns, each equally likely as far as its actions are: a turn of several actions is drawn action by action.
static bool play_at_random(struct position *pos, struct random *random)
{
    enum color side = position_side(pos);
    do {
        struct move_list list;
        struct undo undo;
        position_actions(pos, &list);
        if (!list.count)
            return false;
        position_apply(pos, list.moves[random_below(random, list.count)], &undo);
    } while (pos->state.actions && position_side(pos) == side);
    return true;
}

// Random turns from the start, after which the game is not over.
static void open_at_random(struct trial_table *table, struct random *random, struct position *pos)
{
    struct position start;
    fen_read(&start, table->plan->variant, "startpos", NULL);
    // A game in which no such opening exists would never be left: after many attempts, it begins at its start.
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        *pos = start;
        unsigned turns = 0;
        while (turns < table->plan->opening && play_at_random(pos, random))
            turns++;
        if (turns == table->plan->opening && position_outcome(pos, NULL).result == RESULT_ONGOING)
            return;
    }
    *pos = start;
}

// ---- What is measured ----

piece_type trial_column(const struct variant *variant, piece_type type)
{
    type = variant_named_type(variant, type);
    type = type < LETTER_TYPES ? type : variant->pieces[type].demotes_to;
    return type < LETTER_TYPES ? type : TYPE_NONE;
}

static void count_material(const struct position *pos, struct trial_sample *sample)
{
    *sample = (struct trial_sample){.black_to_move = position_side(pos) == BLACK};
    for (int color = WHITE; color <= BLACK; color++) {
        int sign = color == WHITE ? 1 : -1;
        struct set_walk walk = set_walk(&pos->sets[color == WHITE ? SET_WHITE : SET_BLACK]);
        for (square s; set_next(&walk, &s);)
            sample->surplus[trial_column(pos->variant, piece_type_of(pos->pieces[s]))] += (int8_t)sign;
        for (piece_type type = 1; type < LETTER_TYPES; type++)
            sample->surplus[type] += (int8_t)(sign * pos->hand[color][type]);
    }
    sample->surplus[TYPE_NONE] = 0;
}

static bool is_quiet(const struct position *before, const struct turn *turn)
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

// Keeps each of the quiet turns with the same probability (J. S. Vitter's algorithm R, 1985).
static void sample_turn(struct trial *trial, unsigned *quiet, struct random *random,
                        const struct position *pos)
{
    unsigned place = (*quiet)++;
    if (place >= TRIAL_SAMPLES)
        place = random_below(random, *quiet);
    if (place >= TRIAL_SAMPLES)
        return;
    count_material(pos, &trial->sample[place]);
    if (place == trial->samples)
        trial->samples++;
}

// ---- The game ----

void trial_play(struct trial_table *table, uint64_t number, struct trial *trial)
{
    const struct trial_plan *plan = table->plan;
    struct random random = {random_mix(plan->seed ^ random_mix(number))};
    struct position pos;
    unsigned quiet = 0;
    open_at_random(table, &random, &pos);
    engine_clear(table->engine);
    table->history.count = 0;
    *trial = (struct trial){.played = true, .turns = plan->opening};
    for (;; trial->turns++) {
        struct move_list list;
        position_actions(&pos, &list);
        trial->outcome = position_outcome_of(&pos, list.count, &table->history);
        if (trial->outcome.result != RESULT_ONGOING || trial->turns >= plan->longest)
            break;
        struct search_request request = {
            .position = &pos, .history = &table->history, .limits.nodes = plan->nodes};
        struct search_result result;
        engine_search(table->engine, &request, &result);
        trial->decisions++;
        trial->choices += list.count;
        if (is_quiet(&pos, &result.turn))
            sample_turn(trial, &quiet, &random, &pos);
        // If this fails, a repetition may be missed, which can only make a game longer.
        (void)history_push(&table->history, &pos);
        turn_play(&pos, &result.turn);
    }
}
