// SPDX-License-Identifier: GPL-3.0-or-later
// A match: pairs of games between two engines, several at a time, until there are enough or a sequential test has decided.
//
// Games are numbered from 0. Games 2n and 2n + 1 are pair n: the same opening, which depends on n and the seed alone, and the colours exchanged;
// the first engine has White in the former. What is counted are pairs in this order, without a gap, so the figures do not depend on
// which of several games at a time ends first.
#ifndef LEAPER_LAB_ARENA_CONTEST_H
#define LEAPER_LAB_ARENA_CONTEST_H

#include "lab/arena/ledger.h"
#include "lab/arena/openings.h"
#include "lab/statistics.h"

enum { CONTEST_PAIRS_MAX = 1000000, CONTEST_CONCURRENCY_MAX = 64 };

struct contest_score {
    unsigned games, wins, draws, losses; // of player 0
    struct pair_counts pairs;
    unsigned white;            // games won by White
    unsigned reasons[REASONS]; // how games have ended by the rules
    unsigned ends[BOUT_ENDS];
    unsigned faults[2]; // games that a player has lost by a fault
    uint64_t turns;
    uint64_t made[2];
    int64_t spent[2];
    struct sequential_state test; // if there is one
};

// Called after each game, by one thread at a time. `number`: of that game; `score`: of all that are counted.
typedef void contest_reporter(void *context, unsigned number, const struct bout_summary *game,
                              const struct contest_score *score);

struct contest_settings {
    const struct session *session;   // at the start of a game; lends its variant
    const struct rival_spec *rivals; // two, whose allowances are complete
    const struct rival_terms
        *terms; // whose `stop` drops the games in progress, and is set when the test has decided
    const struct openings *openings;
    const struct umpire_terms *umpire;
    const struct sequential_test *test; // NULL: all games are played
    unsigned pairs, concurrency;
    struct ledger *ledger; // gets the games, and may have some already; NULL: none
    contest_reporter *report;
    void *context;
};

// Plays the match. False with an error if an engine cannot be started or does not know the game, or if a game cannot be written; `score` is
// valid in any case.
bool contest_play(const struct contest_settings *settings, struct contest_score *score, struct error *err);

#endif
