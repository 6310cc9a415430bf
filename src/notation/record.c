// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the tags and turns of a game.
#include "notation/record.h"

#include "base/memory.h"
#include "position/fen.h"

#include <stdlib.h>
#include <string.h>

void record_init(struct record *record, const struct variant *variant, const struct position *start)
{
    *record = (struct record){.variant = variant};
    if (start) {
        record->start = *start;
        record->start.variant = variant;
        return;
    }
    bool read = fen_read(&record->start, variant, "startpos", NULL);
    assert(read);
    (void)read;
}

void record_init_owned(struct record *record, struct variant *variant, const struct position *start)
{
    record_init(record, variant, start);
    record->own_variant = variant;
}

// Recursion is as deep as variations are nested, which is up to whoever fills the record: PGN_DEPTH_MAX when it is read.
void record_turns_clear(struct record_turns *turns)
{
    for (size_t i = 0; i < turns->count; i++) {
        struct record_turn *turn = &turns->items[i];
        for (size_t k = 0; k < turn->variations.count; k++) {
            free(turn->variations.items[k].comment);
            record_turns_clear(&turn->variations.items[k].turns);
        }
        vector_clear(&turn->variations);
        free(turn->comment);
    }
    vector_clear(turns);
}

void record_clear(struct record *record)
{
    for (size_t i = 0; i < record->tags.count; i++) {
        free(record->tags.items[i].name);
        free(record->tags.items[i].value);
    }
    vector_clear(&record->tags);
    record_turns_clear(&record->turns);
    free(record->comment);
    variant_free(record->own_variant);
    *record = (struct record){0};
}

static struct record_tag *find_tag(const struct record *record, const char *name)
{
    for (size_t i = 0; i < record->tags.count; i++)
        if (strcmp(record->tags.items[i].name, name) == 0)
            return &record->tags.items[i];
    return NULL;
}

bool record_set_tag(struct record *record, const char *name, const char *value)
{
    char *copy = memory_try_copy_text(value);
    struct record_tag *tag = find_tag(record, name);
    if (copy && tag) {
        free(tag->value);
        tag->value = copy;
        return true;
    }
    char *own_name =
        copy && vector_reserve(&record->tags, record->tags.count + 1) ? memory_try_copy_text(name) : NULL;
    if (!own_name) {
        free(copy);
        return false;
    }
    record->tags.items[record->tags.count++] = (struct record_tag){own_name, copy};
    return true;
}

const char *record_tag(const struct record *record, const char *name)
{
    const struct record_tag *tag = find_tag(record, name);
    return tag ? tag->value : NULL;
}

bool record_add_turn(struct record *record, const struct turn *turn)
{
    return vector_push(&record->turns, (struct record_turn){.turn = *turn});
}

bool record_position(const struct record *record, size_t count, struct position *pos, struct history *history)
{
    assert(count <= record->turns.count);
    *pos = record->start;
    for (size_t i = 0; i < count; i++) {
        if (history && !history_push(history, pos))
            return false;
        turn_play(pos, &record->turns.items[i].turn);
    }
    return true;
}
