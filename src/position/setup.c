// SPDX-License-Identifier: GPL-3.0-or-later
// Validates a setup and converts it to a position.
#include "position/setup.h"

#include "position/edit.h"
#include "position/game.h"
#include "position/integrity.h"

#include <stdio.h>
#include <string.h>

void setup_init(struct setup *setup, const struct variant *variant)
{
    *setup = (struct setup){.side = WHITE, .en_passant = SQUARE_NONE, .fullmove = 1};
    for (square s = 0; s < GRID_SQUARES; s++)
        setup->pieces[s] = set_has(&variant->board.locations, s) ? EMPTY : HOLE;
}

bool game_field_refuse(const struct game_field *field, const char *place, const char *what)
{
    char at[32];
    snprintf(at, sizeof at, "fen[%zu]", field->offset + (size_t)(place - field->text));
    return error_set(field->err, ERROR_FEN, at, "%s", what);
}

static bool check_pawn(const struct variant *variant, square s, piece p, struct error *err)
{
    const struct piece_rules *rules = &variant->pieces[piece_type_of(p)];
    enum color color = piece_color(p);
    if (!rules->promotes || variant->pawns_anywhere)
        return true;
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    if (set_has(&rules->promotion[color], s))
        return error_set(err, ERROR_FEN, name, "a %s of %s on %s would have had to promote", rules->name,
                         color_name(color), name);
    // On a chess board the last rank of one side's pawns is the first rank of the other's.
    if (rules->is_pawn && set_has(&rules->promotion[other_color(color)], s) && variant->board.height == 8)
        return error_set(err, ERROR_FEN, name, "a pawn of %s cannot be on %s, behind its starting rank",
                         color_name(color), name);
    return true;
}

// Walls are part of the board's geometry, not of a position.
static bool check_walls(const struct variant *variant, const struct setup *setup, struct error *err)
{
    for (square s = 0; s < GRID_SQUARES; s++) {
        bool inside = square_file(s) < variant->board.width && square_rank(s) < variant->board.height;
        if (!inside || set_has(&variant->board.locations, s) || setup->pieces[s] == HOLE)
            continue;
        char name[SQUARE_NAME_SIZE];
        square_name(s, name);
        return error_set(err, ERROR_FEN, name, "%s is a wall, which is written *", name);
    }
    return true;
}

static bool check_pieces(const struct variant *variant, const struct setup *setup, struct error *err)
{
    unsigned kings[2] = {0, 0};
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);) {
        piece p = setup->pieces[s];
        char name[SQUARE_NAME_SIZE];
        square_name(s, name);
        if (p == HOLE && !variant->holes)
            return error_set(err, ERROR_FEN, name, "%s has no holes, but %s is one", variant->game->title,
                             name);
        if (!is_piece(p))
            continue;
        if (!variant->pieces[piece_type_of(p)].name)
            return error_set(err, ERROR_FEN, name, "no piece of this game has the letter %c",
                             piece_letter(p));
        if (piece_type_of(p) == TYPE_KING)
            kings[piece_color(p)]++;
        if (!check_pawn(variant, s, p, err))
            return false;
    }
    for (unsigned color = WHITE; variant->royal && color <= BLACK; color++)
        if (kings[color] != 1)
            return error_set(err, ERROR_FEN, "placement", "%s needs exactly one king",
                             color_name((enum color)color));
    return true;
}

static bool check_castling(const struct variant *variant, const struct setup *setup, struct error *err)
{
    for (unsigned i = 0; i < 4; i++) {
        if (!(setup->castling >> i & 1))
            continue;
        const struct castling *castling = &variant->castlings[i];
        enum color color = (enum color)(i / 2);
        if (!castling->exists)
            return error_set(err, ERROR_FEN, "castling", "there is no castling in %s", variant->game->title);
        if (setup->pieces[castling->king_from] != piece_of(TYPE_KING, color) ||
            setup->pieces[castling->rook_from] != castling->rook)
            return error_set(err, ERROR_FEN, "castling",
                             "castling right %c requires %s's king and %s on their starting squares",
                             "KQkq"[i], color_name(color),
                             variant -> pieces[piece_type_of(castling->rook)].name);
    }
    return true;
}

