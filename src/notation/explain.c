// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the most basic rule that a move breaks.
#include "notation/explain.h"

#include "base/buffer.h"
#include "notation/coordinate_write.h"
#include "position/game.h"
#include "position/moves/attack.h"
#include "position/moves/generate.h"

#include <stdio.h>

struct question {
    const struct position *pos;
    square from, to;
    const char *at;
    struct error *err;
    char from_name[SQUARE_NAME_SIZE], to_name[SQUARE_NAME_SIZE];
};

static bool answer(const struct question *question, const char *sentence)
{
    return error_set(question->err, ERROR_ILLEGAL_MOVE, question->at, "%s%s: %s", question->from_name,
                     question->to_name, sentence);
}

// Looks for the move in the list; *promotes tells whether any match promotes.
static bool find(const struct question *question, const struct move_list *list, bool *promotes)
{
    bool found = false;
    *promotes = false;
    for (unsigned i = 0; i < list->count; i++) {
        move m = list->moves[i];
        if (move_kind(m) > MOVE_CASTLE || move_from(m) != question->from || move_to(m) != question->to)
            continue;
        found = true;
        *promotes |= move_kind(m) == MOVE_PROMOTION;
    }
    return found;
}

static bool explain_promotion(const struct question *question, bool promotes, piece_type asked)
{
    if (!promotes)
        return answer(question, "this move does not promote");
    const struct variant *variant = question->pos->variant;
    struct buffer sentence;
    buffer_init(&sentence);
    buffer_add(&sentence, asked ? "a pawn cannot promote to that piece, only to one of"
                                : "the pawn must promote to one of");
    for (unsigned i = 0; i < variant->promotion_count; i++)
        buffer_addf(&sentence, " %c", type_letter(variant->promotions[i]) + ('a' - 'A'));
    answer(question, buffer_text(&sentence));
    buffer_clear(&sentence);
    return false;
}

static bool explain_castling(const struct question *question, const struct castling *castling)
{
    const struct position *pos = question->pos;
    unsigned index = (unsigned)(castling - pos->variant->castlings);
    if (!(pos->state.castling >> index & 1))
        return answer(question, "the right to castle on this side has been lost");
    for (int i = 0; i < 4; i++)
        if (castling->empty.word[i] & ~pos->sets[SET_EMPTY].word[i])
            return answer(question, pos->variant->holes
                                        ? "a square between king and rook is missing or occupied"
                                        : "not all squares between king and rook are empty");
    if (position_in_check(pos))
        return answer(question, "the king cannot castle out of check");
    enum color enemy = other_color(position_side(pos));
    for (unsigned i = 0; i < castling->safe_count; i++)
        if (position_attacked(pos, castling->safe[i], enemy))
            return answer(question, "the king would pass through or reach an attacked square");
    return answer(question, "king and rook do not both have the fuel for castling");
}

static const struct castling *castling_meant(const struct question *question)
{
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++) {
        enum color side = position_side(question->pos);
        const struct castling *castling =
            &question->pos->variant->castlings[castling_index(side, (enum wing)wing)];
        if (castling->exists && castling->king_from == question->from && castling->king_to == question->to &&
            question->pos->state.king[side] == question->from)
            return castling;
    }
    return NULL;
}

// Whether the piece could go there with a full tank.
static bool lacks_fuel(const struct question *question)
{
    if (!question->pos->variant->metered)
        return false;
    struct position full = *question->pos;
    full.fuel[question->from] = FUEL_MAX;
    struct move_list list = {.count = 0};
    bool promotes;
    generate_pseudo(&full, &list);
    return find(question, &list, &promotes);
}

static bool explain_fuel(const struct question *question)
{
    char sentence[120];
    snprintf(sentence, sizeof sentence, "the move costs %d fuel, and the %s has %u left",
             square_distance(question->from, question->to),
             question->pos->variant->pieces[piece_type_of(question->pos->pieces[question->from])].name,
             question->pos->fuel[question->from]);
    return answer(question, sentence);
}

// Whether the turn would go on after this piece move.
static bool goes_on_after(const struct position *pos, square from, square to)
{
    struct move_list pseudo = {.count = 0};
    generate_pseudo(pos, &pseudo);
    for (unsigned i = 0; i < pseudo.count; i++) {
        struct position after = *pos;
        struct undo undo;
        if (move_from(pseudo.moves[i]) != from || move_to(pseudo.moves[i]) != to)
            continue;
        position_apply(&after, pseudo.moves[i], &undo);
        return after.state.actions != 0;
    }
    return false;
}

static bool explain_unsafe(const struct question *question)
{
    const struct position *pos = question->pos;
    if (goes_on_after(pos, question->from, question->to))
        return answer(question, "whatever follows in this turn, the king would be in check at the end of it");
    if (question->from == pos->state.king[position_side(pos)])
        return answer(question, "the king would be in check");
    return answer(question, position_in_check(pos) ? "it does not answer the check"
                                                   : "it would leave the king in check");
}

