// SPDX-License-Identifier: GPL-3.0-or-later
// The table of sentences; tests/pieces/test_words.c checks that every piece of the program's own games has one.
#include "pieces/words.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name, *betza, *words;
} table[] = {
    {"king", "K", "One step in any direction."},
    {"queen", "Q", "Any distance orthogonally or diagonally."},
    {"rook", "R", "Any distance orthogonally."},
    {"bishop", "B", "Any distance diagonally."},
    {"knight", "N", "Leaps two squares orthogonally and one to the side."},
    {"pawn", "mfWcfF",
     "One step forward, or two from its starting square; captures one step diagonally forward."},
    {"horizontal pawn", "mWcF",
     "One step orthogonally; captures one step diagonally, both in any direction. Promotes on a certain file."},
    {"vertical pawn", "mWcF",
     "One step orthogonally; captures one step diagonally, both in any direction. Promotes on a certain rank."},
    {"guard", "WF", "One step in any direction."},
    {"bede", "BD", "Any distance diagonally, or a leap of two orthogonally."},
    {"waffle", "WA", "One step orthogonally, or a leap of two diagonally."},
    {"fad", "FAD", "One step diagonally, or a leap of two orthogonally or diagonally."},
    {"cardinal", "BN", "Moves as a bishop or a knight."},
    {"charging rook", "fsRbK",
     "Any distance forward or sideways; one step backward, straight or diagonally."},
    {"fibnif", "FvN", "One step diagonally, or a knight's leap that goes two ranks forward or backward."},
    {"charging knight", "fhNsWbK",
     "A knight's leap forward; one step sideways or backward, straight or diagonally."},
    {"colonel", "fhNfsRK",
     "Any distance forward or sideways, a knight's leap forward, or one step in any direction."},
    {"short rook", "R4", "Up to four steps orthogonally."},
    {"woody rook", "WD", "One step orthogonally, or a leap of two orthogonally."},
    {"half-duck", "HFD", "One step diagonally, or a leap of two or three orthogonally."},
    {"chancellor", "RN", "Moves as a rook or a knight."},
};

const char *piece_words(const char *name, const char *betza)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (!strcmp(table[i].name, name) && !strcmp(table[i].betza, betza))
            return table[i].words;
    return NULL;
}
