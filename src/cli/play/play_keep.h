// SPDX-License-Identifier: GPL-3.0-or-later
// The game at the table is kept in a file after each turn, so that it can be taken up again.
//
//     % leaper play 1
//     [Event "?"] … [PlayYou "white"] [PlayLevel "club"] [PlayTime "2000"] [PlayMatch "1 2 0"]
//
//     1. e4 e5 *
//
// The first line is the version; the rest is PGN, which skips it. PlayTime are milliseconds, PlayMatch the games of the match before this
// one and what they brought White and Black, in halves.
#ifndef LEAPER_CLI_PLAY_KEEP_H
#define LEAPER_CLI_PLAY_KEEP_H

#include "cli/play/terminal_game.h"

// Writes the game, durably. On failure the file is as it was.
bool play_keep(const struct tabletop *table, const char *path, struct error *err);

// What of the table is taken from the file: what the command line says itself is not.
struct play_taken {
    bool you, level, time;
};

// Puts the game of the file on the table. Errors: ERROR_SYSTEM where it cannot be read, ERROR_REQUEST for a file of another kind or
// version, ERROR_GAME_OVER for a game that is over, and those of PGN.
bool play_take_up(struct tabletop *table, const char *path, const struct play_taken *taken,
                  struct error *err);

// The words for what the person plays, up to a NULL: "white", "black", "both" and "none".
extern const char *const play_sides[];

// From such a word's number to what the engine plays, and back to the word.
void play_side_set(int side, bool engine_plays[2]);
const char *play_side_name(const bool engine_plays[2]);

#endif
