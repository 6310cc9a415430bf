// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of pawns: double steps and en passant, steps out of gates, and where a position may have pawns.
#include "mechanics/basics/basics.h"

#include "position/position.h"
#include "position/variant.h"
#include "position/words/wording.h"

#include <string.h>

struct settings {
    bool double_step;
    struct set starts[2];        // of double steps and initial moves, by colour
    struct set triple_starts[2]; // of triple steps, by colour
    struct set targets[2];       // of en-passant captures, by capturing colour
    uint64_t takers[2];          // what captures en passant, by colour
    struct set slips;            // where a pawn may also step diagonally forward without capturing
    struct set region;           // where a position may have pawns; empty: wherever the board lets it
    uint64_t advancing[2];       // by colour: what resets the clock by moves that it could not take back
    uint64_t resetting;          // what resets the clock by any move
};

#define AT(member) KEY_AT(struct settings, member)

static const struct key keys[] = {
    {"doubleStep", VALUE_FLAG, AT(double_step), .preset = "true",
     .help = "pawns may step twice from certain squares", .example = "false"},
    {"doubleStepRegionWhite", VALUE_SQUARES, AT(starts[WHITE]), .preset = "*2",
     .help = "from where White's pawns may step twice, and other pieces make initial moves",
     .example = "*2 *3"},
    {"doubleStepRegionBlack", VALUE_SQUARES, AT(starts[BLACK]), .preset = "*7",
     .help = "from where Black's pawns may step twice, and other pieces make initial moves",
     .example = "*7 *6"},
    {"tripleStepRegionWhite", VALUE_SQUARES, AT(triple_starts[WHITE]),
     .help = "from where White's pawns may step three times", .example = "*2"},
    {"tripleStepRegionBlack", VALUE_SQUARES, AT(triple_starts[BLACK]),
     .help = "from where Black's pawns may step three times", .example = "*9"},
    {"enPassantRegion", VALUE_SQUARES, AT(targets), .both = true, .preset = "a1-p16",
     .help = "where pieces may arrive when they capture en passant", .example = "*3 *6"},
    {"enPassantRegionWhite", VALUE_SQUARES, AT(targets[WHITE]),
     .help = "where White may arrive when capturing en passant", .example = "*6"},
    {"enPassantRegionBlack", VALUE_SQUARES, AT(targets[BLACK]),
     .help = "where Black may arrive when capturing en passant", .example = "*3"},
    {"pawnTypes", VALUE_PIECES, AT(takers), .both = true, .preset = "p", .help = PAWN_TYPES_HELP,
     .example = "ps"},
    {"enPassantTypes", VALUE_PIECES, AT(takers), .both = true, .help = "what captures en passant",
     .example = "ps"},
    {"enPassantTypesWhite", VALUE_PIECES, AT(takers[WHITE]), .help = "what captures en passant for White",
     .example = "p"},
    {"enPassantTypesBlack", VALUE_PIECES, AT(takers[BLACK]), .help = "what captures en passant for Black",
     .example = "s"},
    {"pawnSlipRegion", VALUE_SQUARES, AT(slips),
     .help = "where a pawn may also step diagonally forward without capturing", .example = "d8 d9"},
    {"pawnRegion", VALUE_SQUARES, AT(region), .help = "where a position may have pawns", .example = "a6-p11"},
    {"pawnTypes", VALUE_PIECES, AT(advancing), .both = true, .preset = "p", .help = PAWN_TYPES_HELP,
     .example = "ps"},
    {"nMoveRuleTypes", VALUE_PIECES, AT(advancing), .both = true,
     .help = "what resets the count of the n-move rule by moves that it could not take back at once",
     .example = "ps"},
    {"nMoveRuleTypesWhite", VALUE_PIECES, AT(advancing[WHITE]), .help = "nMoveRuleTypes for White",
     .example = "p"},
    {"nMoveRuleTypesBlack", VALUE_PIECES, AT(advancing[BLACK]), .help = "nMoveRuleTypes for Black",
     .example = "s"},
    {"nMoveRuleResetTypes", VALUE_PIECES, AT(resetting),
     .help = "what resets the count of the n-move rule by any of its moves", .example = "hv"},
    {0},
};

