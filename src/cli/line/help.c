// SPDX-License-Identifier: GPL-3.0-or-later
// Formats help in columns.
#include "cli/line/help.h"

#include "cli/line/columns.h"
#include "cli/line/table.h"
#include "cli/line/value.h"

#include <stdio.h>
#include <string.h>

// The width of the left column of a table, and the width at which tables are wrapped.
enum { LEFT = 22, INDENT = LEFT + 3, COLUMNS = 100 };

void help_write_option(const struct argument *row, struct buffer *out)
{
    buffer_addf(out, "--%s%s%s", row->name, row->value ? " " : "", row->value ? row->value : "");
}

static bool has_options(const struct command *command)
{
    return (command->options && command->options->name) || command->shared[0].group;
}

void help_write_synopsis(const struct command *command, struct buffer *out)
{
    const char *form = command->synopsis;
    while (form && *form) {
        size_t length = strcspn(form, "\n");
        buffer_addf(out, "%s %.*s\n", command->name, (int)length, form);
        form += length + (form[length] == '\n');
    }
    if (command->synopsis)
        return;
    buffer_addf(out, "%s%s", command->name,
                command->subcommands ? *command->name ? " SUBCOMMAND" : "COMMAND" : "");
    for (const struct argument *row = command->operands; row && row->name; row++)
        buffer_addf(out, row->missing ? " %s%s" : " [%s%s]", row->name,
                    row->type == ARGUMENT_WORDS ? "…" : "");
    buffer_add(out, has_options(command) || command->subcommands ? " [options]\n" : "\n");
}

static void print_row(const char *left, const char *right)
{
    printf("  ");
    columns_print(left, LEFT);
    // If an entry is too long for its column, its help begins on the next line.
    if (columns_of(left, strlen(left)) > LEFT)
        printf("\n  %*s", LEFT, "");
    putchar(' ');
    struct buffer wrapped;
    buffer_init(&wrapped);
    columns_wrap(right, INDENT, COLUMNS, &wrapped);
    fputs(buffer_text(&wrapped), stdout);
    buffer_clear(&wrapped);
}

static void print_argument(const struct argument *row, bool is_option)
{
    struct buffer left, right;
    buffer_init(&left);
    buffer_init(&right);
    if (is_option)
        help_write_option(row, &left);
    else
        buffer_add(&left, row->name);
    value_describe(row, &right);
    print_row(buffer_text(&left), buffer_text(&right));
    buffer_clear(&left);
    buffer_clear(&right);
}

// The command's own options; those of groups with a heading follow.
static void print_own_option(void *context, const struct argument *row, size_t offset, const char *heading)
{
    (void)context;
    (void)offset;
    if (!heading)
        print_argument(row, true);
}

void help_print_group(const struct argument_group *group)
{
    for (const struct argument *row = group->rows(); row->name; row++)
        print_argument(row, true);
}

static void print_usage(const struct command *command)
{
    struct buffer forms;
    buffer_init(&forms);
    help_write_synopsis(command, &forms);
    const char *form = buffer_text(&forms);
    for (const char *before = "Usage:"; *form; before = "      ") {
        size_t length = strcspn(form, "\n");
        printf("%s leaper%s%.*s\n", before, *form == ' ' ? "" : " ", (int)length, form);
        form += length + 1;
    }
    buffer_clear(&forms);
}

static void print_subcommands(const struct command *list)
{
    bool is_program = !*list->name;
    printf("       leaper %s%s --help   what a %s does, with examples\n", list->name,
           is_program ? "COMMAND" : " SUBCOMMAND", is_program ? "command" : "subcommand");
    printf("\n%s\n%s:\n", list->text, is_program ? "Commands" : "Subcommands");
    for (const struct command *const *at = list->subcommands; *at; at++)
        if ((*at)->summary)
            printf("  %-12s %s\n", table_word(*at), (*at)->summary);
    printf("\nOptions:\n");
    if (is_program) {
        print_row("--variants FILE", "know the variants of the file, too; before or after any command");
        print_row("--version", "print the version and stop");
    }
    print_row("--help", "print this and stop");
}

static bool has_helpful_operands(const struct command *command)
{
    for (const struct argument *row = command->operands; row && row->name; row++)
        if (row->help)
            return true;
    return false;
}

void help_print(const struct command *command)
{
    print_usage(command);
    if (command->subcommands) {
        print_subcommands(command);
        return;
    }
    printf("\n%s", command->text);
    if (has_helpful_operands(command))
        printf("\nArguments:\n");
    for (const struct argument *row = command->operands; row && row->name; row++)
        if (row->help)
            print_argument(row, false);
    printf("\nOptions:\n");
    table_each_option(command, print_own_option, NULL);
    print_row("--help", "print this and stop");
    for (int i = 0; i < COMMAND_SHARED_MAX && command->shared[i].group; i++) {
        const struct argument_group *group = command->shared[i].group;
        if (!group->heading)
            continue;
        printf("\n%s:\n", group->heading);
        help_print_group(group);
    }
    if (command->examples)
        printf("\nExamples:\n%s", command->examples);
}
