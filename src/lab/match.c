// SPDX-License-Identifier: GPL-3.0-or-later
// Plays matches and counts.
#include "lab/match.h"

#include "base/memory.h"
#include "base/random.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/turn.h"
#include "search/evaluation/features.h"
#include "search/evaluation/value.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

enum { MATCH_HASH = 4 };

struct table_side {
    const struct player *player;
    struct engine *engine;
};

struct hall {
    const struct match *match;
    struct table_side sides[2];
    struct valuation *valuation;
    struct random random;
    struct history history;
};

// ---- Players without an engine ----

// Whether the turn that begins with this action wins, if necessary by the claim that it makes possible.
static bool wins_at_once(const struct position *pos, move m)
{
    struct position after = *pos;
    struct undo undo;
    position_apply(&after, m, &undo);
    if (!after.state.actions)
        return position_outcome(&after, NULL).result == result_of_winner(position_side(pos));
    struct move_list list;
    if (!after.variant->game->announces)
        return false;
    position_actions(&after, &list);
    return move_kind(list.moves[0]) == MOVE_ANNOUNCE && wins_at_once(&after, list.moves[0]);
}

// Of a list that is not empty.
static move greedy_action(struct hall *hall, const struct position *pos, const struct move_list *list)
{
    struct move_list best;
    best.count = 0;
    int best_gain = INT_MIN;
    for (unsigned i = 0; i < list->count; i++) {
        move m = list->moves[i];
        piece victim = position_captured(pos, m);
        int gain = is_piece(victim) ? hall->valuation->value[piece_type_of(victim)] : 0;
        if (wins_at_once(pos, m))
            return m;
        if (gain < best_gain)
            continue;
        if (gain > best_gain)
            best.count = 0;
        best_gain = gain;
        move_list_add(&best, m);
    }
    assert(best.count > 0);
    return best.moves[random_below(&hall->random, best.count)];
}

// A turn of random or greedy actions.
static void play_simply(struct hall *hall, struct position *pos, bool greedy)
{
    enum color side = position_side(pos);
    struct undo undo;
    do {
        struct move_list list;
        position_actions(pos, &list);
        if (!list.count)
            return;
        move m =
            greedy ? greedy_action(hall, pos, &list) : list.moves[random_below(&hall->random, list.count)];
        position_apply(pos, m, &undo);
    } while (pos->state.actions && position_side(pos) == side);
}

// ---- Games ----

static void play_by_engine(struct hall *hall, struct position *pos, const struct table_side *side)
{
    const struct player *player = side->player;
    struct search_request request = {
        .position = pos,
        .history = &hall->history,
        .limits = {.depth = player->depth, .nodes = player->nodes, .movetime = player->movetime},
        .handicap = player->handicap,
        .seed = random_next(&hall->random),
    };
    struct search_result result;
    engine_search(side->engine, &request, &result);
    turn_play(pos, &result.turn);
}

static void play_turn(struct hall *hall, struct position *pos, const struct table_side *side)
{
    struct position before = *pos;
    if (side->player->kind == PLAYER_ENGINE)
        play_by_engine(hall, pos, side);
    else
        play_simply(hall, pos, side->player->kind == PLAYER_GREEDY);
    // If this fails, a repetition may be missed, which can only make a game longer.
    (void)history_push(&hall->history, &before);
}

static void play_game(struct hall *hall, const struct position *start, bool first_white,
                      struct match_game *game)
{
    struct position pos = *start;
    unsigned longest = hall->match->longest;
    *game = (struct match_game){.first_white = first_white};
    for (int i = 0; i < 2; i++)
        if (hall->sides[i].engine)
            engine_clear(hall->sides[i].engine);
    hall->history.count = 0;
    for (;; game->turns++) {
        game->outcome = position_outcome(&pos, &hall->history);
        if (game->outcome.result != RESULT_ONGOING || (longest && game->turns >= longest))
            break;
        play_turn(hall, &pos, &hall->sides[(position_side(&pos) == WHITE) != first_white]);
    }
}

// Makes a position, in which the game is not over, by random turns from the start.
static void open_game(struct hall *hall, const struct position *start, struct position *pos)
{
    do {
        *pos = *start;
        for (unsigned i = 0; i < hall->match->opening; i++)
            play_simply(hall, pos, false);
    } while (position_outcome(pos, NULL).result != RESULT_ONGOING);
}

// ---- Counting ----

static unsigned count_game(struct match_score *score, const struct match_game *game)
{
    // The first player's.
    unsigned half_points = result_half_points(game->outcome.result, game->first_white ? WHITE : BLACK);
    score->wins += half_points == 2;
    score->draws += half_points == 1;
    score->losses += half_points == 0;
    score->reasons[game->outcome.reason]++;
    score->turns += game->turns;
    return half_points;
}

static void play_pairs(struct hall *hall, const struct position *start, match_reporter *report, void *context,
                       struct match_score *score)
{
    for (unsigned pair = 0; pair < hall->match->pairs; pair++) {
        struct position opening;
        hall->random.state = random_mix(hall->match->seed ^ random_mix(pair));
        open_game(hall, start, &opening);
        unsigned half_points = 0;
        for (int i = 0; i < 2; i++) {
            struct match_game game;
            play_game(hall, &opening, i == 0, &game);
            half_points += count_game(score, &game);
            if (report)
                report(context, &game);
        }
        score->pairs.count[half_points]++;
    }
}

bool match_play(const struct match *match, match_reporter *report, void *context, struct match_score *score,
                struct error *err)
{
    struct hall hall = {.match = match, .valuation = memory_try(NULL, 1, sizeof *hall.valuation)};
    struct position start;
    bool done = hall.valuation && fen_read(&start, match->variant, "startpos", err);
    *score = (struct match_score){0};
    history_init(&hall.history);
    for (int i = 0; done && i < 2; i++) {
        hall.sides[i].player = &match->players[i];
        if (match->players[i].kind != PLAYER_ENGINE)
            continue;
        hall.sides[i].engine = engine_new(MATCH_HASH, 1, err);
        done = hall.sides[i].engine;
        if (done && match->players[i].features)
            engine_set_features(hall.sides[i].engine, match->players[i].features);
    }
    if (done) {
        valuation_init(hall.valuation, match->variant, false);
        play_pairs(&hall, &start, report, context, score);
    } else if (!hall.valuation) {
        error_no_memory(err);
    }
    for (int i = 0; i < 2; i++)
        engine_free(hall.sides[i].engine);
    history_clear(&hall.history);
    free(hall.valuation);
    return done;
}
