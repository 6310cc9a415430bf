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
#include "spread/spread.h"

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

// Called after each game, in the process that leads. `number`: of that game; `score`: of all that are counted.
typedef void contest_reporter(void *context, unsigned number, const struct bout_summary *game,
                              const struct contest_score *score);

struct contest_settings {
    const struct session *session;   // at the start of a game; lends its variant
    const struct rival_spec *rivals; // two, whose allowances are complete
    const struct rival_terms *terms; // whose `stop` drops the games in progress; it is always set in the end
    const struct openings *openings;
    const struct umpire_terms *umpire;
    const struct sequential_test *test; // NULL: all games are played
    const char *words;                  // all that determines the games
    unsigned pairs;
    unsigned concurrency;                     // of this process
    const struct spread_transport *transport; // all of whose processes play this match
    double patience;       // seconds for which one of them may be silent: see spread/spread.h
    struct ledger *ledger; // of the leader; gets the games, and may have some already; NULL: none
    contest_reporter *report;
    void *context;
};

// Plays the match; in a process that does not lead, those of its games that it is given. False with an error if an engine cannot be started or
// does not know the game, if a game cannot be written, or as spread_lead() and spread_follow(). `score` is valid in any case, and empty in processes
// that do not lead. `lost` is set to the number of processes that were lost, of which others only know the leader.
bool contest_play(const struct contest_settings *settings, struct contest_score *score, int *lost,
                  struct error *err);

#endif
