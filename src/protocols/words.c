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
    case REASON_STALEMATE_WINS:
        buffer_addf(out, "%s has no legal move, which wins.", winner);
        break;
    case REASON_REPETITION_RULE:
        buffer_add(out, "The same position has occurred as often as the rules allow.");
        break;
    case REASON_PERPETUAL_CHECK:
        buffer_addf(out, "%s has given perpetual check, which loses.", loser);
        break;
    case REASON_MOVE_RULE:
        buffer_add(out, "There were as many moves without progress as the rules allow.");
        break;
    case REASON_GOAL:
        buffer_addf(out, "%s has reached a goal.", winner);
        break;
    case REASON_EXTINCTION:
        buffer_add(out, "Pieces that decide the game have died out.");
        break;
    case REASON_CHECKS:
        buffer_addf(out, "%s has given the last of the checks.", winner);
        break;
    case REASON_CONNECTION:
        buffer_add(out, "Pieces are connected.");
        break;
    case REASON_CASTLING:
        buffer_add(out, "Castling decides the game.");
        break;
    case REASON_MATERIAL:
        buffer_add(out, "The pieces were counted.");
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
    case REASON_ABANDONED:
        buffer_addf(out, "%s has left.", loser);
        break;
    default:
        buffer_addf(out, "The game is over.");
    }
    buffer_addf(out, " %s wins.", winner);
}

void words_outcome(const struct outcome *outcome, enum color side, struct buffer *out)
{
    static const char *const draws[REASONS] = {
        [REASON_CHECKMATE] = "checkmate, which does not win here",
        [REASON_STALEMATE] = "no legal move and no check: stalemate",
        [REASON_REPETITION] = "the same position for the third time",
        [REASON_FIFTY] = "fifty moves by each side without a capture or pawn move",
        [REASON_REPETITION_RULE] = "the same position as often as the rules allow",
        [REASON_PERPETUAL_CHECK] = "perpetual check by both sides",
        [REASON_MOVE_RULE] = "as many moves without progress as the rules allow",
        [REASON_GOAL] = "both sides have reached a goal",
        [REASON_EXTINCTION] = "pieces that decide the game have died out",
        [REASON_CONNECTION] = "pieces are connected",
        [REASON_MATERIAL] = "the pieces were counted, and both sides have as many",
        [REASON_FULL_BOARD] = "the board is full",
        [REASON_AGREEMENT] = "by agreement",
        [REASON_ABANDONED] = "a player has left",
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
        buffer_add(out,
                   outcome->reason == REASON_ABORTED ? "The game was aborted." : "The game was cancelled.");
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
