// SPDX-License-Identifier: GPL-3.0-or-later
// What a shelf says of positions of a variant.
#include "base/memory.h"
#include "position/moves/outcome.h"
#include "tables/shelf.h"

#include <stdlib.h>
#include <string.h>

// An ending of the variant that the shelf has.
struct volume {
    struct table *table;
    struct layout layout;
};

struct reader {
    const struct variant *variant;
    struct volume *volumes;
    unsigned count;
    struct king_pairs *pairs[1 << IMAGES]; // by images; NULL: no ending has needed them
    // By the men besides the kings, in order: one more than the index of the volume, 0 if there is none. Code 0 is no man.
    uint16_t index[MAN_CODES][MAN_CODES];
};

// The settled men of a table, by its name; false if they are none of the variant's.
static bool men_of_table(const struct variant *variant, const struct table *table, struct men *men)
{
    char name[MEN_NAME_SIZE];
    if (!men_read(variant, table->header.name, men, NULL))
        return false;
    men_name(variant, men, name);
    return strcmp(name, table->header.name) == 0 && table_hash(variant, men) == table->header.hash;
}

static const struct king_pairs *pairs_of(struct reader *reader, unsigned images)
{
    struct king_pairs **pairs = &reader->pairs[images];
    if (!*pairs && (*pairs = memory_try_zeroed(1, sizeof **pairs)))
        king_pairs_init(*pairs, images);
    return *pairs;
}

// Adds the volume of a table, if it is one of the variant's. False if there is no memory.
static bool add(struct reader *reader, struct table *table)
{
    struct men men;
    if (!men_of_table(reader->variant, table, &men))
        return true;
    const struct king_pairs *pairs = pairs_of(reader, layout_images(reader->variant, &men));
    if (!pairs)
        return false;
    struct volume *volume = &reader->volumes[reader->count];
    layout_init(&volume->layout, pairs, reader->variant, &men);
    if (volume->layout.size != table->header.size)
        return true;
    volume->table = table;
    reader->index[men.man[2]][men.count > 3 ? men.man[3] : 0] = (uint16_t)++reader->count;
    return true;
}

struct reader *reader_new(const struct shelf *shelf, const struct variant *variant)
{
    size_t count = 0;
    struct men men;
    for (size_t i = 0; i < shelf_count(shelf); i++)
        count += men_of_table(variant, shelf_table(shelf, i), &men);
    struct reader *reader = memory_try_zeroed(1, sizeof *reader);
    bool fine = reader && (reader->volumes = memory_try_zeroed(count, sizeof *reader->volumes));
    if (reader)
        reader->variant = variant;
    for (size_t i = 0; i < shelf_count(shelf) && fine; i++)
        fine = add(reader, shelf_table(shelf, i));
    if (!fine) {
        reader_free(reader);
        return NULL;
    }
    return reader;
}

void reader_free(struct reader *reader)
{
    for (unsigned images = 0; reader && images < 1U << IMAGES; images++)
        free(reader->pairs[images]);
    if (reader)
        free(reader->volumes);
    free(reader);
}

bool reader_has_any(const struct reader *reader)
{
    return reader->count;
}

enum reading reader_men(const struct reader *reader, const struct men *men, unsigned *value,
                        struct error *err)
{
    struct men settled = *men;
    if (men->count == 2) {
        *value = TABLE_DRAW;
        return READ_VALUE;
    }
    men_settle(&settled);
    unsigned found = reader->index[settled.man[2]][settled.count > 3 ? settled.man[3] : 0];
    if (!found)
        return READ_ABSENT;
    const struct volume *volume = &reader->volumes[found - 1];
    return table_value(volume->table, (enum color)settled.side, layout_number(&volume->layout, settled.at),
                       value, err)
               ? READ_VALUE
               : READ_FAILED;
}

// ---- En passant ----

// The tables know nothing of en passant. So the value with that capture is the better one of what they say and of what the capture brings;
// if there is no other move, what they say does not count.
static enum reading resolve(const struct reader *reader, const struct position *pos, unsigned *value,
                            struct error *err)
{
    struct move_list list;
    position_actions(pos, &list);
    unsigned best = *value;
    bool others = false, any = false;
    for (unsigned i = 0; i < list.count; i++)
        others |= move_kind(list.moves[i]) != MOVE_EN_PASSANT;
    for (unsigned i = 0; i < list.count; i++) {
        struct position after = *pos;
        struct undo undo;
        struct men men;
        unsigned captured;
        if (move_kind(list.moves[i]) != MOVE_EN_PASSANT)
            continue;
        position_apply(&after, list.moves[i], &undo);
        enum reading reading =
            men_of_position(&after, &men) ? reader_men(reader, &men, &captured, err) : READ_ABSENT;
        if (reading != READ_VALUE)
            return reading;
        captured = table_before(captured);
        if ((!others && !any) || table_better(captured, best))
            best = captured;
        any = true;
    }
    *value = best;
    return READ_VALUE;
}

enum reading reader_position(const struct reader *reader, const struct position *pos, unsigned *value,
                             struct error *err)
{
    struct men men;
    if (pos->state.actions || !men_of_position(pos, &men))
        return READ_ABSENT;
    enum reading reading = reader_men(reader, &men, value, err);
    if (reading != READ_VALUE || pos->state.en_passant == SQUARE_NONE)
        return reading;
    return resolve(reader, pos, value, err);
}
