// SPDX-License-Identifier: GPL-3.0-or-later
// What tables say to the search.
#include "tables/table_oracle.h"

static void *open_reader(void *context, const struct variant *variant)
{
    struct reader *reader = context && men_suits(variant, NULL) ? reader_new(context, variant) : NULL;
    if (reader && reader_has_any(reader))
        return reader;
    reader_free(reader);
    return NULL;
}

static void close_reader(void *opened)
{
    reader_free(opened);
}

// A table that is missing or damaged knows nothing.
static bool ask(void *opened, const struct position *pos, struct oracle_answer *answer)
{
    unsigned value;
    if (reader_position(opened, pos, &value, NULL) != READ_VALUE)
        return false;
    answer->word = !value ? ORACLE_DRAWN : table_wins(value) ? ORACLE_WON : ORACLE_LOST;
    answer->turns = value ? value - 1 : 0;
    return true;
}

struct oracle table_oracle(struct shelf *shelf)
{
    return (struct oracle){.open = open_reader,
                           .close = close_reader,
                           .ask = ask,
                           .context = shelf,
                           .men = MEN_MAX,
                           .reason = REASON_CHECKMATE};
}
