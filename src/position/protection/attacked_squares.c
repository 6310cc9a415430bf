// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for every square whether the piece attacks it: the tables are made for walking from a target to its attackers, and so the
// answer is that of check and castling.
#include "position/protection/attacked_squares.h"

#include "position/moves/attack.h"

// Whether the first piece on the way from `s` along a plain threat is the one on `from`, and attacks `s`.
static bool reaches(const struct position *pos, const struct threat *threat, square s, square from)
{
    const struct step *step = &direction_step[threat->dir];
    int reach = pos->variant->board.reach[s][threat->dir];
    int longest = threat->longest < reach ? threat->longest : reach;
    square t = s;
    for (int steps = 1; steps <= longest; steps++) {
        t = (square)(t + step->delta);
        if (pos->pieces[t] != EMPTY)
            return t == from && threat->range[pos->pieces[t]] >= steps && attack_paid(pos, t, step, steps);
    }
    return false;
}

static bool attacks(const struct position *pos, square from, square s)
{
    const struct variant *variant = pos->variant;
    const struct view view = {pos, NULL, SQUARE_NONE};
    enum color by = piece_color(pos->pieces[from]);
    for (unsigned i = 0; i < variant->threat_count[by]; i++)
        if (reaches(pos, &variant->threats[by][i], s, from))
            return true;
    for (unsigned i = 0; i < variant->special_threat_count[by]; i++)
        if (special_attacker(&view, &variant->special_threats[by][i], s) == from)
            return true;
    return false;
}

struct set attacked_squares(const struct position *pos, square from)
{
    const struct board *board = &pos->variant->board;
    struct set set = {{0}};
    for (int i = 0; i < board->width * board->height; i++) {
        square s = square_at(i % board->width, i / board->width);
        if (s != from && pos->pieces[s] != HOLE && attacks(pos, from, s))
            set_add(&set, s);
    }
    return set;
}
