// SPDX-License-Identifier: GPL-3.0-or-later
// What the terms of the evaluation are worth: one table of named pairs of numbers, for the middlegame and the endgame.
//
// Terms that any game may have come first, in the order of `enum term`, and always have a value. Behind them may stand weights of single
// kinds of pieces, named after their movement ("N value"); where there is none, value.c derives it from how the piece moves. Games
// whose weights were tuned have a text in weights/, which is embedded in the program; it replaces or adds to the table.
#ifndef LEAPER_SEARCH_WEIGHTS_H
#define LEAPER_SEARCH_WEIGHTS_H

#include "base/error.h"

#include <stdint.h>

struct pair {
    int16_t mg, eg;
};

// What several terms are worth together, in White's favour unless something else is said.
struct sum {
    int mg, eg;
};

static inline void sum_add(struct sum *sum, struct pair worth, int count)
{
    sum->mg += worth.mg * count;
    sum->eg += worth.eg * count;
}

// Identifier, name in texts, and what it is worth where nothing has been tuned. All in centipawns, but for danger (see terms/king.h).
#define WEIGHTS_OF_TERMS(X)                                                                                  \
    X(TERM_TEMPO, "tempo", 12, 12)                                                                           \
    X(TERM_DOUBLED, "doubled", -8, -18)                                                                      \
    X(TERM_ISOLATED, "isolated", -11, -12)                                                                   \
    X(TERM_BACKWARD, "backward", -7, -8)                                                                     \
    X(TERM_EXPOSED, "exposed", -6, -4) /* isolated or backward, and no enemy pawn in front */                \
    X(TERM_SUPPORTED, "supported", 9, 6)                                                                     \
    X(TERM_ABREAST, "abreast", 8, 6)                                                                         \
    X(TERM_CANDIDATE, "candidate", 6, 12)                                                                    \
    X(TERM_PASSED_1, "passed 1", 70, 130) /* by the steps that it still has to take */                       \
    X(TERM_PASSED_2, "passed 2", 42, 82)                                                                     \
    X(TERM_PASSED_3, "passed 3", 22, 46)                                                                     \
    X(TERM_PASSED_4, "passed 4", 10, 24)                                                                     \
    X(TERM_PASSED_5, "passed 5", 4, 12)                                                                      \
    X(TERM_PASSED_6, "passed 6", 2, 8)                                                                       \
    X(TERM_PASSED_SUPPORTED, "passed supported", 4, 6)  /* the next two per step nearer than five */         \
    X(TERM_PASSED_KING_FAR, "passed king far", 0, 2)    /* for each step of the enemy king to it … */      \
    X(TERM_PASSED_KING_NEAR, "passed king near", 0, -2) /* … and of its own king */                        \
    X(TERM_COLOR_PAIR, "colour pair", 35, 40)                                                                \
    X(TERM_OPEN_FILE, "open file", 18, 8)                                                                    \
    X(TERM_HALF_OPEN_FILE, "half-open file", 9, 6)                                                           \
    X(TERM_OUTPOST_LEAPER, "outpost leaper", 20, 12)                                                         \
    X(TERM_OUTPOST_RIDER, "outpost rider", 14, 6)                                                            \
    X(TERM_THREAT_BY_PAWN, "threat by pawn", 40, 30)                                                         \
    X(TERM_THREAT_BY_LESSER, "threat by lesser", 28, 24)                                                     \
    X(TERM_THREAT_HANGING, "threat hanging", 22, 16)                                                         \
    X(TERM_THREAT_TO_PAWN, "threat to pawn", 4, 12)                                                          \
    X(TERM_SHELTER_1, "shelter 1", 14, 0) /* by the distance of the own pawn */                              \
    X(TERM_SHELTER_2, "shelter 2", 8, 0)                                                                     \
    X(TERM_SHELTER_3, "shelter 3", 0, 0)                                                                     \
    X(TERM_SHELTER_NONE, "shelter none", -12, 0)                                                             \
    X(TERM_STORM_1, "storm 1", -4, 0) /* by the distance of the enemy pawn */                                \
    X(TERM_STORM_2, "storm 2", -14, 0)                                                                       \
    X(TERM_STORM_3, "storm 3", -8, 0)                                                                        \
    X(TERM_STORM_NONE, "storm none", -6, 0)                                                                  \
    X(TERM_DANGER_ASSAULT, "danger assault", 4, 2)                                                           \
    X(TERM_DANGER_WEAK, "danger weak", 6, 3)                                                                 \
    X(TERM_DANGER_CHECK, "danger check", 24, 12)

enum term {
#define WEIGHT_IDENTIFIER(id, name, mg, eg) id,
    WEIGHTS_OF_TERMS(WEIGHT_IDENTIFIER)
#undef WEIGHT_IDENTIFIER
        TERMS
};

enum { WEIGHT_NAME_SIZE = 32, WEIGHTS_MAX = 512 };

struct weight {
    char name[WEIGHT_NAME_SIZE];
    struct pair worth;
};

struct weights {
    unsigned count;
    struct weight list[WEIGHTS_MAX];
};

// The terms as they are where nothing has been tuned, and no pieces.
void weights_init(struct weights *weights);

// Those of a game by name: tuned ones where there is a text of them.
void weights_of_game(struct weights *weights, const char *game);

// Sets or adds the weights of a text: in each line a name, `=` and two numbers, or `like` and a game whose tuned weights come in here; lines may be empty or begin with `#`. False and an
// error (the line, as text, in `at`) if it is anything else.
bool weights_read(struct weights *weights, const char *text, struct error *err);

// What the weight of that name is worth, or NULL if there is none.
const struct pair *weights_find(const struct weights *weights, const char *name);

// Sets it, or adds it. False if there is no room or the name is too long.
bool weights_set(struct weights *weights, const char *name, struct pair worth);

#endif
