// SPDX-License-Identifier: GPL-3.0-or-later
// Reads turns as people write them: each action is parsed into a form, which is matched against the legal actions.
#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "notation/explain.h"
#include "notation/san.h"
#include "notation/san_form.h"
#include "position/game.h"
#include "position/moves/generate.h"
#include "position/turn.h"

#include <stdio.h>
#include <string.h>

// What a match may ignore; for finding out what is wrong, and for a missing 'x'.
enum { EXACT = 0, ANY_CAPTURE = 1, ANY_PROMOTION = 2 };

static bool origin_matches(const struct form *form, square from)
{
    return (form->from_file < 0 || form->from_file == square_file(from)) &&
           (form->from_rank < 0 || form->from_rank == square_rank(from));
}

// Whether the form means pieces of that type.
static bool type_matches(const struct variant *variant, const struct form *form, piece_type type)
{
    if (form->type)
        return form->type == variant_named_type(variant, type);
    return type == variant->pawn || form_has_origin(form);
}

static bool piece_matches(const struct position *pos, const struct form *form, move m, unsigned overlook)
{
    if (!origin_matches(form, move_from(m)) ||
        !type_matches(pos->variant, form, piece_type_of(pos->pieces[move_from(m)])))
        return false;
    if (move_kind(m) == MOVE_CASTLE)
        return form_has_origin(form) && form->separator != 'x' && !form->promotion;
    bool captures = position_captured(pos, m) != EMPTY;
    if (!(overlook & ANY_CAPTURE) && captures != (form->separator == 'x'))
        return false;
    piece_type promotion = move_kind(m) == MOVE_PROMOTION
                               ? variant_named_type(pos->variant, piece_type_of(move_what(m)))
                               : TYPE_NONE;
    if (!(overlook & ANY_PROMOTION) && promotion != form->promotion)
        return false;
    return !form->en_passant || move_kind(m) == MOVE_EN_PASSANT;
}

static bool matches(const struct position *pos, const struct form *form, move m, unsigned overlook)
{
    enum move_kind kind = move_kind(m);
    if (form->kind == FORM_CASTLE)
        return kind == MOVE_CASTLE && move_wing(m) == form->wing;
    if (form->kind == FORM_PASS)
        return kind == MOVE_PASS;
    if (kind == MOVE_END_TURN || kind == MOVE_ANNOUNCE || position_written_to(pos, m) != form->to)
        return false;
    switch (form->kind) {
    case FORM_DROP:
        return kind == MOVE_DROP &&
               variant_named_type(pos->variant, piece_type_of(move_what(m))) == form->type;
    case FORM_ADD:
        return kind == MOVE_ADD_SQUARE;
    case FORM_WALL:
        return kind == MOVE_WALL;
    case FORM_SHIFT:
        return kind == MOVE_SHIFT_SQUARE && origin_matches(form, move_from(m));
    default:
        return kind <= MOVE_CASTLE && piece_matches(pos, form, m, overlook);
    }
}

static void find_matches(const struct position *pos, const struct form *form, const struct move_list *legal,
                         unsigned overlook, struct move_list *found)
{
    found->count = 0;
    for (unsigned i = 0; i < legal->count; i++)
        if (matches(pos, form, legal->moves[i], overlook))
            move_list_add(found, legal->moves[i]);
}

// In "d4d3+" the sign is a promotion where there is one, as in shogi, and otherwise a mark of check.
static void find_plus(const struct position *pos, const struct form *form, const struct move_list *legal,
                      struct move_list *found)
{
    found->count = 0;
    for (unsigned i = 0; form->plus && i < legal->count; i++) {
        move m = legal->moves[i];
        if (move_kind(m) == MOVE_PROMOTION && matches(pos, form, m, ANY_CAPTURE | ANY_PROMOTION) &&
            coordinate_promotion_sign(pos->variant, piece_type_of(pos->pieces[move_from(m)]),
                                      piece_type_of(move_what(m))) == '+')
            move_list_add(found, m);
    }
}

// ---- Explaining errors ----

// A turn that is being read.
struct reading {
    const struct position *start; // of the turn
    struct position now;
    struct turn turn;
    const char *text, *part; // the whole turn, and the action being read
    struct error *err;
};

struct place {
    char at[32];
};

// "move[OFFSET]" of the action being read.
static struct place place(const struct reading *reading)
{
    struct place place;
    snprintf(place.at, sizeof place.at, "move[%zu]", (size_t)(reading->part - reading->text));
    return place;
}

static bool forbid(const struct reading *reading, const char *reason)
{
    return error_set(reading->err, ERROR_ILLEGAL_MOVE, place(reading).at, "%s", reason);
}

static void add_square(struct buffer *out, square s)
{
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    buffer_add(out, name);
}

