// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the values of a resolved definition into settings.
#include "variants/settings.h"

#include "variants/cast/piece_key.h"

#include <assert.h>
#include <string.h>

const struct key board_keys[] = {
    {"maxRank", VALUE_RANK, KEY_AT(struct board_settings, last_rank), .preset = "8", .help = "the last rank",
     .example = "10"},
    {"maxFile", VALUE_FILE, KEY_AT(struct board_settings, last_file), .preset = "8", .help = "the last file",
     .example = "10"},
    {"startFen", VALUE_TEXT, KEY_AT(struct board_settings, start),
     .preset = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", .help = "the start position",
     .example = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"variantTemplate", VALUE_TEXT, KEY_AT(struct board_settings, template), .preset = "fairy",
     .help = "for XBoard: the variant whose conventions hold", .example = "shogi"},
    {"pieceToCharTable", VALUE_TEXT, KEY_AT(struct board_settings, characters), .preset = "-",
     .help = "for XBoard: the pictures of the pieces", .example = "PNBRQ...........Kpnbrq...........k"},
    {"pocketSize", VALUE_NUMBER, KEY_AT(struct board_settings, pocket), .maximum = 64, .preset = "0",
     .help = "for XBoard: how many kinds of pieces it shows in hand", .example = "5"},
    {0},
};

// Whether a key of a text is the one of the row; if its name ends with '*', stores the name of the piece.
static bool fits(const struct key *row, const char *name, char named[KEY_MAX_BYTES + 1])
{
    // Most names differ in the first letter, and many are compared when the program starts.
    if (*row->name != *name)
        return false;
    size_t length = strlen(row->name);
    if (row->name[length - 1] != '*')
        return !strcmp(row->name, name);
    size_t rest = strlen(name);
    if (strncmp(row->name, name, length - 1) != 0 || rest < length || rest - length >= KEY_MAX_BYTES)
        return false;
    memcpy(named, name + length - 1, rest - length + 2);
    if (named[0] < 'A' || named[0] > 'Z')
        return false;
    named[0] = (char)(named[0] + ('a' - 'A'));
    return is_piece_key(named);
}

const struct key *key_find(const struct key *keys, const char *name)
{
    char named[KEY_MAX_BYTES + 1];
    for (const struct key *row = keys; row->name; row++)
        if (fits(row, name, named))
            return row;
    return NULL;
}

static bool is_for_pieces(const struct key *row)
{
    return row->name[strlen(row->name) - 1] == '*';
}

// Where the value of an entry goes; NULL if it is for a piece that the variant has not.
static char *target(const struct resolved *resolved, const struct key *row, const char *named, void *settings)
{
    char *start = (char *)settings + row->offset;
    if (!is_for_pieces(row))
        return start;
    const struct cast_piece *found = cast_of_slot(&resolved->cast, named);
    return found ? start + type_of_letter(found->letter) * value_size(row->type) : NULL;
}

// Reports what is wrong with a value, or warns of what is ignored.
static void report_fault(const struct definition_entry *entry, const struct value_fault *fault, bool wrong,
                         struct report *report)
{
    size_t at = entry->value_at + (entry->exact ? fault->at : 0);
    size_t length = entry->exact ? fault->length : strlen(entry->value);
    // As in Fairy-Stockfish, a comment has a line of its own.
    const char *comment = strpbrk(entry->value, "#;");
    if (wrong && comment && comment > entry->value && strchr(" \t", comment[-1])) {
        size_t start = entry->value_at + (entry->exact ? (size_t)(comment - entry->value) : 0);
        report_add(report, entry->source, start, entry->exact ? strlen(comment) : strlen(entry->value),
                   "a comment stands on a line of its own; this is read as a part of the value");
        return;
    }
    const char *between = entry->exact ? "" : "; with parameters or a parent's value it reads ";
    const char *value = entry->exact ? "" : entry->value;
    if (wrong)
        report_add(report, entry->source, at, length, "%s%s%s", fault->message, between, value);
    else
        report_warn(report, entry->source, at, length, "%s%s%s", fault->message, between, value);
}

static void read_entry(const struct resolved *resolved, const struct key *row,
                       const struct definition_entry *entry, char *setting, struct report *report)
{
    struct value_fault fault;
    bool good = value_parse(row, entry->value, &resolved->context, setting, &fault);
    // A board may be smaller than the parent's.
    if (!good || (fault.length && entry->own))
        report_fault(entry, &fault, !good, report);
    if (good && row->both)
        memcpy(setting + value_size(row->type), setting, value_size(row->type));
}

static void read_preset(const struct resolved *resolved, const struct key *row, void *settings,
                        const struct report *report)
{
    size_t size = value_size(row->type);
    struct value_fault fault;
    if (!row->preset)
        return;
    char *setting = (char *)settings + row->offset;
    unsigned copies = is_for_pieces(row) ? LETTER_TYPES : row->both ? 2 : 1;
    for (unsigned i = 0; i < copies; i++) {
        bool read = value_parse(row, row->preset, &resolved->presets, setting + i * size, &fault);
        assert(read || report->no_memory);
        (void)read, (void)report;
    }
}

void settings_read(const struct resolved *resolved, const struct key *keys, void *settings,
                   struct report *report)
{
    const struct definition *definition = &resolved->definition;
    char named[KEY_MAX_BYTES + 1];
    for (const struct key *row = keys; row->name; row++)
        read_preset(resolved, row, settings, report);
    for (const struct key *row = keys; row->name; row++)
        for (size_t i = 0; i < definition->entries.count; i++) {
            const struct definition_entry *entry = &definition->entries.items[i];
            char *setting = fits(row, entry->key, named) ? target(resolved, row, named, settings) : NULL;
            if (setting)
                read_entry(resolved, row, entry, setting, report);
        }
}
