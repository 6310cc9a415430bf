// SPDX-License-Identifier: GPL-3.0-or-later
// Names of squares.
#include "board/square.h"

#include "base/text.h"

#include <assert.h>

void square_name(square s, char name[SQUARE_NAME_SIZE])
{
    assert(s < GRID_SQUARES);
    int rank = square_rank(s) + 1;
    *name++ = (char)('a' + square_file(s));
    if (rank >= 10)
        *name++ = '1';
    *name++ = (char)('0' + rank % 10);
    *name = '\0';
}

bool square_read(const char **cursor, int width, int height, square *s)
{
    const char *c = *cursor;
    int file = *c - 'a';
    if (file < 0 || file >= width)
        return false;
    c++;
    unsigned rank;
    if (*c == '0' || !text_read_number(&c, (unsigned)height, &rank))
        return false;
    *s = square_at(file, (int)rank - 1);
    *cursor = c;
    return true;
}
