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

// The outcome by the rules at the start of a turn: the game's own endings, then no legal turn, then repetition and
// the 50-move rule. `history` holds the keys of the positions before this one; with NULL, repetition is ignored.
struct outcome position_outcome(const struct position *pos, const struct history *history);

// The same, for callers that have generated position_actions() already.
struct outcome position_outcome_of(const struct position *pos, bool has_action,
                                   const struct history *history);

#endif
