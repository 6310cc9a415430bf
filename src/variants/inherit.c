// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the entries of a variant and of its parent.
#include "variants/inherit.h"

#include "base/text.h"

#include <string.h>

// The bytes of the settings of a table that an own entry sets.
struct extent {
    unsigned table;
    size_t start, end;
};

struct joiner {
    const struct inheritance *from;
    struct definition *out;
    struct VECTOR_OF(struct extent) extents;
    char letters[LETTERS]; // what the parent's letters are now, upper case; 0: the piece is gone
};

static struct extent extent_of(const struct key_place *place)
{
    const struct key *row = place->row;
    size_t size = value_size(row->type) * (row->both ? 2 : 1);
    return (struct extent){place->table, row->offset, row->offset + size};
}

static bool note_extents(struct joiner *joiner)
{
    const struct inheritance *from = joiner->from;
    for (size_t i = 0; i < from->own->entries.count; i++) {
        const struct key_place *place = key_index_find(from->index, from->own->entries.items[i].key);
        for (; place; place = key_index_next(from->index, place))
            if (!vector_push(&joiner->extents, extent_of(place)))
                return false;
    }
    return true;
}

static bool is_covered(const struct joiner *joiner, struct extent extent)
{
    for (size_t i = 0; i < joiner->extents.count; i++) {
        const struct extent *own = &joiner->extents.items[i];
        if (own->table == extent.table && own->start <= extent.start && own->end >= extent.end)
            return true;
    }
    return false;
}

// Whether own entries set all that the key sets.
static bool is_overruled(const struct joiner *joiner, const char *key)
{
    const struct key_index *index = joiner->from->index;
    const struct key_place *first = joiner->extents.count ? key_index_find(index, key) : NULL;
    for (const struct key_place *place = first; place; place = key_index_next(index, place))
        if (!is_covered(joiner, extent_of(place)))
            return false;
    return first != NULL;
}

static bool gives_way(const struct joiner *joiner, const struct definition_entry *entry)
{
    const struct definition *own = joiner->from->own;
    if (definition_find(own, entry->key))
        return true;
    if (!entry->piece)
        return is_overruled(joiner, entry->key);
    for (size_t i = 0; i < own->entries.count; i++)
        if (own->entries.items[i].piece && text_is_letter(*entry->value) &&
            text_upper(*own->entries.items[i].value) == text_upper(*entry->value))
            return true;
    return false;
}

// ---- Letters ----

static struct cast cast_of(const struct joiner *joiner, const struct resolution *resolution,
                           struct resolved *resolved)
{
    struct report unheard = {0};
    resolve_pieces(resolution, resolved, &unheard);
    joiner->from->report->no_memory |= unheard.no_memory;
    report_clear(&unheard);
    return resolved->cast;
}

// Whether the variant takes its pieces as they are: it has none of its own and no army, and parameters have no part in the parent's.
static bool keeps_pieces(const struct inheritance *from)
{
    for (size_t i = 0; i < from->own->entries.count; i++)
        if (from->own->entries.items[i].piece || !strncmp(from->own->entries.items[i].key, "army", 4))
            return false;
    return true;
}

// Finds out which letters the parent's pieces have now. Returns whether any has another, or is gone.
static bool map_letters(struct joiner *joiner)
{
    const struct inheritance *from = joiner->from;
    if (keeps_pieces(from)) {
        for (unsigned i = 0; i < LETTERS; i++)
            joiner->letters[i] = (char)('A' + i);
        return false;
    }
    struct resolution now = {joiner->out, from->parameters, from->parameter_count, from->initial,
                             from->armies};
    struct resolved before_resolved, now_resolved;
    struct cast before_cast = cast_of(joiner, from->parent, &before_resolved);
    struct cast now_cast = cast_of(joiner, &now, &now_resolved);
    bool changed = false;
    for (unsigned i = 0; i < before_cast.count; i++) {
        const struct cast_piece *member = &before_cast.pieces[i];
        const struct cast_piece *same = cast_of_slot(&now_cast, member->slot);
        joiner->letters[member->letter - 'A'] = same ? same->letter : '\0';
        changed |= !same || same->letter != member->letter;
    }
    resolved_clear(&before_resolved);
    resolved_clear(&now_resolved);
    return changed;
}

static char letter_now(const struct joiner *joiner, char letter)
{
    return text_is_letter(letter) ? joiner->letters[text_upper(letter) - 'A'] : letter;
}

// Rewrites a list of pieces: "nbrq".
static void map_list(const struct joiner *joiner, const char *value, struct buffer *out)
{
    for (; *value; value++)
        if (letter_now(joiner, *value))
            buffer_add_char(out, letter_now(joiner, *value));
}

