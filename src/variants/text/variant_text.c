// SPDX-License-Identifier: GPL-3.0-or-later
// Writes definitions of games and compares them.
#include "variants/text/variant_text.h"

#include "base/memory.h"
#include "base/text.h"
#include "position/parameter.h"

#include <stdlib.h>
#include <string.h>

const struct variant_text *game_text(const struct game *game)
{
    return (const struct variant_text *)(const void *)((const char *)game -
                                                       offsetof(struct variant_text, game));
}

// ---- Parameters ----

static void write_parameter(const struct parameter *parameter, bool with_help, struct buffer *out)
{
    char initial[16];
    parameter_write(parameter, parameter->initial, initial);
    buffer_addf(out, "parameter = %s %s ", parameter->name, parameter->option);
    for (int word = 0; parameter->kind == PARAMETER_CHOICE && word <= parameter->maximum; word++)
        buffer_addf(out, "%s%s", word ? "|" : "", parameter->choices[word]);
    if (parameter->kind == PARAMETER_NUMBER)
        buffer_addf(out, "%d..%d", parameter->minimum, parameter->maximum);
    buffer_addf(out, " = %s", initial);
    if (with_help)
        buffer_addf(out, ": %s", parameter->help);
    buffer_add_char(out, '\n');
}

// ---- Armies ----

static bool names_army(const struct variant_text *text, const char *key)
{
    for (unsigned i = 0; i < text->game.parameter_count; i++) {
        const struct parameter *parameter = &text->game.parameters[i];
        for (int word = 0; parameter->kind == PARAMETER_CHOICE && word <= parameter->maximum; word++)
            if (text_equal_nocase(parameter->choices[word], key))
                return true;
    }
    for (size_t i = 0; i < text->definition.entries.count; i++) {
        const struct definition_entry *entry = &text->definition.entries.items[i];
        if (!strncmp(entry->key, "army", 4) && text_equal_nocase(entry->value, key))
            return true;
    }
    return false;
}

static void write_army(const struct army_text *army, bool with_title, struct buffer *out)
{
    buffer_addf(out, "[army %s]\n", army->key);
    if (with_title && strcmp(army->title, army->key) != 0)
        buffer_addf(out, "title = %s\n", army->title);
    buffer_addf(out, "setup = %s\n", army->setup);
    for (unsigned i = 0; i < army->count; i++)
        buffer_addf(out, "%s = %c:%s\n", army->pieces[i].name, army->pieces[i].letter, army->pieces[i].betza);
    if (army->queenside_file)
        buffer_addf(out, "castlingQueensideFile = %s\n", army->queenside_file);
}

bool army_is_same(const struct army_text *a, const struct army_text *b)
{
    bool same =
        a->count == b->count && !strcmp(a->setup, b->setup) &&
        !strcmp(a->queenside_file ? a->queenside_file : "", b->queenside_file ? b->queenside_file : "");
    for (unsigned i = 0; same && i < a->count; i++)
        same = a->pieces[i].letter == b->pieces[i].letter && !strcmp(a->pieces[i].name, b->pieces[i].name) &&
               !strcmp(a->pieces[i].betza, b->pieces[i].betza);
    return same;
}

static void write_armies(const struct variant_text *text, const struct army_list *known, bool with_titles,
                         struct buffer *out)
{
    for (size_t i = 0; i < text->armies->armies.count; i++) {
        const struct army_text *army = text->armies->armies.items[i];
        if (names_army(text, army->key) && !(known && army_find(known, army->key) == army))
            write_army(army, with_titles, out);
    }
}

// ---- Definitions ----

void variant_text_write(const struct variant_text *text, const struct army_list *known, struct buffer *out)
{
    const struct definition *definition = &text->definition;
    write_armies(text, known, true, out);
    buffer_addf(out, "[%s]\n", text->game.name);
    if (strcmp(text->game.title, text->game.name) != 0)
        buffer_addf(out, "title = %s\n", text->game.title);
    if (text->game.network)
        buffer_addf(out, "network = %s\n", text->game.network);
    for (unsigned i = 0; i < text->game.parameter_count; i++)
        write_parameter(&text->game.parameters[i], true, out);
    for (size_t i = 0; i < definition->entries.count; i++)
        buffer_addf(out, "%s = %s\n", definition->entries.items[i].key, definition->entries.items[i].value);
}

static int compare_keys(const void *a, const void *b)
{
    const struct definition_entry *const *left = a, *const *right = b;
    return strcmp((*left)->key, (*right)->key);
}

// Appends which pieces stand above an army: they keep their letters, others take those of the army. `sorted` holds the same entries by key.
static void write_order(const struct definition *definition, const struct definition_entry *const *sorted,
                        struct buffer *out)
{
    size_t count = definition->entries.count;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(sorted[i]->key, "army", 4) != 0)
            continue;
        buffer_addf(out, "%s below", sorted[i]->key);
        for (size_t j = 0; j < count; j++)
            if (sorted[j]->piece && sorted[j] < sorted[i])
                buffer_addf(out, " %s", sorted[j]->key);
        buffer_add_char(out, '\n');
    }
}

// Appends what is compared and hashed. False if there is no memory.
static bool write_canonically(const struct variant_text *text, struct buffer *out)
{
    const struct definition *definition = &text->definition;
    size_t count = definition->entries.count;
    const struct definition_entry **sorted = memory_try_zeroed(count + 1, sizeof *sorted);
    if (!sorted)
        return false;
    for (size_t i = 0; i < count; i++)
        sorted[i] = &definition->entries.items[i];
    qsort((void *)sorted, count, sizeof *sorted, compare_keys);
    // Case does not matter in names.
    buffer_add_char(out, '[');
    for (const char *c = text->game.name; *c; c++)
        buffer_add_char(out, text_lower(*c));
    buffer_add(out, "]\n");
    for (unsigned i = 0; i < text->game.parameter_count; i++)
        write_parameter(&text->game.parameters[i], false, out);
    for (size_t i = 0; i < count; i++)
        buffer_addf(out, "%s = %s\n", sorted[i]->key, sorted[i]->value);
    write_order(definition, sorted, out);
    write_armies(text, NULL, false, out);
    free((void *)sorted);
    return !out->failed;
}

bool variant_text_hash(const struct variant_text *text, uint64_t *hash)
{
    struct buffer canonical;
    buffer_init(&canonical);
    bool written = write_canonically(text, &canonical);
    *hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < canonical.length; i++)
        *hash = (*hash ^ (unsigned char)canonical.text[i]) * UINT64_C(0x100000001b3);
    buffer_clear(&canonical);
    return written;
}

bool variant_text_compare(const struct variant_text *a, const struct variant_text *b, bool *same)
{
    struct buffer left, right;
    buffer_init(&left);
    buffer_init(&right);
    bool written = write_canonically(a, &left) && write_canonically(b, &right);
    *same = written && text_equal_nocase(a->game.name, b->game.name) && left.length == right.length &&
            !strcmp(buffer_text(&left), buffer_text(&right));
    buffer_clear(&left);
    buffer_clear(&right);
    return written;
}
