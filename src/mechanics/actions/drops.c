// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of drops, as in crazyhouse and shogi.
#include "mechanics/actions/drops.h"

#include "position/edit.h"
#include "position/moves/attack.h"
#include "position/moves/generate.h"
#include "position/position.h"
#include "position/rules/promotion.h"

#include <string.h>

// ---- Preparation ----

// The pawn that a captured promoted piece becomes again.
static piece_type pawn_of(const struct variant *variant)
{
    if (variant->pieces[variant->pawn].promotes)
        return variant->pawn;
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        if (variant->pieces[type].promotes)
            return type;
    return TYPE_NONE;
}

// Pawns promote to pieces that are pawns again in a hand.
static bool mark_promotions(struct variant *variant, struct error *err)
{
    piece_type pawn = pawn_of(variant);
    for (unsigned color = WHITE; pawn != TYPE_NONE && color <= BLACK; color++)
        for (unsigned i = 0; i < variant->promotion_count[color]; i++) {
            piece_type *type = &variant->promotions[color][i];
            if (*type < LETTER_TYPES)
                *type = variant_add_promoted(variant, pawn, *type, PROMOTED_TILDE);
            if (*type == TYPE_NONE)
                return error_set(err, ERROR_PARAMETER, "capturesToHand",
                                 "there are too many types of pieces to keep promoted ones apart");
        }
    return true;
}

static void find_squares(const struct variant *variant, struct drops_settings *settings, piece_type type,
                         enum color color)
{
    const struct piece_rules *rules = &variant->pieces[type];
    struct set *to = &settings->to[color][type];
    int first = color == WHITE ? 0 : variant->board.height - 1;
    for (unsigned w = 0; w < 4; w++)
        to->word[w] = settings->region[color].word[w] & variant->board.locations.word[w];
    if (!rules->is_pawn)
        return;
    for (unsigned w = 0; w < 4 && !settings->promotion_zone; w++)
        to->word[w] &= ~rules->promotion[color].word[w];
    for (int file = 0; file < variant->board.width && !settings->first_rank; file++)
        set_remove(to, square_at(file, first));
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    struct drops_settings *settings = part->settings;
    variant->hands = !settings->free || settings->captures_to_hand;
    variant->drops = settings->drops;
    variant->captures_to_hand = settings->captures_to_hand;
    variant->keeps_promotions = settings->keeps_promotions;
    variant->captures_come_back = settings->captures_to_hand || (settings->drops && settings->free);
    if (settings->captures_to_hand && !settings->keeps_promotions && !mark_promotions(variant, err))
        return false;
    if (!settings->drops && !settings->gates)
        return true;
    variant->pawns_anywhere |= settings->first_rank || settings->promotion_zone;
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        for (unsigned color = WHITE; variant->pieces[type].name && color <= BLACK; color++)
            find_squares(variant, settings, type, (enum color)color);
    // Other pieces that promote are dropped also where they do.
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        variant->pawns_anywhere |= variant->pieces[type].promotes && !variant->pieces[type].is_pawn;
    return true;
}

// ---- Actions ----

// Appends the drops of a piece in hand as one of `type` on empty locations in `open`.
static void add_drops(const struct part *part, const struct position *pos, piece_type in_hand,
                      piece_type type, const struct set *open, struct move_list *list)
{
    const struct drops_settings *settings = part->settings;
    enum color side = position_side(pos);
    bool limited = drops_limited(settings, pos->variant, type);
    struct set to;
    for (unsigned w = 0; w < 4; w++)
        to.word[w] = open->word[w] & settings->to[side][in_hand].word[w] &
                     ~pos->variant->pieces[type].immobile[side].word[w] &
                     ~pos->variant->pieces[type].barred[side].word[w];
    square s;
    for (struct set_walk walk = set_walk(&to); set_next(&walk, &s);) {
        move m = move_make(MOVE_DROP, 0, s, piece_of(type, side));
        if (!limited || drops_fault(settings, pos, m) == DROP_FINE)
            move_list_add(list, m);
    }
}

// A king is not dropped where it would be in check; before, there was none that anything could be safe for.
static void keep_kings_safe(const struct position *pos, unsigned first, struct move_list *list)
{
    unsigned kept = first;
    for (unsigned i = first; i < list->count; i++) {
        move m = list->moves[i];
        if (piece_type_of(move_what(m)) != pos->variant->king ||
            !position_attacked(pos, move_to(m), other_color(position_side(pos))))
            list->moves[kept++] = m;
    }
    list->count = kept;
}

static bool is_royal(const struct variant *variant, piece_type type)
{
    return (variant->royal && type == variant->king) || variant->royal_types >> type & 1;
}

// Whether the side to move has a piece of the type to drop. Nobody gets new royal pieces for nothing.
static bool has_to_drop(const struct drops_settings *settings, const struct position *pos, piece_type type)
{
    return settings->free ? pos->variant->pieces[type].name && !is_royal(pos->variant, type)
                          : pos->hand[position_side(pos)][type] > 0;
}