// A pawn cannot take back any of its moves, so nobody need look.
static void set_resets(const struct variant *variant, const struct settings *settings,
                       struct piece_rules *rules, piece_type type)
{
    for (unsigned color = WHITE; color <= BLACK; color++) {
        bool advances = settings->advancing[color] >> type & 1;
        rules->resets_clock[color] = settings->resetting >> type & 1 || (advances && type == variant->pawn);
        rules->resets_by_advance[color] = advances;
    }
}

// Betza's letter e marks what captures en passant.
static bool is_marked(const struct piece_rules *rules)
{
    return strchr(rules->betza, 'e') != NULL;
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct settings *settings = part->settings;
    (void)err;
    for (piece_type type = 1; type < LETTER_TYPES; type++) {
        struct piece_rules *rules = &variant->pieces[type];
        if (!rules->name)
            continue;
        rules->is_pawn = rules->one_way = type == variant->pawn;
        set_resets(variant, settings, rules, type);
        for (unsigned color = WHITE; color <= BLACK; color++) {
            rules->takes_en_passant[color] =
                settings->takers[color] >> type & 1 || (!rules->is_pawn && is_marked(rules));
            if (settings->double_step)
                rules->double_step[color] = settings->starts[color];
        }
    }
    for (unsigned color = WHITE; color <= BLACK; color++)
        variant->en_passant_region[color] = settings->targets[color];
    if (!variant->pawn)
        return true;
    struct piece_rules *pawn = &variant->pieces[variant->pawn];
    pawn->slips = !set_empty(&settings->slips);
    for (unsigned color = WHITE; color <= BLACK; color++) {
        pawn->slip[color] = settings->slips;
        pawn->triple_step[color] = settings->triple_starts[color];
    }
    return true;
}

static bool refuse(const struct position *pos, const struct set *region, square s, struct error *err)
{
    char name[SQUARE_NAME_SIZE];
    int first = GRID_SIDE, last = 0;
    square inside;
    for (struct set_walk walk = set_walk(region); set_next(&walk, &inside);) {
        first = square_rank(inside) < first ? square_rank(inside) : first;
        last = square_rank(inside) > last ? square_rank(inside) : last;
    }
    square_name(s, name);
    return error_set(err, ERROR_FEN, name, "no %s can be on %s, only on ranks %d to %d",
                     pos->variant->pieces[pos->variant->pawn].name, name, first + 1, last + 1);
}

static bool validate(const struct part *part, const struct position *pos, struct error *err)
{
    const struct settings *settings = part->settings;
    square s;
    for (struct set_walk walk = set_walk(&pos->variant->board.locations);
         !set_empty(&settings->region) && set_next(&walk, &s);)
        if (is_piece(pos->pieces[s]) && piece_type_of(pos->pieces[s]) == pos->variant->pawn &&
            !set_has(&settings->region, s))
            return refuse(pos, &settings->region, s, err);
    return true;
}

// ---- Words ----

static bool has_initial_moves(const struct piece_rules *rules)
{
    for (unsigned i = 0; i < rules->special_count[WHITE]; i++)
        if (rules->special[WHITE][i].kind >= RIDE_INITIAL)
            return true;
    return false;
}

static void say_steps(const struct settings *settings, struct wording *wording)
{
    const struct variant *variant = wording->variant;
    piece_type pawn = wording_pawn(wording);
    const char *pawns = pawn ? wording_type(wording, pawn, FORM_A) : "",
               *where = wording_regions(wording, settings->starts);
    uint64_t initial = 0;
    bool any = !set_empty(&settings->starts[WHITE]) || !set_empty(&settings->starts[BLACK]);
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        if (variant->pieces[type].name && has_initial_moves(&variant->pieces[type]))
            initial |= wording->occurring & UINT64_C(1) << type;
    if (pawn && settings->double_step && any)
        wording_say(wording, WORDING_PAWNS,
                    "From %s, %s may also step two squares straight ahead if both are empty.", where, pawns);
    else if (pawn)
        wording_say(wording, WORDING_PAWNS, "There is no double step.");
    if (pawn && (!set_empty(&settings->triple_starts[WHITE]) || !set_empty(&settings->triple_starts[BLACK])))
        wording_say(wording, WORDING_PAWNS,
                    "From %s, %s may even step three squares straight ahead if all are empty.",
                    wording_regions(wording, settings->triple_starts), pawns);
    if (initial)
        wording_say(wording, WORDING_PAWNS, "The initial moves of %s are made only from %s.",
                    wording_types(wording, initial, FORM_MANY, "and"),
                    settings->double_step && any ? where : "no square");
    if (pawn && !set_empty(&settings->slips))
        wording_say(wording, WORDING_PAWNS,
                    "From %s, %s may also step one square diagonally forward without capturing.",
                    wording_any_of(wording, &settings->slips), pawns);
}

