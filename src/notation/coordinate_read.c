// SPDX-License-Identifier: GPL-3.0-or-later
// Reads coordinate notation.
#include "notation/coordinate_read.h"

#include "notation/coordinate_write.h"
#include "notation/explain.h"
#include "position/game.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/protection/protection_graph.h"
#include "position/turn.h"

#include <stdio.h>
#include <string.h>

struct reader {
    const struct variant *variant;
    const char *text, *cursor;
    struct error *err;
    char at[32]; // the place of the action that is being read
};

static bool not_a_move(struct reader *reader, const char *what)
{
    char at[32];
    snprintf(at, sizeof at, "move[%td]", reader->cursor - reader->text);
    return error_set(reader->err, ERROR_MOVE_SYNTAX, at, "%s, not '%.20s'", what, reader->cursor);
}

static bool read_square(struct reader *reader, const struct position *pos, square *s)
{
    if (square_read(&reader->cursor, pos->variant->board.width, pos->variant->board.height, s))
        return true;
    return not_a_move(reader, "a square of the board is expected");
}

static bool has_signs(const struct variant *variant)
{
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        if (variant->pieces[type].turns_into)
            return true;
    return false;
}

// The letter or sign after a promotion, a letter in lower case; 0 if there is none.
static bool read_promotion(struct reader *reader, char *promotion)
{
    char c = *reader->cursor;
    *promotion = 0;
    if (!c || c == ',')
        return true;
    if (c >= 'A' && c <= 'Z')
        c = (char)(c + ('a' - 'A'));
    bool sign = (c == '+' || c == '-') && has_signs(reader->variant);
    if (!sign && (c < 'a' || c > 'z'))
        return not_a_move(reader, "a promotion letter or the end is expected");
    *promotion = c;
    reader->cursor++;
    return true;
}

static char sign_of(const struct position *pos, move m)
{
    return move_kind(m) == MOVE_PROMOTION
               ? coordinate_promotion_sign(pos->variant, piece_type_of(pos->pieces[move_from(m)]),
                                           piece_type_of(move_what(m)))
               : 0;
}

// Whether the legal action is written as two squares, these, and perhaps a sign. Fairy-Stockfish writes a wall as a second move
// of the piece.
static bool means(const struct position *pos, move m, const struct move_request *wanted, char sign)
{
    if (move_kind(m) == MOVE_WALL)
        return pos->state.actions && !sign && move_to(m) == wanted->to &&
               is_piece_of(pos->pieces[wanted->from], position_side(pos));
    return (move_kind(m) <= MOVE_CASTLE || move_kind(m) == MOVE_PASS) && move_from(m) == wanted->from &&
           position_written_to(pos, m) == wanted->to && sign_of(pos, m) == sign;
}

static bool read_piece_move(struct reader *reader, const struct position *pos, move *m)
{
    struct move_request wanted;
    char sign;
    if (!read_square(reader, pos, &wanted.from) || !read_square(reader, pos, &wanted.to) ||
        !read_promotion(reader, &sign))
        return false;
    wanted.promotes = sign != 0;
    struct move_list list;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        move candidate = list.moves[i];
        if (means(pos, candidate, &wanted, sign)) {
            *m = candidate;
            return true;
        }
    }
    return explain_illegal(pos, &wanted, reader->at, reader->err);
}

// Finds the legal action of a kind that chess does not have. The letter of a drop gives the type; the game decides
// whose piece it is.
static bool find_other_action(const struct position *pos, move wanted, move *m)
{
    struct move_list list;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        move candidate = list.moves[i];
        if (move_kind(candidate) != move_kind(wanted) || move_to(candidate) != move_to(wanted) ||
            (move_kind(wanted) == MOVE_SHIFT_SQUARE && move_from(candidate) != move_from(wanted)) ||
            (move_kind(wanted) == MOVE_DROP &&
             variant_named_type(pos->variant, piece_type_of(move_what(candidate))) !=
                 piece_type_of(move_what(wanted))))
            continue;
        *m = candidate;
        return true;
    }
    return false;
}

