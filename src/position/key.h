// SPDX-License-Identifier: GPL-3.0-or-later
// One key of a variant's text, as a row of the table of whoever uses its value.
//
//     struct settings {
//         int fold;
//         struct set goal[2];
//     };
//     static const struct key keys[] = {
//         {"nFoldRule", VALUE_NUMBER, KEY_AT(struct settings, fold), .maximum = 100, .preset = "3",
//          .help = "how often a position may occur", .example = "4"},
//         {"flagRegion", VALUE_SQUARES, KEY_AT(struct settings, goal), .both = true, …},
//         {"flagRegionWhite", VALUE_SQUARES, KEY_AT(struct settings, goal[WHITE]), …},
//         {"flagRegionBlack", VALUE_SQUARES, KEY_AT(struct settings, goal[BLACK]), …},
//         {0}};
//
// The reader (src/variants) walks the table from top to bottom for each section of a variant's text, the parents'
// first. So a row for both colours stands before those for one. Names and types are those of Fairy-Stockfish where it
// has the key. A name may stand in several rows, also of several tables: each gets the value.
#ifndef LEAPER_POSITION_KEY_H
#define LEAPER_POSITION_KEY_H

#include "board/set.h"
#include "pieces/piece.h"

#include <stdbool.h>
#include <stddef.h>

// How the text of a value is read, and what is stored in the settings.
enum value_type {
    VALUE_FLAG,       // "true", "false"                                          bool
    VALUE_NUMBER,     // minimum … maximum; INT_MAX for the word choices[0]        int
    VALUE_CHOICE,     // one of the words choices[0] … choices[maximum]            int, the index
    VALUE_RESULT,     // "win", "loss", "draw", "none", for the side to move       enum value
    VALUE_FILE,       // "e" or "5"                                                int, from 0
    VALUE_RANK,       // "5"                                                       int, from 0
    VALUE_SQUARES,    // "d4 e4", "*8" a rank, "e*" a file, "c3-f6" a rectangle    struct set
    VALUE_PIECE,      // "k"; "-" is TYPE_NONE, "*" is ANY_TYPE                    piece_type
    VALUE_LAST_PIECE, // the last of a list, as Fairy-Stockfish picks a main pawn  piece_type
    VALUE_PIECES, // "nbrq"; "-" none, "*" all                                 uint64_t, a bit a type; bit 0 for "*"
    VALUE_PIECE_MAP,     // "p:g s:g"; "p:-" none                                     piece_type[LETTER_TYPES]
    VALUE_PIECE_NUMBERS, // "q:1 r:2"                                                 int[LETTER_TYPES]
    VALUE_PIECE_SQUARES, // "h:*9 v:e5-e12"                                           struct set[LETTER_TYPES]
    VALUE_RIGHTS,        // "KQkq"                                                    uint8_t, of CASTLING_…
    VALUE_TEXT           // anything                                                  const char *
};

// A result as the side to move sees it.
enum value { VALUE_LOSS, VALUE_DRAW, VALUE_WIN, VALUE_NONE };

static inline enum value value_opposite(enum value value)
{
    return value == VALUE_NONE ? VALUE_NONE : (enum value)(VALUE_WIN - value);
}

// Every type of piece that the variant has, as the value of one.
enum { ANY_TYPE = 255 };

struct key {
    // As the text spells it. If it ends with '*', the name of a piece with a capital stands there
    // ("mobilityRegionWhite*": "mobilityRegionWhiteRook"), and the setting is an array with an item for each piece
    // type.
    const char *name;
    enum value_type type;
    uint16_t offset; // of the setting in its struct, in bytes
    bool both;       // the value is for White and Black: it is stored twice, one behind the other
    int minimum, maximum;
    const char *const *choices;
    // What holds without the key, as text; letters of pieces mean those called pawn, knight, bishop, rook, queen and
    // king. NULL: all bytes are 0.
    const char *preset;
    const char *help;    // what it does, in a few words: "how often a position may occur"
    const char *example; // a value
};

// The offset of a setting in a row.
#define KEY_AT(settings, member) ((uint16_t)offsetof(settings, member))

#endif
