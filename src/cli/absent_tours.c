// SPDX-License-Identifier: GPL-3.0-or-later
// The tours commands in a program built without them (-Dtours=disabled).
#include "cli/commands.h"

#include <stddef.h>

static int refuse(int argc, char **argv)
{
    static const struct error absent = {
        .message = "this program was built without the commands about tours; build it with -Dtours=enabled"};
    (void)argc;
    return failure_report(argv[0], &absent);
}

const struct command command_tours = {
    .name = "tours",
    .summary = "knight's tours on any board (not built in)",
    .main = refuse,
};
