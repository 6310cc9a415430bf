// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of all games: the program's own, and those of files that have been loaded.
#ifndef LEAPER_VARIANTS_GAMES_H
#define LEAPER_VARIANTS_GAMES_H

#include "position/game.h"
#include "position/parameter.h"
#include "variants/cast/army.h"
#include "variants/file.h"

// All games, in the order for display; ends with NULL. The first is chess. The program's own are read when they are first needed; if
// there is no memory for them, the list is empty. A list stays valid for ever; one that is asked for later may be longer. May be called
// by any thread.
const struct game *const *games_all(void);

// The game of that name (case does not matter), or NULL with ERROR_UNKNOWN_GAME listing the first names.
const struct game *game_find(const char *name, struct error *err);

// The index of the game's parameter with that name or UCI option name (case
// does not matter), or -1.
int game_parameter(const struct game *game, const char *name);

// The armies of the program's own games.
const struct army_list *games_armies(void);

// ---- Texts ----

// A text to be loaded.
struct games_input {
    const char *name; // for messages: the path of a file
    const char *text;
    size_t length;
    bool whole; // load nothing if anything is wrong; otherwise variants that have a fault are left out
};

// What became of it.
struct games_loaded {
    struct variant_file *file;     // what was read: its games can be played now; NULL if loading has failed
    struct report report;          // all that is wrong
    struct variant_file *rejected; // what was read but not kept; the report may refer to it
};

enum {
    GAMES_MAX = 20000,
    GAMES_FILE_MAX = 300 * 1024,     // a little more than a file may have, so that the reader can say so
    GAMES_ALONE_MAX = 32,            // variants of a text that is loaded alone
    GAMES_ALONE_TEXT_MAX = 64 * 1024 // its bytes
};

// Reads a text and adds its games to the registry, where they stay. A game that is there already, with the same definition, is the same
// game; one of the same name with another definition is a fault. False and an error if not one game could be taken, or if something is
// wrong with a text that should be loaded as a whole; the first fault is the error then. `loaded` must be cleared in any case. May be
// called by any thread.
bool games_load(const struct games_input *input, struct games_loaded *loaded, struct error *err);

// The same for a file.
bool games_load_file(const char *path, bool whole, struct games_loaded *loaded, struct error *err);

// Reads a text whose games only the caller knows: they are not in the registry, and inherit from nothing but the program's own games
// and each other, so that a text means the same in every program of this version, and may give a game the name of one that was loaded.
// What it may cost is bounded. On success `file` is the caller's, who frees it after the report; variants of its games keep it alive. A
// text that is too long is ERROR_TOO_LARGE; otherwise as games_load().
bool games_load_alone(const struct games_input *input, struct games_loaded *loaded, struct error *err);

// Clears all but `file`.
void games_loaded_clear(struct games_loaded *loaded);

// Reads a file of variants without adding its games: all that is wrong with them is reported. They may inherit from those of the
// registry. NULL if there is no memory. The caller frees the file, after the report.
struct variant_file *games_read(const char *name, const char *text, size_t length, struct report *report);

// Whether a game is the program's own, not one that was loaded.
bool game_is_own(const struct game *game);

// Whether a game is not in the list of all games: it was read for its caller alone.
bool game_is_private(const struct game *game);

// Appends a line of comment for each piece of an army that has another letter than in its army.
void game_write_letters(const struct game *game, struct buffer *out);

// Appends the definition of a game, with all that it inherits, as sections that read back to the same game; of its words only the title.
void game_write_definition(const struct game *game, struct buffer *out);

#endif
