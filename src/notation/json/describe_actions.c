// SPDX-License-Identifier: GPL-3.0-or-later
// Legal actions, and turns that were played, as JSON, with everything that a board needs to offer or mark them.
#include "notation/json/describe.h"

#include "notation/coordinate_write.h"
#include "notation/json/json_text.h"
#include "notation/san.h"
#include "position/protection/announcement.h"

#include <stdio.h>
#include <string.h>

// "N", or "+P" of a promoted piece.
static json_t *letter(const struct position *pos, piece p)
{
    return json_string(pos->variant->pieces[piece_type_of(p)].text[WHITE]);
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
    case MOVE_WALL:
        return "wall";
    case MOVE_PASS:
        return "pass";
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

// Where a wall comes from that has stood on the board before, such as the duck.
static void add_lifted(json_t **object, const struct position *pos, const struct position *after, move m)
{
    if (move_kind(m) != MOVE_WALL)
        return;
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[SET_HOLE]); set_next(&walk, &s);)
        if (position_is_wall(pos, s) && !position_is_wall(after, s))
            json_put(object, "from", json_of_square(s));
}

// The rook's part in castling.
static json_t *describe_rook(const struct position *pos, const struct position *after, move m)
{
    const struct castling *castling =
        position_castling(pos, castling_index(position_side(pos), move_wing(m)));
    json_t *rook = json_pack("{s:o,s:o,s:o}", "piece", letter(pos, pos->pieces[castling->rook_from]), "from",
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
        json_put(object, "piece", letter(pos, move_what(m)));
        json_put(object, "color", json_string(color_key(piece_color(move_what(m)))));
    }
    if (move_kind(m) == MOVE_SHIFT_SQUARE && is_piece(pos->pieces[move_from(m)]))
        json_put(object, "piece", letter(pos, pos->pieces[move_from(m)]));
    if (!is_piece_move(m))
        return;
    json_put(object, "piece", letter(pos, pos->pieces[move_from(m)]));
    if (move_kind(m) == MOVE_PROMOTION)
        json_put(object, "promotion", letter(pos, move_what(m)));
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

// Ends a stage of the turn that is under way, whose legal actions are given; false if it may not end.
static bool end_stage(struct position *pos, const struct move_list *legal)
{
    const move end = move_make(MOVE_END_TURN, 0, 0, 0);
    struct undo undo;
    if (!move_list_has(legal, end))
        return false;
    position_apply(pos, end, &undo);
    return true;
}

// Whether the turn may end after the action, and whether it may go on.
static void add_ends(json_t **object, const struct position *after)
{
    struct position now = *after;
    bool more = false;
    while (now.state.actions) {
        struct move_list next;
        position_actions(&now, &next);
        more |= offers_any(&next);
        if (!end_stage(&now, &next))
            break;
    }
    json_put(object, "complete", json_boolean(!now.state.actions));
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
    add_lifted(&object, pos, &after, m);
    add_piece(&object, pos, &after, m);
    add_ends(&object, &after);
    return object;
}

// The legal action whose coordinate text is the first `length` bytes of `text`, or MOVE_NONE. Announcements are not
// found, just as they are not listed: asking for one must not reveal whether there is a path.
static move find_listed(const struct position *pos, const struct move_list *list, const char *text,
                        size_t length)
{
    struct buffer buffer;
    move found = MOVE_NONE;
    buffer_init(&buffer);
    for (unsigned i = 0; i < list->count && found == MOVE_NONE; i++) {
        buffer_reset(&buffer);
        coordinate_write(pos, list->moves[i], &buffer);
        if (is_offered(list->moves[i]) && length && buffer.length == length &&
            memcmp(buffer_text(&buffer), text, length) == 0)
            found = list->moves[i];
    }
    buffer_clear(&buffer);
    return found;
}

// The same in this stage of the turn or in a later one, which it reaches.
static move find_action(struct position *pos, const char *text, size_t length)
{
    struct position now = *pos;
    for (;;) {
        struct move_list legal;
        position_actions(&now, &legal);
        move found = find_listed(&now, &legal, text, length);
        if (found != MOVE_NONE) {
            *pos = now;
            return found;
        }
        if (!now.state.actions || !end_stage(&now, &legal) || !now.state.actions)
            return MOVE_NONE;
    }
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

// A list of actions while it is put together.
struct listing {
    const struct describe_page *page; // the part that is wanted
    size_t found;                     // how many there have been, the others included
    json_t *actions;
};

static void describe_list(const struct position *pos, const struct move_list *legal, struct listing *listing)
{
    const struct describe_page *page = listing->page;
    for (unsigned i = 0; i < legal->count; i++) {
        if (!is_offered(legal->moves[i]))
            continue;
        if (listing->found >= page->first && listing->found - page->first < page->most)
            json_append(&listing->actions, describe_action(pos, legal->moves[i], legal));
        listing->found++;
    }
}

// The offered actions that may come next, those of later stages of the turn included. If there are none, only announcements could
// follow, and `pos` goes on to the end of the turn.
static void describe_next(struct position *pos, struct listing *listing)
{
    struct position now = *pos;
    bool any = false;
    do {
        struct move_list legal;
        position_actions(&now, &legal);
        describe_list(&now, &legal, listing);
        any |= offers_any(&legal);
        if (!now.state.actions || !end_stage(&now, &legal))
            return;
    } while (now.state.actions);
    if (!any)
        *pos = now;
}

json_t *describe_progress_page(const struct position *pos, const char *after,
                               const struct describe_page *page, struct error *err)
{
    struct position now = *pos;
    bool ended;
    if (!play_actions(&now, after ? after : "", &ended, err))
        return NULL;
    struct position end = now;
    bool complete = ended || (end.state.actions && turn_end(&end));
    struct listing listing = {.page = page, .actions = json_array()};
    if (!ended)
        describe_next(&now, &listing);
    json_t *state =
        json_pack("{s:s,s:b}", "side", color_key(position_side(&now)), "check", position_in_check(&now));
    describe_board_to(&state, &now);
    bool rest = listing.found > page->first && listing.found - page->first > page->most;
    json_t *next = rest ? json_integer((json_int_t)page->first + (json_int_t)page->most) : json_null();
    return json_pack("{s:o,s:o,s:b,s:o}", "actions", listing.actions, "next", next, "complete", complete,
                     "state", state);
}

json_t *describe_progress(const struct position *pos, const char *after, struct error *err)
{
    const struct describe_page all = {.most = SIZE_MAX};
    json_t *progress = describe_progress_page(pos, after, &all, err);
    json_object_del(progress, "next");
    return progress;
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
