// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of drops: a turn may put a piece from the hand on the board, and captured pieces may go to the hand.
#ifndef LEAPER_MECHANICS_DROPS_H
#define LEAPER_MECHANICS_DROPS_H

#include "board/set.h"
#include "pieces/piece.h"
#include "position/mechanism.h"

struct drops_settings {
    bool drops;                // pieces in hand may be dropped
    bool gates;                // pieces in hand come in where others leave their first squares
    bool free;                 // drops need no piece in hand
    bool captures_to_hand;     // captured pieces go to the hand of whoever captures them …
    bool keeps_promotions;     // … and promoted ones stay promoted
    bool first_rank;           // pawns may be dropped on their first rank …
    bool promotion_zone;       // … and where they promote
    bool gives_check;          // a drop may give check …
    bool pawn_mate_is_illegal; // … but a shogi pawn's may not mate
    bool opposite_bishops;     // the bishops of a side must stand on both colours
    bool promoted;             // pieces that turn into others may be dropped turned
    piece_type no_doubled;     // no drop of this type on a file …
    int no_doubled_count;      // … with so many of them
    struct set region[2];      // by colour: where pieces may be dropped

    // Filled in when the variant is built.
    struct set to[2][PIECE_TYPES]; // by colour: where pieces of a type may be dropped
};

extern const struct mechanism drops_mechanism;

// ---- drops_words.c ----

// The hook: see position/mechanism.h.
void drops_words(const struct part *part, struct wording *wording);

// ---- drops_limits.c: drops that are illegal only for what else stands on the board ----

// Whether shogiPawnDropMateIllegal is about pieces of that type.
bool drops_is_shogi_pawn(const struct variant *variant, piece_type type);

// The drop of a piece of a type is illegal on this location, which is empty, for what else stands on the board.
enum drop_fault {
    DROP_FINE,
    DROP_DOUBLED,
    DROP_BISHOPS,
    DROP_CHECKS,
    DROP_MATES,
};

// What the rules about doubled pieces, bishops, checks and mates say about a drop of the side to move that is legal otherwise.
enum drop_fault drops_fault(const struct drops_settings *settings, const struct position *pos, move m);

// Whether drops_fault() can be anything but DROP_FINE for the type.
bool drops_limited(const struct drops_settings *settings, const struct variant *variant, piece_type type);

#endif
