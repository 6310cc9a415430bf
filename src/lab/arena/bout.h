// SPDX-License-Identifier: GPL-3.0-or-later
// One game between two rivals, by our rules.
#ifndef LEAPER_LAB_ARENA_BOUT_H
#define LEAPER_LAB_ARENA_BOUT_H

#include "lab/arena/rival.h"
#include "lab/arena/umpire.h"

// Why a game has ended.
enum bout_end {
    BOUT_BY_RULES,    // or by resignation
    BOUT_ADJUDICATED, // or too long
    BOUT_TIME,
    BOUT_ILLEGAL, // an illegal turn, or what is none at all
    BOUT_CRASHED,
    BOUT_STALLED,
    BOUT_DROPPED, // the match was stopped; there is no result
    BOUT_ENDS
};

// "illegal move", "crash": a word for statistics. Static storage.
const char *bout_end_name(enum bout_end end);

// What one turn of the game has been like; opening turns have none of it.
struct bout_turn {
    bool thought, scored;
    struct search_score score; // for the side that has made it
    int depth;
    int64_t spent; // microseconds
    int64_t left;  // on the clock after it, in microseconds; -1: there is none
};

// What one game of a match has brought. Players are numbered 0 and 1, whatever their colours.
struct bout_summary {
    bool played;
    uint8_t points; // half points of player 0
    enum bout_end end;
    enum reason reason;
    uint8_t at_fault; // the player who has lost by a fault
    unsigned turns;   // of the game
    unsigned made[2]; // turns for which a player has thought
    int64_t spent[2]; // microseconds, for all of them
};

// Player 0 has White in the games with even numbers.
static inline enum color bout_first_color(unsigned number)
{
    return number % 2 ? BLACK : WHITE;
}

// Which player has that colour in the game.
static inline unsigned bout_player(unsigned number, enum color side)
{
    return side != bout_first_color(number);
}

struct bout {
    struct session *session; // at the end of the opening; borrowed
    struct rival *rivals[2]; // by colour; running, and told of the new game
    const struct umpire_terms *umpire;
    // The result.
    enum bout_end end;
    enum color loser; // if it has ended by a fault of that side
    struct outcome outcome;
    char remark[RIVAL_REMARK_SIZE + RIVAL_MOVE_SIZE]; // what was wrong, in words; or ""
    struct VECTOR_OF(struct bout_turn) turns;         // all of the session's; owned
};

// Plays the game to its end. False if there is no memory. bout_clear() must be called in any case.
bool bout_play(struct bout *bout, struct error *err);
void bout_clear(struct bout *bout);

// Instead of playing: a side's engine cannot even begin.
void bout_forfeit(struct bout *bout, enum color loser, const char *remark);

// Whether the side's engine must be started anew before it can play again.
static inline bool bout_has_broken(const struct bout *bout, enum color side)
{
    return bout->end >= BOUT_TIME && bout->end < BOUT_DROPPED ? side == bout->loser
                                                              : bout->end == BOUT_DROPPED;
}

// Makes a record of the game with scores, times and the reason of its end; the caller adds the players. It borrows the session's variant.
// False if there is no memory.
bool bout_record(const struct bout *bout, struct record *record, struct error *err);

// Why a game of such a record has ended.
enum bout_end bout_recorded_end(const struct record *record);

// The microseconds that an engine has spent on a turn of such a record, to the millisecond; -1 if it has not thought about it.
int64_t bout_recorded_spent(const struct record_turn *turn);

#endif
