// SPDX-License-Identifier: GPL-3.0-or-later
// Validates a setup and converts it to a position.
#include "position/setup.h"

#include "position/edit.h"
#include "position/game.h"
#include "position/integrity.h"
#include "position/moves/attack.h"

#include <stdio.h>
#include <string.h>

void setup_init(struct setup *setup, const struct variant *variant)
{
    *setup = (struct setup){.side = WHITE,
                            .en_passant = SQUARE_NONE,
                            .en_passant_far = SQUARE_NONE,
                            .en_passant_piece = SQUARE_NONE,
                            .fullmove = 1};
    for (square s = 0; s < GRID_SQUARES; s++)
        setup->pieces[s] = set_has(&variant->board.locations, s) ? EMPTY : HOLE;
}

bool game_field_refuse(const struct game_field *field, const char *place, const char *what)
{
    char at[32];
    snprintf(at, sizeof at, "fen[%zu]", field->offset + (size_t)(place - field->text));
    return error_set(field->err, ERROR_FEN, at, "%s", what);
}

// ---- Faults ----

// A setup being judged, either until the first fault or to the end.
struct judge {
    const struct variant *variant;
    const struct setup *setup;
    struct error *err;           // gets the next fault; may be NULL if only the first is wanted
    struct setup_faults *faults; // NULL: only the first fault is wanted
    int found;
};

// A fault has been written to judge->err. Returns whether to look for more.
static bool go_on(struct judge *judge, const struct set *squares)
{
    struct setup_faults *faults = judge->faults;
    judge->found++;
    if (!faults)
        return false;
    faults->items[faults->count++].squares = *squares;
    if (faults->count == SETUP_FAULTS_MAX)
        return false;
    judge->err = &faults->items[faults->count].error;
    return true;
}

static bool go_on_at(struct judge *judge, square s)
{
    struct set squares = {{0}};
    set_add(&squares, s);
    return go_on(judge, &squares);
}

// ---- Pieces ----

static bool check_pawn(struct judge *judge, square s, piece p)
{
    const struct variant *variant = judge->variant;
    const struct piece_rules *rules = &variant->pieces[piece_type_of(p)];
    enum color color = piece_color(p);
    if (!rules->promotes || rules->may_stay[color] || variant->pawns_anywhere)
        return true;
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    int first = color == WHITE ? 0 : variant->board.height - 1;
    if (set_has(&rules->promotion[color], s))
        error_set(judge->err, ERROR_FEN, name, "a %s of %s on %s would have had to promote", rules->name,
                  color_name(color), name);
    else if (rules->is_pawn && square_rank(s) == first && variant->board.height == 8)
        error_set(judge->err, ERROR_FEN, name, "a pawn of %s cannot be on %s, behind its starting rank",
                  color_name(color), name);
    else
        return true;
    return go_on_at(judge, s);
}

// Walls are part of the board's geometry, not of a position.
static bool check_walls(struct judge *judge)
{
    const struct board *board = &judge->variant->board;
    for (square s = 0; s < GRID_SQUARES; s++) {
        bool inside = square_file(s) < board->width && square_rank(s) < board->height;
        if (!inside || set_has(&board->locations, s) || judge->setup->pieces[s] == HOLE)
            continue;
        char name[SQUARE_NAME_SIZE];
        square_name(s, name);
        error_set(judge->err, ERROR_FEN, name, "%s is a wall, which is written *", name);
        if (!go_on_at(judge, s))
            return false;
    }
    return true;
}

// Of a type that the variant need not have.
static char letter_of(piece p)
{
    char upper = type_letter(piece_type_of(p));
    return piece_color(p) == WHITE ? upper : (char)(upper - 'A' + 'a');
}

// A side that begins without a king on the board may have none, or one in hand.
static bool check_kings(struct judge *judge, const struct set kings[2])
{
    const struct variant *variant = judge->variant;
    for (unsigned color = WHITE; variant->royal && color <= BLACK; color++) {
        const char *name = color_name((enum color)color);
        int count = set_count(&kings[color]);
        if (!variant->kingless[color] && count != 1)
            error_set(judge->err, ERROR_FEN, "placement", "%s needs exactly one king", name);
        else if (count + judge->setup->hand[color][variant->king] > 1)
            error_set(judge->err, ERROR_FEN, "placement", "%s has more than one king", name);
        else
            continue;
        if (!go_on(judge, &kings[color]))
            return false;
    }
    return true;
}

static bool check_piece(struct judge *judge, square s, piece p)
{
    const struct variant *variant = judge->variant;
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    if (p == HOLE && !variant->holes)
        error_set(judge->err, ERROR_FEN, name, "%s has no holes, but %s is one", variant->game->title, name);
    else if (is_piece(p) && !variant->pieces[piece_type_of(p)].name)
        error_set(judge->err, ERROR_FEN, name, "no piece of this game has the letter %c", letter_of(p));
    else
        return !is_piece(p) || check_pawn(judge, s, p);
    return go_on_at(judge, s);
}

