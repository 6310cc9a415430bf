// SPDX-License-Identifier: GPL-3.0-or-later
// What groups of few stones are worth, if that is a sum of ups and a nim heap.
#ifndef LEAPER_SEARCH_WORTH_H
#define LEAPER_SEARCH_WORTH_H

#include "search/fights/groups.h"
#include "search/tree/effort.h"

// The worths that have been found, which are kept in a table, and how many more may be looked for.
struct worths {
    struct effort *effort;
    struct table *table;
    uint64_t salt;
};

// Whether the group's worth is known or can be found. The board is the same again afterwards.
bool worth_of_group(struct stones *stones, const struct group *group, uint64_t key_for_white,
                    struct upstar *worth);

#endif
