// SPDX-License-Identifier: GPL-3.0-or-later
// Puts results and reasons into words.
#include "protocols/words.h"

// What happened to `loser`, the side that lost, for each reason.
static void add_loss(enum reason reason, const char *loser, const char *winner, struct buffer *out)
{
    switch (reason) {
    case REASON_CHECKMATE:
        buffer_addf(out, "%s is checkmated.", loser);
        break;
    case REASON_STALEMATE:
        buffer_addf(out, "%s has no legal move: stalemate.", loser);
        break;
    case REASON_NO_FUEL:
        buffer_addf(out, "%s has no legal move: out of fuel.", loser);
        break;
    case REASON_CORNER:
        buffer_addf(out, "%s's king has reached a corner.", winner);
        break;
    case REASON_MATE_LOSES:
        buffer_addf(out, "%s has given checkmate, which loses.", loser);
        break;
    case REASON_SINGLE_PIECE:
        buffer_addf(out, "%s is down to a single piece.", winner);
        break;
    case REASON_ANNOUNCEMENT:
        buffer_addf(out, "%s has announced a path or circuit.", winner);
        break;
    case REASON_RESIGNATION:
        buffer_addf(out, "%s resigns.", loser);
        break;
    case REASON_TIME:
        buffer_addf(out, "%s is out of time.", loser);
        break;
    default:
        buffer_addf(out, "The game is over.");
    }
    buffer_addf(out, " %s wins.", winner);
}

void words_outcome(const struct outcome *outcome, enum color side, struct buffer *out)
{
    static const char *const draws[REASONS] = {
        [REASON_STALEMATE] = "no legal move and no check: stalemate",
        [REASON_REPETITION] = "the same position for the third time",
        [REASON_FIFTY] = "fifty moves by each side without a capture or pawn move",
        [REASON_AGREEMENT] = "by agreement",
        [REASON_SINGLE_PIECE] = "a single piece is left, and the other side has a path or circuit",
        [REASON_ANNOUNCEMENT] = "both sides have a path or circuit",
    };
    switch (outcome->result) {
    case RESULT_ONGOING:
        buffer_addf(out, "%s to move.", color_name(side));
        break;
    case RESULT_DRAW:
        buffer_addf(out, "Draw: %s.", draws[outcome->reason] ? draws[outcome->reason] : "the game is over");
        break;
    case RESULT_NONE:
        buffer_add(out, "The game was cancelled.");
        break;
    case RESULT_WHITE:
        add_loss(outcome->reason, "Black", "White", out);
        break;
    case RESULT_BLACK:
        add_loss(outcome->reason, "White", "Black", out);
        break;
    }
}

void words_points(const struct outcome *outcome, unsigned points, struct buffer *out)
{
    if (points)
        buffer_addf(out, "%s scores %u point%s.", outcome->result == RESULT_WHITE ? "White" : "Black", points,
                    points == 1 ? "" : "s");
}
