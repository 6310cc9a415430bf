// SPDX-License-Identifier: GPL-3.0-or-later
// Manual pages in roff, with the macros of man(7).
#ifndef LEAPER_CLI_PAGE_H
#define LEAPER_CLI_PAGE_H

#include "base/buffer.h"
#include "cli/command.h"

// Appends the page of a command, its subcommands included; for the program itself, a list of the commands and
// what they have in common. `date` is that of the release: "2026-11-22".
void page_write(const struct command *command, const char *date, struct buffer *out);

#endif
