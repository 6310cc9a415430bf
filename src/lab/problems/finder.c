// SPDX-License-Identifier: GPL-3.0-or-later
// Plays games, and examines the positions near their ends, and those that blunders there would lead to.
#include "lab/problems/finder.h"

#include "base/memory.h"
#include "base/random.h"
#include "position/fen.h"
#include "search/ladder.h"
#include "search/search.h"

#include <stdlib.h>

enum {
    FINDER_HASH = 2,
    OPENING_MAX = 12,     // random turns at the beginning of a game
    PROBE_NODES = 700,    // to see whether there is a win
    PLAYER_NODES = 250,   // of the players, who are at most LEVEL_BEST
    LEVEL_BEST = 6,       // index of a level
    RANDOM_PLAYERS = 4,   // one player in so many plays at random
    GAME_TURNS_MAX = 240, // after which a game is given up
    LAST = 8,             // positions of a game that are looked at: those before its last turns
    BLUNDERS = 4          // random turns that are tried in each of them
};

struct problem_finder {
    struct problem_wish wish;
    struct position start;
    struct engine *engine;
    struct random random;
    const struct level *players[2]; // by colour; NULL: plays at random
    struct position last[LAST];     // the position before turn N is in last[N % LAST]
    struct problem problem;         // being examined
};

// What is done with problems.
struct hunt {
    problem_reporter *report;
    void *context;
    struct error *err;
    bool sound; // memory has not run out
};

struct problem_finder *problem_finder_new(const struct variant *variant, const struct problem_wish *wish,
                                          struct error *err)
{
    struct problem_finder *finder = memory_try_zeroed(1, sizeof *finder);
    if (!finder) {
        error_set_no_memory(err);
        return NULL;
    }
    finder->wish = *wish;
    finder->engine = engine_new(FINDER_HASH, 1, err);
    if (!finder->engine || !fen_read(&finder->start, variant, "startpos", err)) {
        problem_finder_free(finder);
        return NULL;
    }
    engine_set_oracle(finder->engine, wish->oracle);
    return finder;
}

void problem_finder_free(struct problem_finder *finder)
{
    if (finder)
        engine_free(finder->engine);
    free(finder);
}

struct engine *problem_finder_engine(struct problem_finder *finder)
{
    return finder->engine;
}

static bool is_over(const struct position *pos)
{
    return position_outcome(pos, NULL).result != RESULT_ONGOING;
}

// A turn of random actions.
static void play_at_random(struct problem_finder *finder, struct position *pos)
{
    struct undo undo;
    do {
        struct move_list list;
        position_actions(pos, &list);
        if (!list.count)
            return;
        position_apply(pos, list.moves[random_below(&finder->random, list.count)], &undo);
    } while (pos->state.actions);
}

static void play_turn(struct problem_finder *finder, struct position *pos)
{
    const struct level *level = finder->players[position_side(pos)];
    if (!level) {
        play_at_random(finder, pos);
        return;
    }
    struct search_request request = {
        .position = pos,
        .limits = {.nodes = PLAYER_NODES},
        .handicap = ladder_level(pos->variant->game, level),
        .seed = random_next(&finder->random),
    };
    struct search_result result;
    engine_clear(finder->engine);
    engine_search(finder->engine, &request, &result);
    turn_play(pos, &result.turn);
}

// Whether a short search sees a win in as many turns as wished, or in more than it can be sure of.
static bool looks_won(struct problem_finder *finder, const struct position *pos)
{
    struct search_request request = {.position = pos, .limits = {.nodes = PROBE_NODES}};
    struct search_result result;
    engine_clear(finder->engine);
    engine_search(finder->engine, &request, &result);
    return result.score.kind == SCORE_WON && result.score.value >= (int)finder->wish.least &&
           result.score.value <= (int)finder->wish.most + 1;
}

// Who plays, and the position from which they do.
static void open_game(struct problem_finder *finder, struct position *pos)
{
    unsigned turns = random_below(&finder->random, OPENING_MAX);
    *pos = finder->start;
    while (position_is_placing(pos) && !is_over(pos))
        play_at_random(finder, pos);
    for (unsigned i = 0; i < turns && !is_over(pos); i++)
        play_at_random(finder, pos);
    for (int color = WHITE; color <= BLACK; color++) {
        bool random = !random_below(&finder->random, RANDOM_PLAYERS);
        unsigned level = random_below(&finder->random, LEVEL_BEST + 1);
        finder->players[color] = random ? NULL : &levels[level];
    }
}

// Plays the game to its end; returns the number of turns.
static unsigned play_game(struct problem_finder *finder)
{
    struct position pos;
    unsigned turns = 0;
    open_game(finder, &pos);
    for (; turns < GAME_TURNS_MAX && !is_over(&pos); turns++) {
        finder->last[turns % LAST] = pos;
        play_turn(finder, &pos);
    }
    return turns;
}

// Examines a position if it looks won; returns whether to go on.
static bool try_position(struct problem_finder *finder, const struct position *pos, struct hunt *hunt)
{
    if (is_over(pos) || !looks_won(finder, pos))
        return true;
    if (problem_examine(pos, &finder->wish, &finder->problem, hunt->err) == PROBLEM_GOOD)
        return hunt->report(hunt->context, &finder->problem);
    hunt->sound = hunt->err->code == ERROR_NONE;
    return hunt->sound;
}

// The same for positions that random turns lead to, of which the player would have to be told that they were blunders.
static bool try_blunders(struct problem_finder *finder, const struct position *pos, struct hunt *hunt)
{
    bool going = true;
    for (int i = 0; i < BLUNDERS && going; i++) {
        struct position after = *pos;
        play_at_random(finder, &after);
        going = try_position(finder, &after, hunt);
    }
    return going;
}

bool problem_finder_play(struct problem_finder *finder, uint64_t seed, uint64_t number,
                         problem_reporter *report, void *context, struct error *err)
{
    const struct problem_wish *wish = &finder->wish;
    struct hunt hunt = {report, context, err, true};
    bool going = true;
    finder->random.state = random_mix(seed ^ random_mix(number));
    unsigned turns = play_game(finder), first = turns > LAST ? turns - LAST : 0;
    for (unsigned turn = first; turn < turns && going; turn++) {
        const struct position *pos = &finder->last[turn % LAST];
        going = !(wish->must_stop && wish->must_stop(wish->context)) && try_position(finder, pos, &hunt) &&
                try_blunders(finder, pos, &hunt);
    }
    return hunt.sound;
}
