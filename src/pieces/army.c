// SPDX-License-Identifier: GPL-3.0-or-later
// The table of armies.
#include "pieces/army.h"

const struct piece_description king_description = {'K', "king", "K"};
const struct piece_description pawn_description = {'P', "pawn", "mfWcfF"};

const struct army armies[ARMIES] = {
    {"fide",
     "Fabulous FIDEs",
     "RNBQKBNR",
     {{'Q', "queen", "Q"}, {'R', "rook", "R"}, {'B', "bishop", "B"}, {'N', "knight", "N"}},
     false},
    {"clobberers",
     "Colorbound Clobberers",
     "DWACKAWD",
     {{'C', "cardinal", "BN"}, {'D', "bede", "BD"}, {'W', "waffle", "WA"}, {'A', "fad", "FAD"}},
     true},
    {"nutters",
     "Nutty Knights",
     "GIHOKHIG",
     {{'O', "colonel", "fhNfsRK"},
      {'G', "charging rook", "fsRbK"},
      {'I', "fibnif", "FvN"},
      {'H', "charging knight", "fhNsWbK"}},
     false},
    {"rookies",
     "Remarkable Rookies",
     "SMFEKFMS",
     {{'E', "chancellor", "RN"},
      {'S', "short rook", "R4"},
      {'M', "woody rook", "WD"},
      {'F', "half-duck", "HFD"}},
     false},
};
