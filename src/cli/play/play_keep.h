// SPDX-License-Identifier: GPL-3.0-or-later
// Session records: a game is written to a file after each turn, so that it can be resumed.
//
//     % leaper play 1
//     [Event "?"] … [PlayYou "white"] [PlayLevel "club"] [PlayTime "2000"] [PlayMatch "1 2 0"] [PlayClock "5+3 298000 300000 black 1200"]
//
//     1. e4 e5 *
//
// The first line holds the version; the rest is PGN, which skips it. PlayTime is in milliseconds. PlayMatch holds the number of games
// of the match before this one, and what White and Black scored in them, in half points. PlayClock holds the time control, the milliseconds
// that White and Black have left, whose time ran last, and how much of it this turn has used.
#ifndef LEAPER_CLI_PLAY_KEEP_H
#define LEAPER_CLI_PLAY_KEEP_H

#include "cli/play/terminal/terminal_game.h"

// Writes the game to disk. On failure the file is unchanged.
bool play_keep(const struct terminal_game *terminal, const char *path, struct error *err);

// Which settings are taken from the file: those not given on the command line.
struct play_taken {
    bool you, level, time;
};

// Resumes the game of the file. ERROR_SYSTEM when it cannot be read, ERROR_REQUEST for a file of another kind or version,
// ERROR_GAME_OVER for a game that is over; and the errors of PGN.
bool play_take_up(struct terminal_game *terminal, const char *path, const struct play_taken *taken,
                  struct error *err);

// The words for the sides that the person plays, ending with NULL: "white", "black", "both" and "none".
extern const char *const play_sides[];

// Conversion from the index of such a word to the sides that the engine plays, and back to the word.
void play_side_set(int side, bool engine_plays[2]);
const char *play_side_name(const bool engine_plays[2]);

#endif