// Whether a pawn that arrived at the location may have been carried away in the same turn.
static bool pawn_carried_from(const struct variant *variant, const struct setup *setup, square arrived,
                              enum color color)
{
    if (is_piece(setup->pieces[arrived]))
        return false;
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);)
        if (setup->pieces[s] == piece_of(TYPE_PAWN, color) && square_distance(s, arrived) == 1)
            return true;
    return false;
}

// Whether `enemy` may just have moved a pawn from `start` to `arrived`. A square moved with a piece on it takes the
// pawn away, or brings another piece to where it came from, but never both.
static bool has_double_stepped(const struct variant *variant, const struct setup *setup, square start,
                               square arrived, enum color enemy)
{
    piece left = setup->pieces[start];
    if (setup->pieces[arrived] == piece_of(TYPE_PAWN, enemy))
        return !is_piece(left) ||
               (variant->pawns_anywhere && is_piece_of(left, enemy) && piece_type_of(left) != TYPE_KING);
    return variant->pawns_anywhere && !is_piece(left) && pawn_carried_from(variant, setup, arrived, enemy);
}

// The target is the square that an enemy pawn has just stepped over.
static bool check_en_passant(const struct variant *variant, const struct setup *setup, struct error *err)
{
    square target = setup->en_passant;
    if (target == SQUARE_NONE)
        return true;
    enum color enemy = other_color(setup->side);
    int delta = direction_step[enemy == WHITE ? 0 : 2].delta, arrived = target + delta,
        start = target - delta;
    bool can = start >= 0 && start < GRID_SQUARES && arrived >= 0 && arrived < GRID_SQUARES;
    if (can) {
        const struct piece_rules *pawn = &variant->pieces[TYPE_PAWN];
        can = set_has(&pawn->double_step[enemy], (square)start) && !is_piece(setup->pieces[target]) &&
              has_double_stepped(variant, setup, (square)start, (square)arrived, enemy);
    }
    if (can)
        return true;
    char name[SQUARE_NAME_SIZE];
    square_name(target, name);
    return error_set(err, ERROR_FEN, "en passant", "no pawn of %s can have just stepped over %s",
                     color_name(enemy), name);
}

static void fill(struct position *pos, const struct variant *variant, const struct setup *setup)
{
    memset(pos, 0, sizeof *pos);
    pos->variant = variant;
    memset(pos->pieces, HOLE, sizeof pos->pieces);
    pos->sets[SET_HOLE] = variant->board.locations;
    pos->state = (struct state){
        .en_passant = setup->en_passant,
        .king = {SQUARE_NONE, SQUARE_NONE},
        .side = (uint8_t)setup->side,
        .castling = setup->castling,
        .halfmove = setup->halfmove,
        .fullmove = setup->fullmove,
        .reserve = {setup->reserve[WHITE], setup->reserve[BLACK]},
        .frozen = {SQUARE_NONE, SQUARE_NONE},
    };
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);)
        position_put(pos, s, setup->pieces[s], setup->fuel[s], NULL);
    memcpy(pos->hand, setup->hand, sizeof pos->hand);
    memcpy(pos->owned, setup->owned, sizeof pos->owned);
    int index = 0;
    for (struct set_walk walk = set_walk(&setup->frozen); index < 2 && set_next(&walk, &s);)
        pos->state.frozen[index++] = s;
    pos->state.hash = position_hash(pos);
}

bool position_from_setup(struct position *pos, const struct variant *variant, const struct setup *setup,
                         struct error *err)
{
    if (!check_walls(variant, setup, err) || !check_pieces(variant, setup, err) ||
        !check_castling(variant, setup, err) || !check_en_passant(variant, setup, err))
        return false;
    struct position made;
    fill(&made, variant, setup);
    enum color side = setup->side;
    if (variant->royal && position_attacked(&made, made.state.king[other_color(side)], side))
        return error_set(err, ERROR_FEN, "side", "%s is to move, but %s's king is in check", color_name(side),
                         color_name(other_color(side)));
    if (variant->game->validate && !variant->game->validate(&made, err))
        return false;
    assert(position_ok(&made));
    *pos = made;
    return true;
}
