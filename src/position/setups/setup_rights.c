// SPDX-License-Identifier: GPL-3.0-or-later
// The rights that a setup has or could have, each by its letter in the castling field.
#include "position/fen.h"
#include "position/setups/setup_edit.h"
#include "position/variant.h"

#include <string.h>

// Reads the letters as the castling field.
static bool take_rights(struct setup *setup, const struct variant *variant, const char *letters)
{
    return fen_read_part(setup, variant, FEN_RIGHTS, *letters ? letters : "-", NULL);
}

static bool keeps_castling(const struct setup *setup, const struct setup *alone, unsigned index)
{
    return setup->castling >> index & 1 && !memcmp(setup->castling_files[index], alone->castling_files[index],
                                                   sizeof setup->castling_files[index]);
}

// A castling that the letter alone would be.
static bool find_castling(const struct setup *setup, const struct variant *variant, const struct setup *alone,
                          struct right *right)
{
    for (unsigned index = 0; index < 4; index++) {
        const uint8_t *files = alone->castling_files[index];
        const struct castling *castling =
            variant->castlings_by_files
                ? &variant->castlings_by_files[castling_slot(index, files[0], files[1])]
                : &variant->castlings[index];
        if (!(alone->castling >> index & 1) || !castling->exists || variant->idle_rights >> index & 1)
            continue;
        right->color = (enum color)(index / 2);
        right->castling = (int)index;
        right->king = castling->king_from;
        right->piece = castling->rook_from;
        right->has = keeps_castling(setup, alone, index);
        return true;
    }
    return false;
}

// Whether all bits of `part` are in `whole`.
static bool is_within(const uint8_t part[MEMORY_MAX], const uint8_t whole[MEMORY_MAX])
{
    for (int i = 0; i < MEMORY_MAX; i++)
        if (part[i] & ~whole[i])
            return false;
    return true;
}

// Rights of the castlings that the setup has and nothing else.
static void castlings_alone(const struct setup *setup, const struct variant *variant, struct setup *alone)
{
    char letters[5];
    int count = 0;
    for (int index = 0; index < 4; index++)
        if (setup->castling >> index & 1)
            letters[count++] = CASTLING_LETTERS[index];
    letters[count] = '\0';
    *alone = *setup;
    take_rights(alone, variant, letters);
}

// What the letter alone changes in the memory; false if that is nothing.
static bool opens(const struct setup *setup, const struct variant *variant, char letter,
                  uint8_t opened[MEMORY_MAX])
{
    static const uint8_t nothing[MEMORY_MAX];
    struct setup none = *setup, alone = *setup;
    if (!take_rights(&none, variant, "") || !take_rights(&alone, variant, (char[]){letter, '\0'}))
        return false;
    for (int i = 0; i < MEMORY_MAX; i++)
        opened[i] = alone.memory[i] & (uint8_t)~none.memory[i];
    return memcmp(opened, nothing, sizeof nothing) != 0;
}

// The piece without which the letter would open nothing, on the file of that name.
static square find_gate_piece(const struct setup *setup, const struct variant *variant, char letter)
{
    int file = letter >= 'a' ? letter - 'a' : letter - 'A';
    for (int rank = 0; rank < variant->board.height; rank++) {
        struct setup without = *setup;
        uint8_t opened[MEMORY_MAX];
        square s = square_at(file, rank);
        if (!is_piece(setup->pieces[s]))
            continue;
        without.pieces[s] = EMPTY;
        if (!opens(&without, variant, letter, opened))
            return s;
    }
    return SQUARE_NONE;
}

// A gate that the letter alone would open, unless a castling right opens it already.
static bool find_gate(const struct setup *setup, const struct variant *variant, struct right *right)
{
    struct setup implied;
    uint8_t opened[MEMORY_MAX];
    if (!variant->hooks.rights || !opens(setup, variant, right->letter, opened))
        return false;
    castlings_alone(setup, variant, &implied);
    right->color = right->letter >= 'a' ? BLACK : WHITE;
    right->castling = -1;
    right->king = SQUARE_NONE;
    right->piece = find_gate_piece(setup, variant, right->letter);
    right->has = is_within(opened, setup->memory);
    return !is_within(opened, implied.memory) && right->piece != SQUARE_NONE;
}

int setup_rights(const struct setup *setup, const struct variant *variant, struct right rights[RIGHTS_MAX])
{
    static const char letters[] = "KQABCDEFGHIJLMNOPkqabcdefghijlmnop";
    int count = 0;
    for (const char *letter = letters; *letter; letter++) {
        bool castles = strchr(CASTLING_LETTERS, *letter) != NULL;
        if ((castles && variant->castlings_by_files) ||
            (!castles && !variant->castlings_by_files && !variant->hooks.rights))
            continue;
        struct setup alone = *setup;
        struct right *right = &rights[count];
        right->letter = *letter;
        if (take_rights(&alone, variant, (char[]){*letter, '\0'}))
            count += find_castling(setup, variant, &alone, right) || find_gate(setup, variant, right);
    }
    return count;
}

bool setup_set_right(struct setup *setup, const struct variant *variant, char letter, bool has)
{
    struct right rights[RIGHTS_MAX];
    char letters[RIGHTS_MAX + 1];
    int count = setup_rights(setup, variant, rights), length = 0;
    const struct right *set = NULL;
    for (int i = 0; i < count; i++)
        if (rights[i].letter == letter)
            set = &rights[i];
    if (!set)
        return false;
    for (int i = 0; i < count; i++) {
        // Each castling may be with one rook only.
        bool other = &rights[i] != set && (set->castling < 0 || !has || rights[i].castling != set->castling);
        if (&rights[i] == set ? has : rights[i].has && other)
            letters[length++] = rights[i].letter;
    }
    letters[length] = '\0';
    return take_rights(setup, variant, letters);
}

// Reads a part again from its own text, for it may say less on the board as it is now. False without memory.
static bool reread(struct setup *setup, const struct variant *variant, unsigned part, bool *readable)
{
    struct position pos;
    struct buffer text;
    buffer_init(&text);
    position_of_setup(&pos, variant, setup);
    fen_write_part(&pos, part, &text);
    bool good = !text.failed;
    *readable = good && fen_read_part(setup, variant, part, buffer_text(&text), NULL);
    buffer_clear(&text);
    return good;
}

bool setup_forget(struct setup *setup, const struct variant *variant, const struct setup *before)
{
    bool readable = true;
    for (unsigned index = 0; index < 4; index++)
        if (setup->castling >> index & 1 && setup_fits_right(variant, before, index) &&
            !setup_fits_right(variant, setup, index))
            setup->castling = (uint8_t)(setup->castling & ~(1U << index));
    // A gate is open only as long as its piece stands there.
    if (variant->hooks.rights && !reread(setup, variant, FEN_RIGHTS, &readable))
        return false;
    // Which piece has passed the target follows from what stands around it.
    readable = true;
    if (setup->en_passant != SQUARE_NONE && !reread(setup, variant, FEN_TARGET, &readable))
        return false;
    if (!readable || (setup_fits_target(variant, before) && !setup_fits_target(variant, setup)))
        setup->en_passant = setup->en_passant_far = setup->en_passant_piece = SQUARE_NONE;
    return true;
}