// Rewrites items that begin with a piece and a colon: "p:g s:-", "q:1 r:2", "h:*9 i5", "g:guard, …". An item whose piece is gone
// is left out; with `pairs`, also one whose second piece is.
static void map_items(const struct joiner *joiner, const char *value, bool pairs, struct buffer *out)
{
    bool keep = true;
    while (*value) {
        const char *colon = value + 1 + strspn(value + 1, " \t");
        if (text_is_letter(*value) && *colon == ':') {
            const char *right = colon + 1 + strspn(colon + 1, " \t");
            char left = letter_now(joiner, *value);
            keep = left && (!pairs || letter_now(joiner, *right));
            if (keep && pairs)
                buffer_addf(out, "%c:%c", left, letter_now(joiner, *right));
            else if (keep)
                buffer_addf(out, "%c:", left);
            value = pairs && *right ? right + 1 : colon + 1;
            continue;
        }
        size_t length = 1;
        while (value[length] && value[length - 1] != ' ' && value[length - 1] != ',')
            length++;
        if (keep)
            buffer_add_bytes(out, value, length);
        value += length;
    }
}

// Trims what is left of a value; nothing is "-".
static const char *finish(const struct joiner *joiner, const struct buffer *out)
{
    const char *text = buffer_text(out);
    size_t start = strspn(text, " \t,"), end = strlen(text);
    while (end > start && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == ','))
        end--;
    return end > start ? pool_text(joiner->from->pool, text + start, end - start) : "-";
}

static void map_entry(const struct joiner *joiner, struct definition_entry *entry)
{
    enum value_type type = VALUE_TEXT;
    bool names = !strcmp(entry->key, "pieceNames");
    if (!names && (!vocabulary_type(joiner->from->tables, entry->key, &type) || !value_has_pieces(type)))
        return;
    struct buffer out;
    buffer_init(&out);
    if (names || type == VALUE_PIECE_SQUARES || type == VALUE_PIECE_NUMBERS || type == VALUE_PIECE_MAP)
        map_items(joiner, entry->value, type == VALUE_PIECE_MAP, &out);
    else
        map_list(joiner, entry->value, &out);
    if (out.failed)
        joiner->from->report->no_memory = true;
    const char *value = finish(joiner, &out);
    entry->exact &= !strcmp(value, entry->value);
    entry->value = value;
    buffer_clear(&out);
}

static void add(const struct joiner *joiner, const struct definition_entry *entry, bool own)
{
    struct definition_entry copy = *entry;
    copy.own = own;
    if (!vector_push(&joiner->out->entries, copy))
        joiner->from->report->no_memory = true;
}

// Pairs of the parent's hold beside a child's own, which come later and so win: "promotedPieceType = n:g" adds a piece. A child that
// wants none of them says "-".
static void add_pairs(const struct joiner *joiner, const struct definition *theirs,
                      struct definition_entry *own)
{
    enum value_type type = VALUE_TEXT;
    const struct definition_entry *parent = definition_find(theirs, own->key);
    if (!parent || !strcmp(own->value, "-") || !vocabulary_type(joiner->from->tables, own->key, &type) ||
        (type != VALUE_PIECE_MAP && type != VALUE_PIECE_NUMBERS))
        return;
    struct definition_entry kept = *parent;
    map_entry(joiner, &kept);
    if (!strcmp(kept.value, "-"))
        return;
    struct buffer out;
    buffer_init(&out);
    buffer_addf(&out, "%s %s", kept.value, own->value);
    if (out.failed)
        joiner->from->report->no_memory = true;
    own->value = pool_text(joiner->from->pool, buffer_text(&out), out.length);
    own->exact = false;
    buffer_clear(&out);
}

// Without the names of pieces that are gone, nothing is left of them.
static void drop_empty_names(struct definition *definition)
{
    size_t kept = 0;
    for (size_t i = 0; i < definition->entries.count; i++) {
        const struct definition_entry *entry = &definition->entries.items[i];
        if (entry->own || strcmp(entry->key, "pieceNames") != 0 || strcmp(entry->value, "-") != 0)
            definition->entries.items[kept++] = *entry;
    }
    definition->entries.count = kept;
}

void inherit(const struct inheritance *inheritance, struct definition *out)
{
    struct joiner joiner = {.from = inheritance, .out = out};
    struct definition theirs = {0};
    definition_substitute(inheritance->parent, &theirs, inheritance->pool, inheritance->report);
    if (!note_extents(&joiner))
        inheritance->report->no_memory = true;
    for (size_t i = 0; i < theirs.entries.count; i++)
        if (!gives_way(&joiner, &theirs.entries.items[i]))
            add(&joiner, &theirs.entries.items[i], false);
    size_t inherited = out->entries.count;
    for (size_t i = 0; i < inheritance->own->entries.count; i++)
        add(&joiner, &inheritance->own->entries.items[i], true);
    if (map_letters(&joiner)) {
        for (size_t i = 0; i < inherited; i++)
            map_entry(&joiner, &out->entries.items[i]);
        drop_empty_names(out);
    }
    for (size_t i = 0; i < out->entries.count; i++)
        if (out->entries.items[i].own)
            add_pairs(&joiner, &theirs, &out->entries.items[i]);
    vector_clear(&theirs.entries);
    vector_clear(&joiner.extents);
}
