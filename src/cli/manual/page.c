// SPDX-License-Identifier: GPL-3.0-or-later
// Generates a manual page from the table of a command.
#include "cli/manual/page.h"

#include "cli/line/help.h"
#include "cli/line/table.h"
#include "cli/line/value.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

// ---- Text ----

// Appends the UTF-8 character at `text` in roff's notation, and returns its length in bytes.
static size_t add_code_point(const char *text, struct buffer *out)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t length = bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
    uint32_t code = bytes[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (bytes[i] & 0x3fu);
    buffer_addf(out, "\\[u%04X]", (unsigned)code);
    return length;
}

// Appends text, escaped for roff. Hyphens are rendered as ASCII, so that they can be copied into a shell.
static void add_text(const char *text, size_t length, struct buffer *out)
{
    static const char special[] = "\\-'`^~\"";
    static const char *const escapes[] = {"\\e", "\\-", "\\(aq", "\\(ga", "\\(ha", "\\(ti", "\\(dq"};
    bool begins_line = !out->length || out->text[out->length - 1] == '\n';
    if (begins_line && length && *text == '.')
        buffer_add(out, "\\&");
    for (const char *c = text; c < text + length;) {
        const char *found = strchr(special, *c);
        if ((unsigned char)*c >= 0x80) {
            c += add_code_point(c, out);
            continue;
        }
        if (found)
            buffer_add(out, escapes[found - special]);
        else
            buffer_add_char(out, *c);
        c++;
    }
}

static void add_line(const char *text, struct buffer *out)
{
    add_text(text, strlen(text), out);
    buffer_add_char(out, '\n');
}

// Appends paragraphs. Lines that begin with two spaces are not reflowed.
static void add_paragraphs(const char *text, struct buffer *out)
{
    bool verbatim = false, pending = false;
    while (*text) {
        size_t length = strcspn(text, "\n");
        bool keep = length > 2 && text[0] == ' ' && text[1] == ' ';
        if (verbatim && !keep)
            buffer_add(out, ".fi\n.RE\n");
        if (pending && length)
            buffer_add(out, ".PP\n");
        if (!verbatim && keep)
            buffer_add(out, ".RS 2\n.nf\n");
        pending = !length;
        verbatim = keep;
        if (length) {
            add_text(keep ? text + 2 : text, keep ? length - 2 : length, out);
            buffer_add_char(out, '\n');
        }
        text += length + (text[length] == '\n');
    }
    if (verbatim)
        buffer_add(out, ".fi\n.RE\n");
}

static void add_upper(const char *text, struct buffer *out)
{
    for (; *text; text++)
        buffer_add_char(out, (char)toupper((unsigned char)*text));
}

// ---- The parts of a page ----

// A heading: a section in the page of a command, or a paragraph in the part about a subcommand.
static void add_heading(const char *title, bool is_section, struct buffer *out)
{
    buffer_add(out, is_section ? ".SH " : ".PP\n.B ");
    if (is_section)
        add_upper(title, out);
    else
        buffer_addf(out, "%s:", title);
    buffer_add_char(out, '\n');
}

static void add_synopsis(const struct command *command, struct buffer *out)
{
    struct buffer forms;
    buffer_init(&forms);
    help_write_synopsis(command, &forms);
    const char *form = buffer_text(&forms);
    size_t name = strlen(command->name);
    for (const char *before = ""; *form; before = ".br\n") {
        size_t length = strcspn(form, "\n");
        buffer_addf(out, "%s\\fBleaper%s", before, name ? " " : "");
        add_text(form, name, out);
        buffer_add(out, name ? "\\fR" : "\\fR ");
        add_text(form + name, length - name, out);
        buffer_add_char(out, '\n');
        form += length + 1;
    }
    buffer_clear(&forms);
}

static void add_row(const struct argument *row, bool is_option, struct buffer *out)
{
    struct buffer text;
    buffer_init(&text);
    value_describe(row, &text);
    buffer_add(out, ".TP\n");
    if (is_option) {
        buffer_add(out, "\\fB\\-\\-");
        add_text(row->name, strlen(row->name), out);
        buffer_add(out, "\\fR");
        if (row->value) {
            buffer_add(out, " \\fI");
            add_text(row->value, strlen(row->value), out);
            buffer_add(out, "\\fR");
        }
    } else {
        buffer_addf(out, "\\fI%s\\fR", row->name);
    }
    buffer_add_char(out, '\n');
    add_line(buffer_text(&text), out);
    buffer_clear(&text);
}

static void add_own_option(void *context, const struct argument *row, size_t offset, const char *heading)
{
    (void)offset;
    if (!heading)
        add_row(row, true, context);
}

static void add_tables(const struct command *command, bool is_section, struct buffer *out)
{
    bool any = false;
    for (const struct argument *row = command->operands; row && row->name; row++) {
        if (row->help && !any)
            add_heading("Arguments", is_section, out);
        if (row->help)
            add_row(row, false, out);
        any = any || row->help;
    }
    add_heading("Options", is_section, out);
    table_each_option(command, add_own_option, out);
    buffer_add(out, ".TP\n\\fB\\-\\-help\\fR\nprint a summary of this page and stop\n");
    for (int i = 0; i < COMMAND_SHARED_MAX && command->shared[i].group; i++) {
        const struct argument_group *group = command->shared[i].group;
        if (!group->heading)
            continue;
        add_heading(group->heading, is_section, out);
        for (const struct argument *row = group->rows(); row->name; row++)
            add_row(row, true, out);
    }
}

