// SPDX-License-Identifier: GPL-3.0-or-later
// Shell completion.
#ifndef LEAPER_CLI_COMPLETION_H
#define LEAPER_CLI_COMPLETION_H

#include "base/buffer.h"
#include "cli/command.h"

// Appends a script that completes command lines of `program`, "leaper".
void bash_write(const struct command *program, struct buffer *out);
void zsh_write(const struct command *program, struct buffer *out);

#endif
