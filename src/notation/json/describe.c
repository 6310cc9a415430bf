// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a position as JSON.
#include "notation/json/describe.h"

#include "base/memory.h"
#include "base/vector.h"
#include "notation/coordinate_write.h"
#include "notation/json/json_text.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/moves/attack.h"
#include "position/moves/history.h"
#include "position/moves/outcome.h"
#include "position/parameter.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/protection/protection_graph.h"
#include "variants/games.h"

#include <stdlib.h>
#include <string.h>

json_t *describe_error(const struct error *err)
{
    return json_pack("{s:{s:s,s:o,s:o}}", "error", "code", error_code_name(err->code), "message",
                     json_of_text(err->message), "at", err->at[0] ? json_of_text(err->at) : json_null());
}

// ---- Parameters ----

static json_t *describe_value(const struct game *game, const struct parameters *parameters, int index)
{
    const struct parameter *parameter = &game->parameters[index];
    int value = parameters->value[index];
    return parameter->kind == PARAMETER_CHOICE ? json_string(parameter->choices[value]) : json_integer(value);
}

json_t *describe_parameters(const struct game *game, const struct parameters *parameters)
{
    json_t *object = json_object();
    int white = game_parameter(game, color_key(WHITE)), black = game_parameter(game, color_key(BLACK));
    for (int i = 0; i < game->parameter_count; i++) {
        if (i == white) // clients give the armies in one list, White's first
            json_put(&object, "armies",
                     json_pack("[o, o]", describe_value(game, parameters, white),
                               describe_value(game, parameters, black)));
        else if (i != black)
            json_put(&object, game->parameters[i].name, describe_value(game, parameters, i));
    }
    return object;
}

// ---- Turns ----

// A turn in coordinate notation and, if it is wanted, in SAN.
struct wording {
    char *turn, *san;
};

// All turns of a position as text, or how many begin with each action.
struct census {
    const struct position *pos;
    size_t count, limit, most;              // stops beyond `most`
    struct VECTOR_OF(struct wording) texts; // of the first `limit` turns
    bool san;
    json_t *divide;
    struct buffer buffer;
};

static char *copy_buffer(const struct buffer *buffer)
{
    return buffer->failed ? NULL : memory_try_copy_text(buffer_text(buffer));
}

static bool keep_texts(struct census *census, const struct turn *turn)
{
    struct wording wording = {0};
    buffer_reset(&census->buffer);
    coordinate_write_turn(census->pos, turn, &census->buffer);
    wording.turn = copy_buffer(&census->buffer);
    if (census->san) {
        buffer_reset(&census->buffer);
        san_write_turn(census->pos, turn, SAN_PLAIN, &census->buffer);
        wording.san = copy_buffer(&census->buffer);
    }
    if (wording.turn && (wording.san || !census->san) && vector_push(&census->texts, wording))
        return true;
    free(wording.turn);
    free(wording.san);
    return false;
}

static void count_action(struct census *census, move first)
{
    buffer_reset(&census->buffer);
    coordinate_write(census->pos, first, &census->buffer);
    const char *key = buffer_text(&census->buffer);
    json_int_t count = json_integer_value(json_object_get(census->divide, key));
    json_put(&census->divide, key, census->buffer.failed ? NULL : json_integer(count + 1));
}

static bool visit_turn(void *context, const struct turn *turn)
{
    struct census *census = context;
    if (census->count < census->limit && !keep_texts(census, turn))
        return false;
    count_action(census, turn->actions[0]);
    census->count++;
    return census->count <= census->most;
}

static int compare_turns(const void *a, const void *b)
{
    return strcmp(((const struct wording *)a)->turn, ((const struct wording *)b)->turn);
}

