// SPDX-License-Identifier: GPL-3.0-or-later
// A game played in the terminal: its session, its players, how it is drawn.
#ifndef LEAPER_CLI_TERMINAL_GAME_H
#define LEAPER_CLI_TERMINAL_GAME_H

#include "cli/play/terminal/terminal_clock.h"
#include "protocols/diagram.h"
#include "search/level.h"
#include "search/search.h"
#include "session/session.h"

// What a command changed.
enum terminal_answer {
    TERMINAL_SAME,    // nothing visible; ask for the next command
    TERMINAL_CHANGED, // the position, or how it is drawn
    TERMINAL_QUIT
};

struct terminal_game {
    struct session *session;   // owned
    struct engine *engine;     // owned
    bool engine_plays[2];      // by colour
    const struct level *level; // of the engine when it plays
    int64_t movetime;          // milliseconds that it may think, in a game without a clock
    struct terminal_clock clock;
    uint64_t seed; // for the random errors of the weaker levels; changes with each turn
    struct diagram_style style;
    unsigned games; // in the match before this one
    unsigned
        totals[2];     // scores in them of the players who now have the colours, in halves (session/series.h)
    bool asks;         // a person's turn that loses at once must be typed twice
    struct turn asked; // the last turn that had to be typed twice, at turn number asked_at
    size_t asked_at;   // …
    bool interactive;  // a person is at a terminal: thinking is shown, and Ctrl-C ends it
    bool interrupted;  // Ctrl-C was pressed while the engine thought
    char *saved;       // the PGN file written by `save`, which it may replace; NULL: none; owned
};

void terminal_clear(struct terminal_game *terminal);

// Whether the game is in progress and the engine is to move.
bool terminal_is_engines_turn(const struct terminal_game *terminal);

// The side to which the person's commands apply: the side to move, or the engine's opponent.
enum color terminal_speaker(const struct terminal_game *terminal);

// Reads the name of a square of the board; an empty text leaves `s` as it was. False for anything else.
bool terminal_read_square(const struct position *pos, const char *text, square *s);

// Plays a person's turn. On failure nothing has changed. ERROR_REQUEST: it would lose, and will be played if it is typed again.
bool terminal_play(struct terminal_game *terminal, const char *text, struct error *err);

// Lets the engine play a turn and prints it; the engine announces what wins at once, at its turn or after it. False with an
// error when it cannot play.
bool terminal_let_engine_play(struct terminal_game *terminal, struct error *err);

// Searches the current position at full strength.
void terminal_think(struct terminal_game *terminal, struct search_result *result);

// Takes back turns until a person is to move again.
bool terminal_take_back(struct terminal_game *terminal, struct error *err);

// Replaces the game by another one, taking ownership of it; this ends a match.
void terminal_replace(struct terminal_game *terminal, struct session *session);

// Writes the game to a file as PGN. A file that exists is replaced only if this function wrote it. ERROR_SYSTEM with
// the reason.
bool terminal_save(struct terminal_game *terminal, const char *path, struct error *err);

// Continues the first game of a PGN file. On failure nothing changes.
bool terminal_load(struct terminal_game *terminal, const char *path, struct error *err);

#endif