// "Nbd2, Nfd2"
static void add_moves(const struct position *pos, const struct move_list *moves,
                      const struct move_list *legal, struct buffer *out)
{
    for (unsigned i = 0; i < moves->count; i++) {
        buffer_add(out, i ? ", " : "");
        san_write_action(pos, moves->moves[i], legal, SAN_PLAIN, out);
    }
}

static bool forbid_with(const struct reading *reading, struct buffer *message)
{
    forbid(reading, buffer_text(message));
    buffer_clear(message);
    return false;
}

static bool forbid_ambiguous(const struct reading *reading, const struct move_list *found,
                             const struct move_list *legal)
{
    struct buffer message;
    buffer_init(&message);
    buffer_add(&message, "this could be any of ");
    add_moves(&reading->now, found, legal, &message);
    return forbid_with(reading, &message);
}

// The move would be legal if it said something else about promotion or capture.
static bool forbid_almost(const struct reading *reading, const struct form *form,
                          const struct move_list *almost, const struct move_list *legal)
{
    struct buffer message;
    buffer_init(&message);
    bool promotes = move_kind(almost->moves[0]) == MOVE_PROMOTION;
    if (promotes && !form->promotion)
        buffer_add(&message, "the pawn promotes, so the new piece must be given");
    else if (promotes)
        buffer_add(&message, "the pawn cannot promote to that piece");
    else if (form->promotion)
        buffer_add(&message, "nothing promotes here");
    else if (form->separator == 'x')
        buffer_add(&message, "there is nothing to capture");
    else
        buffer_add(&message, "this move captures");
    buffer_add(&message, ": the legal move is ");
    add_moves(&reading->now, almost, legal, &message);
    return forbid_with(reading, &message);
}

// The name of the piece that the form means, for forms without a full square of origin. Some games have no pawns.
static const char *piece_name(const struct reading *reading, const struct form *form)
{
    const char *name =
        reading->now.variant->pieces[form->type ? form->type : reading->now.variant->pawn].name;
    return name ? name : "pawn";
}

static bool forbid_missing_piece(const struct reading *reading, const struct form *form)
{
    struct buffer message;
    buffer_init(&message);
    buffer_addf(&message, "%s has no %s", color_name(position_side(&reading->now)),
                piece_name(reading, form));
    if (form->from_file >= 0 || form->from_rank >= 0) {
        buffer_add(&message, " on ");
        if (form->from_file >= 0 && form->from_rank >= 0)
            add_square(&message, square_at(form->from_file, form->from_rank));
        else if (form->from_file >= 0)
            buffer_addf(&message, "the %c-file", 'a' + form->from_file);
        else
            buffer_addf(&message, "rank %d", form->from_rank + 1);
    }
    return forbid_with(reading, &message);
}

static bool forbid_all(const struct reading *reading, const struct form *form)
{
    struct buffer message;
    buffer_init(&message);
    if (reading->now.pieces[form->to] == HOLE)
        buffer_add(&message, position_is_wall(&reading->now, form->to) ? "there is a wall on "
                                                                       : "there is no square on ");
    else
        buffer_addf(&message, "no %s can %s ", piece_name(reading, form),
                    form->separator == 'x' ? "capture on" : "go to");
    add_square(&message, form->to);
    return forbid_with(reading, &message);
}

// The first piece that the form may mean and that could go there if kings and fuel did not matter; SQUARE_NONE if none.
static square find_nearest(const struct position *pos, const struct form *form)
{
    struct position full = *pos;
    struct move_list pseudo;
    pseudo.count = 0;
    for (square s = 0; pos->variant->metered && s < GRID_SQUARES; s++)
        if (is_piece_of(full.pieces[s], position_side(pos)))
            full.fuel[s] = FUEL_MAX;
    generate_pseudo(&full, &pseudo);
    for (unsigned i = 0; i < pseudo.count; i++)
        if (matches(&full, form, pseudo.moves[i], ANY_CAPTURE | ANY_PROMOTION))
            return move_from(pseudo.moves[i]);
    return SQUARE_NONE;
}

static bool forbid_piece_move(const struct reading *reading, const struct form *form,
                              const struct move_list *legal)
{
    const struct position *pos = &reading->now;
    square s, from = SQUARE_NONE;
    int count = 0;
    for (struct set_walk walk = set_walk(&pos->sets[position_side(pos)]); set_next(&walk, &s);)
        if (origin_matches(form, s) && type_matches(pos->variant, form, piece_type_of(pos->pieces[s])))
            count++, from = s;
    if (form_has_origin(form) && !form->type)
        count = 1, from = square_at(form->from_file, form->from_rank);
    if (!count)
        return forbid_missing_piece(reading, form);
    if (count > 1)
        from = find_nearest(pos, form);
    if (from == SQUARE_NONE)
        return forbid_all(reading, form);
    // explain_illegal() needs an illegal move, and "Kg1" may be written for castling.
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++)
        if (move_list_has(legal, move_make(MOVE_CASTLE, from, form->to, wing)))
            return forbid(reading, "the king cannot move there: castling is written O-O or O-O-O");
    struct move_request request = {from, form->to, form->promotion != TYPE_NONE};
    return explain_illegal(pos, &request, place(reading).at, reading->err);
}

