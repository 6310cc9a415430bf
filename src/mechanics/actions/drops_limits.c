// SPDX-License-Identifier: GPL-3.0-or-later
// Drops that are illegal for what else stands on the board: doubled pawns, bishops of one colour, checks and mates.
#include "mechanics/actions/drops.h"

#include "position/position.h"

#include <string.h>

static bool is_bishop(const struct variant *variant, piece_type type)
{
    return variant->pieces[type].name && !strcmp(variant->pieces[type].betza, "B");
}

bool drops_is_shogi_pawn(const struct variant *variant, piece_type type)
{
    const struct piece_rules *rules = &variant->pieces[type];
    return !rules->is_pawn && !strcmp(rules->betza, "fW");
}

bool drops_limited(const struct drops_settings *settings, const struct variant *variant, piece_type type)
{
    return !settings->gives_check || settings->opposite_bishops || type == settings->no_doubled ||
           (settings->pawn_mate_is_illegal && drops_is_shogi_pawn(variant, type));
}

static bool is_doubled(const struct drops_settings *settings, const struct position *pos, move m)
{
    int count = 0;
    for (int rank = 0; rank < pos->variant->board.height; rank++)
        count += pos->pieces[square_at(square_file(move_to(m)), rank)] == move_what(m);
    return count >= settings->no_doubled_count;
}

static bool is_dark(square s)
{
    return square_shade(s) == 0;
}

// Where the side has bishops.
static struct set find_bishops(const struct position *pos, piece bishop)
{
    struct set found = {{0}};
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[piece_color(bishop)]); set_next(&walk, &s);)
        if (pos->pieces[s] == bishop)
            set_add(&found, s);
    return found;
}

// How many locations of the set are squares of that colour; a1 is dark.
static int count_shade(const struct set *set, bool dark)
{
    struct set shade = *set;
    for (unsigned w = 0; w < 4; w++)
        shade.word[w] &= dark ? UINT64_C(0xaaaa5555aaaa5555) : UINT64_C(0x5555aaaa5555aaaa);
    return set_count(&shade);
}

// The bishops on the board and in hand are to be spread evenly over the two colours of squares.
static bool spoils_bishops(const struct drops_settings *settings, const struct position *pos, move m)
{
    enum color side = position_side(pos);
    piece_type type = type_of_letter('B');
    if (!is_bishop(pos->variant, type))
        return false;
    piece bishop = piece_of(type, side);
    struct set bishops = find_bishops(pos, bishop), room = pos->sets[SET_EMPTY];
    int total = set_count(&bishops) + pos->hand[side][type];
    if (move_what(m) == bishop)
        return count_shade(&bishops, is_dark(move_to(m))) + 1 > (total + 1) / 2;
    set_remove(&room, move_to(m));
    for (unsigned w = 0; w < 4; w++)
        room.word[w] = bishops.word[w] | (room.word[w] & settings->to[side][type].word[w]);
    return count_shade(&room, true) < total / 2 || count_shade(&room, false) < total / 2;
}

// A shogi pawn that gives mate leaves no answer. It gives check to one square only, so this is rarely asked.
static bool mates(const struct position *after)
{
    struct move_list answers;
    position_actions(after, &answers);
    return answers.count == 0;
}

enum drop_fault drops_fault(const struct drops_settings *settings, const struct position *pos, move m)
{
    piece_type type = piece_type_of(move_what(m));
    if (type == settings->no_doubled && is_doubled(settings, pos, m))
        return DROP_DOUBLED;
    if (settings->opposite_bishops && spoils_bishops(settings, pos, m))
        return DROP_BISHOPS;
    bool pawn = settings->pawn_mate_is_illegal && drops_is_shogi_pawn(pos->variant, type);
    if (settings->gives_check && !pawn)
        return DROP_FINE;
    struct position after = *pos;
    struct undo undo;
    position_apply(&after, m, &undo);
    if (!position_in_check(&after))
        return DROP_FINE;
    if (!settings->gives_check)
        return DROP_CHECKS;
    return pawn && mates(&after) ? DROP_MATES : DROP_FINE;
}
