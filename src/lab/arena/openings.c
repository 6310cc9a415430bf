// SPDX-License-Identifier: GPL-3.0-or-later
// Makes openings.
#include "lab/arena/openings.h"

#include "lab/random_turn.h"

#include <limits.h>
#include <stdlib.h>

enum {
    TRIES = 200,        // random openings for one that is in balance
    CHECK_NODES = 3000, // with which a balance is judged
    DECIDED = 100000    // the score of a decided game, beyond any other
};

// ---- Random turns ----

// False if the game is over before so many turns.
static bool play_random_turns(struct session *session, unsigned count, struct random *random)
{
    for (unsigned i = 0; i < count; i++) {
        struct turn turn;
        if (!random_turn(random, &session->position, &turn) || !session_play(session, &turn, NULL))
            return false;
    }
    return session_is_ongoing(session);
}

// How far the position is from balance.
static int imbalance(struct engine *engine, const struct session *session)
{
    struct search_request request = {
        .position = &session->position, .history = &session->history, .limits = {.nodes = CHECK_NODES}};
    struct search_result result;
    engine_clear(engine);
    engine_search(engine, &request, &result);
    return result.score.kind == SCORE_CENTIPAWNS ? abs(result.score.value) : DECIDED;
}

static bool replay(struct session *session, const struct turn *turns, size_t count, struct error *err)
{
    for (size_t i = 0; i < count; i++)
        if (!session_play(session, &turns[i], err))
            return false;
    return true;
}

// Plays the try again that was in balance best.
static bool play_best(const struct openings *openings, struct session *session, const struct position *start,
                      uint64_t state, struct error *err)
{
    struct random random = {state};
    session_begin(session, start);
    return play_random_turns(session, openings->turns, &random) || error_no_memory(err);
}

static bool play_random_opening(const struct openings *openings, unsigned pair, struct engine *engine,
                                struct session *session, struct error *err)
{
    struct random random = {random_mix(openings->seed ^ random_mix(pair))};
    const struct position start = session->start;
    int best = INT_MAX;
    uint64_t best_state = 0;
    for (int i = 0; i < TRIES && best > openings->balance; i++) {
        uint64_t state = random.state = random_mix(random.state);
        session_begin(session, &start);
        if (!play_random_turns(session, openings->turns, &random))
            continue;
        int found = imbalance(engine, session);
        if (found < best) {
            best = found;
            best_state = state;
        }
    }
    if (best == INT_MAX)
        return error_set(err, ERROR_REQUEST, "", "every game is over within %u random turns",
                         openings->turns);
    return play_best(openings, session, &start, best_state, err);
}

// ---- Both ----

bool openings_play(const struct openings *openings, unsigned pair, struct engine *engine,
                   struct session *session, struct error *err)
{
    if (!openings->book)
        return !openings->turns || play_random_opening(openings, pair, engine, session, err);
    const struct book_line *line = &openings->book->items[pair % openings->book->count];
    size_t count = openings->turns && openings->turns < line->count ? openings->turns : line->count;
    session_begin(session, &line->start);
    if (!replay(session, line->turns, count, err))
        return false;
    return session_is_ongoing(session) ||
           error_set(err, ERROR_REQUEST, "", "opening %zu of the file is a finished game%s",
                     pair % openings->book->count + 1, count ? "; --opening-turns N takes fewer turns" : "");
}
