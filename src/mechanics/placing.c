// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of placing: the game begins with an empty board, on which each side places the opponent's pieces.
#include "mechanics/placing.h"

#include "position/edit.h"
#include "position/position.h"
#include "position/setup.h"
#include "position/words/wording.h"

#include <string.h>

// A side has as many pieces of a type as the start position has in hand.
static void count_types(const char *start, struct placing_settings *settings)
{
    const char *hand = strchr(start, '[');
    for (const char *c = hand ? hand + 1 : ""; *c && *c != ']'; c++)
        if (*c >= 'A' && *c <= 'Z')
            settings->most[type_of_letter(*c)]++;
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    if (variant->royal)
        return error_set(
            err, ERROR_PARAMETER, "placing",
            "pieces of the opponent can be placed only where kings are not royal, since a piece could be "
            "placed where it gives check at once");
    count_types(variant->start, part->settings);
    variant->hands = variant->places = variant->pawns_anywhere = true;
    return true;
}

static bool phase(const struct part *part, const struct position *pos, struct move_list *list)
{
    enum color enemy = other_color(position_side(pos));
    (void)part;
    if (!position_is_placing(pos))
        return false;
    for (piece_type type = 1; type < LETTER_TYPES; type++) {
        if (!pos->hand[enemy][type])
            continue;
        square s;
        for (struct set_walk walk = set_walk(&pos->sets[SET_EMPTY]); set_next(&walk, &s);)
            move_list_add(list, move_make(MOVE_DROP, 0, s, piece_of(type, enemy)));
    }
    return true;
}

static void act(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    (void)part;
    position_take_from_hand(pos, move_what(m));
    position_put(pos, move_to(m), move_what(m), pos->variant->fuel, undo);
    position_set_resets(pos, RESETS_CLOCK | RESETS_REVERSIBLE);
}

static void explain(const struct part *part, const struct position *pos, move m, struct buffer *why)
{
    (void)part;
    char name[SQUARE_NAME_SIZE];
    piece_type type = piece_type_of(move_what(m));
    enum color enemy = other_color(position_side(pos));
    const struct piece_rules *rules = &pos->variant->pieces[type];
    square_name(move_to(m), name);
    if (!position_is_placing(pos))
        buffer_add(why, "all pieces have been placed");
    else if (!rules->name)
        buffer_addf(why, "no piece of this game has the letter %c", type_letter(type));
    else if (!pos->hand[enemy][type])
        buffer_addf(why, "no %s of %s is left to place (the pieces placed are the opponent's)", rules->name,
                    color_name(enemy));
    else
        buffer_addf(why, "%s is occupied", name);
}

// ---- Set-up ----

static unsigned count_pieces(const struct position *pos, piece p)
{
    unsigned count = pos->hand[piece_color(p)][piece_type_of(p)];
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[piece_color(p)]); set_next(&walk, &s);)
        count += pos->pieces[s] == p;
    return count;
}

static bool validate_side(const struct part *part, const struct position *pos, enum color color,
                          struct error *err)
{
    const struct placing_settings *settings = part->settings;
    for (piece_type type = 1; type < LETTER_TYPES; type++) {
        const struct piece_rules *rules = &pos->variant->pieces[type];
        unsigned count = rules->name ? count_pieces(pos, piece_of(type, color)) : pos->hand[color][type];
        if (!rules->name && count)
            return error_set(err, ERROR_FEN, "hand", "no piece of this game has the letter %c",
                             type_letter(type));
        if (rules->name && count > settings->most[type])
            return error_set(err, ERROR_FEN, "placement", "%s has %u pieces '%s', and at most %u exist",
                             color_name(color), count, rules->name, settings->most[type]);
    }
    return true;
}

// Every piece in hand needs an empty square.
static bool has_room(const struct position *pos, struct error *err)
{
    unsigned pieces = position_hand_count(pos, WHITE) + position_hand_count(pos, BLACK);
    unsigned room = (unsigned)set_count(&pos->sets[SET_EMPTY]);
    return pieces <= room ||
           error_set(err, ERROR_FEN, "hand",
                     "%u pieces are in hand, but there are only %u empty squares for them", pieces, room);
}

// White places first and Black last, one piece at a time.
static bool validate(const struct part *part, const struct position *pos, struct error *err)
{
    if (!validate_side(part, pos, WHITE, err) || !validate_side(part, pos, BLACK, err))
        return false;
    unsigned white = position_hand_count(pos, WHITE), black = position_hand_count(pos, BLACK);
    if (white != black + (position_side(pos) == BLACK) && (white || black))
        return error_set(err, ERROR_FEN, "hand",
                         "with %s to move there must be %s white pieces in hand %s black ones, not %u and %u",
                         color_name(position_side(pos)),
                         position_side(pos) == BLACK ? "one more of the" : "as many",
                         position_side(pos) == BLACK ? "than of the" : "as", white, black);
    return has_room(pos, err);
}

static const char *const ways[] = {"none", "opponent"};

static const struct key keys[] = {
    {"placing", VALUE_CHOICE, KEY_AT(struct placing_settings, placing), .maximum = PLACING_OPPONENT,
     .choices = ways, .preset = "none",
     .help = "pieces in hand are placed first, in turns, each player placing those of his opponent",
     .example = "opponent"},
    {0},
};

static bool wanted(const void *settings)
{
    return ((const struct placing_settings *)settings)->placing != PLACING_NONE;
}

static void words(const struct part *part, struct wording *wording)
{
    (void)part;
    wording_say(
        wording, WORDING_TURNS,
        "First the pieces in hand are placed. The players take turns to put one of the opponent's pieces on an empty "
        "square, until all are on the board; then White makes the first move.");
}

const struct mechanism placing_mechanism = {
    .name = "placing",
    .keys = keys,
    .wanted = wanted,
    .settings_size = sizeof(struct placing_settings),
    .prepare = prepare,
    .phase = phase,
    .kinds = 1U << MOVE_DROP,
    .act = act,
    .explain = explain,
    .validate = validate,
    .words = words,
};
