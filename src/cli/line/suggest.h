// SPDX-License-Identifier: GPL-3.0-or-later
// "Did you mean …?": the word in a list that is closest to a misspelt one.
#ifndef LEAPER_CLI_SUGGEST_H
#define LEAPER_CLI_SUGGEST_H

#include <stddef.h>

// The number of letters that must be inserted, deleted, replaced or swapped with their neighbour to turn `b`
// into `a`. 99 for words longer than 32 bytes.
unsigned suggest_distance(const char *a, const char *b);

// The nearest of the words offered one by one; initialise it with {word, NULL, 0}.
struct suggestion {
    const char *word;    // what was typed
    const char *nearest; // the best so far that is close enough, or NULL
    unsigned distance;
};

void suggest_offer(struct suggestion *suggestion, const char *candidate);

#endif