static bool check_pieces(struct judge *judge)
{
    const struct variant *variant = judge->variant;
    struct set kings[2] = {{{0}}, {{0}}};
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);) {
        piece p = judge->setup->pieces[s];
        if (!check_piece(judge, s, p))
            return false;
        if (is_piece(p) && piece_type_of(p) == variant->king)
            set_add(&kings[piece_color(p)], s);
    }
    return check_kings(judge, kings);
}

// ---- Castling ----

static bool is_rook(const struct castling *castling, piece p)
{
    return is_piece_of(p, piece_color(castling->king)) && castling->rooks >> piece_type_of(p) & 1;
}

static const struct castling *castling_of(const struct variant *variant, const struct setup *setup,
                                          unsigned index)
{
    const uint8_t *files = setup->castling_files[index];
    return variant->castlings_by_files
               ? &variant->castlings_by_files[castling_slot(index, files[0], files[1])]
               : &variant->castlings[index];
}

bool setup_fits_right(const struct variant *variant, const struct setup *setup, unsigned index)
{
    const struct castling *castling = castling_of(variant, setup, index);
    return castling->exists && setup->pieces[castling->king_from] == castling->king &&
           is_rook(castling, setup->pieces[castling->rook_from]);
}

static bool check_castling(struct judge *judge)
{
    const struct variant *variant = judge->variant;
    for (unsigned i = 0; i < 4; i++) {
        if (!((judge->setup->castling & ~variant->idle_rights) >> i & 1) ||
            setup_fits_right(variant, judge->setup, i))
            continue;
        const struct castling *castling = castling_of(variant, judge->setup, i);
        struct set squares = {{0}};
        if (castling->exists) {
            set_add(&squares, castling->king_from);
            set_add(&squares, castling->rook_from);
            error_set(judge->err, ERROR_FEN, "castling",
                      "castling right %c requires %s's king and %s on their starting squares",
                      CASTLING_LETTERS[i], color_name((enum color)(i / 2)),
                      variant->pieces[piece_type_of(castling->rook)].name);
        } else {
            error_set(judge->err, ERROR_FEN, "castling", "there is no castling in %s", variant->game->title);
        }
        if (!go_on(judge, &squares))
            return false;
    }
    return true;
}

// ---- En passant ----

static bool is_pawn_of(const struct variant *variant, piece p, enum color color)
{
    return is_piece_of(p, color) && variant->pieces[piece_type_of(p)].is_pawn;
}

// Whether a pawn that arrived at the location may have been carried away in the same turn.
static bool pawn_carried_from(const struct variant *variant, const struct setup *setup, square arrived,
                              enum color color)
{
    if (is_piece(setup->pieces[arrived]))
        return false;
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);)
        if (is_pawn_of(variant, setup->pieces[s], color) && square_distance(s, arrived) == 1)
            return true;
    return false;
}

// Whether `enemy` may just have moved a pawn from `start` to `arrived`. A square moved with a piece on it takes the
// pawn away, or brings another piece to where it came from, but never both.
static bool has_double_stepped(const struct variant *variant, const struct setup *setup, square start,
                               square arrived, enum color enemy)
{
    piece left = setup->pieces[start];
    if (is_pawn_of(variant, setup->pieces[arrived], enemy))
        return !is_piece(left) ||
               (variant->pawns_anywhere && is_piece_of(left, enemy) && piece_type_of(left) != variant->king);
    return variant->pawns_anywhere && !is_piece(left) && pawn_carried_from(variant, setup, arrived, enemy);
}

// Whether pawns of any type may step twice from there.
static bool starts_double_step(const struct variant *variant, enum color color, square s)
{
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        if (set_has(&variant->pieces[type].double_step[color], s))
            return true;
    return false;
}

// Whether the piece may have passed the targets in another way than by a pawn's double step. How it came is not examined.
static bool passed_some_way(const struct variant *variant, const struct setup *setup)
{
    square at = setup->en_passant_piece;
    if (!variant->en_passant_anyhow || at == SQUARE_NONE ||
        !is_piece_of(setup->pieces[at], other_color(setup->side)))
        return false;
    const uint16_t targets[2] = {setup->en_passant, setup->en_passant_far};
    for (int i = 0; i < 2; i++)
        if (targets[i] != SQUARE_NONE &&
            (setup->pieces[targets[i]] != EMPTY || square_distance(at, (square)targets[i]) > 2))
            return false;
    return true;
}

