// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the pieces of a variant.
#include "variants/cast/cast.h"

#include "base/text.h"
#include "pieces/betza.h"
#include "pieces/standard.h"

#include <string.h>

struct caster {
    struct cast *cast;
    const struct definition *definition;
    const struct army_list *armies;
    struct pool *pool;
    struct report *report;
    uint32_t used; // letters, A in bit 0
};

const struct cast_piece *cast_of_letter(const struct cast *cast, char letter)
{
    for (unsigned i = 0; i < cast->count; i++)
        if (cast->pieces[i].letter == text_upper(letter))
            return &cast->pieces[i];
    return NULL;
}

const struct cast_piece *cast_of_slot(const struct cast *cast, const char *slot)
{
    for (unsigned i = 0; i < cast->count; i++)
        if (!strcmp(cast->pieces[i].slot, slot))
            return &cast->pieces[i];
    return NULL;
}

static void refuse(const struct caster *caster, const struct definition_entry *entry, size_t at,
                   const char *message)
{
    if (entry->own)
        report_add(caster->report, entry->source, entry->value_at + (entry->exact ? at : 0),
                   strlen(entry->value) - at, "%s", message);
}

static bool is_army_key(const char *key)
{
    return !strcmp(key, "armyWhite") || !strcmp(key, "armyBlack");
}

// Says that a piece takes the letter of an army's, if both were written by the same hand: a child that takes a letter means to.
static void warn_of_replacement(const struct caster *caster, const struct definition_entry *army,
                                const struct definition_entry *entry, const struct army_piece *member)
{
    if (!army->own || !entry->own)
        return;
    report_warn(caster->report, entry->source, entry->value_at, 1,
                "this piece stands in for the %s of the army; declare it above the army to have both",
                member->name);
    report_other(caster->report, army->source, army->key_at, "the army is chosen here");
}

// Takes in a piece. Its letter must be free.
static void add(const struct caster *caster, struct cast_piece member)
{
    const struct cast_piece *same = cast_of_letter(caster->cast, member.letter);
    if (same) {
        refuse(caster, member.entry, 0, "the letter belongs to another piece of this variant");
        if (member.entry->own && same->entry)
            report_other(caster->report, same->entry->source, same->entry->key_at, "which is this one");
        return;
    }
    caster->cast->pieces[caster->cast->count++] = member;
}

// "n", "n:NN" or "-"
static void read_piece(const struct caster *caster, const struct definition_entry *entry)
{
    const struct standard_piece *row = standard_piece_find(entry->key);
    const char *value = entry->value;
    if (!strcmp(value, "-"))
        return;
    if (!text_is_letter(*value) || (value[1] && value[1] != ':')) {
        refuse(caster, entry, 0,
               row ? "the letter of the piece is expected, or - for none"
                   : "a letter, a colon and how the piece moves are expected, such as c:BN");
        return;
    }
    bool may_move_otherwise = !row || !strcmp(row->key, "king");
    struct cast_piece member = {.slot = entry->key, .letter = text_upper(*value), .entry = entry};
    member.name = row ? row->name : pool_text(caster->pool, &member.letter, 1);
    member.betza = value[1] ? value + 2 : row ? row->betza : NULL;
    if (!member.betza) {
        refuse(caster, entry, 0,
               "a colon and how the piece moves are expected after the letter, such as c:BN");
        return;
    }
    if (value[1] && !may_move_otherwise) {
        refuse(caster, entry, 1,
               "this piece has its movement; one with another is a customPiece1 to customPiece25");
        return;
    }
    struct movement movement;
    struct error err;
    if (value[1] && !betza_parse(member.betza, &movement, &err)) {
        unsigned at = 0;
        const char *cursor = strchr(err.at, '[');
        if (cursor && ++cursor)
            text_read_number(&cursor, VALUE_MAX_BYTES, &at);
        refuse(caster, entry, at < strlen(member.betza) ? at + 2 : 2, err.message);
    }
    // Its letter stands for it also if it cannot move, so that values which name it are not refused, too.
    add(caster, member);
}

// ---- Armies ----

// Whether the variant itself has a piece that stands in for one of an army: of its name anywhere, of its letter below the army.
static bool is_replaced(const struct caster *caster, const struct definition_entry *army,
                        const struct army_piece *member)
{
    const struct definition *definition = caster->definition;
    for (size_t i = 0; i < definition->entries.count; i++) {
        const struct definition_entry *entry = &definition->entries.items[i];
        if (!entry->piece)
            continue;
        if (!strcmp(entry->key, member->name))
            return true;
        if (entry > army && text_is_letter(*entry->value) && text_upper(*entry->value) == member->letter) {
            warn_of_replacement(caster, army, entry, member);
            return true;
        }
    }
    return false;
}

static uint32_t bit_of(char letter)
{
    return UINT32_C(1) << (letter - 'A');
}

// The letters of the pieces that the variant declares and of its armies.
static uint32_t letters_in_use(const struct caster *caster)
{
    uint32_t used = bit_of('K') | bit_of('P');
    for (size_t i = 0; i < caster->definition->entries.count; i++) {
        const struct definition_entry *entry = &caster->definition->entries.items[i];
        const struct army_text *army =
            is_army_key(entry->key) ? army_find(caster->armies, entry->value) : NULL;
        if (entry->piece && text_is_letter(*entry->value))
            used |= bit_of(text_upper(*entry->value));
        for (unsigned j = 0; army && j < army->count; j++)
            used |= bit_of(army->pieces[j].letter);
    }
    return used;
}