// Whether the piece could go there if every location had a square.
static bool meets_hole(const struct question *question)
{
    if (!question->pos->variant->holes)
        return false;
    struct position whole = *question->pos;
    square s;
    for (struct set_walk walk = set_walk(&question->pos->sets[SET_HOLE]); set_next(&walk, &s);) {
        whole.pieces[s] = EMPTY;
        set_add(&whole.sets[SET_EMPTY], s);
        set_remove(&whole.sets[SET_HOLE], s);
    }
    struct move_list list = {.count = 0};
    bool promotes;
    generate_pseudo(&whole, &list);
    return find(question, &list, &promotes);
}

// Whether only a wall keeps the piece, on an empty board, from going there.
static bool meets_wall(const struct question *question)
{
    const struct position *pos = question->pos;
    const struct board *board = &pos->variant->board;
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[question->from])];
    enum color color = position_side(pos);
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        const struct step *step = &direction_step[ride->dir];
        int range = ride->quiet > ride->capture ? ride->quiet : ride->capture;
        for (int k = board->reach[question->from][ride->dir] + 1; k <= range; k++)
            if (square_file(question->from) + k * step->dx == square_file(question->to) &&
                square_rank(question->from) + k * step->dy == square_rank(question->to))
                return true;
    }
    return false;
}

static bool is_wall(const struct position *pos, square s)
{
    return !set_has(&pos->variant->board.locations, s);
}

static bool explain_hole(const struct question *question, square hole)
{
    char sentence[120];
    snprintf(sentence, sizeof sentence,
             is_wall(question->pos, hole) ? "%s is a wall" : "there is no square on %s",
             hole == question->from ? question->from_name : question->to_name);
    return answer(question, sentence);
}

static bool explain_piece(const struct question *question)
{
    const struct position *pos = question->pos;
    piece p = pos->pieces[question->from], target = pos->pieces[question->to];
    char sentence[120];
    if (p == HOLE || target == HOLE)
        return explain_hole(question, p == HOLE ? question->from : question->to);
    if (p == EMPTY)
        return answer(question, "there is no piece on the first square");
    if (piece_color(p) != position_side(pos)) {
        snprintf(sentence, sizeof sentence, "the %s is %s's, and %s is to move",
                 pos->variant->pieces[piece_type_of(p)].name, color_name(piece_color(p)),
                 color_name(position_side(pos)));
        return answer(question, sentence);
    }
    if (is_piece_of(target, position_side(pos)))
        return answer(question, "the second square is occupied by a piece of the same side");
    snprintf(sentence, sizeof sentence,
             meets_wall(question)   ? "a wall stands in the way of the %s"
             : meets_hole(question) ? "the %s would have to cross a location that has no square"
                                    : "the %s cannot move there",
             pos->variant->pieces[piece_type_of(p)].name);
    return answer(question, sentence);
}

bool explain_illegal(const struct position *pos, const struct move_request *request, const char *at,
                     struct error *err)
{
    struct question question = {pos, request->from, request->to, at, err, "", ""};
    square_name(request->from, question.from_name);
    square_name(request->to, question.to_name);
    struct move_list legal, pseudo = {.count = 0};
    position_actions(pos, &legal);
    bool promotes;
    if (!legal.count)
        return error_set(err, ERROR_GAME_OVER, at, "%s%s: the game is over, %s has no legal move",
                         question.from_name, question.to_name, color_name(position_side(pos)));
    if (find(&question, &legal, &promotes))
        return explain_promotion(&question, promotes, request->promotion);
    if (pos->state.actions)
        return answer(&question, "this turn has no more piece moves");
    if (pos->variant->hands && move_kind(legal.moves[0]) == MOVE_DROP)
        return answer(&question, "no piece moves until all are placed");
    generate_pseudo(pos, &pseudo);
    if (find(&question, &pseudo, &promotes))
        return explain_unsafe(&question);
    const struct castling *castling = castling_meant(&question);
    if (castling)
        return explain_castling(&question, castling);
    return lacks_fuel(&question) ? explain_fuel(&question) : explain_piece(&question);
}

// As people write it: @g8-e6.
static void add_action(const struct position *pos, move m, struct buffer *out)
{
    char from[SQUARE_NAME_SIZE], to[SQUARE_NAME_SIZE];
    square_name(move_from(m), from);
    square_name(move_to(m), to);
    if (move_kind(m) == MOVE_SHIFT_SQUARE)
        buffer_addf(out, "@%s-%s", from, to);
    else
        coordinate_write(pos, m, out);
}

bool explain_action(const struct position *pos, move m, const char *at, struct error *err)
{
    const struct game *game = pos->variant->game;
    struct buffer action, why;
    buffer_init(&action);
    buffer_init(&why);
    if (move_kind(m) == MOVE_END_TURN)
        buffer_add(&action, "the turn is not complete");
    else
        add_action(pos, m, &action);
    if (game->explain)
        game->explain(pos, m, &why);
    if (!why.length && move_kind(m) == MOVE_END_TURN)
        buffer_add(&why, "another action must follow");
    else if (!why.length)
        buffer_addf(&why, "this is not legal here in %s", game->title);
    error_set(err, ERROR_ILLEGAL_MOVE, at, "%s: %s", buffer_text(&action), buffer_text(&why));
    buffer_clear(&action);
    buffer_clear(&why);
    return false;
}
