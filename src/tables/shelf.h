// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of some folders, and what they say of positions of a variant.
#ifndef LEAPER_TABLES_SHELF_H
#define LEAPER_TABLES_SHELF_H

#include "tables/table.h"

struct shelf;

// An empty shelf; NULL: there is no memory.
struct shelf *shelf_new(void);
void shelf_free(struct shelf *shelf);

// Puts all tables of the folders on the shelf, whose names are separated by ':'. Files that are no tables are passed over: `passed`
// (NULL: not wanted) gets how many. False and an error if a folder cannot be read. Nobody may use the shelf meanwhile.
bool shelf_add_folders(struct shelf *shelf, const char *folders, unsigned *passed, struct error *err);

// Puts one table on the shelf. If there is one of that name and hash already, the file is not used. False and an error as for table_open().
bool shelf_add(struct shelf *shelf, const char *path, struct error *err);

// How many tables there are, and each of them, in no order.
size_t shelf_count(const struct shelf *shelf);
struct table *shelf_table(const struct shelf *shelf, size_t number);

// The table of that name and hash, or NULL.
struct table *shelf_find(const struct shelf *shelf, const char *name, uint64_t hash);

// The shelf as a variant sees it: which table belongs to which men.
struct reader;

// A reader for a variant that suits (men_suits()). Both outlive it. NULL: there is no memory.
struct reader *reader_new(const struct shelf *shelf, const struct variant *variant);
void reader_free(struct reader *reader);

// Whether any table on the shelf belongs to the variant.
bool reader_has_any(const struct reader *reader);

enum reading {
    READ_VALUE,  // the value is known
    READ_ABSENT, // there is no such table
    READ_FAILED, // it cannot be read: see the error
};

// The value for the side to move of men in any order, without en passant. Two kings alone are a draw without a table. The king of the
// side that is not to move must not be attacked.
enum reading reader_men(const struct reader *reader, const struct men *men, unsigned *value,
                        struct error *err);

// The same for a position of the reader's variant, or one with the same rules, en passant included. Castling rights, more men and unfinished turns are READ_ABSENT.
enum reading reader_position(const struct reader *reader, const struct position *pos, unsigned *value,
                             struct error *err);

#endif
