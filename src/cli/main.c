// SPDX-License-Identifier: GPL-3.0-or-later
// The program `leaper`: finds the subcommand in a table and runs it.
#include "base/memory.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/options.h"
#include "cli/line/suggest.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command commands[] = {
    {"play", "play a game in the terminal", cmd_play},
    {"serve", "serve the games to browsers, with an engine and with friends", cmd_serve},
    {"archive", "check, prune or back up a server's database", cmd_archive},
    {"games", "list the games, print their rules", cmd_games},
    {"uci", "be an engine for graphical programs (UCI)", cmd_uci},
    {"xboard", "be an engine for XBoard and WinBoard (CECP)", cmd_xboard},
    {"show", "print a position and its legal turns as JSON", cmd_show},
    {"pgn", "check written games: the first illegal move, why, and what was meant", cmd_pgn},
    {"perft", "count the turns to a depth", cmd_perft},
    {"solve", "find the shortest win, helped or forced", cmd_solve},
    {"hamiltonian", "the largest score that Hamiltonian Chess allows, with proof", cmd_hamiltonian},
    {"tours", "count, find, draw and sample knight's tours on any board", cmd_tours},
    {"bench", "search fixed positions: the engine's speed and fingerprint", cmd_bench},
    {"answer-about-tours", NULL, cmd_tours_answer},
    {NULL, NULL, NULL},
};

static int print_help(void)
{
    printf(
        "Leaper plays unusual chess games: in a browser, in the terminal, and as an engine for your own GUI.\n"
        "\n"
        "Usage: leaper COMMAND [options]\n"
        "       leaper COMMAND --help   what a command does, with examples\n"
        "       leaper --version\n"
        "\n"
        "Commands:\n");
    for (const struct command *command = commands; command->name; command++)
        if (command->summary)
            printf("  %-12s %s\n", command->name, command->summary);
    return output_finish("help");
}

static const struct command *find_command(const char *name)
{
    for (const struct command *command = commands; command->name; command++)
        if (!strcmp(command->name, name))
            return command;
    return NULL;
}

static int unknown_command(const char *name)
{
    struct suggestion suggestion = {name, NULL, 0};
    for (const struct command *command = commands; command->name; command++)
        if (command->summary)
            suggest_offer(&suggestion, command->name);
    fprintf(stderr, "leaper: there is no command '%s'; ", name);
    if (suggestion.nearest)
        fprintf(stderr, "did you mean '%s'?\n", suggestion.nearest);
    else
        fprintf(stderr, "'leaper --help' lists them\n");
    return EXIT_USAGE;
}

// `leaper help perft` is `leaper perft --help`.
static int help_for(char *name)
{
    const struct command *command = find_command(name);
    if (!command)
        return unknown_command(name);
    char option[] = "--help", *arguments[] = {name, option, NULL};
    return command->run(2, arguments);
}

// Gives a closed standard stream a descriptor again, one that fails when used,
// so that no file opened later is mistaken for it.
static void open_standard_streams(void)
{
    static const int wrong_way[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", wrong_way[fd]) != fd)
            exit(EXIT_FAILED);
}

// Any thread may be the one that finds no memory, so nothing is flushed or freed.
static bool end_without_memory(void *context, size_t size)
{
    static const char message[] = "leaper: out of memory\n";
    (void)context;
    (void)size;
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    _exit(EXIT_FAILED);
}

int main(int argc, char **argv)
{
    memory_set_handler(end_without_memory, NULL);
    open_standard_streams();
    // A reader that goes away is an error of writing like any other.
    signal(SIGPIPE, SIG_IGN);
    if (argc < 2) {
        fprintf(stderr, "leaper: which command? 'leaper --help' lists them\n");
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("leaper %s\n", LEAPER_VERSION);
        return output_finish("--version");
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || (!strcmp(argv[1], "help") && argc == 2))
        return print_help();
    if (!strcmp(argv[1], "help"))
        return help_for(argv[2]);
    const struct command *command = find_command(argv[1]);
    return command ? command->run(argc - 1, argv + 1) : unknown_command(argv[1]);
}
