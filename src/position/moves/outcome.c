// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether a game is over, in the order given in docs/rules.md, section 0.
#include "position/moves/outcome.h"

#include "position/game.h"

const char *result_name(enum result result)
{
    static const char *const names[] = {"ongoing", "white", "black", "draw", "none"};
    return names[result];
}

const char *reason_name(enum reason reason)
{
    static const char *const names[REASONS] = {
        [REASON_NONE] = "",
        [REASON_CHECKMATE] = "checkmate",
        [REASON_STALEMATE] = "stalemate",
        [REASON_NO_FUEL] = "no-fuel",
        [REASON_CORNER] = "corner",
        [REASON_MATE_LOSES] = "mate-loses",
        [REASON_SINGLE_PIECE] = "single-piece",
        [REASON_ANNOUNCEMENT] = "announcement",
        [REASON_REPETITION] = "repetition",
        [REASON_FIFTY] = "fifty",
        [REASON_RESIGNATION] = "resignation",
        [REASON_AGREEMENT] = "agreement",
        [REASON_TIME] = "time",
        [REASON_CANCELLED] = "cancelled",
    };
    return names[reason];
}

const char *reason_words(enum reason reason)
{
    switch (reason) {
    case REASON_NO_FUEL:
        return "out of fuel";
    case REASON_CORNER:
        return "king in a corner";
    case REASON_MATE_LOSES:
        return "whoever gives checkmate loses";
    case REASON_SINGLE_PIECE:
        return "a single piece is left";
    case REASON_REPETITION:
        return "the same position for the third time";
    case REASON_FIFTY:
        return "fifty moves without a capture or pawn move";
    default:
        return reason_name(reason);
    }
}

static struct outcome mate_or_stalemate(const struct position *pos, bool in_check)
{
    if (!in_check)
        return (struct outcome){RESULT_DRAW, REASON_STALEMATE};
    return (struct outcome){result_of_winner(other_color(position_side(pos))), REASON_CHECKMATE};
}

struct outcome position_outcome_of(const struct position *pos, bool has_action, const struct history *history)
{
    const struct game *game = pos->variant->game;
    struct outcome outcome = {RESULT_ONGOING, REASON_NONE};
    if (game->ended && game->ended(pos, &outcome))
        return outcome;
    if (!has_action) {
        bool in_check = position_in_check(pos);
        return game->stuck ? game->stuck(pos, in_check) : mate_or_stalemate(pos, in_check);
    }
    if (!pos->variant->draws)
        return outcome;
    if (history && history_occurrences(history, pos) >= 2)
        return (struct outcome){RESULT_DRAW, REASON_REPETITION};
    if (pos->state.halfmove >= 100)
        return (struct outcome){RESULT_DRAW, REASON_FIFTY};
    return outcome;
}

struct outcome position_outcome(const struct position *pos, const struct history *history)
{
    struct move_list list;
    position_actions(pos, &list);
    return position_outcome_of(pos, list.count > 0, history);
}