static void add(const struct part *part, const struct position *pos, struct move_list *list)
{
    static const uint8_t empty[LETTER_TYPES];
    const struct drops_settings *settings = part->settings;
    enum color side = position_side(pos);
    if (!settings->drops || (!settings->free && !memcmp(pos->hand[side], empty, sizeof empty)))
        return;
    struct set open;
    bool safe = generate_shelters(pos, &open);
    unsigned first = list->count;
    set_keep_all(&open, &pos->sets[SET_EMPTY]);
    for (piece_type type = 1; type < LETTER_TYPES; type++) {
        if (!has_to_drop(settings, pos, type))
            continue;
        add_drops(part, pos, type, type, &open, list);
        if (settings->promoted && pos->variant->pieces[type].turns_into)
            add_drops(part, pos, type, pos->variant->pieces[type].turns_into, &open, list);
    }
    if (!safe)
        generate_keep_safe(pos, first, list);
    if (pos->variant->royal && pos->hand[side][pos->variant->king])
        keep_kings_safe(pos, first, list);
}

// The type in hand of a piece that is dropped as one of `type`.
static piece_type in_hand(const struct variant *variant, piece_type type)
{
    return variant->pieces[type].demotes_to;
}

static void act(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    const struct drops_settings *settings = part->settings;
    piece p = move_what(m);
    if (!settings->free)
        position_take_from_hand(pos, piece_of(in_hand(pos->variant, piece_type_of(p)), piece_color(p)));
    position_put(pos, move_to(m), p, pos->variant->fuel, undo);
    // A piece that comes in behind another one leaves the clock to that one's move.
    position_set_resets(pos, pos->state.actions ? RESETS_REVERSIBLE : RESETS_CLOCK);
}

// ---- Explanations ----

static void explain_fault(const struct part *part, const struct position *pos, move m, struct buffer *why)
{
    const char *side = color_name(position_side(pos));
    const char *name = pos->variant->pieces[piece_type_of(move_what(m))].name;
    struct position after = *pos;
    struct undo undo;
    move own = move_make(MOVE_DROP, 0, move_to(m), piece_of(piece_type_of(move_what(m)), position_side(pos)));
    position_apply(&after, own, &undo);
    if (!attack_is_safe(pos, &after, position_side(pos))) {
        buffer_add(why, position_in_check(pos) ? "it does not answer the check"
                                               : "it would leave the king in check");
        return;
    }
    switch (drops_fault(part->settings, pos, own)) {
    case DROP_DOUBLED:
        buffer_addf(why, "on the %c-file %s has as many of this piece as may be, unpromoted: %s",
                    'a' + square_file(move_to(m)), side, name);
        return;
    case DROP_BISHOPS:
        buffer_addf(why, "the bishops of %s must come to stand on squares of both colours", side);
        return;
    case DROP_CHECKS:
        buffer_add(why, "a drop must not give check");
        return;
    case DROP_MATES:
        buffer_addf(why, "the drop of a %s must not give mate", name);
        return;
    default:
        return;
    }
}

static void explain(const struct part *part, const struct position *pos, move m, struct buffer *why)
{
    const struct drops_settings *settings = part->settings;
    enum color side = position_side(pos);
    piece_type type = piece_type_of(move_what(m));
    const struct piece_rules *rules = &pos->variant->pieces[type];
    char name[SQUARE_NAME_SIZE];
    square_name(move_to(m), name);
    if (!rules->name)
        buffer_addf(why, "no piece of this game has the letter %c", type_letter(type));
    else if (!settings->drops && !settings->gates)
        buffer_add(why, "pieces are not dropped in this game");
    else if (settings->free && is_royal(pos->variant, type))
        buffer_addf(why, "a %s is royal and cannot be dropped freely", rules->name);
    else if (!has_to_drop(settings, pos, in_hand(pos->variant, type)))
        buffer_addf(why, "%s has no %s in hand", color_name(side),
                    pos->variant->pieces[in_hand(pos->variant, type)].name);
    else if (type >= LETTER_TYPES && !settings->promoted)
        buffer_add(why, "pieces are dropped unpromoted");
    else if (settings->gates && (pos->state.actions || !settings->drops))
        buffer_add(why, "a piece comes in where another one has just left its first square");
    else if (pos->state.actions)
        buffer_add(why, "only a turn's first action can be a drop");
    else if (pos->pieces[move_to(m)] == HOLE)
        buffer_addf(why, position_is_wall(pos, move_to(m)) ? "%s is a wall" : "there is no square on %s",
                    name);
    else if (pos->pieces[move_to(m)] != EMPTY)
        buffer_addf(why, "%s is occupied", name);
    else if (!set_has(&settings->to[side][in_hand(pos->variant, type)], move_to(m)) ||
             set_has(&rules->barred[side], move_to(m)))
        buffer_addf(why, "a %s of %s cannot be dropped on %s", rules->name, color_name(side), name);
    else if (set_has(&rules->immobile[side], move_to(m)))
        buffer_addf(why, "a %s could never move on from %s", rules->name, name);
    else
        explain_fault(part, pos, m, why);
}

