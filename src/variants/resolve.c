// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the values of parameters, the keys of armies and their back ranks into a definition.
#include "base/text.h"
#include "variants/settings.h"
#include "variants/text/start.h"

#include <stdio.h>
#include <string.h>

// Castling and promotion, for both sides.
enum { ARMY_KEYS = 6 };

struct resolver {
    const struct resolution *resolution;
    struct resolved *resolved;
    struct report *report;
};

const struct definition_entry *definition_find(const struct definition *definition, const char *key)
{
    for (size_t i = 0; i < definition->entries.count; i++)
        if (!strcmp(definition->entries.items[i].key, key))
            return &definition->entries.items[i];
    return NULL;
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Appends the value of the parameter whose name is at `cursor`, and returns what follows the name; NULL if there is none.
static const char *put_parameter(const struct resolution *resolution, const char *cursor, struct buffer *out)
{
    size_t length = 0;
    while (is_word(cursor[length]))
        length++;
    for (unsigned i = 0; i < resolution->parameter_count; i++) {
        const struct parameter *parameter = &resolution->parameters[i];
        if (strlen(parameter->name) != length || strncmp(parameter->name, cursor, length) != 0)
            continue;
        char text[16];
        parameter_write(parameter, resolution->values->value[i], text);
        buffer_add(out, text);
        return cursor + length;
    }
    return NULL;
}

// Appends the value with the parameters' in it. False after a report.
static bool substitute(const struct resolution *resolution, const struct definition_entry *entry,
                       struct buffer *out, struct report *report)
{
    const char *cursor = entry->value;
    for (;;) {
        size_t plain = strcspn(cursor, "$");
        buffer_add_bytes(out, cursor, plain);
        cursor += plain;
        if (!*cursor)
            return true;
        const char *next = put_parameter(resolution, cursor + 1, out);
        if (!next) {
            report_add(report, entry->source, entry->value_at + (size_t)(cursor - entry->value), 1,
                       "$ is followed by the name of a parameter of this variant");
            return false;
        }
        cursor = next;
    }
}

void definition_substitute(const struct resolution *resolution, struct definition *out, struct pool *pool,
                           struct report *report)
{
    for (size_t i = 0; i < resolution->definition->entries.count; i++) {
        struct definition_entry entry = resolution->definition->entries.items[i];
        struct buffer value;
        buffer_init(&value);
        bool changed = strchr(entry.value, '$') != NULL, good = true;
        if (changed) {
            good = substitute(resolution, &entry, &value, report);
            entry.value = pool_text(pool, buffer_text(&value), value.length);
            entry.exact = false;
        }
        if (value.failed || (good && !vector_push(&out->entries, entry)))
            report->no_memory = true;
        buffer_clear(&value);
    }
}

static void add(const struct resolver *resolver, struct definition_entry entry)
{
    if (!vector_push(&resolver->resolved->definition.entries, entry))
        resolver->report->no_memory = true;
}

// Adds a key of an army, unless the text has it or the key for both sides.
static void add_key(const struct resolver *resolver, const struct definition_entry *army, const char *keys[2],
                    const char *value)
{
    const struct definition *definition = &resolver->resolved->definition;
    if (definition_find(definition, keys[0]) || definition_find(definition, keys[1]))
        return;
    struct definition_entry entry = *army;
    entry.key = keys[0];
    entry.value = value;
    entry.exact = false;
    add(resolver, entry);
}

static const struct army_text *army_of(const struct resolver *resolver, const struct definition_entry *entry)
{
    return entry ? army_find(resolver->resolution->armies, entry->value) : NULL;
}

// The letters of the pieces that come from armies, to which pawns promote.
static void add_promotions(const struct resolver *resolver, const struct definition_entry *army)
{
    const struct cast *cast = &resolver->resolved->cast;
    char letters[LETTERS + 1] = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < cast->count; i++)
        if (cast->pieces[i].from_army)
            letters[count++] = cast->pieces[i].letter;
    const char *text = pool_text(&resolver->resolved->pool, letters, count);
    add_key(resolver, army, (const char *[]){"promotionPieceTypesWhite", "promotionPieceTypes"}, text);
    add_key(resolver, army, (const char *[]){"promotionPieceTypesBlack", "promotionPieceTypes"}, text);
}

static void add_army_keys(const struct resolver *resolver)
{
    static const char *const keys[2][5] = {
        {"armyWhite", "castlingRookPiecesWhite", "castlingQueensideFileWhite"},
        {"armyBlack", "castlingRookPiecesBlack", "castlingQueensideFileBlack"},
    };
    for (int color = WHITE; color <= BLACK; color++) {
        const struct definition_entry *found =
            definition_find(&resolver->resolved->definition, keys[color][0]);
        const struct army_text *army = army_of(resolver, found);
        if (!army)
            continue;
        struct definition_entry entry = *found;
        // A variant may take the corner piece away.
        const char letter = resolver->resolved->cast.army_letters[color][army->setup[0] - 'A'];
        bool kept = resolver->resolved->context.types[letter - 'A'] != TYPE_NONE;
        const char *corner = kept ? pool_text(&resolver->resolved->pool, &letter, 1) : "-";
        add_key(resolver, &entry, (const char *[]){keys[color][1], "castlingRookPieces"}, corner);
        if (army->queenside_file)
            add_key(resolver, &entry, (const char *[]){keys[color][2], "castlingQueensideFile"},
                    army->queenside_file);
        add_promotions(resolver, &entry);
    }
}