static void add_turns(json_t **state, const struct position *pos, bool ongoing, unsigned flags)
{
    struct census census = {.pos = pos, .san = flags & DESCRIBE_SAN, .divide = json_object()};
    census.limit = flags & DESCRIBE_ALL ? SIZE_MAX : DESCRIBE_TURNS_MAX;
    census.most = flags & DESCRIBE_FEW   ? DESCRIBE_TURNS_MAX
                  : flags & DESCRIBE_ALL ? SIZE_MAX
                                         : DESCRIBE_COUNT_MAX;
    buffer_init(&census.buffer);
    bool complete = !ongoing || turn_each(pos, visit_turn, &census) || census.count > census.most;
    buffer_clear(&census.buffer);
    if (census.count <= census.most)
        json_put(state, "count", json_integer((json_int_t)census.count));

    if (!complete) {
        json_put(state, "turns", NULL); // there is no memory for them
    } else if (census.count <= census.limit) {
        json_t *turns = json_array(), *sans = census.san ? json_array() : NULL;
        if (census.texts.count)
            qsort(census.texts.items, census.texts.count, sizeof *census.texts.items, compare_turns);
        for (size_t i = 0; i < census.texts.count; i++) {
            json_append(&turns, json_string(census.texts.items[i].turn));
            if (census.san)
                json_append(&sans, json_string(census.texts.items[i].san));
        }
        json_put(state, "turns", turns);
        if (census.san)
            json_put(state, "sans", sans);
    } else if (census.count <= census.most) {
        json_put(state, "divide", json_incref(census.divide));
    }
    json_decref(census.divide);
    for (size_t i = 0; i < census.texts.count; i++) {
        free(census.texts.items[i].turn);
        free(census.texts.items[i].san);
    }
    vector_clear(&census.texts);
}

// ---- The board ----

// What there is to say of a location; null for an empty square with nothing special.
static json_t *describe_location(const struct position *pos, square s)
{
    piece p = pos->pieces[s];
    json_t *location = json_pack("{s:o}", "at", json_of_square(s));
    if (p == HOLE)
        json_put(&location, "kind", json_string(position_is_wall(pos, s) ? "wall" : "hole"));
    if (is_piece(p)) {
        json_put(&location, "piece", json_string(pos->variant->pieces[piece_type_of(p)].text[WHITE]));
        json_put(&location, "color", json_string(color_key(piece_color(p))));
        if (pos->variant->metered)
            json_put(&location, "fuel", json_integer(pos->fuel[s]));
    }
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (p == EMPTY && set_has(&pos->owned[color], s))
            json_put(&location, "owner", json_string(color_key((enum color)color)));
    if (p != HOLE && position_is_frozen(pos, s))
        json_put(&location, "frozen", json_true());
    if (!location || json_object_size(location) > 1)
        return location;
    json_decref(location);
    return json_null();
}

static json_t *describe_board(const struct position *pos)
{
    const struct board *board = &pos->variant->board;
    json_t *locations = json_array();
    for (int i = 0; i < board->width * board->height; i++) {
        json_t *location = describe_location(pos, square_at(i % board->width, i / board->width));
        if (!json_is_null(location))
            json_append(&locations, location);
    }
    json_t *object =
        json_pack("{s:i,s:i,s:o}", "files", board->width, "ranks", board->height, "locations", locations);
    if (pos->variant->owners)
        json_put(&object, "owners", json_true());
    return object;
}

static json_t *describe_hand(const struct position *pos, enum color color)
{
    json_t *hand = json_object();
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        if (pos->hand[color][type])
            json_put(&hand, (char[]){type_letter(type), '\0'}, json_integer(pos->hand[color][type]));
    return hand;
}

static json_t *describe_reserve(const struct position *pos, enum color color)
{
    unsigned reserve = pos->state.reserve[color];
    return reserve == RESERVE_INFINITE ? json_string("inf") : json_integer((json_int_t)reserve);
}

static void add_sides(json_t **state, const char *name, json_t *white, json_t *black)
{
    json_put(state, name, json_pack("{s:o,s:o}", "white", white, "black", black));
}

// ---- Links ----

// {"e2":["d1","e4"],…}: every piece with the squares of those that it protects.
static json_t *describe_links(const struct protection_graph *graph)
{
    json_t *links = json_object();
    for (unsigned i = 0; i < graph->count; i++) {
        char name[SQUARE_NAME_SIZE];
        square_name(graph->squares[i], name);
        json_t *to = json_array();
        for (unsigned left = graph->to[i]; left; left &= left - 1)
            json_append(&to, json_of_square(graph->squares[__builtin_ctz(left)]));
        json_put(&links, name, to);
    }
    return links;
}

