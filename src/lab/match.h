// SPDX-License-Identifier: GPL-3.0-or-later
// Matches between two computer players: random openings, both colours, a score with its error.
#ifndef LEAPER_LAB_MATCH_H
#define LEAPER_LAB_MATCH_H

#include "lab/statistics.h"
#include "position/moves/outcome.h"
#include "search/search.h"

enum player_kind {
    PLAYER_ENGINE,
    PLAYER_GREEDY, // takes the most valuable piece it can, else plays at random; wins at once when it can
    PLAYER_RANDOM
};

struct player {
    enum player_kind kind;
    // The rest is for engines only.
    unsigned handicap; // 0: full strength; see search/handicap.h
    unsigned features; // see search/evaluation/features.h
    uint64_t nodes;    // per turn; 0: no limit
    int64_t movetime;  // milliseconds per turn; 0: no limit
    int depth;         // 0: no limit
};

struct match {
    const struct variant *variant;
    struct player players[2];
    unsigned pairs;   // of games with the same opening and colours exchanged
    unsigned opening; // random actions before the players take over
    unsigned longest; // turns after which a game is called a draw; 0: never
    uint64_t seed;
};

// One game of a match; the first player had White if `first_white`.
struct match_game {
    bool first_white;
    struct outcome outcome;
    unsigned turns;
};

typedef void match_reporter(void *context, const struct match_game *game);

// From the first player's point of view.
struct match_score {
    unsigned wins, draws, losses;
    struct pair_counts pairs;
    unsigned reasons[REASONS];
    uint64_t turns;
};

// Plays the match; `report` may be NULL. False with ERROR_SYSTEM when there is no memory.
bool match_play(const struct match *match, match_reporter *report, void *context, struct match_score *score,
                struct error *err);

#endif
