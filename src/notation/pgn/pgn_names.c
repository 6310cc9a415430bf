// SPDX-License-Identifier: GPL-3.0-or-later
// The words of PGN.
#include "notation/pgn/pgn_names.h"

#include <stddef.h>
#include <string.h>

const struct pgn_roster_tag pgn_roster[] = {
    {"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
    {"White", "?"}, {"Black", "?"}, {NULL, NULL},
};

const struct pgn_roster_tag *pgn_roster_find(const char *name)
{
    for (int i = 0; pgn_roster[i].name; i++)
        if (strcmp(pgn_roster[i].name, name) == 0)
            return &pgn_roster[i];
    return NULL;
}

static const char *const result_texts[] = {
    [RESULT_ONGOING] = "*",    [RESULT_WHITE] = "1-0", [RESULT_BLACK] = "0-1",
    [RESULT_DRAW] = "1/2-1/2", [RESULT_NONE] = "*",
};

const char *pgn_result_text(enum result result)
{
    return result_texts[result];
}

bool pgn_result_of(const char *text, enum result *result)
{
    for (unsigned i = RESULT_ONGOING; i <= RESULT_DRAW; i++) {
        if (strcmp(text, result_texts[i]) == 0) {
            *result = (enum result)i;
            return true;
        }
    }
    return false;
}

enum reason pgn_reason_of(const char *name)
{
    for (unsigned i = REASON_NONE + 1; i < REASONS; i++)
        if (strcmp(reason_name((enum reason)i), name) == 0)
            return (enum reason)i;
    return REASON_NONE;
}
