// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the rules of a game, wrapped to the width of a terminal.
#include "cli/rules.h"

#include "cli/line/columns.h"

enum { COLUMNS = 79, INDENT = 6 };

void rules_write(const struct game *game, struct buffer *out)
{
    buffer_addf(out, "%s (%s)\n", game->title, game->author);
    columns_wrap(game->summary, 0, COLUMNS, out);
    buffer_add(out, "\n[S] is the published rule, [R] our reading where it is silent or unclear.\n");
    for (const struct help_section *section = game->help; section && section->title; section++) {
        buffer_addf(out, "\n%s\n", section->title);
        for (const struct help_rule *rule = section->rules; rule->text; rule++) {
            buffer_addf(out, "  [%c] ", rule->published ? 'S' : 'R');
            columns_wrap(rule->text, INDENT, COLUMNS, out);
        }
    }
}
