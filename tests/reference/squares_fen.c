// SPDX-License-Identifier: GPL-3.0-or-later
// Position strings of Chess with a Limited Supply of Squares: en-passant targets, and the fields RESERVES OWNERS FROZEN.

#include "reference/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *read_reserves(struct ref_position *position, const char *text)
{
    int full = ref_squares_reserve(&position->rules);
    position->reserve[0] = position->reserve[1] = full;
    if (!*text)
        return NULL;
    if (full < 0)
        return strcmp(text, "inf/inf") == 0 ? NULL : "not the reserves of this game";
    if (strlen(text) != 3 || text[1] != '/')
        return "not the reserves of two sides";
    for (int side = 0; side < 2; side++) {
        position->reserve[side] = text[2 * side] - '0';
        if (position->reserve[side] < 0 || position->reserve[side] > full)
            return "reserves out of range";
    }
    return NULL;
}

// The squares named from `text` up to `end` become the side's.
static const char *give(struct ref_position *position, const char *text, const char *end, int side)
{
    if (end - text == 1 && *text == '-')
        return NULL;
    if (text == end)
        return "owned squares are missing";
    while (text < end) {
        int file, rank;
        if (!ref_read_square(position, &text, &file, &rank))
            return "not a square";
        if (position->cell[rank][file] != '.')
            return "the owner of what is not an empty square";
        if (position->owner[rank][file] >= 0)
            return "two owners of a square";
        position->owner[rank][file] = (signed char)side;
    }
    return NULL;
}

// Squares under pieces are the pieces' side's; of empty ones the field tells.
static const char *read_owners(struct ref_position *position, const char *text)
{
    bool owned = ref_squares_owned(&position->rules);
    for (int rank = 0; rank < REF_SIZE; rank++) {
        for (int file = 0; file < REF_SIZE; file++) {
            char cell = ref_at(position, file, rank);
            position->owner[rank][file] = owned && ref_is_piece(cell) ? (signed char)ref_side_of(cell) : -1;
        }
    }
    if (!*text)
        return NULL;
    if (!owned)
        return strcmp(text, "-") == 0 ? NULL : "owners in a game without them";
    const char *slash = strchr(text, '/');
    if (!slash)
        return "the owned squares of one side are missing";
    const char *reason = give(position, text, slash, 0);
    return reason ? reason : give(position, slash + 1, text + strlen(text), 1);
}

static const char *read_frozen(struct ref_position *position, const char *text)
{
    int count = 0;
    if (!*text || strcmp(text, "-") == 0)
        return NULL;
    while (*text) {
        int file, rank;
        if (!ref_read_square(position, &text, &file, &rank))
            return "not a square";
        if (position->cell[rank][file] == '*')
            return "a frozen square that is not there";
        if (position->frozen[rank][file])
            return "a square frozen twice";
        position->frozen[rank][file] = true;
        count++;
    }
    return count > 2 ? "more frozen squares than a turn can touch" : NULL;
}

const char *ref_squares_read_fields(struct ref_position *position, const char *reserves, const char *owners,
                                    const char *frozen)
{
    const char *reason = read_reserves(position, reserves);
    if (!reason)
        reason = read_owners(position, owners);
    if (!reason)
        reason = read_frozen(position, frozen);
    return reason;
}

// Whether the fields show the square to be listed: owned by `side` (0 or 1) and empty, or frozen (2).
static bool is_listed(const struct ref_position *position, int file, int rank, int what)
{
    if (what == 2)
        return position->frozen[rank][file];
    return position->cell[rank][file] == '.' && position->owner[rank][file] == what;
}

static char *write_squares(const struct ref_position *position, int what, char *text)
{
    char *before = text;
    for (int rank = 0; rank < position->ranks; rank++)
        for (int file = 0; file < position->files; file++)
            if (is_listed(position, file, rank, what))
                text += sprintf(text, "%c%d", 'a' + file, rank + 1);
    if (text == before)
        text += sprintf(text, "-");
    return text;
}

void ref_squares_write_fields(const struct ref_position *position, char *text)
{
    if (position->reserve[0] < 0)
        text += sprintf(text, " inf/inf ");
    else
        text += sprintf(text, " %d/%d ", position->reserve[0], position->reserve[1]);
    if (ref_squares_owned(&position->rules)) {
        text = write_squares(position, 0, text);
        *text++ = '/';
        text = write_squares(position, 1, text);
    } else {
        *text++ = '-';
    }
    *text++ = ' ';
    text = write_squares(position, 2, text);
    *text = 0;
}

// Whether a pawn of `side` stands within a king's step of the square.
static bool carried_from(const struct ref_position *position, int file, int rank, int side)
{
    for (int r = rank - 1; r <= rank + 1; r++)
        for (int f = file - 1; f <= file + 1; f++)
            if (ref_at(position, f, r) == ref_letter_of('P', side))
                return true;
    return false;
}

// The target is what an enemy pawn crossed in the last turn. Its square may have been moved away since, and
// what the pawn left and where it arrived may have gone; but only carrying can have put pieces elsewhere.
bool ref_en_passant_stands(const struct ref_position *position)
{
    int enemy = 1 - position->side;
    int forward = enemy == 0 ? 1 : -1;
    int crossed = ref_pawn_home(&position->rules, enemy) + forward;
    int file = position->ep_file;
    bool carry = ref_squares_carry(&position->rules);
    if (position->ep_rank != crossed || !ref_pawn_file(&position->rules, file) ||
        ref_is_piece(position->cell[crossed][file]))
        return false;
    char start = position->cell[crossed - forward][file];
    char arrival = position->cell[crossed + forward][file];
    if (arrival == ref_letter_of('P', enemy))
        return !ref_is_piece(start) ||
               (carry && ref_side_of(start) == enemy && start != ref_letter_of('K', enemy));
    return carry && !ref_is_piece(arrival) && !ref_is_piece(start) &&
           carried_from(position, file, crossed + forward, enemy);
}
