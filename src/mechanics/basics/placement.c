// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over the placement of a start position. What is wrong with it is left to the reader of positions.
#include "mechanics/basics/placement.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void skip_run(struct placement *walk)
{
    int run = 0;
    for (; is_digit(*walk->cursor); walk->cursor++)
        run = run <= GRID_SIDE ? 10 * run + (*walk->cursor - '0') : run;
    walk->file += run;
}

bool placement_next(struct placement *walk, square *s, char *letter)
{
    while (*walk->cursor && *walk->cursor != ' ' && *walk->cursor != '[') {
        if (is_digit(*walk->cursor)) {
            skip_run(walk);
            continue;
        }
        char c = *walk->cursor++;
        if (c == '/') {
            walk->file = 0;
            walk->rank--;
        } else if (c != '+' && c != '~') {
            int file = walk->file++;
            if (file >= walk->board->width || walk->rank < 0)
                continue;
            *s = square_at(file, walk->rank);
            *letter = c;
            return true;
        }
    }
    return false;
}

piece_type placement_type(char letter, enum color *color)
{
    *color = letter >= 'a' ? BLACK : WHITE;
    char upper = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    return upper >= 'A' && upper <= 'Z' ? type_of_letter(upper) : TYPE_NONE;
}
