// SPDX-License-Identifier: GPL-3.0-or-later
// The answer to {"do":"edit"}: the position, what is wrong with it, and what can be edited.
#include "api/request/edit.h"

#include "notation/json/describe.h"
#include "notation/json/json_text.h"
#include "position/fen.h"
#include "position/setups/setup_edit.h"
#include "position/variant.h"
#include "session/catalogue.h"

#include <string.h>

static json_t *describe_set(const struct set *set)
{
    json_t *list = json_array();
    square s;
    for (struct set_walk walk = set_walk(set); set_next(&walk, &s);)
        json_append(&list, json_of_square(s));
    return list;
}

// ---- The position ----

static json_t *describe_part(const struct position *pos, unsigned part)
{
    struct buffer text;
    buffer_init(&text);
    fen_write_part(pos, part, &text);
    return json_of_buffer(&text);
}

static json_t *describe_fen(const struct position *pos)
{
    struct buffer text;
    buffer_init(&text);
    fen_write(pos, &text);
    return json_of_buffer(&text);
}

static json_t *describe_rights(const struct variant *variant, const struct setup *setup)
{
    struct right rights[RIGHTS_MAX];
    int count = setup_rights(setup, variant, rights);
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        const struct right *right = &rights[i];
        json_t *described = json_pack("{s:s#,s:s,s:b}", "right", &right->letter, 1, "color",
                                      color_key(right->color), "has", right->has);
        if (right->castling >= 0) {
            json_put(&described, "wing", json_string(right->castling % 2 == WING_KING ? "king" : "queen"));
            json_put(&described, "king", json_of_square(right->king));
            json_put(&described, "rook", json_of_square(right->piece));
        } else {
            json_put(&described, "gate", json_of_square(right->piece));
        }
        json_append(&list, described);
    }
    return list;
}

// The empty squares that a piece can have passed.
static json_t *describe_targets(const struct variant *variant, const struct setup *setup)
{
    json_t *list = json_array();
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);) {
        struct setup with = *setup;
        char name[SQUARE_NAME_SIZE];
        square_name(s, name);
        if (setup->pieces[s] == EMPTY && fen_read_part(&with, variant, FEN_TARGET, name, NULL) &&
            setup_fits_target(variant, &with))
            json_append(&list, json_of_square(s));
    }
    return list;
}

static json_t *describe_fields(const struct variant *variant, const struct position *pos)
{
    json_t *list = json_array();
    unsigned number = 0;
    for_each_part (part, &variant->hooks.fields)
        for (int i = 0; i < part->mechanism->field_count; i++, number++)
            if (part->mechanism->field_words && part->mechanism->field_words[i])
                json_append(&list, json_pack("{s:i,s:s,s:o}", "field", (int)number, "words",
                                             part->mechanism->field_words[i], "text",
                                             describe_part(pos, FEN_GAME_FIELD + number)));
    return list;
}

void edit_show_setup(json_t **answer, const struct variant *variant, const struct setup *setup)
{
    struct position pos;
    position_of_setup(&pos, variant, setup);
    json_put(answer, "fen", describe_fen(&pos));
    json_put(answer, "side", json_string(color_key(setup->side)));
    describe_pieces_to(answer, &pos);
    json_put(answer, "rights", describe_rights(variant, setup));
    json_put(answer, "target", describe_part(&pos, FEN_TARGET));
    json_put(answer, "targets", describe_targets(variant, setup));
    json_put(answer, "halfmove", json_integer(setup->halfmove));
    json_put(answer, "fullmove", json_integer(setup->fullmove));
    json_put(answer, "fields", describe_fields(variant, &pos));
}

// ---- Faults ----

void edit_show_faults(json_t **answer, const struct variant *variant, const struct setup *setup,
                      const struct setup_faults *faults)
{
    json_t *list = json_array();
    for (int i = 0; i < faults->count; i++) {
        const struct setup_fault *fault = &faults->items[i];
        json_append(&list, json_pack("{s:o,s:s,s:o}", "message", json_of_text(fault->error.message), "at",
                                     fault->error.at, "squares", describe_set(&fault->squares)));
    }
    json_put(answer, "errors", list);
    struct position pos;
    if (faults->count || !position_from_setup(&pos, variant, setup, NULL))
        return;
    struct outcome outcome = position_outcome(&pos, NULL);
    json_put(answer, "check", json_boolean(position_in_check(&pos)));
    json_put(answer, "result", json_string(result_name(outcome.result)));
    json_put(answer, "reason", json_string(reason_name(outcome.reason)));
}

// ---- Means ----

// Which types a side has at the start, in hand or after a promotion: bits by type.
static uint64_t types_of(const struct variant *variant, enum color color)
{
    struct setup start;
    uint64_t types = 0;
    if (!fen_read_setup(&start, variant, "startpos", NULL, NULL))
        return 0;
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);)
        if (is_piece_of(start.pieces[s], color))
            types |= UINT64_C(1) << piece_type_of(start.pieces[s]);
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        if (start.hand[color][type])
            types |= UINT64_C(1) << type;
    for (int i = 0; types >> variant->pawn & 1 && i < variant->promotion_count[color]; i++)
        types |= UINT64_C(1) << variant->promotions[color][i];
    for (piece_type type = LETTER_TYPES; type < PIECE_TYPES; type++)
        if (variant->pieces[type].name && types >> variant->pieces[type].demotes_to & 1)
            types |= UINT64_C(1) << type;
    return types;
}

static void add_piece(json_t **list, const struct variant *variant, piece_type type, const uint64_t own[2])
{
    const struct piece_rules *rules = &variant->pieces[type];
    json_t *sides = json_array();
    bool anybody = !((own[WHITE] | own[BLACK]) >> type & 1);
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (anybody || own[color] >> type & 1)
            json_append(&sides, json_string(color_key((enum color)color)));
    json_append(list, json_pack("{s:s,s:s,s:o,s:o,s:b}", "piece", rules->text[WHITE], "name", rules->name,
                                "image", catalogue_picture(rules, variant->royal && type == variant->king),
                                "sides", sides, "hand", variant->hands && type < LETTER_TYPES));
}

// The king, the others in the order of the text, the pawn, and promoted ones.
static json_t *describe_types(const struct variant *variant)
{
    const uint64_t own[2] = {types_of(variant, WHITE), types_of(variant, BLACK)};
    json_t *list = json_array();
    piece_type king = variant->king, pawn = variant->pawn;
    if (king && variant->pieces[king].name)
        add_piece(&list, variant, king, own);
    for (unsigned i = 0; i < variant->declared_count; i++)
        if (variant->declared[i] != king && variant->declared[i] != pawn)
            add_piece(&list, variant, variant->declared[i], own);
    if (pawn && pawn != king && variant->pieces[pawn].name)
        add_piece(&list, variant, pawn, own);
    for (piece_type type = LETTER_TYPES; type < PIECE_TYPES; type++)
        if (variant->pieces[type].name)
            add_piece(&list, variant, type, own);
    return list;
}

json_t *edit_show_means(const struct variant *variant)
{
    json_t *can =
        json_pack("{s:o,s:b,s:b,s:b,s:b}", "pieces", describe_types(variant), "holes", variant->holes,
                  "hands", variant->hands, "owners", variant->owners, "frozen", variant->reserves);
    if (variant->metered)
        json_put(&can, "fuel", json_pack("{s:i,s:i}", "full", variant->fuel, "most", FUEL_MAX));
    if (variant->reserves && variant->most_reserve != RESERVE_INFINITE)
        json_put(&can, "reserve", json_integer(variant->most_reserve));
    return can;
}
