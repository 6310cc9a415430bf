// SPDX-License-Identifier: GPL-3.0-or-later
// The table at which a game is played in the terminal: the game, who plays it, how it is drawn.
#ifndef LEAPER_CLI_TERMINAL_GAME_H
#define LEAPER_CLI_TERMINAL_GAME_H

#include "protocols/diagram.h"
#include "search/search.h"
#include "session/session.h"

struct tabletop {
    struct session *session;   // owned
    struct engine *engine;     // owned
    bool engine_plays[2];      // by colour
    const struct level *level; // of the engine when it plays
    int64_t movetime;          // milliseconds that it may think
    uint64_t seed;             // of its imprecision; changes with each turn
    struct diagram_style style;
    unsigned games;     // of the match that lie behind the present one
    unsigned totals[2]; // what they brought to those who have the colours now, in halves (session/series.h)
    bool asks;          // before a person's turn that loses at once: it must be given twice
    struct turn asked;  // the turn that was asked about last, at turn number asked_at
    size_t asked_at;    // …
    bool interactive;   // a person sits at a terminal: thinking is shown, and Ctrl-C ends it
    bool interrupted;   // Ctrl-C was pressed while the engine thought
    char *saved;        // the file that this table has written and may write again, or NULL; owned
};

void tabletop_clear(struct tabletop *table);

// Prints the board, the last turn, and how the game stands.
void tabletop_show(const struct tabletop *table);

// Whether the game goes on and the engine is to move.
bool tabletop_is_engines_turn(const struct tabletop *table);

// The side for which a person speaks: the one to move, or the engine's opponent.
enum color tabletop_speaker(const struct tabletop *table);

// Reads the name of a square of the board; an empty text leaves `s` as it was. False for anything else.
bool tabletop_read_square(const struct position *pos, const char *text, square *s);

// Plays a person's turn. On failure nothing has changed. ERROR_REQUEST: it would lose, and is played when it is given again.
bool tabletop_play(struct tabletop *table, const char *text, struct error *err);

// Lets the engine play a turn and says which; what wins at once it announces, at its turn or behind it. False with an
// error when it cannot.
bool tabletop_let_engine_play(struct tabletop *table, struct error *err);

// What a full-strength search of the present position finds.
void tabletop_think(struct tabletop *table, struct search_result *result);

// Takes back to the last turn at which a person was to move.
bool tabletop_take_back(struct tabletop *table, struct error *err);

// Puts another game on the table, which takes ownership of it; a match ends with that.
void tabletop_replace(struct tabletop *table, struct session *session);

// Writes the game to a file as PGN. A file that exists is only overwritten when
// this table wrote it. ERROR_SYSTEM with the reason.
bool tabletop_save(struct tabletop *table, const char *path, struct error *err);

// Goes on with the first game of a PGN file. On failure nothing changes.
bool tabletop_load(struct tabletop *table, const char *path, struct error *err);

#endif