// ---- Set-up ----

static bool validate(const struct part *part, const struct position *pos, struct error *err)
{
    (void)part;
    const struct variant *variant = pos->variant;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        if (variant->royal && !variant->kingless[color] && pos->hand[color][variant->king])
            return error_set(err, ERROR_FEN, "hand", "the king of %s cannot be in hand",
                             color_name((enum color)color));
        for (piece_type type = 1; type < LETTER_TYPES; type++)
            if (pos->hand[color][type] && !variant->pieces[type].name)
                return error_set(err, ERROR_FEN, "hand", "no piece of this game has the letter %c",
                                 type_letter(type));
    }
    return true;
}

// ---- Keys ----

static const struct key keys[] = {
    {"pieceDrops", VALUE_FLAG, KEY_AT(struct drops_settings, drops),
     .help = "a turn may drop a piece from the hand on an empty square", .example = "true"},
    {"seirawanGating", VALUE_FLAG, KEY_AT(struct drops_settings, gates),
     .help = "with gating: when a piece first moves, one from the hand may be put where it stood",
     .example = "true"},
    {"capturesToHand", VALUE_FLAG, KEY_AT(struct drops_settings, captures_to_hand),
     .help = "captured pieces go to the hand of whoever captures them, unpromoted", .example = "true"},
    {"freeDrops", VALUE_FLAG, KEY_AT(struct drops_settings, free),
     .help = "drops take nothing from a hand: there are always pieces of all types but royal ones",
     .example = "true"},
    {"dropLoop", VALUE_FLAG, KEY_AT(struct drops_settings, keeps_promotions),
     .help = "captured promoted pieces stay promoted", .example = "true"},
    {"firstRankPawnDrops", VALUE_FLAG, KEY_AT(struct drops_settings, first_rank),
     .help = "pawns may be dropped on the player's first rank", .example = "true"},
    {"promotionZonePawnDrops", VALUE_FLAG, KEY_AT(struct drops_settings, promotion_zone),
     .help = "pawns may be dropped where they promote", .example = "true"},
    {"dropRegionWhite", VALUE_SQUARES, KEY_AT(struct drops_settings, region[WHITE]), .preset = "a1-p16",
     .help = "where White may drop pieces", .example = "*1 *2 *3"},
    {"dropRegionBlack", VALUE_SQUARES, KEY_AT(struct drops_settings, region[BLACK]), .preset = "a1-p16",
     .help = "where Black may drop pieces", .example = "*8 *7 *6"},
    {"dropChecks", VALUE_FLAG, KEY_AT(struct drops_settings, gives_check), .preset = "true",
     .help = "drops may give check", .example = "false"},
    {"dropOppositeColoredBishop", VALUE_FLAG, KEY_AT(struct drops_settings, opposite_bishops),
     .help = "the bishops of a side must come to stand on squares of both colours", .example = "true"},
    {"dropPromoted", VALUE_FLAG, KEY_AT(struct drops_settings, promoted),
     .help = "pieces with a promotedPieceType may be dropped promoted", .example = "true"},
    {"dropNoDoubled", VALUE_PIECE, KEY_AT(struct drops_settings, no_doubled),
     .help = "no drop of this piece on a file that has one of the player's already, unpromoted",
     .example = "p"},
    {"dropNoDoubledCount", VALUE_NUMBER, KEY_AT(struct drops_settings, no_doubled_count), .minimum = 0,
     .maximum = GRID_SIDE, .preset = "1", .help = "how many of that piece on a file prevent a drop",
     .example = "2"},
    {"shogiPawnDropMateIllegal", VALUE_FLAG, KEY_AT(struct drops_settings, pawn_mate_is_illegal),
     .help = "the drop of a shogi pawn must not give mate", .example = "true"},
    {0},
};

static bool wanted(const void *settings)
{
    const struct drops_settings *drops = settings;
    return drops->drops || drops->captures_to_hand || drops->gates;
}

static const struct exclusion excludes[] = {
    {"placing", "pieces in hand are either placed at the beginning or dropped during the game"},
    {NULL, NULL},
};

const struct mechanism drops_mechanism = {
    .name = "drops",
    .keys = keys,
    .settings_size = sizeof(struct drops_settings),
    .wanted = wanted,
    .excludes = excludes,
    .prepare = prepare,
    .add = add,
    .kinds = 1U << MOVE_DROP,
    .act = act,
    .explain = explain,
    .validate = validate,
    .words = drops_words,
};
