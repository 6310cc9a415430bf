// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a manual page or a completion script to standard output: generate page|bash|zsh [COMMAND] [DATE].
#include "cli/commands.h"
#include "cli/line/run.h"
#include "cli/manual/completion.h"
#include "cli/manual/page.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct buffer out;
    buffer_init(&out);
    if (argc == 4 && !strcmp(argv[1], "page")) {
        const struct command *command = *argv[2] ? command_find(&command_leaper, argv[2]) : &command_leaper;
        if (!command)
            return EXIT_USAGE;
        page_write(command, argv[3], &out);
    } else if (argc == 2 && !strcmp(argv[1], "bash")) {
        bash_write(&command_leaper, &out);
    } else if (argc == 2 && !strcmp(argv[1], "zsh")) {
        zsh_write(&command_leaper, &out);
    } else {
        return usage_error("", "usage: generate page COMMAND DATE | bash | zsh");
    }
    fputs(buffer_text(&out), stdout);
    buffer_clear(&out);
    return output_finish("");
}
