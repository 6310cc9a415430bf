// SPDX-License-Identifier: GPL-3.0-or-later
// The table of sentences; tests/pieces/test_words.c checks that every piece has one.
#include "pieces/words.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name, *words;
} table[] = {
    {"king", "One step in any direction."},
    {"queen", "Any distance orthogonally or diagonally."},
    {"rook", "Any distance orthogonally."},
    {"bishop", "Any distance diagonally."},
    {"knight", "Leaps two squares orthogonally and one to the side."},
    {"pawn", "One step forward, or two from its starting square; captures one step diagonally forward."},
    {"horizontal pawn",
     "One step orthogonally; captures one step diagonally, both in any direction. Promotes on a certain file."},
    {"vertical pawn",
     "One step orthogonally; captures one step diagonally, both in any direction. Promotes on a certain rank."},
    {"guard", "One step in any direction."},
    {"bede", "Any distance diagonally, or a leap of two orthogonally."},
    {"waffle", "One step orthogonally, or a leap of two diagonally."},
    {"fad", "One step diagonally, or a leap of two orthogonally or diagonally."},
    {"cardinal", "Moves as a bishop or a knight."},
    {"charging rook", "Any distance forward or sideways; one step backward, straight or diagonally."},
    {"fibnif", "One step diagonally, or a knight's leap that goes two ranks forward or backward."},
    {"charging knight", "A knight's leap forward; one step sideways or backward, straight or diagonally."},
    {"colonel", "Any distance forward or sideways, a knight's leap forward, or one step in any direction."},
    {"short rook", "Up to four steps orthogonally."},
    {"woody rook", "One step orthogonally, or a leap of two orthogonally."},
    {"half-duck", "One step diagonally, or a leap of two or three orthogonally."},
    {"chancellor", "Moves as a rook or a knight."},
};

const char *piece_words(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (!strcmp(table[i].name, name))
            return table[i].words;
    return NULL;
}
