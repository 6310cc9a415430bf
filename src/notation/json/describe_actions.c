// SPDX-License-Identifier: GPL-3.0-or-later
// Legal actions, and turns that were played, as JSON, with everything that a board needs to offer or mark them.
#include "notation/json/describe.h"

#include "notation/coordinate_write.h"
#include "notation/json/json_text.h"
#include "notation/san.h"
#include "position/protection/announcement.h"

#include <stdio.h>
#include <string.h>

static json_t *letter(piece p)
{
    return json_stringn((char[]){type_letter(piece_type_of(p))}, 1);
}

static const char *kind_name(enum move_kind kind)
{
    switch (kind) {
    case MOVE_DROP:
        return "placement";
    case MOVE_ADD_SQUARE:
        return "square-placement";
    case MOVE_SHIFT_SQUARE:
        return "square-move";
    case MOVE_ANNOUNCE:
        return "announcement";
    default:
        return "move";
    }
}

static bool is_piece_move(move m)
{
    return move_kind(m) <= MOVE_CASTLE;
}

static void add_squares(json_t **object, move m)
{
    if (move_kind(m) == MOVE_ANNOUNCE)
        return;
    if (is_piece_move(m) || move_kind(m) == MOVE_SHIFT_SQUARE)
        json_put(object, "from", json_of_square(move_from(m)));
    json_put(object, "to", json_of_square(move_to(m)));
    json_put(object, "target", json_of_square(move_to(m)));
}

// The rook's part in castling.
static json_t *describe_rook(const struct position *pos, const struct position *after, move m)
{
    const struct castling *castling =
        &pos->variant->castlings[castling_index(position_side(pos), move_wing(m))];
    json_t *rook = json_pack("{s:o,s:o,s:o}", "piece", letter(castling->rook), "from",
                             json_of_square(castling->rook_from), "to", json_of_square(castling->rook_to));
    if (pos->variant->metered) {
        json_put(&rook, "cost", json_integer(square_distance(castling->rook_from, castling->rook_to)));
        json_put(&rook, "fuel", json_integer(after->fuel[castling->rook_to]));
    }
    return rook;
}

static void add_piece(json_t **object, const struct position *pos, const struct position *after, move m)
{
    if (move_kind(m) == MOVE_DROP) {
        json_put(object, "piece", letter(move_what(m)));
        json_put(object, "color", json_string(color_key(piece_color(move_what(m)))));
    }
    if (move_kind(m) == MOVE_SHIFT_SQUARE && is_piece(pos->pieces[move_from(m)]))
        json_put(object, "piece", letter(pos->pieces[move_from(m)]));
    if (!is_piece_move(m))
        return;
    json_put(object, "piece", letter(pos->pieces[move_from(m)]));
    if (move_kind(m) == MOVE_PROMOTION)
        json_put(object, "promotion", letter(move_what(m)));
    if (position_captured(pos, m) != EMPTY)
        json_put(object, "capture", json_of_square(move_captured_at(m)));
    if (pos->variant->metered) {
        json_put(object, "cost", json_integer((json_int_t)position_cost(pos, m)));
        json_put(object, "fuel", json_integer(after->fuel[move_to(m)]));
    }
    if (move_kind(m) == MOVE_CASTLE)
        json_put(object, "also", json_pack("[o]", describe_rook(pos, after, m)));
}

// Whether the action is listed: not if it ends the turn or is an announcement. Announcements are claims
// (docs/rules.md, section 3) that a player may make at any time; listing one would reveal that there is a
// path.
static bool is_offered(move m)
{
    return move_kind(m) != MOVE_END_TURN && move_kind(m) != MOVE_ANNOUNCE;
}

static bool offers_any(const struct move_list *legal)
{
    for (unsigned i = 0; i < legal->count; i++)
        if (is_offered(legal->moves[i]))
            return true;
    return false;
}

// Whether the turn may end after the action, and whether it may go on.
static void add_ends(json_t **object, const struct position *after)
{
    bool complete = !after->state.actions, more = false;
    if (!complete) {
        struct move_list next;
        position_actions(after, &next);
        complete = move_list_has(&next, move_make(MOVE_END_TURN, 0, 0, 0));
        more = offers_any(&next);
    }
    json_put(object, "complete", json_boolean(complete));
    json_put(object, "more", json_boolean(more));
}

static json_t *describe_action(const struct position *pos, move m, const struct move_list *legal)
{
    struct position after = *pos;
    struct undo undo;
    position_apply(&after, m, &undo);
    struct buffer text, san;
    buffer_init(&text);
    buffer_init(&san);
    coordinate_write(pos, m, &text);
    san_write_action(pos, m, legal, SAN_PLAIN, &san);
    json_t *object = json_object();
    json_put(&object, "action", json_of_buffer(&text));
    json_put(&object, "kind", json_string(kind_name(move_kind(m))));
    json_put(&object, "san", json_of_buffer(&san));
    add_squares(&object, m);
    add_piece(&object, pos, &after, m);
    add_ends(&object, &after);
    return object;
}

