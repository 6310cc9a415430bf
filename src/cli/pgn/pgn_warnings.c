// SPDX-License-Identifier: GPL-3.0-or-later
// Collects what is odd about the clocks of a recorded game.
#include "cli/pgn/pgn_warnings.h"

#include "session/clock_check.h"

#include <stdio.h>

struct finding {
    struct pgn_warnings *warnings;
    const struct pgn_places *places;
};

static void add(void *context, size_t ply, const struct position *before, const char *message)
{
    const struct finding *finding = context;
    struct pgn_warnings *warnings = finding->warnings;
    if (warnings->count < PGN_WARNINGS_MAX) {
        struct pgn_warning *warning = &warnings->list[warnings->count];
        bool tag = ply == CLOCK_TAG;
        warning->line = tag ? finding->places->time_control : finding->places->turns.items[ply];
        warning->move = tag ? 0 : before->state.fullmove;
        warning->side = position_side(before);
        snprintf(warning->message, sizeof warning->message, "%s%s", tag ? "[TimeControl]: " : "", message);
    }
    warnings->count++;
}

void pgn_warnings_find(struct pgn_warnings *warnings, const struct record *record,
                       const struct pgn_places *places)
{
    struct finding finding = {warnings, places};
    warnings->count = 0;
    clock_check(record, add, &finding);
}