// "N@" or "+P@". A letter that the game does not have is explained like any illegal action.
static bool read_dropped(struct reader *reader, const struct variant *variant, unsigned *what)
{
    bool plus = *reader->cursor == '+';
    piece_type type =
        plus ? variant_type_of_text(variant, reader->cursor, 2) : type_of_letter(*reader->cursor);
    if (!type)
        return not_a_move(reader, "no piece of this game is promoted like this");
    *what = piece_of(type, WHITE);
    reader->cursor += plus ? 3 : 2;
    return true;
}

// Actions that only some games have: placements and actions on squares.
static bool read_other_action(struct reader *reader, const struct position *pos, move *m)
{
    square from = 0, to;
    unsigned what = 0;
    enum move_kind kind;
    if (*reader->cursor == '*') {
        reader->cursor++;
        kind = MOVE_WALL;
    } else if (!strncmp(reader->cursor, "@@", 2)) {
        reader->cursor += 2;
        kind = MOVE_ADD_SQUARE;
    } else if (*reader->cursor == '@') {
        reader->cursor++;
        kind = MOVE_SHIFT_SQUARE;
        if (!read_square(reader, pos, &from))
            return false;
        if (*reader->cursor == '-')
            reader->cursor++;
    } else {
        kind = MOVE_DROP;
        if (!read_dropped(reader, pos->variant, &what))
            return false;
    }
    if (!read_square(reader, pos, &to))
        return false;
    move wanted = move_make(kind, from, to, what);
    return find_other_action(pos, wanted, m) || explain_action(pos, wanted, reader->at, reader->err);
}

// Reads the squares after "!", if any. If the first is repeated at the end, a circuit is meant; so a single piece is
// named once for its path and twice for its circuit.
static bool read_announced(struct reader *reader, const struct position *pos,
                           struct announcement *announcement)
{
    square squares[PROTECTION_MAX + 1];
    unsigned count = 0;
    while (*reader->cursor && *reader->cursor != ',') {
        if (count == PROTECTION_MAX + 1)
            return not_a_move(reader, "an announcement names at most nine squares, the first one twice");
        if (!read_square(reader, pos, &squares[count++]))
            return false;
        if (*reader->cursor == '-')
            reader->cursor++;
    }
    announcement->named = count > 0;
    announcement->circuit = count > 1 && squares[0] == squares[count - 1];
    count -= announcement->circuit;
    if (count > PROTECTION_MAX)
        return not_a_move(reader, "no side has so many pieces");
    announcement->count = (uint8_t)count;
    for (unsigned i = 0; i < count; i++)
        announcement->squares[i] = squares[i];
    return true;
}

static bool read_announcement(struct reader *reader, const struct position *pos, enum color by, move *m)
{
    struct announcement announcement = {.by = by};
    if (!pos->variant->game->announces)
        return not_a_move(reader, "nothing can be announced in this game");
    reader->cursor++;
    if (!read_announced(reader, pos, &announcement))
        return false;
    struct buffer why;
    buffer_init(&why);
    bool legal = position_announceable(pos, &announcement, &why);
    if (legal)
        *m = announcement_pack(pos, &announcement);
    else
        error_set(reader->err, ERROR_ILLEGAL_MOVE, reader->at, "false announcement: %s", buffer_text(&why));
    buffer_clear(&why);
    return legal;
}

bool coordinate_read_announcement(const struct position *pos, enum color by, struct turn_cursor *cursor,
                                  move *m, struct error *err)
{
    struct reader reader = {.variant = pos->variant, .text = cursor->text, .cursor = cursor->at, .err = err};
    snprintf(reader.at, sizeof reader.at, "move[%td]", cursor->at - cursor->text);
    if (!read_announcement(&reader, pos, by, m))
        return false;
    cursor->at = reader.cursor;
    return true;
}

// Refuses an announcement after the comma of a complete turn, by the side that has just moved. It must be false, or
// else the turn would not be complete.
static bool refuse_announcement(struct reader *reader, const struct position *pos)
{
    move m;
    snprintf(reader->at, sizeof reader->at, "move[%td]", reader->cursor - reader->text);
    return read_announcement(reader, pos, other_color(position_side(pos)), &m) &&
           not_a_move(reader, "the game is over before this announcement");
}