static void add_command(const struct command *command, bool is_section, struct buffer *out)
{
    if (is_section)
        buffer_add(out, ".SH DESCRIPTION\n");
    else
        buffer_add(out, ".PP\n");
    if (command->text)
        add_paragraphs(command->text, out);
    else
        add_line(command->summary, out);
    add_tables(command, is_section, out);
    if (!command->examples)
        return;
    add_heading("Examples", is_section, out);
    if (!is_section)
        buffer_add(out, ".PP\n");
    add_paragraphs(command->examples, out);
}

static void add_subcommands(const struct command *list, struct buffer *out)
{
    buffer_add(out, ".SH DESCRIPTION\n");
    add_paragraphs(list->text, out);
    buffer_add(out, ".SH SUBCOMMANDS\n");
    for (const struct command *const *at = list->subcommands; *at; at++) {
        const struct command *command = *at;
        buffer_add(out, ".SS ");
        add_line(table_word(command), out);
        add_synopsis(command, out);
        add_command(command, false, out);
    }
}

// Whether the program was built with a command.
static bool has(const struct command *program, const char *name)
{
    for (const struct command *const *at = program->subcommands; *at; at++)
        if (!strcmp((*at)->name, name))
            return command_is_documented(*at);
    return false;
}

static void add_program(const struct command *program, struct buffer *out)
{
    buffer_addf(
        out,
        ".SH DESCRIPTION\n"
        "Leaper plays unusual chess games: %sin the terminal, and as an engine for graphical programs.\n",
        has(program, "serve") ? "in a browser, " : "");
    if (has(program, "tours"))
        buffer_add(out, "It also counts, finds, samples and draws knight\\(aqs tours.\n");
}

static const char program_options[] =
    ".SH OPTIONS\n"
    ".TP\n\\fB\\-\\-variants\\fR \\fIFILE\\fR\nknow the variants of the file, too, as Fairy-Stockfish's"
    " \\fIvariants.ini\\fR defines them; before or after any command, and as often as there are files\n"
    ".TP\n\\fB\\-\\-version\\fR\nprint the version and stop\n"
    ".TP\n\\fB\\-\\-help\\fR\nprint the list of commands and stop\n"
    ".PP\n"
    "An option of a command is written \\fB\\-\\-name\\fR \\fIVALUE\\fR or \\fB\\-\\-name=\\fR\\fIVALUE\\fR.\n"
    "After \\fB\\-\\-\\fR nothing is an option.\n";

static const char server_files[] =
    ".TP\n\\fBXDG_DATA_HOME\\fR\nwhere the database of \\fBleaper serve\\fR is stored, in the folder \\fIleaper\\fR"
    " (default: \\fI\\(ti/.local/share\\fR)\n";

static const char program_files[] =
    ".TP\n\\fBXDG_STATE_HOME\\fR\nwhere \\fBleaper play\\fR stores games and the line history, in the folder"
    " \\fIleaper\\fR (default: \\fI\\(ti/.local/state\\fR)\n"
    ".TP\n\\fBNO_COLOR\\fR\nif set, boards are drawn without colours\n";

static const char exit_status[] =
    ".SH EXIT STATUS\n"
    ".TP\n0\nsuccess\n"
    ".TP\n1\nthe work failed, was interrupted, or its output could not be written\n"
    ".TP\n2\nthe command line or another input is wrong\n"
    ".PP\nThe reason is printed on standard error, in one line.\n";

static void add_list_of_commands(const struct command *program, struct buffer *out)
{
    for (const struct command *const *at = program->subcommands; *at; at++)
        if (command_is_documented(*at)) {
            buffer_add(out, ".TP\n\\fBleaper\\-");
            add_text((*at)->name, strlen((*at)->name), out);
            buffer_add(out, "\\fR(1)\n");
            add_line((*at)->summary, out);
        }
}

void page_write(const struct command *command, const char *date, struct buffer *out)
{
    bool is_program = !*command->name;
    buffer_addf(out, ".\\\" Generated from the program's option tables; do not edit.\n.TH LEAPER%s",
                is_program ? "" : "\\-");
    add_upper(command->name, out);
    buffer_addf(out, " 1 \"%s\" \"Leaper %s\" \"User Commands\"\n.SH NAME\nleaper", date, LEAPER_VERSION);
    buffer_addf(out, "%s%s \\- ", is_program ? "" : "\\-", command->name);
    if (is_program)
        add_line(has(command, "tours") ? "play unusual chess games, count knight's tours"
                                       : "play unusual chess games",
                 out);
    else
        add_line(command->summary, out);
    buffer_add(out, ".SH SYNOPSIS\n");
    add_synopsis(command, out);
    if (is_program) {
        add_program(command, out);
        buffer_add(out, ".SH COMMANDS\n");
        add_list_of_commands(command, out);
        buffer_add(out, program_options);
        buffer_addf(out, ".SH ENVIRONMENT\n%s%s", has(command, "serve") ? server_files : "", program_files);
    } else if (command->subcommands) {
        add_subcommands(command, out);
    } else {
        add_command(command, true, out);
    }
    buffer_add(out, exit_status);
    buffer_add(out, is_program ? ".SH SEE ALSO\n.BR xboard (6)\n" : ".SH SEE ALSO\n.BR leaper (1)\n");
}
