// SPDX-License-Identifier: GPL-3.0-or-later
// Looks keys up, and finds the one that a misspelt key was meant to be.
#include "variants/vocabulary.h"

#include "base/text.h"
#include "pieces/standard.h"
#include "variants/cast/piece_key.h"
#include "variants/settings.h"
#include "variants/words.h"

#include <stdio.h>
#include <string.h>

// Keys that are read by none of the tables.
static const char *const other_keys[] = {"armies", "armyWhite", "armyBlack", "pieceNames", NULL};

static bool is_other(const char *key)
{
    for (const char *const *other = other_keys; *other; other++)
        if (!strcmp(*other, key))
            return true;
    return false;
}

bool vocabulary_type(key_tables tables, const char *key, enum value_type *type)
{
    const struct key *row = key_find(board_keys, key);
    for (; !row && *tables; tables++)
        row = key_find(*tables, key);
    if (row)
        *type = row->type;
    return row != NULL;
}

bool vocabulary_has(key_tables tables, const char *key)
{
    enum value_type type;
    return is_word_key(key) || is_piece_key(key) || is_other(key) || vocabulary_type(tables, key, &type);
}

// ---- Suggestions ----

static unsigned least(unsigned a, unsigned b, unsigned c)
{
    unsigned smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

// How many characters must be inserted, removed or replaced to turn one key into the other (Levenshtein), without regard to case.
static unsigned edit_distance(const char *a, const char *b)
{
    enum { LONGEST = KEY_MAX_BYTES };
    unsigned row[LONGEST + 1];
    size_t width = strlen(b);
    if (width > LONGEST)
        return LONGEST;
    for (unsigned j = 0; j <= width; j++)
        row[j] = j;
    for (unsigned i = 1; a[i - 1]; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= width; j++) {
            unsigned above = row[j];
            row[j] =
                least(above + 1, row[j - 1] + 1, diagonal + (text_lower(a[i - 1]) != text_lower(b[j - 1])));
            diagonal = above;
        }
    }
    return row[width];
}

struct nearest nearest_to(const char *wrong)
{
    // About one character in three may be wrong.
    unsigned most = (unsigned)((strlen(wrong) + 1) / 3);
    return (struct nearest){wrong, NULL, most ? most : 1};
}

void nearest_consider(struct nearest *nearest, const char *name)
{
    unsigned distance = edit_distance(nearest->wrong, name);
    if (distance <= nearest->distance && !(nearest->name && distance == nearest->distance)) {
        nearest->name = name;
        nearest->distance = distance;
    }
}

static void consider_table(struct nearest *nearest, const struct key *keys)
{
    for (; keys->name; keys++)
        nearest_consider(nearest, keys->name);
}

static const char *suggestion(key_tables tables, const char *wrong)
{
    struct nearest nearest = nearest_to(wrong);
    consider_table(&nearest, board_keys);
    for (; *tables; tables++)
        consider_table(&nearest, *tables);
    for (const char *const *word = word_keys; *word; word++)
        nearest_consider(&nearest, *word);
    for (const char *const *other = other_keys; *other; other++)
        nearest_consider(&nearest, *other);
    for (const struct standard_piece *row = standard_pieces; row->key; row++)
        nearest_consider(&nearest, row->key);
    for (const struct their_key *theirs = their_keys; theirs->key; theirs++)
        nearest_consider(&nearest, theirs->key);
    return nearest.name;
}

// A suggestion that ends with '*' with the piece that the misspelt key ends with, written to `whole`; any other as it is.
static const char *with_piece(key_tables tables, const char *meant, const char *wrong,
                              char whole[2 * KEY_MAX_BYTES + 1])
{
    size_t length = meant ? strlen(meant) : 0, capital = strlen(wrong);
    if (!length || meant[length - 1] != '*')
        return meant;
    while (capital && !(wrong[capital] >= 'A' && wrong[capital] <= 'Z'))
        capital--;
    snprintf(whole, 2 * KEY_MAX_BYTES + 1, "%.*s%s", (int)length - 1, meant, wrong + capital);
    return vocabulary_has(tables, whole) ? whole : meant;
}

static const struct their_key *find_theirs(const char *key)
{
    for (const struct their_key *theirs = their_keys; theirs->key; theirs++) {
        size_t length = strlen(theirs->key);
        if (theirs->key[length - 1] == '*' ? !strncmp(theirs->key, key, length - 1)
                                           : !strcmp(theirs->key, key))
            return theirs;
    }
    return NULL;
}

// The row whose name ends with '*' that the key would fit if a piece were named there.
static const struct key *row_for_pieces(key_tables tables, const char *key)
{
    for (; *tables; tables++)
        for (const struct key *row = *tables; row->name; row++) {
            size_t length = strlen(row->name) - 1;
            if (row->name[length] == '*' && !strncmp(row->name, key, length))
                return row;
        }
    return NULL;
}

void vocabulary_explain(key_tables tables, const char *key, char *message, size_t size)
{
    const struct key *row = row_for_pieces(tables, key);
    if (row) {
        int length = (int)strlen(row->name) - 1;
        snprintf(message, size,
                 "%.*s is followed by the key of a piece with a capital, such as %.*sRook, not by '%s'",
                 length, row->name, length, row->name, key + length);
        return;
    }
    const struct their_key *theirs = find_theirs(key);
    if (theirs) {
        snprintf(message, size, "not supported: %s (%s)", key,
                 theirs->reason ? theirs->reason : "Leaper has no mechanism for it");
        return;
    }
    char whole[2 * KEY_MAX_BYTES + 1];
    const char *meant = with_piece(tables, suggestion(tables, key), key, whole);
    snprintf(message, size, "there is no key '%s'%s%s%s", key, meant ? "; did you mean '" : "",
             meant ? meant : "", meant ? "'?" : "");
}
