// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that tests build in a folder of their own.
#ifndef LEAPER_TESTS_TABLES_FOLDER_H
#define LEAPER_TESTS_TABLES_FOLDER_H

#include "tables/shelf.h"

struct folder {
    char path[32];
    struct variant *variant; // owned
    struct shelf *shelf;
    struct reader *reader;
};

// An empty folder for tables of a variant, which it owns.
void folder_init(struct folder *folder, struct variant *variant);

// Removes the folder and all that is in it.
void folder_clear(struct folder *folder);

// Builds an ending and those that it needs.
void folder_build(struct folder *folder, const char *ending);

// The table of an ending.
struct table *folder_table(const struct folder *folder, const char *ending);

// Asserts that every `every`th value of the ending follows from its successors.
void folder_verify(const struct folder *folder, const char *ending, uint64_t every);

// The value of a position.
unsigned folder_value(const struct folder *folder, const char *fen);

#endif
