// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever has given a certain number of checks wins.
//
// The field of the position string has the checks that White and Black must still give, "3+2", and stands between the
// en-passant target and the half-move clock, where Fairy-Stockfish has it. Reading also takes the checks that they have given,
// "+0+1", behind the full-move number, as lichess writes them.
#include "mechanics/endings/checks.h"

#include "base/text.h"
#include "position/edit.h"
#include "position/key.h"
#include "position/moves/attack.h"
#include "position/moves/outcome.h"
#include "position/setup.h"
#include "position/words/wording.h"

#include <string.h>

enum { CHECKS_MAX = 99 };

static unsigned left(const struct part *part, const struct position *pos, enum color color)
{
    return pos->state.memory[part->memory + color];
}

// Reads "3+2" or, with `given`, "+0+1", up to the end of the field.
static bool read_pair(const char *text, bool given, unsigned pair[2])
{
    return (!given || *text++ == '+') && text_read_number(&text, CHECKS_MAX, &pair[WHITE]) && *text == '+' &&
           text_read_number((++text, &text), CHECKS_MAX, &pair[BLACK]) && (!*text || *text == ' ');
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    enum { FIELD = 4 };
    struct checks_settings *settings = part->settings;
    const char *c = variant->start;
    for (int i = 0; i < FIELD; i++) {
        c += strcspn(c, " ");
        c += strspn(c, " ");
    }
    unsigned full[2];
    settings->full[WHITE] = settings->full[BLACK] = 1;
    // The half-move clock stands there in a position string without the field.
    if (!read_pair(c, false, full))
        return true;
    if (!full[WHITE] || !full[BLACK])
        return error_set(err, ERROR_VARIANT, "checkCounting",
                         "the start position must leave each side at least one check to give");
    memcpy(settings->full, full, sizeof full);
    return true;
}

static void end_turn(const struct part *part, struct position *pos)
{
    enum color side = position_side(pos), enemy = other_color(side);
    unsigned remaining = left(part, pos, side);
    if (remaining && attack_checks(pos, enemy))
        position_remember(pos, part->memory + (int)side, remaining - 1);
}

static bool ended(const struct part *part, const struct position *pos, struct outcome *outcome)
{
    enum color side = position_side(pos), last = other_color(side);
    if (left(part, pos, last) && left(part, pos, side))
        return false;
    *outcome = (struct outcome){result_of_winner(left(part, pos, last) ? side : last), REASON_CHECKS};
    return true;
}

static int assess(const struct part *part, const struct position *pos)
{
    static const int16_t worth[] = {0, 420, 180, 80, 40, 20};
    unsigned few = sizeof worth / sizeof *worth - 1, white = left(part, pos, WHITE),
             black = left(part, pos, BLACK);
    return worth[white < few ? white : few] - worth[black < few ? black : few];
}

static void finish(const struct part *part, const struct position *pos, struct finish *how)
{
    how->check |= left(part, pos, position_side(pos)) == 1;
}

static bool read_field(const struct part *part, struct setup *setup, int index,
                       const struct game_field *field)
{
    (void)index;
    const struct checks_settings *settings = part->settings;
    uint8_t *memory = &setup->memory[part->memory];
    unsigned pair[2] = {settings->full[WHITE], settings->full[BLACK]}, given[2] = {0, 0};
    if (field->text &&
        (*field->text == '+' ? !read_pair(field->text, true, given) : !read_pair(field->text, false, pair)))
        return game_field_refuse(
            field, field->text, "the checks to be given are two numbers, as in 3+3, or +0+0 for those given");
    for (int color = WHITE; color <= BLACK; color++)
        memory[color] = (uint8_t)(given[color] < pair[color] ? pair[color] - given[color] : 0);
    return true;
}

static void write_field(const struct part *part, const struct position *pos, int index, struct buffer *out)
{
    (void)index;
    buffer_addf(out, "%u+%u", left(part, pos, WHITE), left(part, pos, BLACK));
}

static const char *const field_words[] = {"checks that White and Black must still give, as in 3+2"};

static const struct key keys[] = {
    {"checkCounting", VALUE_FLAG, KEY_AT(struct checks_settings, counting), .preset = "false",
     .help =
         "whoever has given as many checks as startFen says wins: 3+3 between the en-passant target and the half-move clock",
     .example = "true"},
    {0},
};

static bool wanted(const void *settings)
{
    return ((const struct checks_settings *)settings)->counting;
}

static void words(const struct part *part, struct wording *wording)
{
    const struct checks_settings *settings = part->settings;
    const char *white = wording_number(wording, (int)settings->full[WHITE]),
               *black = wording_number(wording, (int)settings->full[BLACK]);
    if (settings->full[WHITE] == 1 && settings->full[BLACK] == 1)
        wording_say(wording, WORDING_END, "Whoever gives check first wins.");
    else if (settings->full[WHITE] == settings->full[BLACK])
        wording_say(wording, WORDING_END, "Whoever has given check %s times wins.", white);
    else
        wording_say(wording, WORDING_END,
                    "Whoever has given a certain number of checks wins: White %s, Black %s.", white, black);
}

const struct mechanism checks_mechanism = {
    .name = "checks",
    .keys = keys,
    .wanted = wanted,
    .settings_size = sizeof(struct checks_settings),
    .memory = 2,
    .prepare = prepare,
    .end_turn = end_turn,
    .ended = ended,
    .assess = assess,
    .finish = finish,
    .field_count = 1,
    .field_words = field_words,
    .early_field = true,
    .read_field = read_field,
    .write_field = write_field,
    .words = words,
};
