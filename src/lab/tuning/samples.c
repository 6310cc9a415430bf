// SPDX-License-Identifier: GPL-3.0-or-later
// Plays games for samples.
#include "lab/tuning/samples.h"

#include "base/buffer.h"
#include "base/random.h"
#include "position/fen.h"
#include "position/moves/outcome.h"
#include "position/turn.h"
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>

// In centipawns, and the turns in a row after which a game is over.
enum { CLEAR_LEAD = 300, DECIDED_LEAD = 900, DECIDED_TURNS = 5 };

struct studio {
    const struct sampling *sampling;
    struct engine *engine;
    struct history history;
    struct random random;
    struct samples samples; // of the current game
};

static void play_random(struct studio *studio, struct position *pos)
{
    struct move_list list;
    struct undo undo;
    position_actions(pos, &list);
    if (list.count)
        position_apply(pos, list.moves[random_below(&studio->random, list.count)], &undo);
}

static void open_game(struct studio *studio, const struct position *start, struct position *pos)
{
    do {
        *pos = *start;
        for (unsigned i = 0; i < studio->sampling->opening || pos->state.actions; i++)
            play_random(studio, pos);
    } while (position_outcome(pos, NULL).result != RESULT_ONGOING);
}

static bool is_quiet(const struct position *pos, const struct turn *turn)
{
    return turn->count && !is_piece(position_captured(pos, turn->actions[0])) &&
           move_kind(turn->actions[0]) != MOVE_PROMOTION && !position_in_check(pos);
}

// The score for White; a win counts as a lead that decides.
static int score_for_white(const struct position *pos, const struct search_score *score)
{
    int value = score->kind == SCORE_WON    ? 2 * DECIDED_LEAD
                : score->kind == SCORE_LOST ? -2 * DECIDED_LEAD
                                            : score->value;
    return position_side(pos) == WHITE ? value : -value;
}

static double outcome_of(enum result result)
{
    return result == RESULT_WHITE ? 1 : result == RESULT_BLACK ? 0 : 0.5;
}

// The leads that the two sides have seen, one turn after the other.
struct course {
    int winner;     // 1: White, -1: Black, 0: nobody yet
    unsigned turns; // for which it has been so
};

static void note_lead(struct course *course, int score)
{
    int winner = score >= DECIDED_LEAD ? 1 : score <= -DECIDED_LEAD ? -1 : 0;
    course->turns = winner == course->winner ? course->turns + 1 : 1;
    course->winner = winner;
}

// A random turn.
static void stray(struct studio *studio, struct position *pos)
{
    do
        play_random(studio, pos);
    while (pos->state.actions);
}

// Plays a game to its end and gives its result; RESULT_NONE if it is to be left out, or if there is no memory.
static enum result play_game(struct studio *studio, struct position *pos, unsigned number)
{
    const struct sampling *sampling = studio->sampling;
    struct course course = {0, 0};
    studio->history.count = 0;
    studio->samples.count = 0;
    engine_clear(studio->engine);
    for (unsigned turns = 0;; turns++) {
        enum result result = position_outcome(pos, &studio->history).result;
        if (result != RESULT_ONGOING)
            return result;
        if (turns >= sampling->longest)
            return RESULT_DRAW;
        if (course.winner && course.turns >= DECIDED_TURNS)
            return course.winner > 0 ? RESULT_WHITE : RESULT_BLACK;
        struct search_request request = {
            .position = pos, .history = &studio->history, .limits.nodes = sampling->nodes};
        struct search_result found;
        engine_search(studio->engine, &request, &found);
        int score = score_for_white(pos, &found.score);
        if (!turns && abs(score) > CLEAR_LEAD)
            return RESULT_NONE;
        note_lead(&course, score);
        if (is_quiet(pos, &found.turn) && abs(score) <= (int)sampling->within &&
            !random_below(&studio->random, sampling->every) &&
            !vector_push(&studio->samples, (struct sample){*pos, number, 0, score}))
            return RESULT_NONE;
        if (!history_push(&studio->history, pos))
            return RESULT_NONE;
        if (sampling->stray && !random_below(&studio->random, sampling->stray))
            stray(studio, pos);
        else
            turn_play(pos, &found.turn);
    }
}

bool samples_play(const struct sampling *sampling, sample_visitor *visit, void *context, struct error *err)
{
    struct studio studio = {.sampling = sampling, .engine = engine_new(ENGINE_HASH_MIN, 1, err)};
    struct position start, pos;
    bool done = studio.engine && fen_read(&start, sampling->variant, "startpos", err);
    history_init(&studio.history);
    if (studio.engine)
        engine_use_networks(studio.engine, sampling->network);
    for (unsigned i = 0; done && i < sampling->games; i++) {
        studio.random.state = random_mix(sampling->seed ^ random_mix(i));
        open_game(&studio, &start, &pos);
        enum result result = play_game(&studio, &pos, i);
        for (size_t k = 0; result != RESULT_NONE && k < studio.samples.count; k++) {
            studio.samples.items[k].outcome = outcome_of(result);
            visit(context, &studio.samples.items[k]);
        }
    }
    vector_clear(&studio.samples);
    history_clear(&studio.history);
    engine_free(studio.engine);
    return done;
}

// ---- Text ----

void sample_write(const struct sample *sample, struct buffer *out)
{
    buffer_addf(out, "%u %.1f %.0f ", sample->game, sample->outcome, sample->score);
    fen_write(&sample->position, out);
    buffer_add_char(out, '\n');
}

bool sample_read(struct sample *sample, const struct variant *variant, const char *line, struct error *err)
{
    int length = 0;
    if (sscanf(line, "%u %lf %lf %n", &sample->game, &sample->outcome, &sample->score, &length) != 3)
        return error_set(err, ERROR_FEN, "", "a sample is a game's number, its outcome, a score and a FEN");
    return fen_read(&sample->position, variant, line + length, err);
}