// The squares in order, with the first one repeated at the end of a circuit; null for none.
static json_t *describe_path(const struct protection_graph *graph, const struct protection_path *path,
                             bool closed)
{
    if (!path->count)
        return json_null();
    json_t *squares = json_array();
    for (unsigned i = 0; i < path->count; i++)
        json_append(&squares, json_of_square(graph->squares[path->order[i]]));
    if (closed)
        json_append(&squares, json_of_square(graph->squares[path->order[0]]));
    return squares;
}

static void add_claims(json_t **state, const struct position *pos)
{
    struct claim claims[2];
    json_t *links[2], *path[2], *circuit[2];
    for (unsigned color = WHITE; color <= BLACK; color++) {
        struct claim *claim = &claims[color];
        position_claim(pos, (enum color)color, claim);
        links[color] = describe_links(&claim->graph);
        path[color] = describe_path(&claim->graph, &claim->path, false);
        circuit[color] = describe_path(&claim->graph, &claim->circuit, true);
    }
    add_sides(state, "links", links[WHITE], links[BLACK]);
    add_sides(state, "path", path[WHITE], path[BLACK]);
    add_sides(state, "circuit", circuit[WHITE], circuit[BLACK]);
    add_sides(state, "score", json_integer(claims[WHITE].points), json_integer(claims[BLACK].points));
}

json_t *describe_points(const struct position *pos, struct outcome outcome)
{
    const struct game *game = pos->variant->game;
    if (!game->scores || outcome.result == RESULT_ONGOING)
        return NULL;
    unsigned points = position_points(pos, &outcome);
    return json_pack("{s:i,s:i}", color_key(WHITE), outcome.result == RESULT_WHITE ? (int)points : 0,
                     color_key(BLACK), outcome.result == RESULT_BLACK ? (int)points : 0);
}

void describe_pieces_to(json_t **state, const struct position *pos)
{
    json_put(state, "board", describe_board(pos));
    if (pos->variant->hands)
        add_sides(state, "hands", describe_hand(pos, WHITE), describe_hand(pos, BLACK));
    if (pos->variant->reserves)
        add_sides(state, "reserves", describe_reserve(pos, WHITE), describe_reserve(pos, BLACK));
}

void describe_board_to(json_t **state, const struct position *pos)
{
    describe_pieces_to(state, pos);
    if (pos->variant->game->announces)
        add_claims(state, pos);
    json_t *checked = json_array();
    struct set royals = attack_royals(pos, position_side(pos));
    square s;
    for (struct set_walk walk = set_walk(&royals); set_next(&walk, &s);)
        if (attack_threatens(pos, s, position_side(pos)))
            json_append(&checked, json_of_square(s));
    json_put(state, "checked", checked);
}

json_t *describe_state(const struct position *pos, const struct history *history, unsigned flags)
{
    struct outcome outcome = position_outcome(pos, history);
    bool check = position_in_check(pos);
    struct buffer fen;
    buffer_init(&fen);
    fen_write(pos, &fen);
    json_t *state = json_pack("{s:s,s:o,s:s,s:s,s:b,s:s,s:s}", "game", pos->variant->game->name, "parameters",
                              describe_parameters(pos->variant->game, &pos->variant->parameters), "fen",
                              buffer_text(&fen), "side", color_key(position_side(pos)), "check", check,
                              "result", result_name(outcome.result), "reason", reason_name(outcome.reason));
    if (fen.failed)
        json_put(&state, "fen", NULL);
    buffer_clear(&fen);
    if (!(flags & DESCRIBE_NO_TURNS))
        add_turns(&state, pos, outcome.result == RESULT_ONGOING, flags);
    if (pos->variant->game->scores && outcome.result != RESULT_ONGOING)
        json_put(&state, "points", describe_points(pos, outcome));
    describe_board_to(&state, pos);
    return state;
}

json_t *describe_present(const struct position *pos, const struct history *history, json_t *last,
                         bool ongoing, size_t most)
{
    json_t *state = describe_state(pos, history, DESCRIBE_FEW);
    json_put(&state, "last", last);
    const struct describe_page page = {.most = most};
    json_t *first =
        ongoing ? describe_progress_page(pos, NULL, &page, NULL) : json_pack("{s:[],s:n}", "actions", "next");
    bool all = json_is_null(json_object_get(first, "next"));
    json_put(&state, "legal", all ? json_incref(json_object_get(first, "actions")) : json_null());
    json_decref(first);
    return state;
}
