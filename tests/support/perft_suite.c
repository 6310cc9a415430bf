// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the positions of a perft suite.
#include "support/perft_suite.h"

#include "position/fen.h"
#include "position/moves/perft.h"
#include "support/effort.h"
#include "support/scene.h"
#include "support/suite.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// Counts above this are left to faster builds.
static const uint64_t most_turns = EFFORT_DIVISOR == 1 ? UINT64_C(200000000) : UINT64_C(100000);

static void check_entry(const struct suite *suite, const struct suite_entry *entry)
{
    static struct position pos;
    struct error err;
    struct variant *variant = scene_variant(entry->game, entry->parameters);
    if (!fen_read(&pos, variant, entry->fen, &err))
        fail_msg("%s:%d: %s, %s", suite->name, suite->line, err.at, err.message);
    uint64_t hash = pos.state.hash;
    for (int i = 0; i < entry->count; i++) {
        if (entry->turns[i] > most_turns)
            continue;
        uint64_t turns = position_perft(&pos, entry->depth[i]);
        if (turns != entry->turns[i])
            fail_msg("%s:%d: %s\ndepth %d has %" PRIu64 " turns, not %" PRIu64, suite->name, suite->line,
                     entry->fen, entry->depth[i], entry->turns[i], turns);
    }
    assert_true(pos.state.hash == hash);
    variant_free(variant);
}

void perft_suite_check(const char *name, int least)
{
    struct suite suite;
    struct suite_entry entry;
    int entries = 0;
    suite_open(&suite, name);
    for (; suite_next(&suite, &entry); entries++)
        check_entry(&suite, &entry);
    suite_close(&suite);
    assert_true(entries >= least);
}
