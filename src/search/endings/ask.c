// SPDX-License-Identifier: GPL-3.0-or-later
// Asks an oracle; see ask.h.
#include "search/endings/ask.h"

// Most positions have too many pieces; counting them costs less than a call.
static bool has_few_men(const struct position *pos, unsigned most)
{
    return (unsigned)(set_count(&pos->sets[SET_WHITE]) + set_count(&pos->sets[SET_BLACK])) <= most;
}

bool ask_about(const struct oracle *oracle, void *opened, const struct position *pos,
               struct oracle_answer *answer)
{
    return !pos->state.actions && has_few_men(pos, oracle->men) && oracle->ask(opened, pos, answer);
}

bool ask_in_time(const struct position *pos, const struct oracle_answer *answer)
{
    unsigned limit = variant_move_limit(pos->variant);
    return answer->word == ORACLE_DRAWN || !limit || pos->state.halfmove + answer->turns <= limit;
}
