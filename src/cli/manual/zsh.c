// SPDX-License-Identifier: GPL-3.0-or-later
// Completion for zsh: a function for each command, using _arguments.
#include "cli/line/table.h"
#include "cli/line/value.h"
#include "cli/manual/completion.h"

#include <string.h>

// Appends text inside single quotes, escaped so that _arguments and _describe take colons, brackets and
// backslashes literally.
static void add_quoted(const char *text, struct buffer *out)
{
    for (; *text; text++) {
        if (*text == '\'')
            buffer_add(out, "'\\'");
        else if (strchr(":[]\\", *text))
            buffer_add_char(out, '\\');
        buffer_add_char(out, *text);
    }
}

// "_leaper_archive_check"
static void add_function(const struct command *command, struct buffer *out)
{
    buffer_add(out, "_leaper");
    for (const char *c = command->name; *c; c++) {
        if (c == command->name)
            buffer_add_char(out, '_');
        buffer_add_char(out, *c == ' ' ? '_' : *c);
    }
}

// ":FEN:", ":FILE:_files", ":SIDE:(white black)"
static void add_value(const struct argument *row, struct buffer *out)
{
    const char *word = value_word(row, 0);
    buffer_add_char(out, ':');
    add_quoted(row->value ? row->value : row->name, out);
    buffer_add_char(out, ':');
    if (row->type == ARGUMENT_PATH || row->type == ARGUMENT_WORDS)
        buffer_add(out, "_files");
    else if (word)
        buffer_add_char(out, '(');
    for (unsigned i = 1; word; word = value_word(row, i++)) {
        buffer_addf(out, "%s", i > 1 ? " " : "");
        add_quoted(word, out);
    }
    if (value_word(row, 0))
        buffer_add_char(out, ')');
}

static void add_option(void *context, const struct argument *row, size_t offset, const char *heading)
{
    struct buffer *out = context, text;
    (void)offset;
    (void)heading;
    buffer_init(&text);
    value_describe(row, &text);
    // With "=" the value may follow '=' or be the next word.
    buffer_addf(out, " \\\n        '--%s%s[", row->name, row->value ? "=" : "");
    add_quoted(buffer_text(&text), out);
    buffer_add_char(out, ']');
    if (row->value)
        add_value(row, out);
    buffer_add_char(out, '\'');
    buffer_clear(&text);
}

static void add_leaf(const struct command *command, struct buffer *out)
{
    add_function(command, out);
    buffer_add(out, "() {\n    _arguments");
    table_each_option(command, add_option, out);
    buffer_add(out, " \\\n        '--help[print a summary and stop]'");
    for (const struct argument *row = command->operands; row && row->name; row++) {
        buffer_addf(out, " \\\n        '%s", row->type == ARGUMENT_WORDS ? "*" : row->missing ? "" : ":");
        add_value(row, out);
        buffer_add_char(out, '\'');
    }
    buffer_add(out, "\n}\n\n");
}

static void add_list(const struct command *list, struct buffer *out)
{
    add_function(list, out);
    buffer_add(out, "() {\n"
                    "    local state\n"
                    "    local -a commands=(\n");
    for (const struct command *const *at = list->subcommands; *at; at++)
        if (command_is_documented(*at)) {
            buffer_addf(out, "        '%s:", table_word(*at));
            add_quoted((*at)->summary, out);
            buffer_add(out, "'\n");
        }
    buffer_addf(
        out,
        "    )\n"
        "    _arguments -C '--help[print a summary and stop]'%s '1: :->command' '*:: :->rest'\n"
        "    case $state in\n"
        "    command) _describe command commands ;;\n"
        "    rest)\n"
        "        case $words[1] in\n",
        *list->name
            ? ""
            : " '*--variants=[know the variants of the file, too]:FILE:_files' '--version[print the version and stop]'");
    for (const struct command *const *at = list->subcommands; *at; at++)
        if (command_is_documented(*at)) {
            buffer_addf(out, "        %s) ", table_word(*at));
            add_function(*at, out);
            buffer_add(out, " ;;\n");
        }
    buffer_add(out, "        esac\n"
                    "        ;;\n"
                    "    esac\n"
                    "}\n\n");
}

static void add_functions(const struct command *list, struct buffer *out)
{
    for (const struct command *const *at = list->subcommands; *at; at++)
        if ((*at)->subcommands)
            add_functions(*at, out);
        else if (command_is_documented(*at))
            add_leaf(*at, out);
    add_list(list, out);
}

void zsh_write(const struct command *program, struct buffer *out)
{
    buffer_add(out, "#compdef leaper\n# Generated from the program's option tables; do not edit.\n\n");
    add_functions(program, out);
    buffer_add(out, "_leaper \"$@\"\n");
}