// The legal action whose coordinate text is the first `length` bytes of `text`, or MOVE_NONE. Announcements are not
// found, just as they are not listed: asking for one must not reveal whether there is a path.
static move find_action(const struct position *pos, const char *text, size_t length)
{
    struct move_list legal;
    struct buffer buffer;
    move found = MOVE_NONE;
    buffer_init(&buffer);
    position_actions(pos, &legal);
    for (unsigned i = 0; i < legal.count && found == MOVE_NONE; i++) {
        buffer_reset(&buffer);
        coordinate_write(pos, legal.moves[i], &buffer);
        if (is_offered(legal.moves[i]) && length && buffer.length == length &&
            memcmp(buffer_text(&buffer), text, length) == 0)
            found = legal.moves[i];
    }
    buffer_clear(&buffer);
    return found;
}

// Plays the actions on `pos`; *ended tells whether the turn ends with them.
static bool play_actions(struct position *pos, const char *actions, bool *ended, struct error *err)
{
    *ended = false;
    for (const char *c = actions; *c;) {
        size_t length = strcspn(c, ",");
        move m = *ended ? MOVE_NONE : find_action(pos, c, length);
        if (m == MOVE_NONE || (c[length] && !c[length + 1])) {
            char at[32];
            snprintf(at, sizeof at, "move[%zu]", (size_t)(c - actions));
            return error_set(err, ERROR_ILLEGAL_MOVE, at, "'%.40s' does not begin a legal turn", actions);
        }
        struct undo undo;
        position_apply(pos, m, &undo);
        *ended = !pos->state.actions;
        c += length + (c[length] ? 1 : 0);
    }
    return true;
}

// The actions in `legal`, those of `pos`, that are offered.
static json_t *describe_list(const struct position *pos, const struct move_list *legal)
{
    json_t *actions = json_array();
    for (unsigned i = 0; i < legal->count; i++)
        if (is_offered(legal->moves[i]))
            json_append(&actions, describe_action(pos, legal->moves[i], legal));
    return actions;
}

json_t *describe_progress(const struct position *pos, const char *after, struct error *err)
{
    struct position now = *pos;
    bool ended;
    if (!play_actions(&now, after ? after : "", &ended, err))
        return NULL;
    struct move_list legal = {.count = 0};
    if (!ended)
        position_actions(&now, &legal);
    const move end = move_make(MOVE_END_TURN, 0, 0, 0);
    bool complete = ended || move_list_has(&legal, end);
    if (!ended && complete && !offers_any(&legal)) {
        // Only an announcement could follow, so without one the turn is over.
        struct undo undo;
        position_apply(&now, end, &undo);
    }
    json_t *state =
        json_pack("{s:s,s:b}", "side", color_key(position_side(&now)), "check", position_in_check(&now));
    describe_board_to(&state, &now);
    return json_pack("{s:o,s:b,s:o}", "actions", describe_list(&now, &legal), "complete", complete, "state",
                     state);
}

json_t *describe_actions(const struct position *pos, const char *after, struct error *err)
{
    json_t *progress = describe_progress(pos, after, err);
    if (!progress)
        return NULL;
    json_t *actions = json_incref(json_object_get(progress, "actions"));
    json_decref(progress);
    return actions;
}

// ---- Turns that were played ----

static json_t *describe_texts(const struct position *before, const struct turn *turn)
{
    struct buffer text, san;
    buffer_init(&text);
    buffer_init(&san);
    coordinate_write_turn(before, turn, &text);
    san_write_turn(before, turn, SAN_PLAIN, &san);
    json_t *object = json_object();
    json_put(&object, "turn", json_of_buffer(&text));
    json_put(&object, "san", json_of_buffer(&san));
    return object;
}

json_t *describe_turn(const struct position *before, const struct turn *turn)
{
    json_t *object = describe_texts(before, turn);
    if (before->variant->metered && turn->count) {
        struct position after = *before;
        turn_play(&after, turn);
        json_put(&object, "fuel", json_integer(after.fuel[move_to(turn->actions[0])]));
    }
    struct announcement announcement;
    if (turn->count && announcement_unpack(before, turn->actions[0], &announcement))
        json_put(&object, "by", json_string(color_key(announcement.by)));
    return object;
}

json_t *describe_last(const struct position *before, const struct turn *turn)
{
    json_t *object = describe_texts(before, turn), *squares = json_array();
    struct announcement announcement;
    enum color color = position_side(before);
    if (turn->count && announcement_unpack(before, turn->actions[0], &announcement))
        color = announcement.by; // which may be the side that is not to move
    json_put(&object, "color", json_string(color_key(color)));
    for (unsigned i = 0; i < turn->count; i++) {
        move m = turn->actions[i];
        if (move_kind(m) == MOVE_ANNOUNCE)
            continue;
        if (is_piece_move(m) || move_kind(m) == MOVE_SHIFT_SQUARE)
            json_append(&squares, json_of_square(move_from(m)));
        json_append(&squares, json_of_square(move_to(m)));
    }
    json_put(&object, "squares", squares);
    return object;
}
