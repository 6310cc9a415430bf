// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper xboard`: the engine for XBoard and its relatives.
#include "protocols/xboard/xboard.h"

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/options.h"

#include <unistd.h>

static const struct usage usage = {
    "leaper xboard [options]",
    "Speaks the Chess Engine Communication Protocol, version 2, on standard input and output, for\n"
    "XBoard, WinBoard and other programs that drive engines this way. Orthodox chess needs nothing\n"
    "more; every other game is a variant of its own name, which the engine itself describes to\n"
    "XBoard 4.9. Start those without XBoard's own test of legality, which knows only its own games.\n"
    "docs/xboard.md says what XBoard shows of each game, and what is done instead of the rest.\n",
    "  xboard -fcp 'leaper xboard'\n"
    "  xboard -fcp 'leaper xboard' -variant fuel -testLegality false\n"
    "  printf 'protover 2\\nnew\\nsd 4\\nusermove e2e4\\n' | leaper xboard\n",
    false,
};

int cmd_xboard(int argc, char **argv)
{
    struct option options[] = {
        {"first-rank", "N", "what XBoard calls rank 1: 1, or 0 where it runs with -rankOffset 1", NULL}, {0}};
    struct arguments arguments;
    struct error err;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count)
        return usage_error("xboard", "'%s' is one word too many; commands come on standard input",
                           arguments.words[0]);
    long first_rank = XBOARD_FIRST_RANK;
    if (options[0].given && !option_number("xboard", &options[0], 0, 1, &first_rank))
        return EXIT_USAGE;
    if (!xboard_run(STDIN_FILENO, stdout, (int)first_rank, &err)) {
        usage_report("xboard", &err);
        return EXIT_FAILED;
    }
    return output_finish("xboard");
}