static bool forbid_castling(const struct reading *reading, enum wing wing)
{
    const struct position *pos = &reading->now;
    const struct castling *castling = position_castling(pos, castling_index(position_side(pos), wing));
    if (!castling->exists)
        return forbid(reading, "there is no castling in this game");
    struct move_request request = {castling->king_from,
                                   castling->takes_rook ? castling->rook_from : castling->king_to, false};
    return explain_illegal(pos, &request, place(reading).at, reading->err);
}

// The kind of action that the form means; for all moves of pieces, MOVE_NORMAL.
static enum move_kind kind_of(const struct form *form)
{
    switch (form->kind) {
    case FORM_DROP:
        return MOVE_DROP;
    case FORM_ADD:
        return MOVE_ADD_SQUARE;
    case FORM_SHIFT:
        return MOVE_SHIFT_SQUARE;
    case FORM_WALL:
        return MOVE_WALL;
    case FORM_PASS:
        return MOVE_PASS;
    default:
        return MOVE_NORMAL;
    }
}

// The action of a kind that chess does not have.
static move move_meant(const struct form *form)
{
    if (form->kind == FORM_DROP)
        return move_make(MOVE_DROP, 0, form->to, piece_of(form->type, WHITE));
    if (form->kind == FORM_ADD || form->kind == FORM_WALL || form->kind == FORM_PASS)
        return move_make(kind_of(form), 0, form->to, 0);
    return move_make(MOVE_SHIFT_SQUARE, square_at(form->from_file, form->from_rank), form->to, 0);
}

static bool forbid_form(const struct reading *reading, const struct form *form, const struct move_list *legal)
{
    struct move_list almost;
    find_matches(&reading->now, form, legal, ANY_CAPTURE | ANY_PROMOTION, &almost);
    if (form->kind == FORM_PIECE && almost.count)
        return forbid_almost(reading, form, &almost, legal);
    struct form plain = *form;
    plain.en_passant = false;
    find_matches(&reading->now, &plain, legal, ANY_CAPTURE | ANY_PROMOTION, &almost);
    if (form->kind == FORM_PIECE && almost.count)
        return forbid(reading, "this is not an en-passant capture");
    if (form->kind == FORM_PIECE)
        return forbid_piece_move(reading, form, legal);
    if (form->kind == FORM_CASTLE)
        return forbid_castling(reading, form->wing);
    return explain_action(&reading->now, move_meant(form), place(reading).at, reading->err);
}

// ---- The turn ----

static const move end_of_turn = (move)MOVE_END_TURN << 16;

static bool read_actions(struct reading *reading, const char *c);

// Reads the announcement at `c`, the last action of its turn. If the move before it leaves nothing to announce, the
// turn is over already, and the error says what is missing.
static bool read_claim(struct reading *reading, const char *c)
{
    move m;
    struct turn_cursor cursor = {reading->text, c};
    reading->part = c;
    turn_reach(&reading->now, move_make(MOVE_ANNOUNCE, 0, 0, 0));
    if (!coordinate_read_announcement(&reading->now, position_side(reading->start), &cursor, &m,
                                      reading->err))
        return false;
    if (*cursor.at)
        return forbid(reading, "nothing follows an announcement");
    if (reading->turn.count && !reading->now.state.actions)
        return forbid(reading, "the game is over before this announcement");
    if (!position_is_legal(&reading->now, m))
        return explain_action(&reading->now, end_of_turn, place(reading).at, reading->err);
    reading->turn.actions[reading->turn.count++] = m;
    struct undo undo;
    position_apply(&reading->now, m, &undo);
    return true;
}

// Whether the rest of the text, at `c` after an action, completes the turn.
static bool read_behind(struct reading *reading, const char *c)
{
    reading->part = c;
    if (!*c)
        return turn_end(&reading->now) ||
               explain_action(&reading->now, end_of_turn, place(reading).at, reading->err);
    const char *next = c + 1 + strspn(c + 1, " \t");
    if (*c == ',' && *next == '!')
        return read_claim(reading, next);
    if (!reading->now.state.actions || reading->turn.count == TURN_ACTIONS_MAX)
        return forbid(reading, "the turn is complete before this");
    return read_actions(reading, next);
}

