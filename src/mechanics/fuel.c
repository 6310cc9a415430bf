// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of fuel (Thomas, 2023): every piece has a tank, and a move costs its distance.
#include "mechanics/fuel.h"

#include "base/text.h"
#include "position/edit.h"
#include "position/moves/outcome.h"
#include "position/position.h"
#include "position/setup.h"
#include "position/variant.h"
#include "position/words/wording.h"

#include <stdio.h>

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct fuel_settings *settings = part->settings;
    (void)err;
    variant->metered = true;
    variant->fuel = (uint16_t)settings->full;
    return true;
}

// Whether the side to move could move if its own tanks were as full as at the start. The enemy's tanks stay as they are.
static bool could_move_when_full(const struct position *pos)
{
    struct position full = *pos;
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[position_side(pos)]); set_next(&walk, &s);)
        if (full.fuel[s] < pos->variant->fuel)
            position_put(&full, s, full.pieces[s], pos->variant->fuel, NULL);
    struct move_list list;
    position_actions(&full, &list);
    return list.count > 0;
}

static void stuck(const struct part *part, const struct position *pos, struct outcome *outcome)
{
    (void)part;
    if (outcome->reason == REASON_STALEMATE && !could_move_when_full(pos))
        return;
    if (outcome->reason == REASON_STALEMATE)
        outcome->reason = REASON_NO_FUEL;
}

// The locations of a placement, in the order in which it lists them: a8 to h8, a7 …
struct scan {
    const struct board *board;
    int file, rank;
};

static struct scan scan_of(const struct variant *variant)
{
    return (struct scan){&variant->board, 0, variant->board.height - 1};
}

static bool scan_next(struct scan *scan, square *s)
{
    if (scan->rank < 0)
        return false;
    *s = square_at(scan->file, scan->rank);
    if (++scan->file == scan->board->width) {
        scan->file = 0;
        scan->rank--;
    }
    return true;
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
    if (!text_read_number(cursor, GRID_SQUARES, count) || !*count)
        return game_field_refuse(field, *cursor, "fuel: a count from 1 to 256 is expected after x");
    return true;
}

static void fill_all(struct setup *setup, unsigned fuel)
{
    for (square s = 0; s < GRID_SQUARES; s++)
        if (is_piece(setup->pieces[s]))
            setup->fuel[s] = (uint16_t)fuel;
}

// The next location of the scan with a piece.
static bool next_piece(struct scan *scan, const struct setup *setup, square *s)
{
    while (scan_next(scan, s))
        if (is_piece(setup->pieces[*s]))
            return true;
    return false;
}

static bool read_runs(const struct variant *variant, struct setup *setup, const struct game_field *field)
{
    const char *cursor = field->text;
    struct scan scan = scan_of(variant);
    square s;
    for (;;) {
        const char *run = cursor;
        unsigned fuel, count;
        if (!read_run(field, &cursor, &fuel, &count))
            return false;
        for (; count; count--) {
            if (!next_piece(&scan, setup, &s))
                return game_field_refuse(field, run, "fuel: more entries than there are pieces");
            setup->fuel[s] = (uint16_t)fuel;
        }
        if (!*cursor)
            break;
        if (*cursor != ',')
            return game_field_refuse(field, cursor, "fuel: a comma is expected between entries");
        cursor++;
    }
    return !next_piece(&scan, setup, &s) ||
           game_field_refuse(field, cursor, "fuel: fewer entries than there are pieces");
}

static bool read_field(const struct part *part, struct setup *setup, int index,
                       const struct game_field *field)
{
    (void)index;
    const struct variant *variant = part->variant;
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
    return read_runs(variant, setup, field);
}

static void write_run(struct buffer *out, unsigned fuel, unsigned count, bool first)
{
    buffer_addf(out, first ? "%u" : ",%u", fuel);
    if (count > 1)
        buffer_addf(out, "x%u", count);
}

static void write_field(const struct part *part, const struct position *pos, int index, struct buffer *out)
{
    (void)index;
    (void)part;
    struct scan scan = scan_of(pos->variant);
    square s;
    unsigned fuel = 0, count = 0;
    bool first = true;
    while (scan_next(&scan, &s)) {
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

static const struct key keys[] = {
    {"fuel", VALUE_NUMBER, KEY_AT(struct fuel_settings, full), .maximum = FUEL_MAX, .preset = "0",
     .help = "how much fuel each piece starts with; a move costs its distance; 0: there is no fuel",
     .example = "50"},
    {0},
};

static bool wanted(const void *settings)
{
    return ((const struct fuel_settings *)settings)->full > 0;
}

static void words(const struct part *part, struct wording *wording)
{
    const struct fuel_settings *settings = part->settings;
    wording_say(
        wording, WORDING_TURNS,
        "Every piece starts with %d unit%s of fuel. A move costs its distance, counted in steps of a king, and "
        "the piece that moves must be able to pay for it.",
        settings->full, settings->full == 1 ? "" : "s");
    wording_say(
        wording, WORDING_TURNS,
        "A piece attacks only as far as its fuel would carry it: beyond that it neither gives check nor guards nor pins.");
    wording_say(
        wording, WORDING_TURNS,
        "A promoted piece keeps the fuel that it had; in castling, king and rook each pay for their own way.");
}

const struct mechanism fuel_mechanism = {
    .name = "fuel",
    .keys = keys,
    .wanted = wanted,
    .settings_size = sizeof(struct fuel_settings),
    .prepare = prepare,
    .stuck = stuck,
    .field_count = 1,
    .read_field = read_field,
    .write_field = write_field,
    .words = words,
};
