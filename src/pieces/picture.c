// SPDX-License-Identifier: GPL-3.0-or-later
// The table of pictures and the movements that they stand for.
#include "pieces/picture.h"

#include <string.h>

static const struct {
    const char *name, *betza;
    bool by_name; // other pieces of this movement are shown by another picture
} pictures[] = {
    {"king", "K", true},
    {"queen", "Q", false},
    {"rook", "R", false},
    {"bishop", "B", false},
    {"knight", "N", false},
    {"pawn", "mfWcfF", false},
    {"horizontal pawn", "mWcF", true},
    {"vertical pawn", "mWcF", true},
    {"guard", "WF", false},
    {"bede", "BD", false},
    {"waffle", "WA", false},
    {"fad", "FAD", false},
    {"cardinal", "BN", false},
    {"charging rook", "fsRbK", false},
    {"fibnif", "FvN", false},
    {"charging knight", "fhNsWbK", false},
    {"colonel", "fhNfsRK", false},
    {"short rook", "R4", false},
    {"woody rook", "WD", false},
    {"half-duck", "HFD", false},
    {"chancellor", "RN", false},
    {"amazon", "QN", false},
    {"centaur", "KN", false},
    {"nightrider", "NN", false},
    {"grasshopper", "gQ", false},
    {"cannon", "mRcpR", false},
    {"fers", "F", false},
    {"wazir", "W", false},
    {"alfil", "A", false},
    {"dabbaba", "D", false},
    {"camel", "C", false},
    {"zebra", "Z", false},
    {"gold general", "WfF", false},
    {"silver general", "FfW", false},
    {"lance", "fR", false},
};

enum { PICTURES = sizeof pictures / sizeof *pictures };

static bool shows(size_t picture, const struct movement *movement)
{
    struct movement shown;
    return betza_parse(pictures[picture].betza, &shown, NULL) && !memcmp(&shown, movement, sizeof shown);
}

static void add_dashed(struct buffer *out, const char *name)
{
    for (const char *c = name; *c; c++)
        buffer_add_char(out, *c == ' ' ? '-' : *c);
}

void piece_picture(const char *name, const struct movement *movement, bool royal, struct buffer *out)
{
    if (royal) {
        buffer_add(out, shows(0, movement) ? "king" : "royal");
        return;
    }
    size_t named = 0, moves = 0;
    while (named < PICTURES && strcmp(pictures[named].name, name) != 0)
        named++;
    if (named < PICTURES && shows(named, movement)) {
        add_dashed(out, name);
        return;
    }
    while (moves < PICTURES && (pictures[moves].by_name || !shows(moves, movement)))
        moves++;
    if (moves == PICTURES && named < PICTURES)
        buffer_add(out, "custom-");
    add_dashed(out, moves < PICTURES ? pictures[moves].name : name);
}
