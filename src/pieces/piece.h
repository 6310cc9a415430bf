// SPDX-License-Identifier: GPL-3.0-or-later
// What may be on a location, in one byte.
//
//     0            an empty square
//     1            no square: a hole, a wall, outside the board
//     2·T + C      the piece of letter number T (1 = A … 26 = Z) and colour C
//
// A game names its pieces by letters, so the letter is the piece type.
#ifndef LEAPER_PIECES_PIECE_H
#define LEAPER_PIECES_PIECE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint8_t piece;
typedef uint8_t piece_type; // 1 … 26

enum color { WHITE, BLACK };

enum { EMPTY = 0, HOLE = 1, PIECE_CODES = 64, PIECE_TYPES = 27 };

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

// Upper case.
static inline char type_letter(piece_type type)
{
    return (char)('A' + type - 1);
}

// As in a FEN: upper case White, lower case Black.
static inline char piece_letter(piece p)
{
    return (char)(type_letter(piece_type_of(p)) + (piece_color(p) == BLACK ? 'a' - 'A' : 0));
}

#endif
