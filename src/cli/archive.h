// SPDX-License-Identifier: GPL-3.0-or-later
// What the subcommands of `leaper archive` share.
#ifndef LEAPER_CLI_ARCHIVE_H
#define LEAPER_CLI_ARCHIVE_H

#include "archive/archive.h"
#include "cli/line/options.h"

// The path that was given, or the usual one; the caller frees it. NULL after a complaint.
char *archive_path(const char *command, const char *given);

// Complains and returns EXIT_FAILED.
int archive_complain(const char *command, const struct error *err);

// `leaper archive check` (archive_check.c).
int cmd_archive_check(int argc, char **argv);

#endif