// Appends the back rank that `name` names; returns the length of the name, 0 if it is none. An army that does not exist has been
// reported, and its rank is left empty.
static size_t put_rank(const struct resolver *resolver, const char *name, struct buffer *out)
{
    static const struct {
        const char *name, *key;
        enum color color;
        bool mirrored;
    } ranks[] = {
        {"{white}", "armyWhite", WHITE, false},
        {"{black}", "armyBlack", BLACK, false},
        {"{white-mirrored}", "armyWhite", WHITE, true},
        {"{black-mirrored}", "armyBlack", BLACK, true},
    };
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        const struct definition_entry *entry = definition_find(&resolver->resolved->definition, ranks[i].key);
        const struct army_text *army = army_of(resolver, entry);
        if (!entry || strncmp(name, ranks[i].name, strlen(ranks[i].name)) != 0)
            continue;
        const char *letters = resolver->resolved->cast.army_letters[ranks[i].color];
        size_t count = army ? strlen(army->setup) : 0;
        for (size_t j = 0; j < count; j++) {
            char letter = letters[army->setup[ranks[i].mirrored ? count - 1 - j : j] - 'A'];
            buffer_add_char(out, (char)(ranks[i].color == WHITE ? letter : letter + ('a' - 'A')));
        }
        return strlen(ranks[i].name);
    }
    return 0;
}

static void put_back_ranks(const struct resolver *resolver, struct definition_entry *start)
{
    struct buffer out;
    buffer_init(&out);
    for (const char *cursor = start->value; *cursor;) {
        size_t plain = strcspn(cursor, "{");
        buffer_add_bytes(&out, cursor, plain);
        cursor += plain;
        size_t named = *cursor ? put_rank(resolver, cursor, &out) : 0;
        if (*cursor && !named) {
            report_add(
                resolver->report, start->source,
                start->value_at + (start->exact ? (size_t)(cursor - start->value) : 0), 1,
                "{white}, {black}, {white-mirrored} or {black-mirrored} is expected, with an army for that side");
            break;
        }
        cursor += named;
    }
    if (out.failed)
        resolver->report->no_memory = true;
    start->value = pool_text(&resolver->resolved->pool, buffer_text(&out), out.length);
    start->exact = false;
    buffer_clear(&out);
}

// The size of the board, which squares are read against.
static void read_board(const struct resolver *resolver)
{
    struct resolved *resolved = resolver->resolved;
    struct board_settings board = {0};
    resolved->context.width = resolved->context.height = GRID_SIDE;
    settings_read(resolved, board_keys, &board, resolver->report);
    resolved->context.width = resolved->presets.width = (uint8_t)(board.last_file + 1);
    resolved->context.height = resolved->presets.height = (uint8_t)(board.last_rank + 1);
    const struct definition_entry *castling = definition_find(&resolved->definition, "castling");
    resolved->start =
        start_complete(board.start, !castling || strcmp(castling->value, "false") != 0, &resolved->pool);
}

bool resolve_pieces(const struct resolution *resolution, struct resolved *resolved, struct report *report)
{
    *resolved = (struct resolved){0};
    const struct definition *definition = resolution->definition;
    // Room for the keys of armies too: pieces point to the entries, which therefore must not move.
    if (!vector_reserve(&resolved->definition.entries, definition->entries.count + ARMY_KEYS)) {
        report->no_memory = true;
        return false;
    }
    definition_substitute(resolution, &resolved->definition, &resolved->pool, report);
    cast_read(&resolved->cast, &resolved->definition, resolution->armies, &resolved->pool, report);
    return true;
}

void resolve(const struct resolution *resolution, struct resolved *resolved, struct report *report)
{
    struct resolver resolver = {resolution, resolved, report};
    if (!resolve_pieces(resolution, resolved, report))
        return;
    cast_types(&resolved->cast, false, resolved->context.types);
    cast_types(&resolved->cast, true, resolved->presets.types);
    add_army_keys(&resolver);
    struct definition_entry *start = NULL;
    for (size_t i = 0; i < resolved->definition.entries.count; i++)
        if (!strcmp(resolved->definition.entries.items[i].key, "startFen"))
            start = &resolved->definition.entries.items[i];
    if (start && strchr(start->value, '{'))
        put_back_ranks(&resolver, start);
    read_board(&resolver);
    if (resolved->pool.failed)
        report->no_memory = true;
}

void resolved_clear(struct resolved *resolved)
{
    vector_clear(&resolved->definition.entries);
    pool_clear(&resolved->pool);
}
