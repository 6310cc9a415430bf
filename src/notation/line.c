// SPDX-License-Identifier: GPL-3.0-or-later
// Plays turns given as text.
#include "notation/line.h"

#include "notation/san.h"
#include "position/moves/outcome.h"

static const char *ending(enum result result)
{
    if (result == RESULT_DRAW)
        return "a draw";
    return result == RESULT_WHITE ? "White has won" : "Black has won";
}

static bool refuse(struct outcome outcome, struct error *err)
{
    return error_set(err, ERROR_GAME_OVER, "", "the game is over: %s (%s)", ending(outcome.result),
                     reason_words(outcome.reason));
}

bool line_read(const struct position *pos, const struct history *history, const char *text, struct turn *turn,
               struct error *err)
{
    // If an action can be read, there is no need to ask whether there are any.
    struct outcome outcome = position_outcome_of(pos, true, history);
    if (outcome.result != RESULT_ONGOING)
        return refuse(outcome, err);
    if (san_read_turn(pos, text, turn, err))
        return true;
    outcome = position_outcome(pos, history);
    return outcome.result != RESULT_ONGOING && refuse(outcome, err);
}

// Plays a turn that has been read; `turn`, if not NULL, gets it.
static bool play(struct position *pos, struct history *history, const struct turn *read, struct turn *turn,
                 struct error *err)
{
    if (!history_push(history, pos))
        return error_no_memory(err);
    turn_play(pos, read);
    if (turn)
        *turn = *read;
    return true;
}

bool line_play(struct position *pos, struct history *history, const char *text, struct turn *turn,
               struct error *err)
{
    struct turn read;
    return line_read(pos, history, text, &read, err) && play(pos, history, &read, turn, err);
}

bool line_play_past_draws(struct position *pos, struct history *history, const char *text, struct turn *turn,
                          struct error *err)
{
    struct turn read;
    if (!reason_is_claimable(position_outcome_of(pos, true, history).reason))
        return line_play(pos, history, text, turn, err);
    return san_read_turn(pos, text, &read, err) && play(pos, history, &read, turn, err);
}
