// SPDX-License-Identifier: GPL-3.0-or-later
// Fuel Chess (Thomas, 2023): every piece has fuel, a move costs its distance, and there are no draws.
#include "base/text.h"
#include "games/armies.h"
#include "games/rows.h"
#include "position/edit.h"
#include "position/moves/generate.h"
#include "position/moves/outcome.h"
#include "position/parameter.h"
#include "position/position.h"
#include "position/setup.h"
#include "position/variant.h"

#include <stdio.h>

enum { FULL_TANK, PARAMETER_COUNT };

static const struct parameter parameters[PARAMETER_COUNT] = {
    {"fuel", "Fuel", "units of fuel each piece starts with", PARAMETER_NUMBER, 1, FUEL_MAX, 50, NULL},
};

static void prepare(struct variant *variant)
{
    armies_prepare(variant, 0, 0, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1");
    variant->metered = true;
    variant->draws = false;
    variant->fuel = (uint16_t)variant->parameters.value[FULL_TANK];
}

// Whether the side to move could move if its own tanks were as full as at the start. The enemy's tanks stay as they are.
static bool could_move_when_full(const struct position *pos)
{
    struct position full = *pos;
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[position_side(pos)]); set_next(&walk, &s);)
        if (full.fuel[s] < pos->variant->fuel)
            position_put(&full, s, full.pieces[s], pos->variant->fuel, NULL);
    struct move_list list = {.count = 0};
    generate_legal(&full, &list);
    return list.count > 0;
}

static struct outcome stuck(const struct position *pos, bool in_check)
{
    enum result winner = result_of_winner(other_color(position_side(pos)));
    if (in_check)
        return (struct outcome){winner, REASON_CHECKMATE};
    return (struct outcome){winner, could_move_when_full(pos) ? REASON_NO_FUEL : REASON_STALEMATE};
}

// The location of piece number `n` in the scan order of a placement: a8 to h8, a7 …
static square scan_square(int n)
{
    return square_at(n % 8, 7 - n / 8);
}

// Reads one run, "FUEL" or "FUELxCOUNT", at *cursor.
static bool read_run(const struct game_field *field, const char **cursor, unsigned *fuel, unsigned *count)
{
    *count = 1;
    if (!text_read_number(cursor, FUEL_MAX, fuel))
        return game_field_refuse(field, *cursor, "fuel: a number from 0 to 999 is expected");
    if (**cursor != 'x')
        return true;
    ++*cursor;
    if (!text_read_number(cursor, 64, count) || !*count)
        return game_field_refuse(field, *cursor, "fuel: a count from 1 to 64 is expected after x");
    return true;
}

static void fill_all(struct setup *setup, unsigned fuel)
{
    for (int n = 0; n < 64; n++)
        if (is_piece(setup->pieces[scan_square(n)]))
            setup->fuel[scan_square(n)] = (uint16_t)fuel;
}

static bool read_runs(struct setup *setup, const struct game_field *field)
{
    const char *cursor = field->text;
    int n = 0;
    for (;;) {
        const char *run = cursor;
        unsigned fuel, count;
        if (!read_run(field, &cursor, &fuel, &count))
            return false;
        for (; count; n++) {
            if (n == 64)
                return game_field_refuse(field, run, "fuel: more entries than there are pieces");
            if (!is_piece(setup->pieces[scan_square(n)]))
                continue;
            setup->fuel[scan_square(n)] = (uint16_t)fuel;
            count--;
        }
        if (!*cursor)
            break;
        if (*cursor != ',')
            return game_field_refuse(field, cursor, "fuel: a comma is expected between entries");
        cursor++;
    }
    for (; n < 64; n++)
        if (is_piece(setup->pieces[scan_square(n)]))
            return game_field_refuse(field, cursor, "fuel: fewer entries than there are pieces");
    return true;
}

static bool read_field(struct setup *setup, const struct variant *variant, int index,
                       const struct game_field *field)
{
    (void)index;
    const char *cursor = field->text;
    unsigned fuel;
    if (!cursor) {
        fill_all(setup, variant->fuel);
        return true;
    }
    if (text_read_number(&cursor, FUEL_MAX, &fuel) && !*cursor) {
        fill_all(setup, fuel);
        return true;
    }
    return read_runs(setup, field);
}

static void write_run(struct buffer *out, unsigned fuel, unsigned count, bool first)
{
    buffer_addf(out, first ? "%u" : ",%u", fuel);
    if (count > 1)
        buffer_addf(out, "x%u", count);
}

static void write_field(const struct position *pos, int index, struct buffer *out)
{
    (void)index;
    unsigned fuel = 0, count = 0;
    bool first = true;
    for (int n = 0; n < 64; n++) {
        square s = scan_square(n);
        if (!is_piece(pos->pieces[s]))
            continue;
        if (count && pos->fuel[s] != fuel) {
            write_run(out, fuel, count, first);
            first = false;
            count = 0;
        }
        fuel = pos->fuel[s];
        count++;
    }
    write_run(out, fuel, count, first);
}

static const struct help_section help[] = {
    {"Fuel",
     (const struct help_rule[]){
         {true,
          "The board, the pieces and their moves are those of chess, but every piece carries fuel: 50 units unless "
          "the players agree on another number."},
         {true,
          "A move costs its distance, counted as a king would walk it. A step costs 1, a knight's move 2, a pawn's "
          "double step 2, a rook's move over five squares 5. The moving piece pays, and may make only moves that it "
          "can pay for."},
         {true, "Castling costs the king 2 and the rook 2 or 3, depending on how far it travels; both must "
                "be able to pay."},
         {true, "A pawn that promotes passes its remaining fuel on to the new piece."},
         {0}}},
    {"Attack and check",
     (const struct help_rule[]){
         {true,
          "A piece attacks only as far as its fuel would carry it, so it gives no check beyond that. A king without "
          "fuel attacks nothing, so the enemy king may walk up to it and even give check."},
         {false,
          "The same holds wherever attacks matter: a piece that has run low does not pin, and does not guard the "
          "squares that a king steps on or passes in castling."},
         {0}}},
    {"The end",
     (const struct help_rule[]){
         {true,
          "There are no draws: play goes on after repeated positions, long manoeuvres and with bare kings."},
         {true,
          "Whoever is to move and has no legal move loses: by checkmate, by stalemate or for lack of fuel."},
         {false,
          "The reason shown is checkmate when the king is in check; otherwise lack of fuel if full tanks would have "
          "allowed a move; otherwise stalemate."},
         {0}}},
    {0}};

const struct game game_fuel = {
    .name = "fuel",
    .title = "Fuel Chess",
    .author = "Thomas, 2023",
    .summary = "Every piece has fuel, a move costs its distance, and whoever cannot move loses.",
    .width = 8,
    .height = 8,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .help = help,
    .prepare = prepare,
    .stuck = stuck,
    .field_count = 1,
    .read_field = read_field,
    .write_field = write_field,
};
