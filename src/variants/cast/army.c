// SPDX-License-Identifier: GPL-3.0-or-later
// Reads armies.
#include "variants/cast/army.h"

#include "base/text.h"
#include "pieces/betza.h"

#include "pieces/standard.h"
#include <string.h>

const struct army_text *army_find(const struct army_list *list, const char *key)
{
    for (size_t i = 0; i < list->armies.count; i++)
        if (text_equal_nocase(list->armies.items[i]->key, key))
            return list->armies.items[i];
    return NULL;
}

bool army_is(const struct ini_section *section, const char **name)
{
    static const char kind[] = "army ";
    if (strncmp(section->name, kind, sizeof kind - 1) != 0)
        return false;
    *name = section->name + sizeof kind - 1;
    return true;
}

struct army_reader {
    struct army_text *army;
    const struct source *source;
    struct pool *pool;
    struct report *report;
    bool refused;
};

static void refuse(struct army_reader *reader, const struct ini_entry *entry, const char *message)
{
    report_add(reader->report, reader->source, entry->value_at, strlen(entry->value), "%s", message);
    reader->refused = true;
}

static void read_setup(struct army_reader *reader, const struct ini_entry *entry)
{
    size_t length = strlen(entry->value);
    bool letters = length <= ARMY_RANK_MAX;
    char setup[ARMY_RANK_MAX + 1] = {0};
    for (size_t i = 0; letters && i < length; i++) {
        letters = text_is_letter(entry->value[i]);
        setup[i] = text_upper(entry->value[i]);
    }
    if (letters)
        reader->army->setup = pool_text(reader->pool, setup, length);
    else
        refuse(reader, entry, "the letters of the back rank are expected, at most 16");
}

// "d:BD", or the letter alone for a piece whose name says how it moves.
static void read_piece(struct army_reader *reader, const struct ini_entry *entry)
{
    struct army_text *army = reader->army;
    const char *value = entry->value;
    const struct standard_piece *row = standard_piece_find(entry->key);
    struct army_piece member = {
        .name = entry->key, .letter = text_upper(value[0]), .betza = row ? row->betza : NULL};
    // A text for which there was no memory is empty.
    if (*value && value[1] == ':')
        member.betza = value + 2;
    else if (!*value || value[1])
        member.betza = NULL;
    struct movement movement;
    if (!text_is_letter(value[0]) || !member.betza) {
        refuse(reader, entry, "a letter, a colon and how the piece moves are expected, such as c:BN");
        return;
    }
    if (!betza_parse(member.betza, &movement, NULL)) {
        refuse(reader, entry, "this is no movement in Betza's notation");
        return;
    }
    for (unsigned i = 0; i < army->count; i++)
        if (army->pieces[i].letter == member.letter || text_equal_nocase(army->pieces[i].name, member.name)) {
            refuse(reader, entry, "the army has a piece of that name or letter already");
            return;
        }
    if (member.letter == 'K' || member.letter == 'P')
        refuse(reader, entry, "the letters K and P belong to king and pawn, which every army has");
    else if (army->count == ARMY_PIECES_MAX)
        refuse(reader, entry, "an army has at most 16 kinds of pieces");
    else
        army->pieces[army->count++] = member;
}

static void check_setup(struct army_reader *reader, const struct ini_section *section)
{
    const struct army_text *army = reader->army;
    bool known = army->setup && *army->setup;
    for (const char *c = army->setup; known && *c; c++) {
        known = *c == 'K';
        for (unsigned i = 0; !known && i < army->count; i++)
            known = army->pieces[i].letter == *c;
    }
    if (known)
        return;
    report_add(reader->report, reader->source, section->at, strlen(section->name),
               "an army needs a setup, the letters of its pieces and the king on the back rank");
    reader->refused = true;
}

const struct army_text *army_read(const struct ini *ini, const struct ini_section *section,
                                  const struct source *source, struct pool *pool, struct report *report)
{
    struct army_text *army = pool_take(pool, 1, sizeof *army);
    if (!army) {
        report->no_memory = true;
        return NULL;
    }
    army_is(section, &army->key);
    army->title = army->key;
    army->source = source;
    army->at = section->at;
    struct army_reader reader = {army, source, pool, report, false};
    if (section->parent) {
        report_add(report, source, section->parent_at, strlen(section->parent), "an army has no parent");
        reader.refused = true;
    }
    for (uint32_t i = section->first; i < section->first + section->count; i++) {
        const struct ini_entry *entry = &ini->entries.items[i];
        if (!strcmp(entry->key, "title"))
            army->title = entry->value;
        else if (!strcmp(entry->key, "setup"))
            read_setup(&reader, entry);
        else if (!strcmp(entry->key, "castlingQueensideFile"))
            army->queenside_file = entry->value;
        else
            read_piece(&reader, entry);
    }
    // A letter of the setup may be that of a piece whose line has a fault.
    if (!reader.refused && !section->faulty)
        check_setup(&reader, section);
    return reader.refused ? NULL : army;
}
