// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the perft suites of tests/data; their format stands at the top of each file.
#ifndef LEAPER_TESTS_SUPPORT_SUITE_H
#define LEAPER_TESTS_SUPPORT_SUITE_H

#include <stdint.h>
#include <stdio.h>

enum { SUITE_DEPTHS = 16, SUITE_LINE = 1024 };

struct suite {
    FILE *file;
    char name[64];
    int line; // number of the line just read
};

struct suite_entry {
    char text[SUITE_LINE]; // the line, cut into the fields that follow
    const char *game, *parameters, *fen;
    int count;
    int depth[SUITE_DEPTHS];
    uint64_t turns[SUITE_DEPTHS];
};

// Opens tests/data/NAME; fails the running test when it is not there.
void suite_open(struct suite *suite, const char *name);
void suite_close(struct suite *suite);

// The next position; 0 at the end. A line that is not of the format fails the test.
int suite_next(struct suite *suite, struct suite_entry *entry);

#endif