// The first letter after `letter` that is free; 0: none is.
static char next_free_letter(uint32_t used, char letter)
{
    for (int i = 1; i < LETTERS; i++) {
        char next = (char)('A' + (letter - 'A' + i) % LETTERS);
        if (!(used & bit_of(next)))
            return next;
    }
    return '\0';
}

// The piece of an army that is there already because the other side has it, too, or NULL.
static const struct cast_piece *shared_piece(const struct cast *cast, const struct army_piece *member)
{
    for (unsigned i = 0; i < cast->count; i++) {
        const struct cast_piece *found = &cast->pieces[i];
        if (found->from_army && !strcmp(found->name, member->name) && !strcmp(found->betza, member->betza))
            return found;
    }
    return NULL;
}

static void refuse_army(const struct caster *caster, const struct definition_entry *entry)
{
    const struct army_list *armies = caster->armies;
    struct buffer message;
    buffer_init(&message);
    buffer_addf(&message, "there is no army '%.40s'; the armies are", entry->value);
    for (size_t i = 0; i < armies->armies.count && i < 8; i++)
        buffer_addf(&message, "%s %s", i ? "," : "", armies->armies.items[i]->key);
    refuse(caster, entry, 0, buffer_text(&message));
    buffer_clear(&message);
}

static void add_army(struct caster *caster, const struct definition_entry *entry)
{
    const struct army_text *army = army_find(caster->armies, entry->value);
    char *letters = caster->cast->army_letters[strcmp(entry->key, "armyWhite") ? BLACK : WHITE];
    if (!army) {
        refuse_army(caster, entry);
        return;
    }
    for (unsigned i = 0; i < army->count; i++) {
        const struct army_piece *from = &army->pieces[i];
        const struct cast_piece *shared = shared_piece(caster->cast, from);
        if (shared) {
            letters[from->letter - 'A'] = shared->letter;
            continue;
        }
        if (is_replaced(caster, entry, from))
            continue;
        struct cast_piece member = {from->name, from->name, from->betza, from->letter, true, entry};
        if (cast_of_letter(caster->cast, member.letter))
            member.letter = next_free_letter(caster->used, member.letter);
        if (!member.letter) {
            refuse(caster, entry, 0, "no letter is left for a piece of this army: a variant has at most 26");
            return;
        }
        caster->used |= bit_of(member.letter);
        letters[from->letter - 'A'] = member.letter;
        add(caster, member);
    }
}

// ---- Names ----

// "h:horizontal pawn, g:guard"
static void read_names(const struct caster *caster, const struct definition_entry *entry)
{
    const char *cursor = entry->value;
    for (;;) {
        value_skip_blanks(&cursor);
        const struct cast_piece *found =
            cursor[0] && cursor[1] == ':' ? cast_of_letter(caster->cast, *cursor) : NULL;
        if (!found) {
            refuse(caster, entry, (size_t)(cursor - entry->value),
                   "the letter of a piece, a colon and its name are expected, such as g:guard");
            return;
        }
        cursor += 2;
        value_skip_blanks(&cursor);
        size_t length = strcspn(cursor, ",");
        if (!length || length > 40) {
            refuse(caster, entry, (size_t)(cursor - entry->value),
                   "a name of 1 to 40 characters is expected");
            return;
        }
        caster->cast->pieces[found - caster->cast->pieces].name = pool_text(caster->pool, cursor, length);
        cursor += length;
        if (!*cursor)
            return;
        cursor++;
    }
}

void cast_read(struct cast *cast, const struct definition *definition, const struct army_list *armies,
               struct pool *pool, struct report *report)
{
    struct caster caster = {cast, definition, armies, pool, report, 0};
    *cast = (struct cast){0};
    for (int i = 0; i < LETTERS; i++)
        cast->army_letters[WHITE][i] = cast->army_letters[BLACK][i] = (char)('A' + i);
    caster.used = letters_in_use(&caster);
    for (size_t i = 0; i < definition->entries.count; i++) {
        const struct definition_entry *entry = &definition->entries.items[i];
        if (entry->piece)
            read_piece(&caster, entry);
        else if (is_army_key(entry->key))
            add_army(&caster, entry);
    }
    const struct definition_entry *names = definition_find(definition, "pieceNames");
    if (names)
        read_names(&caster, names);
}

void cast_types(const struct cast *cast, bool presets, piece_type types[LETTERS])
{
    static const struct {
        char letter;
        const char *slot;
    } meant[] = {{'P', "pawn"}, {'N', "knight"}, {'B', "bishop"},
                 {'R', "rook"}, {'Q', "queen"},  {'K', "king"}};
    memset(types, TYPE_NONE, LETTERS * sizeof *types);
    if (!presets) {
        for (unsigned i = 0; i < cast->count; i++)
            types[cast->pieces[i].letter - 'A'] = type_of_letter(cast->pieces[i].letter);
        return;
    }
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++) {
        const struct cast_piece *member = cast_of_slot(cast, meant[i].slot);
        types[meant[i].letter - 'A'] = member ? type_of_letter(member->letter) : TYPE_GONE;
    }
}