static bool not_complete(const struct reader *reader, const struct position *pos)
{
    char at[32];
    snprintf(at, sizeof at, "move[%td]", reader->cursor - reader->text);
    return explain_action(pos, move_make(MOVE_END_TURN, 0, 0, 0), at, reader->err);
}

// What kind of action the text is; for all moves of pieces, MOVE_NORMAL.
static enum move_kind kind_of(const char *text)
{
    const char *letter = text + (*text == '+');
    if (*text == '!')
        return MOVE_ANNOUNCE;
    if (*text == '*')
        return MOVE_WALL;
    if (*text == '@')
        return text[1] == '@' ? MOVE_ADD_SQUARE : MOVE_SHIFT_SQUARE;
    return *letter >= 'A' && *letter <= 'Z' && letter[1] == '@' ? MOVE_DROP : MOVE_NORMAL;
}

static bool read_action(struct reader *reader, struct position *pos, move *m)
{
    enum move_kind kind = kind_of(reader->cursor);
    snprintf(reader->at, sizeof reader->at, "move[%td]", reader->cursor - reader->text);
    turn_reach(pos, move_make(kind, 0, 0, 0));
    if (kind == MOVE_ANNOUNCE)
        return read_announcement(reader, pos, position_side(pos), m) &&
               (position_is_legal(pos, *m) || not_complete(reader, pos));
    return kind == MOVE_NORMAL ? read_piece_move(reader, pos, m) : read_other_action(reader, pos, m);
}

// In games whose turns have several actions, one too many is illegal; in others, a comma is not part of a move at all.
static bool has_ended(struct reader *reader, const struct variant *variant)
{
    char at[32];
    if (!variant->composed || !*reader->cursor)
        return not_a_move(reader, "the turn has ended before this action");
    snprintf(at, sizeof at, "move[%td]", reader->cursor - reader->text);
    return error_set(reader->err, ERROR_ILLEGAL_MOVE, at, "the turn has ended before '%.20s'",
                     reader->cursor);
}

// ",!": the side that is not to move announces.
static bool read_other_announcement(struct reader *reader, const struct position *pos, struct turn *turn)
{
    move m;
    snprintf(reader->at, sizeof reader->at, "move[%td]", reader->cursor - reader->text);
    if (!read_announcement(reader, pos, other_color(position_side(pos)), &m))
        return false;
    if (*reader->cursor)
        return not_a_move(reader, "nothing follows an announcement");
    *turn = (struct turn){.count = 1, .actions = {m}};
    return true;
}

// ---- Pieces that come in behind others ----

// The castling of the side to move that is written as the rook's move to the king; NULL if there is none.
static const struct castling *castling_by_rook(const struct position *pos, square from, square to)
{
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++) {
        unsigned index = castling_index(position_side(pos), (enum wing)wing);
        const struct castling *castling = position_castling(pos, index);
        if (pos->state.castling >> index & 1 && castling->rook_from == from && castling->king_from == to)
            return castling;
    }
    return NULL;
}

static bool may_promote(const struct position *pos, square from, square to)
{
    struct move_list list;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (move_kind(list.moves[i]) == MOVE_PROMOTION && move_from(list.moves[i]) == from &&
            move_to(list.moves[i]) == to)
            return true;
    return false;
}

enum { ENTRY_MAX = 64 };

// Writes "b1c3h" as the two actions that it means, "b1c3,H@b1". False if the text is none of this kind.
static bool split_entry(const struct position *pos, const char *text, char split[ENTRY_MAX])
{
    const struct board *board = &pos->variant->board;
    const char *cursor = text;
    square from, to;
    if (!pos->variant->gates || !square_read(&cursor, board->width, board->height, &from) ||
        !square_read(&cursor, board->width, board->height, &to))
        return false;
    char letter = *cursor >= 'a' && *cursor <= 'z' ? (char)(*cursor - 'a' + 'A') : *cursor;
    if (letter < 'A' || letter > 'Z' || (cursor[1] && cursor[1] != ',') || may_promote(pos, from, to))
        return false;
    const struct castling *castling = castling_by_rook(pos, from, to);
    char squares[3][SQUARE_NAME_SIZE];
    square_name(castling ? to : from, squares[0]);
    square_name(castling ? (castling->takes_rook ? from : castling->king_to) : to, squares[1]);
    square_name(from, squares[2]);
    int length =
        snprintf(split, ENTRY_MAX, "%s%s,%c@%s%s", squares[0], squares[1], letter, squares[2], cursor + 1);
    return length < ENTRY_MAX;
}

