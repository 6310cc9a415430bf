// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the entries of a section, and collects those that are rules.
#include "variants/collect.h"

#include "base/text.h"
#include "variants/cast/piece_key.h"
#include "variants/words.h"

#include <stdio.h>
#include <string.h>

// Short for armyWhite and armyBlack.
static const char armies_key[] = "armies";

static void refuse_entry(const struct collector *collector, const struct ini_entry *entry,
                         const char *message)
{
    report_add(collector->report, collector->source, entry->key_at, strlen(entry->key), "%s", message);
}

// Refuses what sets the army of one side beside what sets both.
// The index behind the last entry.
static uint32_t end_of(const struct collector *collector)
{
    return collector->section->first + collector->section->count;
}

static void check_armies(const struct collector *collector, const struct ini_entry *entry)
{
    if (strcmp(entry->key, "armyWhite") != 0 && strcmp(entry->key, "armyBlack") != 0)
        return;
    for (uint32_t i = collector->section->first; i < end_of(collector); i++)
        if (!strcmp(collector->ini->entries.items[i].key, armies_key)) {
            refuse_entry(collector, entry, "the armies of both sides are chosen already, by the key armies");
            report_other(collector->report, collector->source, collector->ini->entries.items[i].key_at,
                         "it is here");
            return;
        }
}

// What looks like a piece is told how pieces are declared, unless its key is only misspelt.
static void refuse_key(const struct collector *collector, const struct ini_entry *entry)
{
    char message[200] = "";
    if (!report_is_full(collector->report))
        vocabulary_explain(collector->tables, entry->key, message, sizeof message);
    bool is_piece = text_is_letter(*entry->value) && entry->value[1] == ':' && !strchr(message, ';');
    size_t length = strlen(message);
    if (is_piece)
        snprintf(message + length, sizeof message - length,
                 "; a piece of your own is customPiece1 to customPiece25");
    refuse_entry(collector, entry, message);
}

static void check_entry(const struct collector *collector, uint32_t index)
{
    const struct ini_entry *entry = &collector->ini->entries.items[index];
    if (!vocabulary_has(collector->tables, entry->key)) {
        refuse_key(collector, entry);
        return;
    }
    check_armies(collector, entry);
    if (entry->lines > 1 && !may_have_lines(entry->key))
        refuse_entry(collector, entry,
                     "an indented line continues this entry, but its value is not a text of several lines");
    for (uint32_t i = collector->section->first; i < index && !may_repeat(entry->key); i++) {
        const struct ini_entry *other = &collector->ini->entries.items[i];
        if (strcmp(other->key, entry->key) != 0 || !strcmp(other->value, entry->value))
            continue;
        report_warn(collector->report, collector->source, entry->key_at, strlen(entry->key),
                    "the variant has this key already, with another value; this one holds");
        report_other(collector->report, collector->source, other->key_at, "it stands here first");
        return;
    }
}

// Whether a later entry of the section has the same key.
static bool is_superseded(const struct collector *collector, uint32_t index)
{
    for (uint32_t i = index + 1; i < end_of(collector); i++)
        if (!strcmp(collector->ini->entries.items[i].key, collector->ini->entries.items[index].key))
            return true;
    return false;
}

static void collect_entry(const struct collector *collector, struct definition_entry entry,
                          struct definition *own)
{
    if (!vector_push(&own->entries, entry))
        collector->report->no_memory = true;
}

// "armies = nutters clobberers" is short for armyWhite and armyBlack; a single army is that of both sides.
static void collect_armies(const struct collector *collector, struct definition_entry entry,
                           struct definition *own)
{
    static const char *const keys[2] = {"armyWhite", "armyBlack"};
    const char *value = entry.value;
    uint32_t value_at = entry.value_at;
    size_t at = 0, length = 0;
    for (int color = WHITE; color <= BLACK; color++) {
        size_t next = at + length + strspn(value + at + length, " \t");
        if (value[next]) {
            at = next;
            length = strcspn(value + at, " \t");
        }
        entry.key = keys[color];
        entry.value = pool_text(collector->pool, value + at, length);
        entry.value_at = value_at + (uint32_t)at;
        collect_entry(collector, entry, own);
    }
    at += length + strspn(value + at + length, " \t");
    if (value[at])
        report_add(collector->report, entry.source, value_at + at, strlen(value + at),
                   "one army for both sides or two are expected, White's and Black's");
}

void collect(const struct collector *collector, struct definition *own)
{
    for (uint32_t i = collector->section->first; i < end_of(collector); i++) {
        const struct ini_entry *entry = &collector->ini->entries.items[i];
        bool refused = entry->lines > 1 && !may_have_lines(entry->key);
        if (is_word_key(entry->key) || is_superseded(collector, i) || refused)
            continue;
        if (collector->no_parameters && strchr(entry->value, '$'))
            continue;
        struct definition_entry copy = {
            entry->key,      entry->value, collector->source, entry->key_at,
            entry->value_at, true,         entry->lines == 1, is_piece_key(entry->key)};
        if (!strcmp(entry->key, armies_key))
            collect_armies(collector, copy, own);
        else
            collect_entry(collector, copy, own);
    }
}

void collect_check(const struct collector *collector)
{
    for (uint32_t i = collector->section->first; i < end_of(collector); i++)
        check_entry(collector, i);
}
