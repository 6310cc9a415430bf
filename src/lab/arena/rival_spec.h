// SPDX-License-Identifier: GPL-3.0-or-later
// Which engine plays, and how it is set up, as somebody writes it:
//
//     leaper level=club hash=64
//     fairy-stockfish 'option.Skill Level'=10 name=FSF
//     cmd="/usr/games/fairymax -x" proto=cecp movetime=200
#ifndef LEAPER_LAB_ARENA_RIVAL_SPEC_H
#define LEAPER_LAB_ARENA_RIVAL_SPEC_H

#include "base/vector.h"
#include "lab/arena/allowance.h"

enum rival_protocol { RIVAL_UCI, RIVAL_CECP };

struct rival_option {
    char *name, *value; // owned
};

struct rival_spec {
    char *name;    // in the results; owned
    char *variant; // what the engine calls the game; NULL: what we call it; owned
    enum rival_protocol protocol;
    struct VECTOR_OF(char *) arguments;            // of its command line; owned. None: this program itself
    struct VECTOR_OF(struct rival_option) options; // in order
    unsigned threads;
    bool deaf;                  // it ignores the word to stop, so it is told its time and keeps it itself
    struct allowance allowance; // empty: that of the match
};

// Reads a specification. False with ERROR_PARAMETER, whose place is the word that is wrong, or ERROR_SYSTEM; `spec` need not be cleared then.
bool rival_spec_read(const char *text, struct rival_spec *spec, struct error *err);
void rival_spec_clear(struct rival_spec *spec);

#endif
