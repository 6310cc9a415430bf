// SPDX-License-Identifier: GPL-3.0-or-later
// The table of pieces with names of their own.
#include "pieces/standard.h"

#include <stddef.h>
#include <string.h>

// The pawn's double step, and what soldier, king and the pieces of janggi do in special places, are rules of their
// games, not part of these texts.
const struct standard_piece standard_pieces[] = {
    {"pawn", "pawn", "mfWcfF"},
    {"knight", "knight", "N"},
    {"bishop", "bishop", "B"},
    {"rook", "rook", "R"},
    {"queen", "queen", "Q"},
    {"fers", "fers", "F"},
    {"alfil", "alfil", "A"},
    {"fersAlfil", "fers alfil", "FA"},
    {"silver", "silver general", "FfW"},
    {"aiwok", "aiwok", "RNF"},
    {"bers", "bers", "RF"},
    {"archbishop", "archbishop", "BN"},
    {"chancellor", "chancellor", "RN"},
    {"amazon", "amazon", "QN"},
    {"knibis", "knibis", "mNcB"},
    {"biskni", "biskni", "mBcN"},
    {"kniroo", "kniroo", "mNcR"},
    {"rookni", "rookni", "mRcN"},
    {"shogiPawn", "shogi pawn", "fW"},
    {"lance", "lance", "fR"},
    {"shogiKnight", "shogi knight", "fN"},
    {"gold", "gold general", "WfF"},
    {"dragonHorse", "dragon horse", "BW"},
    {"clobber", "clobber piece", "cW"},
    {"breakthrough", "breakthrough piece", "fmWfF"},
    {"immobile", "immobile piece", ""},
    {"cannon", "cannon", "mRcpR"},
    {"janggiCannon", "janggi cannon", "pR"},
    {"soldier", "soldier", "fsW"},
    {"horse", "horse", "nN"},
    {"elephant", "elephant", "nA"},
    {"janggiElephant", "janggi elephant", "nZ"},
    {"banner", "banner", "RcpRnN"},
    {"wazir", "wazir", "W"},
    {"commoner", "commoner", "K"},
    {"centaur", "centaur", "KN"},
    {"king", "king", "K"},
    {NULL, NULL, NULL},
};

const struct standard_piece *standard_piece_find(const char *key)
{
    for (const struct standard_piece *piece = standard_pieces; piece->key; piece++)
        if (*piece->key == *key && !strcmp(piece->key, key))
            return piece;
    return NULL;
}
