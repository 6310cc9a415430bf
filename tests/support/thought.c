// SPDX-License-Identifier: GPL-3.0-or-later
// See thought.h.
#include "support/thought.h"

#include "notation/coordinate_write.h"
#include "position/fen.h"
#include "position/moves/outcome.h"
#include "position/setup.h"
#include "support/scene.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

void thought_init(struct thought *thought, const char *game, const char *parameters, const char *fen)
{
    struct error err = {.code = ERROR_NONE};
    thought->variant = scene_variant(game, parameters);
    if (!fen_read(&thought->position, thought->variant, fen ? fen : "startpos", &err))
        fail_msg("%s: %s: %s", fen, err.at, err.message);
    thought->engine = engine_new(1, 1, &err);
    assert_non_null(thought->engine);
}

void thought_clear(struct thought *thought)
{
    engine_free(thought->engine);
    variant_free(thought->variant);
}

struct search_result thought_search(struct thought *thought, int depth)
{
    struct search_request request = {.position = &thought->position, .limits.depth = depth};
    struct search_result result;
    engine_clear(thought->engine);
    engine_search(thought->engine, &request, &result);
    return result;
}

void thought_expect(const char *game, const char *parameters, const char *fen, int depth, int turns,
                    const char *best)
{
    struct thought thought;
    thought_init(&thought, game, parameters, fen);
    struct search_result result = thought_search(&thought, depth);
    int said = result.score.kind == SCORE_WON    ? result.score.value
               : result.score.kind == SCORE_LOST ? -result.score.value
                                                 : 0;
    struct buffer text;
    buffer_init(&text);
    coordinate_write_turn(&thought.position, &result.turn, &text);
    if (said != turns || result.score.kind == SCORE_CENTIPAWNS)
        fail_msg("%s: expected %d turns, found kind %d value %d by %s", fen, turns, (int)result.score.kind,
                 result.score.value, buffer_text(&text));
    // Up to two turns the solver knows as well.
    int least = turns < 0 ? 0 : turns, solved = solve_win(&thought.position, least < 2 ? least : 2);
    assert_int_equal(solved, least <= 2 ? least : 0);
    if (best)
        assert_string_equal(buffer_text(&text), best);
    buffer_clear(&text);
    thought_clear(&thought);
}

void thought_mirror(const struct position *pos, struct position *mirrored)
{
    struct setup setup;
    struct error err;
    setup_init(&setup, pos->variant);
    square s;
    for (struct set_walk walk = set_walk(&pos->variant->board.locations); set_next(&walk, &s);) {
        square t = square_at(square_file(s), pos->variant->board.height - 1 - square_rank(s));
        piece p = pos->pieces[s];
        setup.pieces[t] = is_piece(p) ? p ^ 1 : p;
        setup.fuel[t] = pos->fuel[s];
    }
    for (int color = WHITE; color <= BLACK; color++)
        memcpy(setup.hand[color], pos->hand[other_color((enum color)color)], sizeof setup.hand[color]);
    for (int color = WHITE; color <= BLACK; color++) {
        enum color other = other_color((enum color)color);
        setup.reserve[color] = pos->state.reserve[other];
        for (struct set_walk walk = set_walk(&pos->owned[other]); set_next(&walk, &s);)
            set_add(&setup.owned[color],
                    square_at(square_file(s), pos->variant->board.height - 1 - square_rank(s)));
    }
    setup.side = other_color(position_side(pos));
    setup.fullmove = 1;
    if (!position_from_setup(mirrored, pos->variant, &setup, &err))
        fail_msg("%s: %s", err.at, err.message);
}

void thought_wander(struct position *pos, struct random *random, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct position next = *pos;
        struct undo undo;
        do {
            struct move_list list;
            position_actions(&next, &list);
            if (!list.count)
                return;
            position_apply(&next, list.moves[random_below(random, list.count)], &undo);
        } while (next.state.actions);
        if (position_outcome(&next, NULL).result != RESULT_ONGOING)
            return;
        *pos = next;
    }
}

// Whether the side `winner` wins within so many of its turns, whoever is to move.
static bool wins_within(struct position *pos, enum color winner, int turns)
{
    struct move_list list;
    position_actions(pos, &list);
    if (!pos->state.actions) {
        struct outcome outcome = position_outcome_of(pos, list.count, NULL);
        if (outcome.result != RESULT_ONGOING)
            return outcome.result == result_of_winner(winner);
    }
    bool own = position_side(pos) == winner;
    if (own && !turns)
        return false;
    bool wins = !own;
    for (unsigned i = 0; i < list.count && wins != own; i++) {
        struct undo undo;
        position_apply(pos, list.moves[i], &undo);
        bool changed = position_side(pos) != (own ? winner : other_color(winner));
        wins = wins_within(pos, winner, own && changed ? turns - 1 : turns);
        position_undo(pos, &undo);
    }
    return wins;
}

int solve_win(const struct position *pos, int limit)
{
    struct position copy = *pos;
    for (int turns = 1; turns <= limit; turns++)
        if (wins_within(&copy, position_side(pos), turns))
            return turns;
    return 0;
}
