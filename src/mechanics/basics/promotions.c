// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of promotions: what pawns become and where, and pieces that turn into others.
#include "mechanics/basics/basics.h"

#include "mechanics/basics/placement.h"
#include "position/rules/promotion.h"
#include "position/words/wording.h"

#include <string.h>

struct settings {
    struct set regions[2];                   // by colour: where pawns promote …
    struct set own_regions[2][LETTER_TYPES]; // … unless the type has squares of its own
    uint64_t pawns[2], pieces[2];            // by colour: who promotes, and to what
    int limits[LETTER_TYPES];
    bool mandatory;
    piece_type becomes[LETTER_TYPES]; // pieces that turn into others
    bool on_capture, must_turn, turns_back, no_immobility;
};

#define AT(member) KEY_AT(struct settings, member)

static const struct key keys[] = {
    {"promotionRegionWhite", VALUE_SQUARES, AT(regions[WHITE]), .preset = "*8",
     .help = "where White's pawns promote", .example = "*7 *8"},
    {"promotionRegionBlack", VALUE_SQUARES, AT(regions[BLACK]), .preset = "*1",
     .help = "where Black's pawns promote", .example = "*2 *1"},
    {"promotionSquaresWhite", VALUE_PIECE_SQUARES, AT(own_regions[WHITE]),
     .help = "where these pieces of White promote, instead of promotionRegionWhite",
     .example = "h:i5-i12 v:e9-l9"},
    {"promotionSquaresBlack", VALUE_PIECE_SQUARES, AT(own_regions[BLACK]),
     .help = "where these pieces of Black promote, instead of promotionRegionBlack",
     .example = "h:h5-h12 v:e8-l8"},
    {"pawnTypes", VALUE_PIECES, AT(pawns), .both = true, .preset = "p", .help = PAWN_TYPES_HELP,
     .example = "ps"},
    {"promotionPawnTypes", VALUE_PIECES, AT(pawns), .both = true, .help = "pieces that promote like pawns",
     .example = "ps"},
    {"promotionPawnTypesWhite", VALUE_PIECES, AT(pawns[WHITE]),
     .help = "pieces of White that promote like pawns", .example = "p"},
    {"promotionPawnTypesBlack", VALUE_PIECES, AT(pawns[BLACK]),
     .help = "pieces of Black that promote like pawns", .example = "p"},
    {"promotionPieceTypes", VALUE_PIECES, AT(pieces), .both = true, .help = "what pawns promote to",
     .example = "nbrq"},
    {"promotionPieceTypesWhite", VALUE_PIECES, AT(pieces[WHITE]), .help = "what White's pawns promote to",
     .example = "nbrq"},
    {"promotionPieceTypesBlack", VALUE_PIECES, AT(pieces[BLACK]), .help = "what Black's pawns promote to",
     .example = "nbrq"},
    {"promotionLimit", VALUE_PIECE_NUMBERS, AT(limits), .minimum = 0, .maximum = 255,
     .help = "how many pieces of a type a side may have by promotion", .example = "q:1 r:2"},
    {"mandatoryPawnPromotion", VALUE_FLAG, AT(mandatory), .preset = "true",
     .help = "pawns must promote where they can", .example = "false"},
    {"promotedPieceType", VALUE_PIECE_MAP, AT(becomes),
     .help = "pieces that turn into others in the promotion zone", .example = "p:g s:g"},
    {"piecePromotionOnCapture", VALUE_FLAG, AT(on_capture), .preset = "false",
     .help = "these pieces turn only when they capture", .example = "true"},
    {"mandatoryPiecePromotion", VALUE_FLAG, AT(must_turn), .preset = "false",
     .help = "these pieces must turn where they can", .example = "true"},
    {"pieceDemotion", VALUE_FLAG, AT(turns_back), .preset = "false",
     .help = "pieces that have turned may turn back in the same way", .example = "true"},
    {"immobilityIllegal", VALUE_FLAG, AT(no_immobility), .preset = "false",
     .help = "no piece may go where it could never move on", .example = "true"},
    {0},
};

static bool has(uint64_t types, piece_type type)
{
    return types >> type & 1;
}

// Where pieces of a type promote: on squares of their own, or where all do.
static const struct set *region_of(const struct settings *settings, enum color color, piece_type type)
{
    const struct set *own = &settings->own_regions[color][type];
    return set_empty(own) ? &settings->regions[color] : own;
}

static void add_pawns(struct variant *variant, const struct settings *settings, enum color color)
{
    for (unsigned i = 0; i < variant->declared_count; i++) {
        piece_type type = variant->declared[i];
        if (has(settings->pieces[color], type))
            variant_add_promotion(variant, color, type);
        if (has(settings->pawns[color], type))
            variant_promote_in(variant, type, color, region_of(settings, color, type), !settings->mandatory);
        if (color == WHITE)
            variant->promotion_limit[type] = (uint8_t)settings->limits[type];
    }
}

