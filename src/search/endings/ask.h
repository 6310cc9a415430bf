// SPDX-License-Identifier: GPL-3.0-or-later
// Asks an oracle about a position, and says whether the rule about moves without progress leaves time for a win that it knows.
#ifndef LEAPER_SEARCH_ASK_H
#define LEAPER_SEARCH_ASK_H

#include "position/oracle.h"

// Whether the oracle, opened for the position's game, knows it: the position has few enough pieces and is at the start of a turn.
bool ask_about(const struct oracle *oracle, void *opened, const struct position *pos,
               struct oracle_answer *answer);

// Whether what was answered holds whatever the rule about moves without progress says: nobody wins, or the win comes first.
bool ask_in_time(const struct position *pos, const struct oracle_answer *answer);

#endif
