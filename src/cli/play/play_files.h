// SPDX-License-Identifier: GPL-3.0-or-later
// The files that `leaper play` keeps for its user: the current game, and the lines typed.
#ifndef LEAPER_CLI_PLAY_FILES_H
#define LEAPER_CLI_PLAY_FILES_H

#include "base/buffer.h"
#include "base/error.h"

// The path of a file in the state folder, $XDG_STATE_HOME/leaper or ~/.local/state/leaper, which is created
// if missing; the caller frees it. NULL with ERROR_SYSTEM.
char *play_file_path(const char *name, struct error *err);

// Reads a whole file of reasonable size. ERROR_SYSTEM, ERROR_TOO_LARGE.
bool play_file_read(const char *path, struct buffer *text, struct error *err);

#endif
