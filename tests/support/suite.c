// SPDX-License-Identifier: GPL-3.0-or-later
// Line by line through a perft suite.
#include "support/suite.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void suite_open(struct suite *suite, const char *name)
{
    char path[1024];
    const char *folder = getenv("LEAPER_TEST_DATA");
    if (!folder)
        fail_msg("LEAPER_TEST_DATA does not say where tests/data is");
    snprintf(path, sizeof path, "%s/%s", folder, name);
    suite->file = fopen(path, "r");
    if (!suite->file)
        fail_msg("%s cannot be opened", path);
    snprintf(suite->name, sizeof suite->name, "%s", name);
    suite->line = 0;
}

void suite_close(struct suite *suite)
{
    fclose(suite->file);
}

// Cuts the field before the next bar off `*rest`, without the blanks around it.
static char *cut_field(const struct suite *suite, char **rest)
{
    char *field = *rest + strspn(*rest, " "), *bar = strchr(field, '|');
    if (!bar)
        fail_msg("%s:%d: four fields are expected", suite->name, suite->line);
    *rest = bar + 1;
    while (bar > field && bar[-1] == ' ')
        bar--;
    *bar = '\0';
    return field;
}

static void read_counts(const struct suite *suite, const char *text, struct suite_entry *entry)
{
    int used;
    for (entry->count = 0; text += strspn(text, " \n"), *text; text += used) {
        assert_true(entry->count < SUITE_DEPTHS);
        if (sscanf(text, "%d:%" SCNu64 "%n", &entry->depth[entry->count], &entry->turns[entry->count],
                   &used) != 2)
            fail_msg("%s:%d: a depth and a count are expected at \"%s\"", suite->name, suite->line, text);
        entry->count++;
    }
    if (!entry->count)
        fail_msg("%s:%d: there is no count", suite->name, suite->line);
}

int suite_next(struct suite *suite, struct suite_entry *entry)
{
    do {
        if (!fgets(entry->text, sizeof entry->text, suite->file))
            return 0;
        suite->line++;
        assert_non_null(strchr(entry->text, '\n'));
    } while (entry->text[0] == '#' || entry->text[0] == '\n');
    char *rest = entry->text;
    entry->game = cut_field(suite, &rest);
    entry->parameters = cut_field(suite, &rest);
    entry->fen = cut_field(suite, &rest);
    read_counts(suite, rest, entry);
    return 1;
}
