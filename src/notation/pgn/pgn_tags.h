// SPDX-License-Identifier: GPL-3.0-or-later
// The tags of one game, and the variant and start position that they give; private to pgn_*.c.
#ifndef LEAPER_NOTATION_PGN_TAGS_H
#define LEAPER_NOTATION_PGN_TAGS_H

#include "notation/pgn/pgn.h"

struct pgn_tag {
    char *name, *value;
    unsigned line, column;
};

struct pgn_tags {
    size_t count;
    struct pgn_tag list[PGN_TAGS_MAX];
};

void pgn_tags_init(struct pgn_tags *tags);
void pgn_tags_clear(struct pgn_tags *tags);

// Reads one tag; the reader is at its '['. A repeated tag must have the same value.
bool pgn_tags_read(struct pgn_tags *tags, struct pgn_reader *reader, struct error *err);

// The tag of that name, or NULL.
const struct pgn_tag *pgn_tags_find(const struct pgn_tags *tags, const char *name);

// The variant that the tags describe, which the caller frees; NULL and an error at the tag that is wrong.
struct variant *pgn_tags_variant(const struct pgn_tags *tags, const struct pgn_reader *reader,
                                 struct error *err);

// The position from which the game starts.
bool pgn_tags_start(const struct pgn_tags *tags, const struct pgn_reader *reader,
                    const struct variant *variant, struct position *start, struct error *err);

// Gives the record those tags that it does not express otherwise. False if there is no memory.
bool pgn_tags_keep(const struct pgn_tags *tags, struct record *record);

// Whether a [Termination] is one that pgn_write() derives from the outcome.
bool pgn_is_plain_termination(const char *value);

#endif
