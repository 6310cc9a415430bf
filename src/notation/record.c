// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps tags and turns of a game.
#include "notation/record.h"

#include "base/memory.h"
#include "notation/fen.h"

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

void record_clear(struct record *record)
{
    for (size_t i = 0; i < record->tag_count; i++) {
        free(record->tags[i].name);
        free(record->tags[i].value);
    }
    for (size_t i = 0; i < record->turn_count; i++)
        free(record->turns[i].comment);
    free(record->tags);
    free(record->turns);
    free(record->comment);
    variant_free(record->own_variant);
    *record = (struct record){0};
}

static struct record_tag *find_tag(const struct record *record, const char *name)
{
    for (size_t i = 0; i < record->tag_count; i++)
        if (strcmp(record->tags[i].name, name) == 0)
            return &record->tags[i];
    return NULL;
}

static bool make_room_for_tag(struct record *record)
{
    if (record->tag_count < record->tag_capacity)
        return true;
    size_t capacity = record->tag_capacity ? record->tag_capacity * 2 : 8;
    struct record_tag *tags = memory_try(record->tags, capacity, sizeof *tags);
    if (!tags)
        return false;
    record->tags = tags;
    record->tag_capacity = capacity;
    return true;
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
    char *own_name = copy && make_room_for_tag(record) ? memory_try_copy_text(name) : NULL;
    if (!own_name) {
        free(copy);
        return false;
    }
    record->tags[record->tag_count++] = (struct record_tag){own_name, copy};
    return true;
}

const char *record_tag(const struct record *record, const char *name)
{
    const struct record_tag *tag = find_tag(record, name);
    return tag ? tag->value : NULL;
}

bool record_add_turn(struct record *record, const struct turn *turn)
{
    if (record->turn_count == record->turn_capacity) {
        size_t capacity = record->turn_capacity ? record->turn_capacity * 2 : 64;
        struct record_turn *turns = memory_try(record->turns, capacity, sizeof *turns);
        if (!turns)
            return false;
        record->turns = turns;
        record->turn_capacity = capacity;
    }
    record->turns[record->turn_count++] = (struct record_turn){.turn = *turn};
    return true;
}

bool record_position(const struct record *record, size_t count, struct position *pos, struct history *history)
{
    assert(count <= record->turn_count);
    *pos = record->start;
    for (size_t i = 0; i < count; i++) {
        if (history && !history_push(history, pos))
            return false;
        turn_play(pos, &record->turns[i].turn);
    }
    return true;
}
