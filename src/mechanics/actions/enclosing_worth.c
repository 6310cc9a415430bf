// SPDX-License-Identifier: GPL-3.0-or-later
// The search's evaluation of pieces that change sides: those that cannot, those that soon may, and at the end their number.
#include "mechanics/actions/enclosing.h"
#include "position/position.h"

static bool is_corner(const struct board *board, square s)
{
    int file = square_file(s), rank = square_rank(s);
    return (file == 0 || file == board->width - 1) && (rank == 0 || rank == board->height - 1);
}

// What is next to a square.
struct surroundings {
    int empty;   // squares
    bool corner; // one of them is a corner
};

static struct surroundings look_around(const struct position *pos, square s)
{
    const struct board *board = &pos->variant->board;
    struct surroundings found = {0, false};
    for (int file = square_file(s) - 1; file <= square_file(s) + 1; file++)
        for (int rank = square_rank(s) - 1; rank <= square_rank(s) + 1; rank++)
            if (file >= 0 && rank >= 0 && file < board->width && rank < board->height &&
                pos->pieces[square_at(file, rank)] == EMPTY) {
                found.empty++;
                found.corner |= is_corner(board, square_at(file, rank));
            }
    return found;
}

int enclosing_assess(const struct part *part, const struct position *pos)
{
    enum { CORNER = 400, AT_CORNER = 110, BESIDE_EMPTY = 12, LATE = 14, EACH = 6, SAFE = 8, MISSING = 60 };
    const struct enclosing_settings *settings = part->settings;
    if (settings->flip != ENCLOSING_REVERSI)
        return 0;
    int empty = set_count(&pos->sets[SET_EMPTY]), each = empty < LATE ? EACH * (LATE - empty) : 0, score = 0;
    square s;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        // Who has few pieces may soon have none.
        int count = set_count(&pos->sets[color]), missing = count < SAFE ? MISSING * (SAFE - count) : 0;
        score -= color == WHITE ? missing : -missing;
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
            struct surroundings around = look_around(pos, s);
            int worth = each + CORNER * is_corner(&pos->variant->board, s) - AT_CORNER * around.corner -
                        (each ? 0 : BESIDE_EMPTY * around.empty);
            score += color == WHITE ? worth : -worth;
        }
    }
    return score > 9000 ? 9000 : score < -9000 ? -9000 : score;
}