// Plays that a man comes in after the move `m`, as the form says. Without a square it comes in where the king stood, or else the rook.
static bool read_entry(struct reading *reading, const struct form *form, move m)
{
    const struct position *pos = &reading->now;
    struct move_list legal;
    struct undo undo;
    move wanted = MOVE_NONE;
    square at = form->entry_at == SQUARE_NONE ? move_from(m) : form->entry_at;
    position_actions(pos, &legal);
    for (unsigned i = 0; i < legal.count; i++) {
        move each = legal.moves[i];
        if (move_kind(each) == MOVE_DROP && piece_type_of(move_what(each)) == form->entry &&
            (move_to(each) == at || (!wanted && form->entry_at == SQUARE_NONE)))
            wanted = each;
    }
    if (!wanted)
        return explain_action(pos, move_make(MOVE_DROP, 0, at, piece_of(form->entry, position_side(pos))),
                              place(reading).at, reading->err);
    reading->turn.actions[reading->turn.count++] = wanted;
    position_apply(&reading->now, wanted, &undo);
    return true;
}

// Tries each action that the text may mean, and takes the one after which the rest can be read. If there is none, the
// error is that of the first.
static bool choose(struct reading *reading, const struct form *form, const struct move_list *found,
                   const struct move_list *legal, const char *c)
{
    struct move_list good;
    good.count = 0;
    struct reading chosen = *reading;
    struct error ignored = {0};
    for (unsigned i = 0; i < found->count; i++) {
        struct reading next = *reading;
        struct undo undo;
        next.err = i ? &ignored : reading->err;
        next.turn.actions[next.turn.count++] = found->moves[i];
        position_apply(&next.now, found->moves[i], &undo);
        if ((form->entry && !read_entry(&next, form, found->moves[i])) || !read_behind(&next, c))
            continue;
        chosen = next;
        move_list_add(&good, found->moves[i]);
    }
    if (good.count > 1)
        return forbid_ambiguous(reading, &good, legal);
    reading->now = chosen.now;
    reading->turn = chosen.turn;
    return good.count == 1;
}

// Reads the text from `c` to its end.
static bool read_actions(struct reading *reading, const char *c)
{
    struct form form;
    reading->part = c;
    if (*c == '!')
        return read_claim(reading, c);
    if (!form_read(&form, reading->start->variant, reading->text, &c, reading->err))
        return false;
    struct move_list legal, found;
    turn_reach(&reading->now, move_make(kind_of(&form), 0, 0, 0));
    position_actions(&reading->now, &legal);
    find_plus(&reading->now, &form, &legal, &found);
    if (!found.count)
        find_matches(&reading->now, &form, &legal, EXACT, &found);
    // A capture may be written without x.
    if (!found.count && !form.separator)
        find_matches(&reading->now, &form, &legal, ANY_CAPTURE, &found);
    if (!found.count)
        return forbid_form(reading, &form, &legal);
    return choose(reading, &form, &found, &legal, c);
}

// The usual case, without copying the position or listing all legal moves: the game's actions are piece moves, one
// per turn, and exactly one piece of the type can make the move. False: the text must be read in the general way.
static bool read_plain(const struct position *pos, const char *text, struct turn *turn)
{
    const char *c = text;
    struct form form;
    if (pos->variant->composed || pos->variant->pieces[LETTER_TYPES].name ||
        !form_read(&form, pos->variant, text, &c, NULL) || *c)
        return false;
    piece_type type = form.type;
    struct move_list legal, found;
    legal.count = 0;
    if (form.kind != FORM_CASTLE && form.kind != FORM_PIECE)
        return false;
    // "e1g1" is castling, too.
    if (form.kind == FORM_CASTLE || form_has_origin(&form))
        generate_castlings(pos, &legal);
    if (form.kind == FORM_PIECE && !type && form_has_origin(&form))
        type = piece_type_of(pos->pieces[square_at(form.from_file, form.from_rank)]);
    if (form.kind == FORM_PIECE)
        generate_legal_to(pos, type ? type : pos->variant->pawn, form.to, &legal);
    find_matches(pos, &form, &legal, EXACT, &found);
    if (found.count != 1)
        return false;
    *turn = (struct turn){.count = 1, .actions = {found.moves[0]}};
    return true;
}

bool san_read_turn(const struct position *pos, const char *text, struct turn *turn, struct error *err)
{
    const char *begin = text;
    text += strspn(text, " \t");
    if (read_plain(pos, text, turn))
        return true;
    struct error reason = {.code = ERROR_NONE};
    struct reading reading = {.start = pos, .now = *pos, .text = begin, .part = begin, .err = &reason};
    if (text[0] == ',' && text[1] == '!') // by the side that is not to move
        return coordinate_read_turn(pos, text, turn, err);
    if (read_actions(&reading, text)) {
        *turn = reading.turn;
        return true;
    }
    // Some actions can be written only in coordinate notation.
    if (coordinate_read_turn(pos, text, turn, NULL))
        return true;
    if (err)
        *err = reason;
    return false;
}
