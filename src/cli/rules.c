// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the rules of a game, wrapped to the width of a terminal.
#include "cli/rules.h"

#include "cli/line/columns.h"

#include <string.h>

enum { COLUMNS = 79 };

// Appends the text wrapped at spaces; lines after the first are indented by `indent` spaces.
static void add_folded(const char *text, size_t column, int indent, struct buffer *out)
{
    const char *word = text;
    while (*word) {
        size_t length = strcspn(word, " ");
        size_t columns = columns_of(word, length);
        if (column + 1 + columns > COLUMNS) {
            buffer_addf(out, "\n%*s", indent, "");
            column = (size_t)indent;
        } else if (word != text) {
            buffer_add_char(out, ' ');
            column++;
        }
        buffer_add_bytes(out, word, length);
        column += columns;
        word += length;
        word += strspn(word, " ");
    }
    buffer_add_char(out, '\n');
}

void rules_write(const struct game *game, struct buffer *out)
{
    buffer_addf(out, "%s (%s)\n", game->title, game->author);
    add_folded(game->summary, 0, 0, out);
    buffer_add(out, "\n[S] is the published rule, [R] our reading where it is silent or unclear.\n");
    for (const struct help_section *section = game->help; section && section->title; section++) {
        buffer_addf(out, "\n%s\n", section->title);
        for (const struct help_rule *rule = section->rules; rule->text; rule++) {
            buffer_addf(out, "  [%c] ", rule->published ? 'S' : 'R');
            add_folded(rule->text, 6, 6, out);
        }
    }
}
