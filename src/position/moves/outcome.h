// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a game is over, who won, and why.
#ifndef LEAPER_POSITION_OUTCOME_H
#define LEAPER_POSITION_OUTCOME_H

#include "position/moves/history.h"

// RESULT_NONE: the game was called off before it was played, by the players and not by a rule.
enum result { RESULT_ONGOING, RESULT_WHITE, RESULT_BLACK, RESULT_DRAW, RESULT_NONE };

enum reason {
    REASON_NONE,
    REASON_CHECKMATE,
    REASON_STALEMATE,
    REASON_NO_FUEL,
    REASON_CORNER,
    REASON_MATE_LOSES,
    REASON_SINGLE_PIECE,
    REASON_ANNOUNCEMENT,
    REASON_REPETITION,
    REASON_FIFTY,
    REASON_RESIGNATION,
    REASON_AGREEMENT,
    REASON_TIME,
    REASON_CANCELLED,
    REASON_STALEMATE_WINS,
    REASON_REPETITION_RULE, // not what REASON_REPETITION says: not the third time, or not a draw
    REASON_PERPETUAL_CHECK,
    REASON_MOVE_RULE, // not fifty moves
    REASON_GOAL,
    REASON_EXTINCTION,
    REASON_CHECKS,
    REASON_CONNECTION,
    REASON_CASTLING,
    REASON_MATERIAL,
    REASON_FULL_BOARD,
    REASON_ABORTED,   // called off before both sides had made a turn
    REASON_ABANDONED, // a player has left, and the other one claims a win or a draw
    REASONS
};

struct outcome {
    enum result result;
    enum reason reason;
};

// Names in JSON and PGN: "ongoing", "white"; "checkmate", "no-fuel", "". Static storage.
const char *result_name(enum result result);
const char *reason_name(enum reason reason);

// The reason in words for people, to be put in parentheses: "out of fuel". Static storage.
const char *reason_words(enum reason reason);

static inline enum result result_of_winner(enum color winner)
{
    return winner == WHITE ? RESULT_WHITE : RESULT_BLACK;
}

// What a game brings a side, in halves of a point: 2 for a win, 1 if nobody has won, also where the game was ended without a result.
static inline unsigned result_half_points(enum result result, enum color color)
{
    if (result != RESULT_WHITE && result != RESULT_BLACK)
        return 1;
    return result == result_of_winner(color) ? 2 : 0;
}

// `value` as `side` sees it; not for VALUE_NONE.
enum result result_of_value(enum value value, enum color side);

// Whether other programs wait until a player claims the end of the game for this reason.
static inline bool reason_is_claimable(enum reason reason)
{
    return reason == REASON_REPETITION || reason == REASON_FIFTY || reason == REASON_REPETITION_RULE ||
           reason == REASON_MOVE_RULE || reason == REASON_PERPETUAL_CHECK;
}

// Whether a mechanism of the variant has ended the game, however many turns the side to move has; if so, fills in `outcome`.
bool position_ended(const struct position *pos, struct outcome *outcome);

// The outcome if the position ends the game by having occurred so often, the first time `span` turns ago. `end` is behind the keys
// (position_key) of the turns before the present one.
struct outcome position_repeated(const struct position *pos, const uint64_t *end, size_t span);

// The outcome by the rules at the start of a turn: the game's own endings, then no legal turn, then repetition and
// the 50-move rule. `history` holds the keys of the positions before this one; with NULL, repetition is ignored.
struct outcome position_outcome(const struct position *pos, const struct history *history);

// The same, for callers that have generated position_actions() already.
struct outcome position_outcome_of(const struct position *pos, bool has_action,
                                   const struct history *history);

#endif
