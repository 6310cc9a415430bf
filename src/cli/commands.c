// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all commands, and the commands help and version.
#include "cli/commands.h"

#include "cli/line/help.h"
#include "cli/line/run.h"

#include <stdio.h>

// ---- help ----

struct help_settings {
    struct words names;
};

// `leaper help tours count` is `leaper tours count --help`.
static int run_help(void *given)
{
    const struct help_settings *settings = given;
    const struct command *command = &command_leaper;
    for (int i = 0; i < settings->names.count; i++) {
        if (!command->subcommands)
            return usage_error("help", "unexpected argument '%s'; '%s' has no subcommands",
                               settings->names.words[i], command->name);
        command = command_find(command, settings->names.words[i]);
        if (!command)
            return EXIT_USAGE;
    }
    help_print(command);
    return output_finish("help");
}

static const struct argument help_operands[] = {
    {.name = "COMMAND",
     .help = "a command, optionally with its subcommand",
     WORDS(struct help_settings, names)},
    {.name = NULL},
};

static const struct command command_help = {
    .name = "help",
    .summary = "explain a command, with examples",
    .text = "Prints what a command does; without one, the list of commands.\n",
    .examples = "  leaper help perft\n"
                "  leaper help archive backup\n",
    .operands = help_operands,
    .size = sizeof(struct help_settings),
    .run = run_help,
};

// ---- version ----

static int run_version(void *settings)
{
    (void)settings;
    printf("leaper %s\n", LEAPER_VERSION);
    return output_finish("version");
}

static const struct command command_version = {
    .name = "version",
    .summary = "print the version",
    .text = "Prints the version of the program.\n",
    .run = run_version,
};

// ---- The list ----

static const struct command *const commands[] = {
    &command_play,
    &command_serve,
    &command_archive,
    &command_games,
    &command_rules,
    &command_variants,
    &command_uci,
    &command_xboard,
    &command_show,
    &command_pgn,
    &command_perft,
    &command_solve,
    &command_puzzles,
    &command_match,
    &command_lab,
    &command_tables,
    &command_hamiltonian,
    &command_tours,
    &command_bench,
    &command_help,
    &command_version,
    &command_tours_answer,
    NULL,
};

const struct command command_leaper = {
    .name = "",
    .text =
        "Leaper plays unusual chess games: in a browser, in the terminal, and as an engine for your own GUI.\n",
    .subcommands = commands,
};
