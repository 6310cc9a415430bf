// SPDX-License-Identifier: GPL-3.0-or-later
// The commands for the server and its archive in a program built without them (-Dserver=disabled).
#include "cli/commands.h"

#include <stddef.h>

static int refuse(int argc, char **argv)
{
    static const struct error absent = {
        .message = "this program was built without the server; build it with -Dserver=enabled"};
    (void)argc;
    return failure_report(argv[0], &absent);
}

const struct command command_serve = {
    .name = "serve",
    .summary = "serve the games to browsers (not built in)",
    .main = refuse,
};

const struct command command_archive = {
    .name = "archive",
    .summary = "check, prune or back up a server's database (not built in)",
    .main = refuse,
};

const struct command command_tours_answer = {
    .name = "answer-about-tours",
    .main = refuse,
};
