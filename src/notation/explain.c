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
        if (move_kind(m) > MOVE_CASTLE || move_from(m) != question->from ||
            position_written_to(question->pos, m) != question->to)
            continue;
        found = true;
        *promotes |= move_kind(m) == MOVE_PROMOTION;
    }
    return found;
}

static bool explain_promotion(const struct question *question, bool promotes, bool asked)
{
    if (!promotes)
        return answer(question, "this move does not promote");
    const struct variant *variant = question->pos->variant;
    struct buffer sentence;
    buffer_init(&sentence);
    buffer_add(&sentence, asked ? "a pawn cannot promote to that piece, only to one of"
                                : "the pawn must promote to one of");
    enum color side = position_side(question->pos);
    piece_type was = piece_type_of(question->pos->pieces[question->from]);
    for (unsigned i = 0; i < variant->promotion_count[side]; i++)
        buffer_addf(&sentence, " %c", coordinate_promotion_sign(variant, was, variant->promotions[side][i]));
    answer(question, buffer_text(&sentence));
    buffer_clear(&sentence);
    return false;
}

static bool explain_castling(const struct question *question, unsigned index)
{
    const struct position *pos = question->pos;
    const struct castling *castling = position_castling(pos, index);
    if (!(pos->state.castling >> index & 1))
        return answer(question, "the right to castle on this side has been lost");
    for (int i = 0; i < 4; i++)
        if (castling->empty.word[i] & ~pos->sets[SET_EMPTY].word[i])
            return answer(question, pos->variant->reserves
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

// The index of the castling that the squares mean; -1 if they mean none.
static int castling_meant(const struct question *question)
{
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++) {
        enum color side = position_side(question->pos);
        unsigned index = castling_index(side, (enum wing)wing);
        const struct castling *castling = position_castling(question->pos, index);
        square to = castling->takes_rook ? castling->rook_from : castling->king_to;
        if (castling->exists && castling->king_from == question->from && to == question->to &&
            question->pos->pieces[question->from] == castling->king)
            return (int)index;
    }
    return -1;
}

// Whether the piece could go there with a full tank.
static bool lacks_fuel(const struct question *question)
{
    if (!question->pos->variant->metered)
        return false;
    struct position full = *question->pos;
    full.fuel[question->from] = FUEL_MAX;
    struct move_list list;
    list.count = 0;
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
    struct move_list pseudo;
    pseudo.count = 0;
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

// Whether the piece could go there if every location had a square, and no wall had been put up.
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
    struct move_list list;
    list.count = 0;
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

static bool explain_hole(const struct question *question, square hole)
{
    char sentence[120];
    snprintf(sentence, sizeof sentence,
             position_is_wall(question->pos, hole) ? "%s is a wall" : "there is no square on %s",
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
    bool walled = meets_wall(question), crosses = !walled && meets_hole(question);
    snprintf(sentence, sizeof sentence,
             walled || (crosses && !pos->variant->reserves) ? "a wall stands in the way of the %s"
             : crosses ? "the %s would have to cross a location that has no square"
                       : "the %s cannot move there",
             pos->variant->pieces[piece_type_of(p)].name);
    return answer(question, sentence);
}

// Appends why the move, which would be legal otherwise, may not be chosen now; nothing if the reason is another.
static void add_restriction(const struct position *pos, move m, struct buffer *why)
{
    const struct hooks *hooks = &pos->variant->hooks;
    for_each_part (part, pos->state.actions ? &hooks->restrict_actions : &hooks->restrict_turns)
        if (!why->length && part->mechanism->explain_restriction)
            part->mechanism->explain_restriction(part, pos, m, why);
}

// Whether the move is barred by a mechanism only; if so, says why.
static bool explain_restriction(const struct question *question)
{
    struct move_list free;
    free.count = 0;
    if (!question->pos->variant->hooks.restrict_turns.count)
        return false;
    generate_legal(question->pos, &free);
    struct buffer why;
    buffer_init(&why);
    for (unsigned i = 0; i < free.count && !why.length; i++)
        if (move_from(free.moves[i]) == question->from && move_to(free.moves[i]) == question->to)
            add_restriction(question->pos, free.moves[i], &why);
    bool explained = why.length > 0;
    if (explained)
        answer(question, buffer_text(&why));
    buffer_clear(&why);
    return explained;
}

bool explain_illegal(const struct position *pos, const struct move_request *request, const char *at,
                     struct error *err)
{
    struct question question = {pos, request->from, request->to, at, err, "", ""};
    square_name(request->from, question.from_name);
    square_name(request->to, question.to_name);
    struct move_list legal, pseudo;
    pseudo.count = 0;
    position_actions(pos, &legal);
    bool promotes;
    if (!legal.count)
        return error_set(err, ERROR_GAME_OVER, at, "%s%s: the game is over, %s has no legal move",
                         question.from_name, question.to_name, color_name(position_side(pos)));
    if (find(&question, &legal, &promotes))
        return explain_promotion(&question, promotes, request->promotes);
    if (pos->state.actions)
        return answer(&question, "this turn has no more piece moves");
    if (position_is_placing(pos))
        return answer(&question, "no piece moves until all are placed");
    if (request->from == request->to && pos->variant->hooks.actor[MOVE_PASS])
        return explain_action(pos, move_make(MOVE_PASS, request->from, request->to, 0), at, err);
    if (explain_restriction(&question))
        return false;
    generate_pseudo(pos, &pseudo);
    if (find(&question, &pseudo, &promotes))
        return explain_unsafe(&question);
    int castling = castling_meant(&question);
    if (castling >= 0)
        return explain_castling(&question, (unsigned)castling);
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

// The part of the rules that the action belongs to, or NULL if it is one of chess.
static const struct part *explaining(const struct position *pos, move m)
{
    const struct hooks *hooks = &pos->variant->hooks;
    if (move_kind(m) != MOVE_END_TURN)
        return hooks->actor[move_kind(m)];
    return hooks->goes_on.count ? hooks->goes_on.parts[pos->state.stage] : NULL;
}

bool explain_action(const struct position *pos, move m, const char *at, struct error *err)
{
    const struct part *actor = explaining(pos, m);
    struct buffer action, why;
    buffer_init(&action);
    buffer_init(&why);
    if (move_kind(m) == MOVE_END_TURN)
        buffer_add(&action, "the turn is not complete");
    else
        add_action(pos, m, &action);
    // What its own mechanism allows only another one can forbid.
    if (pos->state.actions)
        add_restriction(pos, m, &why);
    if (!why.length && actor && actor->mechanism->explain)
        actor->mechanism->explain(actor, pos, m, &why);
    if (!why.length && !pos->state.actions)
        add_restriction(pos, m, &why);
    if (!why.length && move_kind(m) == MOVE_END_TURN)
        buffer_add(&why, "another action must follow");
    else if (!why.length)
        buffer_addf(&why, "this is not legal here in %s", pos->variant->game->title);
    error_set(err, ERROR_ILLEGAL_MOVE, at, "%s: %s", buffer_text(&action), buffer_text(&why));
    buffer_clear(&action);
    buffer_clear(&why);
    return false;
}
