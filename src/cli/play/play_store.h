// SPDX-License-Identifier: GPL-3.0-or-later
// The file in which a game is saved while it is played: one for each game, locked against other processes.
#ifndef LEAPER_CLI_PLAY_STORE_H
#define LEAPER_CLI_PLAY_STORE_H

#include "cli/play/terminal/terminal_game.h"

struct play_store {
    char *path;      // the session record, or NULL if the game is not saved; owned
    bool in_folder;  // it is in the state folder, under a name chosen by the program
    bool is_default; // it is the one that `leaper play --resume` continues
    bool written;    // it contains this game
    bool is_second;  // another process is using the default file …
    char *taken;     // … which is this one; owned
    char *lock;      // the lock file beside it, or NULL; owned
    int lock_fd;
};

// Chooses the file and locks it: `named`, or else one in the state folder. A new game takes the first of
// "game", "game-2" … that no other process is using; a resumed game must get its own file. Nothing is written
// yet. ERROR_BUSY if another process is using the file, ERROR_SYSTEM if there is no state folder; nothing is
// saved then.
bool play_store_open(struct play_store *store, const char *named, bool resumes, struct error *err);

// Writes the game to disk, once it has a turn. Another game in the state folder with this name is renamed
// first, and a line says so. True if the game is not saved at all. After a failure it is no longer saved.
bool play_store_write(struct play_store *store, const struct terminal_game *terminal, struct error *err);

// Releases the lock; the file stays.
void play_store_close(struct play_store *store);

#endif
