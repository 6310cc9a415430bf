// SPDX-License-Identifier: GPL-3.0-or-later
// Completion of command lines in shells.
#ifndef LEAPER_CLI_COMPLETION_H
#define LEAPER_CLI_COMPLETION_H

#include "base/buffer.h"
#include "cli/command.h"

// Append a script that completes the commands of `program`, which stands at the beginning of a command line as "leaper".
void bash_write(const struct command *program, struct buffer *out);
void zsh_write(const struct command *program, struct buffer *out);

#endif