// Pawns turn by moves into the zone, other pieces also by moves out of it.
static void add_turning(struct variant *variant, const struct settings *settings, piece_type type,
                        piece_type promoted)
{
    struct turning turning = {.zone = {region_of(settings, WHITE, type), region_of(settings, BLACK, type)},
                              .leaving = type != variant->pawn,
                              .captures_only = settings->on_capture,
                              .mandatory = settings->must_turn};
    variant_turn_into(variant, type, promoted, &turning);
    turning.leaving = true;
    if (settings->turns_back)
        variant_turn_into(variant, promoted, type, &turning);
}

static bool add_turnings(struct variant *variant, const struct settings *settings, struct error *err)
{
    piece_type promoted[LETTER_TYPES] = {TYPE_NONE};
    for (piece_type type = 1; type < LETTER_TYPES; type++) {
        if (!settings->becomes[type])
            continue;
        if (variant->royal && type == variant->king)
            return error_set(err, ERROR_VARIANT, "promotedPieceType", "a royal king cannot be promoted");
        promoted[type] = variant_add_promoted(variant, type, settings->becomes[type], PROMOTED_PLUS);
        if (!promoted[type])
            return error_set(err, ERROR_VARIANT, "promotedPieceType",
                             "there are too many kinds of promoted pieces");
    }
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        if (promoted[type])
            add_turning(variant, settings, type, promoted[type]);
    return true;
}

// Whether the start position has a pawn where none could be in chess: then any position may.
static bool has_odd_pawns(const struct variant *variant)
{
    struct placement walk = placement_walk(variant);
    square s;
    char letter;
    while (placement_next(&walk, &s, &letter)) {
        enum color color;
        piece_type type = placement_type(letter, &color);
        const struct piece_rules *rules = &variant->pieces[type];
        int first = color == WHITE ? 0 : variant->board.height - 1;
        if (type != TYPE_NONE && ((rules->is_pawn && square_rank(s) == first) ||
                                  (rules->promotes && set_has(&rules->promotion[color], s))))
            return true;
    }
    return false;
}

// Whether something else than a pawn's own move may bring a pawn to where it promotes: another piece that becomes one.
static bool makes_pawns(const struct variant *variant)
{
    bool makes = false;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (unsigned i = 0; i < variant->promotion_count[color]; i++)
            makes |= variant->pieces[variant->promotions[color][i]].promotes;
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        piece_type becomes = variant->pieces[type].turns_into;
        makes |= becomes != TYPE_NONE && variant->pieces[becomes].promotes;
    }
    return makes;
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct settings *settings = part->settings;
    variant->immobility_illegal = settings->no_immobility;
    add_pawns(variant, settings, WHITE);
    add_pawns(variant, settings, BLACK);
    variant->pawns_anywhere |= has_odd_pawns(variant);
    if (!add_turnings(variant, settings, err))
        return false;
    variant->pawns_anywhere |= makes_pawns(variant);
    return true;
}

// ---- Words ----

static uint64_t promotions_of(const struct variant *variant, enum color color)
{
    uint64_t types = 0;
    for (unsigned i = 0; i < variant->promotion_count[color]; i++)
        types |= UINT64_C(1) << variant->pieces[variant->promotions[color][i]].counts_as;
    return types;
}

static bool same_regions(const struct piece_rules *a, const struct piece_rules *b)
{
    return !memcmp(a->promotion, b->promotion, sizeof a->promotion);
}

// Those of its side that promote where the type does, bits by type; nothing if an earlier type does.
static uint64_t promoting_alike(const struct wording *wording, unsigned declared)
{
    const struct variant *variant = wording->variant;
    const struct piece_rules *rules = &variant->pieces[variant->declared[declared]];
    uint64_t types = 0;
    for (unsigned i = 0; rules->promotes && i < variant->declared_count; i++) {
        const struct piece_rules *other = &variant->pieces[variant->declared[i]];
        if (!(wording->occurring >> variant->declared[i] & 1) || !other->promotes ||
            !same_regions(rules, other))
            continue;
        if (i < declared)
            return 0;
        types |= UINT64_C(1) << variant->declared[i];
    }
    return types;
}

