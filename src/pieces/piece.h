// SPDX-License-Identifier: GPL-3.0-or-later
// What may be on a location, in one byte.
//
//     0            an empty square
//     1            no square: a hole, a wall, outside the board
//     2·T + C      the piece of type T (1 … 63) and colour C
//
// A game names its pieces by letters, so the letter is the piece type: 1 = A … 26 = Z. From 27 on are the types that a
// piece can only become: a rook that used to be a pawn, where that matters when it is captured, is not the type R.
#ifndef LEAPER_PIECES_PIECE_H
#define LEAPER_PIECES_PIECE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint8_t piece;
typedef uint8_t piece_type; // 1 … 63

enum color { WHITE, BLACK };

// LETTER_TYPES and the types above it have no letter of their own, and are never in a hand.
enum { EMPTY = 0, HOLE = 1, PIECE_CODES = 128, PIECE_TYPES = 64, LETTER_TYPES = 27 };

// The types that the rules mention.
enum { TYPE_NONE = 0, TYPE_KING = 'K' - 'A' + 1, TYPE_PAWN = 'P' - 'A' + 1 };

static inline piece piece_of(piece_type type, enum color color)
{
    return (piece)(type * 2 + color);
}

// The next two take a piece: neither EMPTY nor HOLE.
static inline piece_type piece_type_of(piece p)
{
    return p >> 1;
}

static inline enum color piece_color(piece p)
{
    return (enum color)(p & 1);
}

static inline bool is_piece(piece p)
{
    return p >= 2;
}

static inline bool is_piece_of(piece p, enum color color)
{
    return p >= 2 && (p & 1) == color;
}

static inline enum color other_color(enum color color)
{
    return color == WHITE ? BLACK : WHITE;
}

// For sentences: "White", "Black".
static inline const char *color_name(enum color color)
{
    return color == WHITE ? "White" : "Black";
}

// For machines: "white", "black", as in JSON and on the command line.
static inline const char *color_key(enum color color)
{
    return color == WHITE ? "white" : "black";
}

static inline piece_type type_of_letter(char upper)
{
    return (piece_type)(upper - 'A' + 1);
}

// Upper case; the type has a letter.
static inline char type_letter(piece_type type)
{
    return (char)('A' + type - 1);
}

#endif
