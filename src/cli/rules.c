// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper rules`, and the rules of a game wrapped to the width of a terminal.
#include "cli/rules.h"

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/line/columns.h"
#include "cli/line/json_out.h"
#include "cli/line/opening.h"
#include "session/rules.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 79, INDENT = 6, LINE_INDENT = 4 };

void rules_write(const struct game *game, struct buffer *out)
{
    buffer_add(out, game->title);
    if (*game->author)
        buffer_addf(out, " (%s)", game->author);
    buffer_add_char(out, '\n');
    if (*game->summary)
        columns_wrap(game->summary, 0, COLUMNS, out);
    if (!game->help || !game->help->title)
        return;
    buffer_add(out, "\n[S] is the published rule, [R] our reading where it is silent or unclear.\n");
    for (const struct help_section *section = game->help; section && section->title; section++) {
        buffer_addf(out, "\n%s\n", section->title);
        for (const struct help_rule *rule = section->rules; rule->text; rule++) {
            buffer_addf(out, "  [%c] ", rule->published ? 'S' : 'R');
            columns_wrap(rule->text, INDENT, COLUMNS, out);
        }
    }
}

static void write_lines(const char *lines, struct buffer *out)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        struct buffer line;
        buffer_init(&line);
        buffer_add_bytes(&line, lines, length);
        buffer_add(out, "  - ");
        columns_wrap(buffer_text(&line), LINE_INDENT, COLUMNS, out);
        buffer_fail_with(out, &line);
        buffer_clear(&line);
        lines += length + (lines[length] != '\0');
    }
}

void rules_write_all(const struct variant *variant, struct buffer *out)
{
    const struct help_section *help = variant->game->help;
    struct wording wording;
    rules_write(variant->game, out);
    if (help && help->title)
        buffer_add(out, "\nThe rules in full, as the program plays them.\n");
    if (!rules_compose(variant, &wording))
        memory_exhausted();
    for (int i = 0; i < WORDING_SECTIONS; i++) {
        const char *lines = buffer_text(&wording.lines[i]);
        if (*lines)
            buffer_addf(out, "\n%s\n", wording_title((enum wording_section)i));
        write_lines(lines, out);
    }
    wording_clear(&wording);
}

// ---- leaper rules ----

struct settings {
    struct opening opening;
    bool as_json;
};

static void print_words(const struct variant *variant)
{
    struct buffer text;
    buffer_init(&text);
    rules_write_all(variant, &text);
    fputs(buffer_text(&text), stdout);
    buffer_clear(&text);
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct parameters parameters;
    struct error err;
    if (!opening_read_parameters("rules", &settings->opening, &parameters))
        return EXIT_USAGE;
    struct variant *variant = variant_new(settings->opening.game, &parameters, &err);
    if (!variant)
        return usage_report("rules", &err);
    if (settings->as_json)
        json_print(rules_json(variant));
    else
        print_words(variant);
    variant_free(variant);
    return output_finish("rules");
}

static const struct argument operands[] = {
    {OPENING_GAME(struct settings), .help = "the game", .missing = "which game? leaper rules GAME"},
    {.name = NULL},
};

static const struct argument options[] = {
    {.name = "json", .help = "print one JSON object", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_rules = {
    .name = "rules",
    .summary = "print the rules of a game in words",
    .text =
        "Prints the rules of any game, also of one from a file: what its text says of itself, each rule marked as\n"
        "published [S] or as our reading [R], and then the rules in full in words made from its definition.\n",
    .examples = "  leaper rules crazyhouse\n"
                "  leaper rules chess --white nutters --black clobberers\n"
                "  leaper --variants my.ini rules my-game\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_parameters, offsetof(struct settings, opening)}},
    .size = sizeof(struct settings),
    .run = run,
};