static void say_promotions(const struct settings *settings, struct wording *wording)
{
    const struct variant *variant = wording->variant;
    uint64_t to[2] = {promotions_of(variant, WHITE), promotions_of(variant, BLACK)}, all = 0;
    for (unsigned i = 0; i < variant->declared_count && (to[WHITE] || to[BLACK]); i++) {
        uint64_t types = promoting_alike(wording, i);
        const struct piece_rules *rules = &variant->pieces[variant->declared[i]];
        const char *names = wording_types(wording, types, FORM_MANY, "and");
        bool both = !set_empty(&rules->promotion[WHITE]) && !set_empty(&rules->promotion[BLACK]);
        enum color only = set_empty(&rules->promotion[WHITE]) ? BLACK : WHITE;
        if (types && both)
            wording_say(wording, WORDING_PAWNS, "%s promote on %s.", names,
                        wording_regions(wording, rules->promotion));
        else if (types)
            wording_say(wording, WORDING_PAWNS, "%s's %s promote on %s.", color_name(only), names,
                        wording_squares(wording, &rules->promotion[only]));
        all |= types;
    }
    if (!all)
        return;
    if (to[WHITE] == to[BLACK])
        wording_say(wording, WORDING_PAWNS, "They become %s.",
                    wording_types(wording, to[WHITE], FORM_A, "or"));
    else
        wording_say(wording, WORDING_PAWNS, "White's become %s, Black's %s.",
                    wording_types(wording, to[WHITE], FORM_A, "or"),
                    wording_types(wording, to[BLACK], FORM_A, "or"));
    wording_say(wording, WORDING_PAWNS,
                settings->mandatory ? "Promotion is compulsory."
                                    : "Promotion is optional, unless the piece could never move on.");
}

static void say_limits(const struct settings *settings, struct wording *wording)
{
    struct buffer out;
    buffer_init(&out);
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        if (settings->limits[type] && wording->variant->pieces[type].name && wording->occurring >> type & 1)
            buffer_addf(&out, "%s%s", out.length ? ", " : "",
                        wording_count(wording, settings->limits[type], type));
    const char *limits = wording_keep(wording, &out);
    if (*limits)
        wording_say(wording, WORDING_PAWNS, "No promotion gives a side more than these: %s.", limits);
}

// Pieces that have squares of their own.
static void say_own_squares(const struct settings *settings, struct wording *wording)
{
    const struct variant *variant = wording->variant;
    for (unsigned i = 0; i < variant->declared_count; i++) {
        piece_type type = variant->declared[i];
        bool own = !set_empty(&settings->own_regions[WHITE][type]) ||
                   !set_empty(&settings->own_regions[BLACK][type]);
        if (settings->becomes[type] && own && wording->occurring >> type & 1)
            wording_say(wording, WORDING_PAWNS, "For %s, these squares are %s.",
                        wording_type(wording, type, FORM_A),
                        wording_regions(wording, variant->pieces[type].turns_to));
    }
}

static void say_turnings(const struct settings *settings, struct wording *wording)
{
    bool any = false;
    for (unsigned i = 0; i < wording->variant->declared_count; i++) {
        piece_type type = wording->variant->declared[i];
        if (!settings->becomes[type] || !(wording->occurring >> type & 1))
            continue;
        any = true;
        wording_say(wording, WORDING_PAWNS, "%s promotes to %s, written +%c.",
                    wording_type(wording, type, FORM_A),
                    wording_type(wording, settings->becomes[type], FORM_A), type_letter(type));
    }
    if (!any)
        return;
    const char *must = settings->must_turn ? "must" : "may";
    if (wording_is_all(wording, &settings->regions[WHITE]) &&
        wording_is_all(wording, &settings->regions[BLACK]))
        wording_say(wording, WORDING_PAWNS, "Such a piece %s promote whenever it %s.", must,
                    settings->on_capture ? "captures" : "moves");
    else
        wording_say(wording, WORDING_PAWNS, "Such a piece %s promote when %s begins or ends on %s%s.", must,
                    settings->on_capture ? "it captures by a move that" : "its move",
                    wording_regions(wording, settings->regions),
                    settings->becomes[wording_pawn(wording)] ? "; a pawn only when it ends there" : "");
    say_own_squares(settings, wording);
    if (settings->turns_back)
        wording_say(wording, WORDING_PAWNS, "A promoted piece %s turn back in the same way.", must);
}

static void words(const struct part *part, struct wording *wording)
{
    const struct settings *settings = part->settings;
    say_promotions(settings, wording);
    say_limits(settings, wording);
    say_turnings(settings, wording);
    if (settings->no_immobility)
        wording_say(wording, WORDING_PAWNS, "No piece may go where it could never move on.");
}

const struct mechanism promotions_mechanism = {
    .name = "promotions",
    .keys = keys,
    .settings_size = sizeof(struct settings),
    .prepare = prepare,
    .words = words,
};