// The target is the square that an enemy pawn has just stepped over.
bool setup_fits_target(const struct variant *variant, const struct setup *setup)
{
    square target = setup->en_passant;
    if (target == SQUARE_NONE)
        return true;
    enum color enemy = other_color(setup->side);
    int delta = direction_step[enemy == WHITE ? 0 : 2].delta, arrived = target + delta,
        start = target - delta;
    if (start >= 0 && start < GRID_SQUARES && arrived >= 0 && arrived < GRID_SQUARES &&
        starts_double_step(variant, enemy, (square)start) && !is_piece(setup->pieces[target]) &&
        has_double_stepped(variant, setup, (square)start, (square)arrived, enemy))
        return true;
    return passed_some_way(variant, setup);
}

static bool check_en_passant(struct judge *judge)
{
    square target = judge->setup->en_passant;
    if (setup_fits_target(judge->variant, judge->setup))
        return true;
    char name[SQUARE_NAME_SIZE];
    square_name(target, name);
    error_set(judge->err, ERROR_FEN, "en passant", "no pawn of %s can have just stepped over %s",
              color_name(other_color(judge->setup->side)), name);
    return go_on_at(judge, target);
}

// ---- The whole ----

void position_of_setup(struct position *pos, const struct variant *variant, const struct setup *setup)
{
    memset(pos, 0, sizeof *pos);
    pos->variant = variant;
    memset(pos->pieces, HOLE, sizeof pos->pieces);
    pos->sets[SET_HOLE] = variant->board.locations;
    pos->state = (struct state){
        .en_passant = setup->en_passant,
        .en_passant_far = setup->en_passant_far,
        .en_passant_piece = setup->en_passant_piece,
        .king = {SQUARE_NONE, SQUARE_NONE},
        .side = (uint8_t)setup->side,
        .castling = (uint8_t)(setup->castling & ~variant->idle_rights),
        .halfmove = setup->halfmove,
        .fullmove = setup->fullmove,
        .reserve = {setup->reserve[WHITE], setup->reserve[BLACK]},
        .frozen = {SQUARE_NONE, SQUARE_NONE},
    };
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);)
        position_put(pos, s, setup->pieces[s], setup->fuel[s], NULL);
    memcpy(pos->hand, setup->hand, sizeof pos->hand);
    memcpy(pos->castling_files, setup->castling_files, sizeof pos->castling_files);
    memcpy(pos->owned, setup->owned, sizeof pos->owned);
    int index = 0;
    for (struct set_walk walk = set_walk(&setup->frozen); index < 2 && set_next(&walk, &s);)
        pos->state.frozen[index++] = s;
    memcpy(pos->state.memory, setup->memory, sizeof pos->state.memory);
    pos->state.hash = position_hash(pos);
}

// Whether the last royal piece has gone, which is safe from any check.
static bool has_lost_king(const struct position *pos, enum color side)
{
    struct set royals = attack_royals(pos, side);
    return pos->variant->royal_types && set_empty(&royals);
}

static bool check_side(struct judge *judge, const struct position *made)
{
    enum color side = position_side(made), other = other_color(side);
    if (has_lost_king(made, side) || !attack_checks(made, other))
        return true;
    error_set(judge->err, ERROR_FEN, "side", "%s is to move, but %s's king is in check", color_name(side),
              color_name(other));
    struct set checked = attack_royals(made, other);
    return go_on(judge, &checked);
}

static bool validate(struct judge *judge, const struct position *made)
{
    for_each_part (part, &judge->variant->hooks.validate) {
        if (part->mechanism->validate(part, made, judge->err))
            continue;
        struct set squares = {{0}};
        square s;
        const struct board *board = &judge->variant->board;
        const char *at = judge->err ? judge->err->at : "";
        if (square_read(&at, board->width, board->height, &s) && !*at)
            set_add(&squares, s);
        if (!go_on(judge, &squares))
            return false;
    }
    return true;
}

// Makes the position and finds its faults, in the order in which they are reported. False if no more are wanted.
static bool judge_setup(struct judge *judge, struct position *made)
{
    bool goes_on = check_walls(judge) && check_pieces(judge);
    bool has_its_pieces = !judge->found;
    if (!goes_on || !check_castling(judge) || !check_en_passant(judge))
        return false;
    position_of_setup(made, judge->variant, judge->setup);
    return !has_its_pieces || (check_side(judge, made) && validate(judge, made));
}

void setup_judge(const struct variant *variant, const struct setup *setup, struct setup_faults *faults)
{
    struct position made;
    if (faults->count == SETUP_FAULTS_MAX)
        return;
    struct judge judge = {variant, setup, &faults->items[faults->count].error, faults, 0};
    judge_setup(&judge, &made);
}

bool position_from_setup(struct position *pos, const struct variant *variant, const struct setup *setup,
                         struct error *err)
{
    struct judge judge = {variant, setup, err, NULL, 0};
    struct position made;
    if (!judge_setup(&judge, &made))
        return false;
    assert(position_ok(&made));
    *pos = made;
    return true;
}
