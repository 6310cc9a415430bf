// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper uci`: the engine for graphical programs.
#include "protocols/uci/uci.h"

#include "cli/commands.h"
#include "cli/line/opening.h"

#include <stdio.h>
#include <unistd.h>

struct settings {
    struct opening_files files;
};

static int run(void *settings)
{
    struct error err;
    (void)settings;
    return uci_run(STDIN_FILENO, stdout, &err) ? output_finish("uci") : failure_report("uci", &err);
}

const struct command command_uci = {
    .name = "uci",
    .summary = "run as an engine for graphical programs (UCI)",
    .text =
        "Speaks the Universal Chess Interface on standard input and output, so that graphical programs\n"
        "and tournament managers can play against the engine. Add the command 'leaper uci' there as a\n"
        "new engine. Chess needs nothing more; other games are chosen by the option UCI_Variant, and\n"
        "their parameters by options of their own (Fuel, WhiteArmy, BlackArmy). Level sets the strength.\n"
        "--variants, or the option VariantPath, adds the variants of a file.\n"
        "\n"
        "By hand: 'd' shows the position, 'go perft 4' counts turns, 'bench' measures the search.\n",
    .examples =
        "  printf 'setoption name UCI_Variant value fuel\\nposition startpos\\ngo depth 8\\n' | leaper uci\n",
    .shared = {{&opening_files, offsetof(struct settings, files)}},
    .no_more = "commands come on standard input",
    .size = sizeof(struct settings),
    .run = run,
};