// Whether the rest of the text is "e4a1", with which UCI ends a turn to e4 in which no wall is put up.
static bool names_no_wall(const struct reader *reader, square to)
{
    const struct board *board = &reader->variant->board;
    const char *cursor = reader->cursor;
    square from;
    return reader->variant->hooks.actor[MOVE_WALL] &&
           square_read(&cursor, board->width, board->height, &from) && from == to && !strcmp(cursor, "a1");
}

// Writes "a1a1,a1e5", as UCI has a wall that is a whole turn, as the action that it means, "*e5". False if the text is none of
// this kind.
static bool find_wall(const struct position *pos, const char *text, char found[ENTRY_MAX])
{
    const struct board *board = &pos->variant->board;
    const char *cursor = text;
    square at[4];
    if (!pos->variant->hooks.actor[MOVE_WALL] || pos->state.actions)
        return false;
    for (unsigned i = 0; i < 4; i++)
        if ((i == 2 && *cursor++ != ',') || !square_read(&cursor, board->width, board->height, &at[i]))
            return false;
    if (*cursor || at[0] != at[1] || at[0] != at[2] || pos->pieces[at[3]] != EMPTY ||
        !is_piece_of(pos->pieces[at[0]], position_side(pos)))
        return false;
    char name[SQUARE_NAME_SIZE];
    square_name(at[3], name);
    snprintf(found, ENTRY_MAX, "*%s", name);
    return true;
}

// UCI's null move, "0000", is the pass.
static bool read_null_move(struct reader *reader, const struct position *pos, struct turn *turn)
{
    struct move_list list;
    if (!pos->variant->hooks.actor[MOVE_PASS])
        return not_a_move(reader,
                          "nobody may pass in this game, so a move other than the null move is expected");
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (move_kind(list.moves[i]) == MOVE_PASS) {
            *turn = (struct turn){.count = 1, .actions = {list.moves[i]}};
            return true;
        }
    enum color side = position_side(pos);
    square from = 0;
    struct set_walk walk = set_walk(&pos->sets[side]);
    if (position_has_king(pos, side))
        from = pos->state.king[side];
    else
        set_next(&walk, &from);
    return explain_illegal(pos, &(struct move_request){.from = from, .to = from}, reader->at, reader->err);
}

bool coordinate_read_turn(const struct position *pos, const char *text, struct turn *turn, struct error *err)
{
    char meant[ENTRY_MAX];
    if (split_entry(pos, text, meant) || find_wall(pos, text, meant))
        text = meant;
    struct reader reader = {
        .variant = pos->variant, .text = text, .cursor = text, .err = err, .at = "move[0]"};
    struct position now = *pos;
    struct turn read = {.count = 0};
    if (!strcmp(text, "0000"))
        return read_null_move(&reader, pos, turn);
    if (text[0] == ',' && text[1] == '!') {
        reader.cursor++;
        return read_other_announcement(&reader, pos, turn);
    }
    for (;;) {
        move m = MOVE_NONE;
        struct undo undo;
        if (!read_action(&reader, &now, &m))
            return false;
        read.actions[read.count++] = m;
        square to = position_written_to(&now, m);
        position_apply(&now, m, &undo);
        if (!*reader.cursor)
            break;
        if (*reader.cursor != ',')
            return not_a_move(&reader, "a comma or the end is expected");
        reader.cursor++;
        if (!now.state.actions && names_no_wall(&reader, to))
            break;
        if (!now.state.actions && *reader.cursor == '!' && move_kind(m) != MOVE_ANNOUNCE)
            return refuse_announcement(&reader, &now);
        if (!now.state.actions || read.count == TURN_ACTIONS_MAX)
            return has_ended(&reader, pos->variant);
    }
    if (!turn_end(&now))
        return not_complete(&reader, &now);
    *turn = read;
    return true;
}