// The pieces that capture en passant, bits by type.
static uint64_t takers_of(const struct wording *wording, enum color color)
{
    const struct variant *variant = wording->variant;
    uint64_t takers = 0;
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        if (variant->pieces[type].name && variant->pieces[type].takes_en_passant[color])
            takers |= wording->occurring & UINT64_C(1) << type;
    return set_empty(&variant->en_passant_region[color]) ? 0 : takers;
}

static void say_en_passant(struct wording *wording)
{
    const struct variant *variant = wording->variant;
    uint64_t takers[2] = {takers_of(wording, WHITE), takers_of(wording, BLACK)};
    if (!takers[WHITE] && !takers[BLACK]) {
        wording_say(wording, WORDING_PAWNS, "There is no capture en passant.");
        return;
    }
    const char *passer =
        variant->en_passant_anyhow ? "a piece" : wording_type(wording, variant->pawn, FORM_A);
    const char *white = wording_types(wording, takers[WHITE], FORM_A, "or"),
               *black = wording_types(wording, takers[BLACK], FORM_A, "or");
    if (takers[WHITE] == takers[BLACK])
        wording_say(
            wording, WORDING_PAWNS,
            "%s that has passed over a square in this way may be captured there on the next turn by %s, as if it had stopped there (en passant).",
            passer, white);
    else
        wording_say(
            wording, WORDING_PAWNS,
            "%s that has passed over a square in this way may be captured there on the next turn, as if it had stopped there (en passant): "
            "by White with %s, by Black with %s.",
            passer, white, black);
    if (!wording_is_all(wording, &variant->en_passant_region[WHITE]) ||
        !wording_is_all(wording, &variant->en_passant_region[BLACK]))
        wording_say(wording, WORDING_PAWNS, "En passant captures are possible only on %s.",
                    wording_regions(wording, variant->en_passant_region));
}

static void say_progress(const struct settings *settings, struct wording *wording)
{
    uint64_t both = settings->advancing[WHITE] & wording->occurring,
             by_black = settings->advancing[BLACK] & wording->occurring,
             resetting = settings->resetting & wording->occurring;
    if (!wording->variant->move_rule)
        return;
    const char *white = wording_types(wording, both, FORM_A, "or");
    if (!both && !by_black)
        wording_say(wording, WORDING_DRAWS, "Progress is a capture.");
    else if (by_black == both)
        wording_say(wording, WORDING_DRAWS,
                    "Progress is a capture, or a move of %s that it could not take back at once.", white);
    else
        wording_say(
            wording, WORDING_DRAWS,
            "Progress is a capture, or a move of %s (White) or %s (Black) that it could not take back at once.",
            white, wording_types(wording, by_black, FORM_A, "or"));
    if (resetting)
        wording_say(wording, WORDING_DRAWS, "Any move of %s is progress, too.",
                    wording_types(wording, resetting, FORM_A, "or"));
}

static void words(const struct part *part, struct wording *wording)
{
    const struct settings *settings = part->settings;
    piece_type pawn = wording_pawn(wording);
    bool steps = settings->double_step &&
                 (!set_empty(&settings->starts[WHITE]) || !set_empty(&settings->starts[BLACK]));
    say_steps(settings, wording);
    if (wording->variant->en_passant_anyhow || (pawn && steps))
        say_en_passant(wording);
    if (pawn && !set_empty(&settings->region))
        wording_say(wording, WORDING_PAWNS, "In a position that is set up, %s may stand only on %s.",
                    wording_type(wording, pawn, FORM_MANY), wording_squares(wording, &settings->region));
    say_progress(settings, wording);
}

const struct mechanism pawns_mechanism = {
    .name = "pawns",
    .keys = keys,
    .settings_size = sizeof(struct settings),
    .prepare = prepare,
    .validate = validate,
    .words = words,
};
