// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper xboard`: the engine for XBoard and its relatives.
#include "protocols/xboard/xboard.h"

#include "cli/commands.h"
#include "cli/line/opening.h"

#include <stdio.h>
#include <unistd.h>

struct settings {
    long first_rank;
    struct opening_files files;
};

static int run(void *given)
{
    const struct settings *settings = given;
    struct error err;
    return xboard_run(STDIN_FILENO, stdout, (int)settings->first_rank, &err) ? output_finish("xboard")
                                                                             : failure_report("xboard", &err);
}

static const struct argument options[] = {
    {.name = "first-rank",
     .value = "N",
     .help = "XBoard's number for rank 1; 0 if it runs with -rankOffset 1",
     NUMBER(struct settings, first_rank),
     .maximum = 1,
     .initial = XBOARD_FIRST_RANK},
    {.name = NULL},
};

const struct command command_xboard = {
    .name = "xboard",
    .summary = "run as an engine for XBoard and WinBoard (CECP)",
    .text = "Speaks the Chess Engine Communication Protocol, version 2, on standard input and output, for\n"
            "XBoard, WinBoard and other programs that drive engines this way. Orthodox chess needs nothing\n"
            "more; every other game is a variant with its own name, which the engine describes to\n"
            "XBoard 4.9. Turn off XBoard's own legality test for those: it knows only its own games.\n"
            "docs/xboard.md says what XBoard can show of each game, and describes workarounds.\n",
    .examples = "  xboard -fcp 'leaper xboard'\n"
                "  xboard -fcp 'leaper xboard' -variant fuel -testLegality false\n"
                "  xboard -fcp 'leaper xboard --variants my.ini' -variant my-game -testLegality false\n"
                "  printf 'protover 2\\nnew\\nsd 4\\nusermove e2e4\\n' | leaper xboard\n",
    .options = options,
    .shared = {{&opening_files, offsetof(struct settings, files)}},
    .no_more = "commands come on standard input",
    .size = sizeof(struct settings),
    .run = run,
};
