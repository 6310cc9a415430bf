// SPDX-License-Identifier: GPL-3.0-or-later
// Two passes: the first finds the text of each option, the second parses the texts. So --help works whatever
// else is wrong.
#include "cli/line/parse.h"

#include "cli/line/help.h"
#include "cli/line/suggest.h"
#include "cli/line/table.h"
#include "cli/line/value.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { OPTIONS_MAX = 128, NAME_MAX_LENGTH = 64 };

// The options of a command in one list, with the text given for each.
struct parse {
    const struct command *command;
    int count; // of options
    struct {
        const struct argument *row;
        size_t offset;
        const char *given; // NULL: not given; "" for a flag
    } options[OPTIONS_MAX];
    char **words; // operands
    int words_count;
};

// ---- Options ----

static void collect(void *context, const struct argument *row, size_t offset, const char *heading)
{
    struct parse *parse = context;
    (void)heading;
    assert(parse->count < OPTIONS_MAX);
    parse->options[parse->count].row = row;
    parse->options[parse->count++].offset = offset;
}

static int find(const struct parse *parse, const char *name)
{
    for (int i = 0; i < parse->count; i++)
        if (!strcmp(parse->options[i].row->name, name))
            return i;
    return -1;
}

static int unknown_option(const struct parse *parse, const char *name)
{
    const char *command = parse->command->name;
    struct suggestion suggestion = {name, NULL, 0};
    suggest_offer(&suggestion, "help");
    for (int i = 0; i < parse->count; i++)
        suggest_offer(&suggestion, parse->options[i].row->name);
    if (suggestion.nearest)
        return usage_error(command, "there is no option --%s; did you mean --%s?", name, suggestion.nearest);
    return usage_error(command, "there is no option --%s; 'leaper %s --help' lists them all", name, command);
}

// Reads the option argv[*at], and its value from the next word where needed.
static int take_option(struct parse *parse, int argc, char **argv, int *at)
{
    const char *text = argv[*at] + 2, *equals = strchr(text, '='), *command = parse->command->name;
    char name[NAME_MAX_LENGTH];
    snprintf(name, sizeof name, "%.*s", (int)(equals ? (size_t)(equals - text) : strlen(text)), text);
    int index = find(parse, name);
    if (index < 0)
        return unknown_option(parse, name);
    bool is_flag = parse->options[index].row->type == ARGUMENT_FLAG;
    if (is_flag && equals)
        return usage_error(command, "--%s takes no value", name);
    if (!is_flag && !equals && *at + 1 == argc)
        return usage_error(command, "--%s needs a value", name);
    // In "--fen --moves e4" the value is missing; a value that begins with dashes is written after '='.
    if (!is_flag && !equals && !strncmp(argv[*at + 1], "--", 2))
        return usage_error(command, "--%s needs a value, and '%s' is an option", name, argv[*at + 1]);
    if (parse->options[index].given)
        return usage_error(command, "--%s is given twice", name);
    parse->options[index].given = is_flag ? "" : equals ? equals + 1 : argv[++*at];
    return PARSED;
}

bool is_negative_number(const char *word)
{
    const char *digits = word + 1 + (word[0] == '-' && word[1] == '.');
    return word[0] == '-' && *digits >= '0' && *digits <= '9';
}

// "-fen" is a slip if --fen is an option; any other word with one dash is unknown.
static int refuse_single_dash(const struct parse *parse, const char *word)
{
    const char *command = parse->command->name;
    char name[NAME_MAX_LENGTH];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 1, "="), word + 1);
    if (find(parse, name) >= 0)
        return usage_error(command, "options are written with two dashes: --%s", word + 1);
    return usage_error(command, "there is no option %s; 'leaper %s --help' lists them all", word, command);
}

// The first pass.
static int take_words(struct parse *parse, int argc, char **argv)
{
    bool only_operands = false;
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        if (only_operands || word[0] != '-' || !word[1] || is_negative_number(word)) {
            // Never overtakes the reading position.
            parse->words[parse->words_count++] = word;
        } else if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
            help_print(parse->command);
            return output_finish(parse->command->name);
        } else if (!strcmp(word, "--")) {
            only_operands = true;
        } else if (word[1] == '-') {
            int status = take_option(parse, argc, argv, &i);
            if (status != PARSED)
                return status;
        } else {
            return refuse_single_dash(parse, word);
        }
    }
    return PARSED;
}

// ---- Operands ----

static int read_operand(struct parse *parse, const struct argument *row, int *at, void *settings)
{
    const char *command = parse->command->name;
    struct error err = {0};
    if (*at == parse->words_count)
        return row->missing ? usage_error(command, "%s", row->missing) : PARSED;
    if (row->type == ARGUMENT_WORDS) {
        struct words *words = (struct words *)((char *)settings + row->offset);
        words->words = (const char *const *)parse->words + *at;
        words->count = parse->words_count - *at;
        *at = parse->words_count;
        return PARSED;
    }
    if (value_read(row, parse->words[(*at)++], settings, row->offset, &err))
        return PARSED;
    if (row->type != ARGUMENT_READ)
        return usage_error(command, "%s %s", row->name, err.message);
    return usage_report(command, &err);
}

// The maximum number of operands; negative: unlimited.
static int room_for_words(const struct command *command)
{
    int room = 0;
    for (const struct argument *row = command->operands; row && row->name; row++, room++)
        if (row->type == ARGUMENT_WORDS)
            return -1;
    return room;
}

static int read_operands(struct parse *parse, void *settings)
{
    const struct command *command = parse->command;
    int room = room_for_words(command), at = 0;
    if (room >= 0 && parse->words_count > room)
        return usage_error(command->name, "unexpected argument '%s'%s%s", parse->words[room],
                           command->no_more ? "; " : "", command->no_more ? command->no_more : "");
    for (const struct argument *row = command->operands; row && row->name; row++) {
        int status = read_operand(parse, row, &at, settings);
        if (status != PARSED)
            return status;
    }
    return PARSED;
}

// ---- Both ----

static int read_options(const struct parse *parse, void *settings)
{
    const char *command = parse->command->name;
    for (int i = 0; i < parse->count; i++) {
        const struct argument *row = parse->options[i].row;
        const char *given = parse->options[i].given;
        struct error err = {0};
        if (!given && row->missing)
            return usage_error(command, "%s", row->missing);
        if (!given || value_read(row, given, settings, parse->options[i].offset, &err))
            continue;
        if (row->type == ARGUMENT_READ)
            return usage_error(command, "--%s: %s", row->name, err.message);
        return usage_error(command, "--%s %s", row->name, err.message);
    }
    return PARSED;
}

int parse_line(const struct command *command, int argc, char **argv, void *settings)
{
    struct parse parse = {.command = command, .words = argv + 1};
    table_each_option(command, collect, &parse);
    for (int i = 0; i < parse.count; i++)
        value_init(parse.options[i].row, settings, parse.options[i].offset);
    for (const struct argument *row = command->operands; row && row->name; row++)
        value_init(row, settings, row->offset);
    int status = take_words(&parse, argc, argv);
    if (status == PARSED)
        status = read_operands(&parse, settings);
    return status == PARSED ? read_options(&parse, settings) : status;
}
