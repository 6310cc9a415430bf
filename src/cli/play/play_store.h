// SPDX-License-Identifier: GPL-3.0-or-later
// Where a game is kept while it is played: one file for each game, locked against a second program.
#ifndef LEAPER_CLI_PLAY_STORE_H
#define LEAPER_CLI_PLAY_STORE_H

#include "cli/play/terminal_game.h"

struct play_store {
    char *path;      // the session record, or NULL when the game is not kept; owned
    bool in_folder;  // it lies in the state folder, under a name that the program chose
    bool is_default; // it is the one that `leaper play --resume` goes on with
    bool written;    // it holds this game
    bool is_second;  // another program has the default file …
    char *taken;     // … which is this one; owned
    char *lock;      // the lock file beside it, or NULL; owned
    int lock_fd;
};

// Chooses the file and locks it: `named`, or else one in the state folder. A new game takes the first of "game", "game-2" … there
// that no other program plays in; a resumed one must have its own. Nothing is written yet.
//
// ERROR_BUSY when another program has the file, ERROR_SYSTEM when there is no state folder; the store then keeps nothing.
bool play_store_open(struct play_store *store, const char *named, bool resumes, struct error *err);

// Writes the game, and has it on the disk, once it has a turn. A game that lies in the state folder under this name is renamed
// first, and a line says so. True when the game is not kept at all. After a failure it is not kept any more.
bool play_store_write(struct play_store *store, const struct terminal_game *terminal, struct error *err);

// Gives the lock back; the file stays.
void play_store_close(struct play_store *store);

#endif
