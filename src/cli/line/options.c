// SPDX-License-Identifier: GPL-3.0-or-later
// Parses command lines by a table and prints help from it.
#include "cli/line/options.h"

#include "base/text.h"
#include "cli/line/columns.h"
#include "cli/line/suggest.h"

#include <stdio.h>
#include <string.h>

void options_print_row(const char *left, const char *right)
{
    printf("  ");
    columns_print(left, OPTIONS_COLUMN);
    // What is too long for its column pushes its help into the next line, not out of the column.
    if (columns_of(left, strlen(left)) > OPTIONS_COLUMN)
        printf("\n  %*s", OPTIONS_COLUMN, "");
    printf(" %s\n", right);
}

static void print_option(const char *name, const char *value, const char *help)
{
    char left[64];
    snprintf(left, sizeof left, "--%s%s%s", name, value ? " " : "", value ? value : "");
    options_print_row(left, help);
}

static int print_help(const struct usage *usage, const struct option *options, const char *command)
{
    printf("Usage: %s\n\n%s\nOptions:\n", usage->synopsis, usage->text);
    for (const struct option *option = options; option->name; option++)
        print_option(option->name, option->value, option->help);
    print_option("help", NULL, "print this and stop");
    if (usage->examples)
        printf("\nExamples:\n%s", usage->examples);
    return output_finish(command);
}

static int unknown_option(const struct option *options, const char *command, const char *name)
{
    struct suggestion suggestion = {name, NULL, 0};
    suggest_offer(&suggestion, "help");
    for (const struct option *option = options; option->name; option++)
        suggest_offer(&suggestion, option->name);
    if (suggestion.nearest)
        return usage_error(command, "there is no option --%s; did you mean --%s?", name, suggestion.nearest);
    return usage_error(command, "there is no option --%s; 'leaper %s --help' lists them all", name, command);
}

static struct option *find_option(struct option *options, const char *name)
{
    for (struct option *option = options; option->name; option++)
        if (!strcmp(option->name, name))
            return option;
    return NULL;
}

// Reads the option argv[*at], and its value from the next word where needed.
static int read_option(struct option *options, int argc, char **argv, int *at)
{
    const char *text = argv[*at] + 2, *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
    struct option *option = find_option(options, name);
    if (!option)
        return unknown_option(options, argv[0], name);
    bool is_flag = !option->value;
    if (is_flag && equals)
        return usage_error(argv[0], "--%s takes no value", name);
    if (!is_flag && !equals && *at + 1 == argc)
        return usage_error(argv[0], "--%s needs a value", name);
    // "--fen --moves e4" lacks a value; one that begins with dashes stands behind '='.
    if (!is_flag && !equals && !strncmp(argv[*at + 1], "--", 2))
        return usage_error(argv[0], "--%s needs a value, and '%s' is an option", name, argv[*at + 1]);
    const char *value = is_flag ? "" : equals ? equals + 1 : argv[++*at];
    if (option->given)
        return usage_error(argv[0], "--%s is given twice", name);
    option->given = value;
    return OPTIONS_GO_ON;
}

// Whether a word that begins with one dash is a number: -1, -.5.
static bool is_negative_number(const char *word)
{
    const char *digits = word + 1 + (word[1] == '.');
    return *digits >= '0' && *digits <= '9';
}

// "-fen" is a slip where --fen is an option; anything else with one dash is no option at all.
static int refuse_single_dash(struct option *options, const char *command, const char *word)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 1, "="), word + 1);
    if (find_option(options, name))
        return usage_error(command, "options are written with two dashes: --%s", word + 1);
    return usage_error(command, "there is no option %s; 'leaper %s --help' lists them all", word, command);
}

int options_read(const struct usage *usage, struct option *options, struct arguments *arguments, int argc,
                 char **argv)
{
    *arguments = (struct arguments){0};
    bool only_words = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!only_words && (!strcmp(word, "--help") || !strcmp(word, "-h")))
            return print_help(usage, options, argv[0]);
        if (!only_words && !strcmp(word, "--")) {
            only_words = true;
        } else if (!only_words && !strncmp(word, "--", 2)) {
            int status = read_option(options, argc, argv, &i);
            if (status != OPTIONS_GO_ON)
                return status;
        } else if (!only_words && word[0] == '-' && word[1] && !is_negative_number(word)) {
            return refuse_single_dash(options, argv[0], word);
        } else if (arguments->count == WORDS_MAX) {
            return usage_error(argv[0], "too many words on the command line, from '%s' on", word);
        } else {
            arguments->words[arguments->count++] = word;
        }
    }
    return OPTIONS_GO_ON;
}

bool option_number(const char *command, const struct option *option, long minimum, long maximum, long *value)
{
    if (text_read_integer(option->given, minimum, maximum, value))
        return true;
    usage_error(command, "--%s takes a whole number from %ld to %ld, not '%s'", option->name, minimum,
                maximum, option->given);
    return false;
}
