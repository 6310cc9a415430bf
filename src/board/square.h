// SPDX-License-Identifier: GPL-3.0-or-later
// The 256 locations of the 16×16 grid: numbers, names, distances.
//
//     240 241 … 255        rank 16
//      …
//      16  17 …  31        rank 2
//       0   1 …  15        rank 1
//       a   b      p
//
// Smaller boards use the lower left corner; the rest are locations without a square.
#ifndef LEAPER_BOARD_SQUARE_H
#define LEAPER_BOARD_SQUARE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint16_t square;

enum { GRID_SIDE = 16, GRID_SQUARES = 256, SQUARE_NONE = 256 };

// Size of the longest name of a square, "p16", with its terminator.
enum { SQUARE_NAME_SIZE = 4 };

static inline square square_at(int file, int rank)
{
    return (square)(rank * GRID_SIDE + file);
}

static inline int square_file(square s)
{
    return s & 15;
}

static inline int square_rank(square s)
{
    return s >> 4;
}

// The colour of the square as on a chequered board: that of a1 is 0, that of b1 is 1.
static inline unsigned square_shade(square s)
{
    return (unsigned)(square_file(s) + square_rank(s)) & 1;
}

// The king's distance: max(|Δfile|, |Δrank|).
static inline int square_distance(square a, square b)
{
    int files = square_file(a) - square_file(b), ranks = square_rank(a) - square_rank(b);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

// Writes "e4" or "h13" with a terminator.
void square_name(square s, char name[SQUARE_NAME_SIZE]);

// Reads a name at *cursor and moves *cursor past it; the rank is read greedily, so "a11" is never a1 followed by 1.
// False (cursor unmoved) if it is not the name of a square on a width×height board.
bool square_read(const char **cursor, int width, int height, square *s);

#endif
