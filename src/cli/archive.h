// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the subcommands of `leaper archive`.
#ifndef LEAPER_CLI_ARCHIVE_H
#define LEAPER_CLI_ARCHIVE_H

#include "archive/archive.h"
#include "cli/command.h"

// The description of an operand or option that names a database.
#define ARCHIVE_DATABASE .help = "the database", .otherwise = "leaper.db in the user's data directory"

// The path that was given, or the default; the caller frees it. On failure prints an error and returns NULL.
char *archive_path(const char *command, const char *given);

extern const struct command command_archive_check; // archive_check.c

#endif
