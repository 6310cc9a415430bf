// SPDX-License-Identifier: GPL-3.0-or-later
// Finds commands by name and runs them with their settings.
#include "cli/line/run.h"

#include "base/memory.h"
#include "cli/line/help.h"
#include "cli/line/parse.h"
#include "cli/line/suggest.h"
#include "cli/line/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *noun(const struct command *list)
{
    return *list->name ? "subcommand" : "command";
}

// "leaper archive --help", "leaper --help".
static int complain(const struct command *list, const char *what, const char *word)
{
    return usage_error(list->name, "there is no %s %s; 'leaper%s%s --help' lists them all", what, word,
                       *list->name ? " " : "", list->name);
}

const struct command *command_find(const struct command *list, const char *word)
{
    struct suggestion suggestion = {word, NULL, 0};
    for (const struct command *const *at = list->subcommands; *at; at++)
        if (!strcmp(table_word(*at), word))
            return *at;
        else if ((*at)->summary)
            suggest_offer(&suggestion, table_word(*at));
    if (suggestion.nearest) {
        usage_error(list->name, "there is no %s '%s'; did you mean '%s'?", noun(list), word,
                    suggestion.nearest);
        return NULL;
    }
    char quoted[64];
    snprintf(quoted, sizeof quoted, "'%s'", word);
    complain(list, noun(list), quoted);
    return NULL;
}

static bool is_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-h");
}

// "which subcommand? backup, check or prune; 'leaper archive --help' explains them"
static int ask_which(const struct command *list)
{
    struct buffer all;
    buffer_init(&all);
    if (*list->name)
        for (const struct command *const *at = list->subcommands; *at; at++)
            buffer_addf(&all, "%s%s", at == list->subcommands ? " " : at[1] ? ", " : " or ", table_word(*at));
    usage_error(list->name, "which %s?%s%s 'leaper%s%s --help' %s", noun(list), buffer_text(&all),
                all.length ? ";" : "", *list->name ? " " : "", list->name,
                all.length ? "explains" : "lists them");
    buffer_clear(&all);
    return EXIT_USAGE;
}

static bool is_known(const struct command *list, const char *word)
{
    for (const struct command *const *at = list->subcommands; *at; at++)
        if (!strcmp(table_word(*at), word))
            return true;
    return false;
}

static int run_list(const struct command *list, int argc, char **argv)
{
    if (argc < 2)
        return ask_which(list);
    if (!is_known(list, argv[1]) && is_help(argv[argc - 1])) {
        help_print(list);
        return output_finish(list->name);
    }
    if (argv[1][0] == '-' && argv[1][1] && !is_negative_number(argv[1]))
        return complain(list, "option", argv[1]);
    const struct command *command = command_find(list, argv[1]);
    return command ? command_run(command, argc - 1, argv + 1) : EXIT_USAGE;
}

int command_run(const struct command *command, int argc, char **argv)
{
    if (command->subcommands)
        return run_list(command, argc, argv);
    if (command->main) {
        char name[32];
        snprintf(name, sizeof name, "%s", command->name);
        argv[0] = name;
        return command->main(argc, argv);
    }
    void *settings = memory_resize(NULL, 1, command->size ? command->size : 1);
    memset(settings, 0, command->size);
    int status = parse_line(command, argc, argv, settings);
    if (status == PARSED)
        status = command->run(settings);
    free(settings);
    return status;
}
