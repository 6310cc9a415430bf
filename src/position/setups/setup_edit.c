// SPDX-License-Identifier: GPL-3.0-or-later
// Changes what stands on the board of a setup, and the whole board.
#include "position/setups/setup_edit.h"

#include "position/variant.h"

#include <string.h>

void setup_set_owner(struct setup *setup, square s, int owner)
{
    set_remove(&setup->owned[WHITE], s);
    set_remove(&setup->owned[BLACK], s);
    if (owner >= 0)
        set_add(&setup->owned[owner], s);
}

static void put_with_fuel(struct setup *setup, const struct variant *variant, square s, piece p,
                          uint16_t fuel)
{
    piece was = setup->pieces[s];
    setup->pieces[s] = p;
    setup->fuel[s] = variant->metered && is_piece(p) ? fuel : 0;
    if (p != EMPTY)
        setup_set_owner(setup, s, -1);
    else if (variant->owners && is_piece(was))
        setup_set_owner(setup, s, (int)piece_color(was));
    if (p == HOLE)
        set_remove(&setup->frozen, s);
}

void setup_put(struct setup *setup, const struct variant *variant, square s, piece p)
{
    put_with_fuel(setup, variant, s, p, variant->fuel);
}

void setup_move(struct setup *setup, const struct variant *variant, square from, square to)
{
    if (from == to)
        return;
    put_with_fuel(setup, variant, to, setup->pieces[from], setup->fuel[from]);
    setup_put(setup, variant, from, EMPTY);
}

// ---- The whole board ----

// Sets what the game's fields of a position string say to what a string without them would.
static void reset_fields(struct setup *setup, const struct variant *variant)
{
    memset(setup->memory, 0, sizeof setup->memory);
    for_each_part (part, &variant->hooks.fields)
        for (int i = 0; i < part->mechanism->field_count; i++)
            part->mechanism->read_field(part, setup, i, &(struct game_field){.text = NULL});
}

void setup_clear(struct setup *setup, const struct variant *variant)
{
    struct setup cleared;
    setup_init(&cleared, variant);
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);)
        if (variant->reserves && setup->pieces[s] == HOLE)
            cleared.pieces[s] = HOLE;
    reset_fields(&cleared, variant);
    *setup = cleared;
}

// How a board is turned over: where each location comes to, and which side's piece it becomes.
struct turn_over {
    const struct variant *variant;
    bool files, ranks;
};

static square turned(const struct turn_over *turn_over, square s)
{
    const struct board *board = &turn_over->variant->board;
    int file = square_file(s), rank = square_rank(s);
    return square_at(turn_over->files ? board->width - 1 - file : file,
                     turn_over->ranks ? board->height - 1 - rank : rank);
}

static uint16_t turned_or_none(const struct turn_over *turn_over, uint16_t s)
{
    return s == SQUARE_NONE ? s : turned(turn_over, (square)s);
}

static struct set turned_set(const struct turn_over *turn_over, const struct set *set)
{
    struct set result = {{0}};
    square s;
    for (struct set_walk walk = set_walk(set); set_next(&walk, &s);)
        set_add(&result, turned(turn_over, s));
    return result;
}

// The board of `from`, with the ranks exchanged for each other also the sides; where there is a wall, nothing arrives.
static void turn_board(const struct turn_over *turn_over, const struct setup *from, struct setup *to)
{
    square s;
    for (struct set_walk walk = set_walk(&turn_over->variant->board.locations); set_next(&walk, &s);) {
        square source = turned(turn_over, s);
        bool wall = !set_has(&turn_over->variant->board.locations, source);
        piece p = wall ? EMPTY : from->pieces[source];
        to->pieces[s] = turn_over->ranks && is_piece(p) ? p ^ 1 : p;
        to->fuel[s] = wall ? 0 : from->fuel[source];
    }
    for (int color = WHITE; color <= BLACK; color++)
        to->owned[color] = turned_set(turn_over, &from->owned[turn_over->ranks ? 1 - color : color]);
    to->frozen = turned_set(turn_over, &from->frozen);
    to->en_passant = turned_or_none(turn_over, from->en_passant);
    to->en_passant_far = turned_or_none(turn_over, from->en_passant_far);
    to->en_passant_piece = turned_or_none(turn_over, from->en_passant_piece);
}

static void forget_rights(struct setup *setup, const struct variant *variant)
{
    const struct part *others = variant->hooks.rights;
    setup->castling = 0;
    if (others)
        memset(setup->memory + others->memory, 0, others->mechanism->memory);
}

void setup_mirror(struct setup *setup, const struct variant *variant)
{
    struct setup from = *setup;
    turn_board(&(struct turn_over){variant, true, false}, &from, setup);
    forget_rights(setup, variant);
}

void setup_exchange(struct setup *setup, const struct variant *variant)
{
    struct setup from = *setup;
    turn_board(&(struct turn_over){variant, false, true}, &from, setup);
    setup->side = other_color(from.side);
    forget_rights(setup, variant);
    setup->castling = (uint8_t)((from.castling & 3) << 2 | from.castling >> 2);
    for (int index = 0; index < 4; index++)
        memcpy(setup->castling_files[index], from.castling_files[index ^ 2],
               sizeof setup->castling_files[index]);
    for (int color = WHITE; color <= BLACK; color++) {
        memcpy(setup->hand[color], from.hand[1 - color], sizeof setup->hand[color]);
        setup->reserve[color] = from.reserve[1 - color];
    }
    // An army may castle in ways that the other one cannot.
    for (unsigned index = 0; index < 4; index++)
        if (!setup_fits_right(variant, setup, index))
            setup->castling = (uint8_t)(setup->castling & ~(1U << index));
}
