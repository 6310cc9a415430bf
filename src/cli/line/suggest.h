// SPDX-License-Identifier: GPL-3.0-or-later
// "Did you mean …?": the word of a list that is nearest to a mistyped one.
#ifndef LEAPER_CLI_SUGGEST_H
#define LEAPER_CLI_SUGGEST_H

#include <stddef.h>

// How many letters must be added, dropped, changed or swapped with their
// neighbour to turn `b` into `a`. Words longer than 32 bytes count as 99 apart.
unsigned suggest_distance(const char *a, const char *b);

// The nearest of the words offered one by one; initialise it with {word, NULL, 0}.
struct suggestion {
    const char *word;    // what was typed
    const char *nearest; // the best so far that is near enough to be meant, or NULL
    unsigned distance;
};

void suggest_offer(struct suggestion *suggestion, const char *candidate);

#endif
