// SPDX-License-Identifier: GPL-3.0-or-later
// Completion for bash: three functions generated from the tables, and a fixed one that uses them.
#include "cli/line/table.h"
#include "cli/line/value.h"
#include "cli/manual/completion.h"

// Calls `write` for each command that takes options: those without subcommands.
static void each_leaf(const struct command *list, void (*write)(const struct command *, struct buffer *),
                      struct buffer *out)
{
    for (const struct command *const *at = list->subcommands; *at; at++)
        if ((*at)->subcommands)
            each_leaf(*at, write, out);
        else if (command_is_documented(*at))
            write(*at, out);
}

static void add_subcommands(const struct command *list, struct buffer *out)
{
    buffer_addf(out, "    '%s') echo '", list->name);
    for (const struct command *const *at = list->subcommands; *at; at++)
        if (command_is_documented(*at))
            buffer_addf(out, "%s ", table_word(*at));
    buffer_addf(out, "--help%s' ;;\n", *list->name ? "" : " --variants --version");
    for (const struct command *const *at = list->subcommands; *at; at++)
        if ((*at)->subcommands)
            add_subcommands(*at, out);
}

static void add_option_name(void *context, const struct argument *row, size_t offset, const char *heading)
{
    (void)offset;
    (void)heading;
    buffer_addf(context, "--%s ", row->name);
}

static void add_options(const struct command *command, struct buffer *out)
{
    buffer_addf(out, "    '%s') echo '", command->name);
    table_each_option(command, add_option_name, out);
    buffer_add(out, "--help' ;;\n");
}

// How a value is completed: "@file", "@none", or its words.
static void add_value(const struct argument *row, struct buffer *out)
{
    const char *word = value_word(row, 0);
    if (row->type == ARGUMENT_PATH || row->type == ARGUMENT_WORDS)
        buffer_add(out, "@file");
    else if (!word)
        buffer_add(out, "@none");
    for (unsigned i = 1; word; word = value_word(row, i++))
        buffer_addf(out, "%s%s", i > 1 ? " " : "", word);
}

struct value_context {
    const struct command *command;
    struct buffer *out;
};

static void add_option_value(void *context, const struct argument *row, size_t offset, const char *heading)
{
    const struct value_context *value = context;
    (void)offset;
    (void)heading;
    if (row->type == ARGUMENT_FLAG)
        return;
    buffer_addf(value->out, "    '%s --%s') echo '", value->command->name, row->name);
    add_value(row, value->out);
    buffer_add(value->out, "' ;;\n");
}

static void add_values(const struct command *command, struct buffer *out)
{
    struct value_context context = {command, out};
    int number = 1;
    table_each_option(command, add_option_value, &context);
    for (const struct argument *row = command->operands; row && row->name; row++, number++) {
        if (row->type == ARGUMENT_WORDS)
            buffer_addf(out, "    '%s '[0-9]*) echo '", command->name);
        else
            buffer_addf(out, "    '%s %d') echo '", command->name, number);
        add_value(row, out);
        buffer_add(out, "' ;;\n");
    }
}

static const char head[] =
    "# bash completion for leaper, generated from the program's option tables; do not edit.\n"
    "\n"
    "# The subcommands of a command.\n"
    "_leaper_subcommands() {\n"
    "    case $1 in\n";

static const char before_options[] = "    esac\n"
                                     "}\n"
                                     "\n"
                                     "# The options of a command.\n"
                                     "_leaper_options() {\n"
                                     "    case $1 in\n";

static const char before_values[] =
    "    esac\n"
    "}\n"
    "\n"
    "# What the value of an option (\"perft --fen\") or an operand (\"perft 1\") can be; nothing for a flag.\n"
    "_leaper_values() {\n"
    "    case $1 in\n"
    "    ' --variants') echo '@file' ;;\n";

static const char tail[] =
    "    esac\n"
    "}\n"
    "\n"
    "_leaper() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} name= option= word values i operands=0 only_operands=\n"
    "    COMPREPLY=()\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        # bash takes --level=club apart at '='.\n"
    "        if [[ $word == '=' ]]; then\n"
    "            continue\n"
    "        elif [[ -n $option ]]; then\n"
    "            option=\n"
    "        elif [[ -z $only_operands && $word == -- ]]; then\n"
    "            only_operands=yes\n"
    "        elif [[ -z $only_operands && $word == --* ]]; then\n"
    "            [[ -n $(_leaper_values \"$name $word\") ]] && option=$word\n"
    "        elif [[ -n $(_leaper_subcommands \"$name\") ]]; then\n"
    "            name=${name:+$name }$word\n"
    "        else\n"
    "            ((operands++))\n"
    "        fi\n"
    "    done\n"
    "    [[ $cur == '=' ]] && cur=\n"
    "    if [[ -n $option ]]; then\n"
    "        values=$(_leaper_values \"$name $option\")\n"
    "    elif [[ -n $(_leaper_subcommands \"$name\") ]]; then\n"
    "        values=$(_leaper_subcommands \"$name\")\n"
    "    elif [[ $cur == -* && -z $only_operands ]]; then\n"
    "        values=$(_leaper_options \"$name\")\n"
    "    elif [[ $name == help || $name == help\\ * ]]; then\n"
    "        values=$(_leaper_subcommands '')\n"
    "    else\n"
    "        values=$(_leaper_values \"$name $((operands + 1))\")\n"
    "    fi\n"
    "    case $values in\n"
    "    @file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
    "    @none | '') ;;\n"
    "    *) mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$cur\") ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "complete -F _leaper leaper\n";

void bash_write(const struct command *program, struct buffer *out)
{
    buffer_add(out, head);
    add_subcommands(program, out);
    buffer_add(out, before_options);
    each_leaf(program, add_options, out);
    buffer_add(out, before_values);
    each_leaf(program, add_values, out);
    buffer_add(out, tail);
}
