// SPDX-License-Identifier: GPL-3.0-or-later
// The table of sentences; tests/pieces/test_words.c sees to it that no piece lacks one.
#include "pieces/words.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name, *words;
} table[] = {
    {"king", "One step in any direction."},
    {"queen", "Any distance straight or diagonally."},
    {"rook", "Any distance straight."},
    {"bishop", "Any distance diagonally."},
    {"knight", "Leaps two straight and one aside."},
    {"pawn", "One step forward, two from its first place; captures one step diagonally forward."},
    {"horizontal pawn",
     "One step straight in any direction; captures one step diagonally in any direction. Its line of "
     "promotion is a file."},
    {"vertical pawn",
     "One step straight in any direction; captures one step diagonally in any direction. Its line of "
     "promotion is a rank."},
    {"guard", "One step in any direction."},
    {"bede", "Any distance diagonally, or a leap of two straight."},
    {"waffle", "One step straight, or a leap of two diagonally."},
    {"fad", "One step diagonally, or a leap of two straight or diagonally."},
    {"cardinal", "Moves as bishop or knight."},
    {"charging rook", "Any distance forward or sideways; backward one step, straight or diagonally."},
    {"fibnif", "One step diagonally, or a knight's leap that goes two ranks forward or backward."},
    {"charging knight", "A knight's leap forward; one step sideways or backward, straight or diagonally."},
    {"colonel", "Any distance forward or sideways, a knight's leap forward, or one step in any direction."},
    {"short rook", "Up to four steps straight."},
    {"woody rook", "One step straight, or a leap of two straight."},
    {"half-duck", "One step diagonally, or a leap of two or three straight."},
    {"chancellor", "Moves as rook or knight."},
};

const char *piece_words(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (!strcmp(table[i].name, name))
            return table[i].words;
    return NULL;
}
