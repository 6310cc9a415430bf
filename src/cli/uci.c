// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper uci`: the engine for graphical programs.
#include "protocols/uci/uci.h"

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/options.h"

#include <unistd.h>

static const struct usage usage = {
    "leaper uci",
    "Speaks the Universal Chess Interface on standard input and output, so that graphical programs\n"
    "and tournament managers can play against the engine. Add the command 'leaper uci' there as a\n"
    "new engine. Chess needs nothing more; other games are chosen by the option UCI_Variant, and\n"
    "their parameters by options of their own (Fuel, WhiteArmy, BlackArmy). Level sets the strength.\n"
    "\n"
    "By hand: 'd' shows the position, 'go perft 4' counts turns, 'bench' measures the search.\n",
    "  printf 'setoption name UCI_Variant value fuel\\nposition startpos\\ngo depth 8\\n' | leaper uci\n",
    false,
};

int cmd_uci(int argc, char **argv)
{
    struct option options[] = {{0}};
    struct arguments arguments;
    struct error err;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count)
        return usage_error("uci", "'%s' is one word too many; commands come on standard input",
                           arguments.words[0]);
    if (!uci_run(STDIN_FILENO, stdout, &err)) {
        usage_report("uci", &err);
        return EXIT_FAILED;
    }
    return output_finish("uci");
}
