// SPDX-License-Identifier: GPL-3.0-or-later
// The program `leaper`: prepares the process and runs the command that the command line names.
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/line/run.h"
#include "cli/variants.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Reopens a closed standard stream with a descriptor that fails when used, so that no file opened later is
// mistaken for it.
static void open_standard_streams(void)
{
    static const int wrong_way[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", wrong_way[fd]) != fd)
            exit(EXIT_FAILED);
}

// Any thread may be the one that runs out of memory, so nothing is flushed or freed.
static bool end_without_memory(void *context, size_t size)
{
    static const char message[] = "leaper: out of memory\n";
    (void)context;
    (void)size;
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    _exit(EXIT_FAILED);
}

// Loads the files that --variants names, wherever it stands before "--", and takes it out of the arguments. False after a message.
static bool take_variants(int *argc, char **argv)
{
    static const char option[] = "--variants";
    int kept = 1, i = 1;
    for (; i < *argc && strcmp(argv[i], "--") != 0; i++) {
        bool joined = !strncmp(argv[i], option, sizeof option - 1) && argv[i][sizeof option - 1] == '=';
        const char *path = joined ? argv[i] + sizeof option : argv[i + 1];
        if (!joined && strcmp(argv[i], option) != 0) {
            argv[kept++] = argv[i];
            continue;
        }
        if (!path) {
            usage_error("", "which file? leaper --variants FILE COMMAND");
            return false;
        }
        if (!variants_load(path))
            return false;
        i += !joined;
    }
    for (; i < *argc; i++)
        argv[kept++] = argv[i];
    argv[ *argc = kept] = NULL;
    return true;
}

int main(int argc, char **argv)
{
    memory_set_handler(end_without_memory, NULL);
    open_standard_streams();
    // Writing to a pipe without a reader is an error like any other.
    signal(SIGPIPE, SIG_IGN);
    if (!take_variants(&argc, argv))
        return EXIT_USAGE;
    // Options of the program itself are aliases of its commands.
    static char version[] = "version";
    if (argc >= 2 && !strcmp(argv[1], "--version"))
        argv[1] = version;
    return command_run(&command_leaper, argc, argv);
}
