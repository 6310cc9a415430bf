// SPDX-License-Identifier: GPL-3.0-or-later
// Ends games whose result is clear, by what the engines say of them.
#ifndef LEAPER_LAB_ARENA_UMPIRE_H
#define LEAPER_LAB_ARENA_UMPIRE_H

#include "position/moves/outcome.h"
#include "search/search.h"

struct umpire_terms {
    unsigned resign_turns; // a side that has called itself lost for so many of its turns has lost; 0: never
    int resign_score;      // which it does by this score or less, as a positive number of centipawns
    bool resign_both;      // only if the other side has agreed for as long
    unsigned draw_turns; // a draw if neither side has seen more than `draw_score` for so many turns; 0: never
    int draw_score;
    unsigned draw_after; // but not before so many turns of the game
    unsigned longest;    // a draw after so many turns of the game; 0: never
};

// Of one game; zero at its beginning.
struct umpire {
    unsigned lost[2], won[2]; // turns in a row by colour
    unsigned drawn;           // of both sides
};

// Takes in the score of a side's turn (NULL: it has given none), with which the game has had `turns` turns. Whether it is over; fills in
// `outcome`, whose reason is REASON_NONE.
bool umpire_decides(const struct umpire_terms *terms, struct umpire *umpire, enum color side,
                    const struct search_score *score, unsigned turns, struct outcome *outcome);

#endif
