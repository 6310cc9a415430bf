// SPDX-License-Identifier: GPL-3.0-or-later
// Reads coordinate notation.
#include "notation/coordinate_read.h"

#include "notation/explain.h"
#include "position/game.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/protection/protection_graph.h"

#include <stdio.h>
#include <string.h>

struct reader {
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

// The letter after a move to the last rank; TYPE_NONE if there is none.
static bool read_promotion(struct reader *reader, piece_type *promotion)
{
    char c = *reader->cursor;
    *promotion = TYPE_NONE;
    if (!c || c == ',')
        return true;
    if (c >= 'a' && c <= 'z')
        c = (char)(c - ('a' - 'A'));
    if (c < 'A' || c > 'Z')
        return not_a_move(reader, "a promotion letter or the end is expected");
    *promotion = type_of_letter(c);
    reader->cursor++;
    return true;
}

static bool read_piece_move(struct reader *reader, const struct position *pos, move *m)
{
    struct move_request wanted;
    if (!read_square(reader, pos, &wanted.from) || !read_square(reader, pos, &wanted.to) ||
        !read_promotion(reader, &wanted.promotion))
        return false;
    struct move_list list;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        move candidate = list.moves[i];
        piece_type becomes =
            move_kind(candidate) == MOVE_PROMOTION ? piece_type_of(move_what(candidate)) : TYPE_NONE;
        if (move_kind(candidate) <= MOVE_CASTLE && move_from(candidate) == wanted.from &&
            move_to(candidate) == wanted.to && becomes == wanted.promotion) {
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
             piece_type_of(move_what(candidate)) != piece_type_of(move_what(wanted))))
            continue;
        *m = candidate;
        return true;
    }
    return false;
}

// Actions that only some games have: placements and actions on squares.
static bool read_other_action(struct reader *reader, const struct position *pos, move *m)
{
    square from = 0, to;
    unsigned what = 0;
    enum move_kind kind;
    if (!strncmp(reader->cursor, "@@", 2)) {
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
        what = piece_of(type_of_letter(*reader->cursor), WHITE);
        reader->cursor += 2;
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
    if (!pos->variant->game->announceable)
        return not_a_move(reader, "nothing can be announced in this game");
    reader->cursor++;
    if (!read_announced(reader, pos, &announcement))
        return false;
    struct buffer why;
    buffer_init(&why);
    bool legal = pos->variant->game->announceable(pos, &announcement, &why);
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
    struct reader reader = {.text = cursor->text, .cursor = cursor->at, .err = err};
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

static bool read_action(struct reader *reader, const struct position *pos, move *m)
{
    char c = *reader->cursor;
    snprintf(reader->at, sizeof reader->at, "move[%td]", reader->cursor - reader->text);
    if (c == '!')
        return read_announcement(reader, pos, position_side(pos), m);
    if (c == '@' || (c >= 'A' && c <= 'Z' && reader->cursor[1] == '@'))
        return read_other_action(reader, pos, m);
    return read_piece_move(reader, pos, m);
}

// Whether the turn may end although the game allows another action.
static bool may_end(const struct position *pos)
{
    return position_is_legal(pos, move_make(MOVE_END_TURN, 0, 0, 0));
}

static bool not_complete(const struct reader *reader, const struct position *pos)
{
    char at[32];
    snprintf(at, sizeof at, "move[%td]", reader->cursor - reader->text);
    return explain_action(pos, move_make(MOVE_END_TURN, 0, 0, 0), at, reader->err);
}

// In games whose turns have several actions, one too many is illegal; in others, a comma is not part of a move at all.
static bool has_ended(struct reader *reader, const struct game *game)
{
    char at[32];
    if (!game->goes_on || !*reader->cursor)
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

bool coordinate_read_turn(const struct position *pos, const char *text, struct turn *turn, struct error *err)
{
    struct reader reader = {.text = text, .cursor = text, .err = err};
    struct position now = *pos;
    struct turn read = {.count = 0};
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
        position_apply(&now, m, &undo);
        if (!*reader.cursor)
            break;
        if (*reader.cursor != ',')
            return not_a_move(&reader, "a comma or the end is expected");
        reader.cursor++;
        if (!now.state.actions && *reader.cursor == '!' && move_kind(m) != MOVE_ANNOUNCE)
            return refuse_announcement(&reader, &now);
        if (!now.state.actions || read.count == TURN_ACTIONS_MAX)
            return has_ended(&reader, pos->variant->game);
    }
    if (now.state.actions && !may_end(&now))
        return not_complete(&reader, &now);
    *turn = read;
    return true;
}
