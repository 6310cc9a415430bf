// SPDX-License-Identifier: GPL-3.0-or-later
// Legal actions and turns, playing them, and taking them back.
#include "api/handle.h"
#include "base/memory.h"
#include "notation/line.h"
#include "position/moves/outcome.h"
#include "position/moves/perft.h"

#include <stdlib.h>
#include <string.h>

static const move end_of_turn = (move)MOVE_END_TURN << 16;

// ---- Public and internal turns ----

static_assert((int)TURN_ACTIONS_MAX <= (int)LEAPER_TURN_ACTIONS_MAX,
              "a public turn has room for an internal one");

bool turn_in(const struct leaper_turn *from, struct turn *to)
{
    if (from->count < 1 || from->count > TURN_ACTIONS_MAX)
        return false;
    *to = (struct turn){.count = (uint8_t)from->count};
    memcpy(to->actions, from->actions, from->count * sizeof *to->actions);
    return true;
}

void turn_out(const struct turn *from, struct leaper_turn *to)
{
    *to = (struct leaper_turn){.count = from->count};
    memcpy(to->actions, from->actions, from->count * sizeof *to->actions);
}

// The public numbers are the internal ones.
static_assert((int)LEAPER_ACTION_END_TURN == (int)MOVE_END_TURN &&
                  (int)LEAPER_ACTION_DROP == (int)MOVE_DROP && (int)LEAPER_ACTION_PASS == (int)MOVE_PASS,
              "actions are numbered alike");

struct leaper_action_info leaper_action_explain(leaper_action action)
{
    enum { ACTION_BITS = 27 }; // an announcement has more
    struct leaper_action_info info = {LEAPER_ACTION_UNKNOWN, LEAPER_SQUARE_NONE, LEAPER_SQUARE_NONE, 0};
    enum move_kind kind = move_kind(action);
    bool lettered = kind == MOVE_PROMOTION || kind == MOVE_DROP;
    piece_type type = piece_type_of(move_what(action));
    if ((kind != MOVE_ANNOUNCE && action >> ACTION_BITS) || kind == (int)LEAPER_ACTION_UNKNOWN ||
        kind > MOVE_PASS || (lettered && (type < 1 || type >= PIECE_TYPES)))
        return info;
    info.kind = (enum leaper_action_kind)kind;
    if (kind <= MOVE_CASTLE || kind == MOVE_SHIFT_SQUARE)
        info.from = move_from(action);
    if (kind <= MOVE_SHIFT_SQUARE || kind == MOVE_WALL)
        info.to = move_to(action);
    if (lettered && type < LETTER_TYPES)
        info.letter = type_letter(type);
    return info;
}

// ---- Legal actions ----

// Whether the game is over in a position in which there are legal actions, or none.
static bool is_over_with(const struct leaper_position *position, bool has_actions)
{
    return !position->now.state.actions &&
           position_outcome_of(&position->now, has_actions, &position->history).result != RESULT_ONGOING;
}

// All legal actions; none if the game is over.
static void list_actions(const struct leaper_position *position, struct move_list *list)
{
    position_actions(&position->now, list);
    if (is_over_with(position, list->count > 0))
        list->count = 0;
}

static bool is_over(const struct leaper_position *position)
{
    return !position->now.state.actions &&
           position_outcome(&position->now, &position->history).result != RESULT_ONGOING;
}

size_t leaper_position_list_actions(const struct leaper_position *position, leaper_action *actions,
                                    size_t size)
{
    struct move_list list;
    list_actions(position, &list);
    size_t copied = list.count < size ? list.count : size;
    if (copied)
        memcpy(actions, list.moves, copied * sizeof *actions);
    return list.count;
}

leaper_action *leaper_position_actions(const struct leaper_position *position, size_t *count,
                                       struct leaper_error *error)
{
    struct move_list list;
    list_actions(position, &list);
    leaper_action *actions = memory_try(NULL, list.count, sizeof *actions);
    if (!actions) {
        fail_no_memory(error);
        return NULL;
    }
    if (list.count)
        memcpy(actions, list.moves, list.count * sizeof *actions);
    *count = list.count;
    return actions;
}

bool leaper_position_is_legal(const struct leaper_position *position, leaper_action action)
{
    return !is_over(position) && position_is_legal(&position->now, action);
}

unsigned leaper_position_cost(const struct leaper_position *position, leaper_action action)
{
    return position_cost(&position->now, action);
}

char leaper_position_captured(const struct leaper_position *position, leaper_action action)
{
    piece captured = position_captured(&position->now, action);
    return is_piece(captured) ? variant_piece_letter(position->now.variant, captured) : 0;
}

struct visit {
    leaper_turn_visitor call;
    void *context;
};

static bool visit_turn(void *context, const struct turn *turn)
{
    const struct visit *visit = context;
    struct leaper_turn out;
    turn_out(turn, &out);
    return visit->call(visit->context, &out);
}

bool leaper_position_each_turn(const struct leaper_position *position, leaper_turn_visitor visit,
                               void *context, struct leaper_error *error)
{
    struct visit own = {visit, context};
    if (!position_at_start(position, error))
        return false;
    if (is_over(position) || turn_each(&position->now, visit_turn, &own))
        return true;
    return fail(error, LEAPER_ERROR_CANCELLED, "", "the visitor ended the walk");
}

struct turns VECTOR_OF(struct leaper_turn);

static bool keep_turn(void *context, const struct leaper_turn *turn)
{
    struct turns *turns = context;
    return vector_push(turns, *turn);
}

struct leaper_turn *leaper_position_turns(const struct leaper_position *position, size_t *count,
                                          struct leaper_error *error)
{
    struct turns turns = {0};
    // The visitor is our own and fails only if memory runs out.
    if (!position_at_start(position, error))
        return NULL;
    if (!vector_reserve(&turns, 1) || !leaper_position_each_turn(position, keep_turn, &turns, NULL)) {
        vector_clear(&turns);
        fail_no_memory(error);
        return NULL;
    }
    *count = turns.count;
    return turns.items;
}

// ---- Playing ----

// Plays a legal action, for which there is room. At the start of a turn the position has already been added
// to the history.
static void apply(struct leaper_position *position, move action)
{
    struct played *played = &position->played.items[position->played.count++];
    played->action = action;
    played->begins = !position->now.state.actions;
    position_apply(&position->now, action, &played->undo);
    if (!position->now.state.actions)
        position->turns++;
}

// Makes room for that many actions and, at the start of a turn, adds the position to the history.
static bool make_room(struct leaper_position *position, size_t actions, struct leaper_error *error)
{
    return (vector_reserve(&position->played, position->played.count + actions) &&
            (position->now.state.actions || history_push(&position->history, &position->now))) ||
           fail_no_memory(error);
}

static bool refuse_over(struct leaper_error *error)
{
    return fail(error, LEAPER_ERROR_GAME_OVER, "", "the game is over");
}

bool position_play_known(struct leaper_position *position, const struct turn *turn,
                         struct leaper_error *error)
{
    if (!make_room(position, turn->count + 1U, error))
        return false;
    for (unsigned i = 0; i < turn->count; i++)
        apply(position, turn->actions[i]);
    if (position->now.state.actions)
        apply(position, end_of_turn);
    return true;
}

bool leaper_position_play(struct leaper_position *position, const struct leaper_turn *turn,
                          struct leaper_error *error)
{
    struct turn inside;
    if (!position_at_start(position, error))
        return false;
    if (is_over(position))
        return refuse_over(error);
    if (!turn_in(turn, &inside) || !turn_is_legal(&position->now, &inside))
        return fail_illegal(error, "turn");
    return position_play_known(position, &inside, error);
}

bool leaper_position_play_text(struct leaper_position *position, const char *text, struct leaper_error *error)
{
    struct turn turn;
    struct error err = {0};
    if (!position_at_start(position, error))
        return false;
    if (!line_read(&position->now, &position->history, text, &turn, &err))
        return fail_as(error, &err);
    return position_play_known(position, &turn, error);
}

bool leaper_position_act(struct leaper_position *position, leaper_action action, struct leaper_error *error)
{
    // Generated once, for both questions: whether the game is over, and whether the action is legal.
    struct move_list list;
    position_actions(&position->now, &list);
    if (is_over_with(position, list.count > 0))
        return refuse_over(error);
    bool legal = move_kind(action) == MOVE_ANNOUNCE ? position_is_legal(&position->now, action)
                                                    : move_list_has(&list, action);
    if (!legal)
        return fail_illegal(error, "action");
    if (!make_room(position, 1, error))
        return false;
    apply(position, action);
    return true;
}

// ---- Taking back ----

bool leaper_position_undo_action(struct leaper_position *position, struct leaper_error *error)
{
    if (!position->played.count)
        return fail(error, LEAPER_ERROR_REQUEST, "", "there is nothing to take back");
    if (!position->now.state.actions)
        position->turns--;
    const struct played *played = &position->played.items[--position->played.count];
    position_undo(&position->now, &played->undo);
    if (played->begins)
        history_pop(&position->history);
    return true;
}

bool leaper_position_undo(struct leaper_position *position, struct leaper_error *error)
{
    do {
        if (!leaper_position_undo_action(position, error))
            return false;
    } while (position->now.state.actions);
    return true;
}

// ---- Counting ----

bool leaper_position_perft(const struct leaper_position *position, int depth,
                           const struct leaper_perft_watch *watch, uint64_t *count,
                           struct leaper_error *error)
{
    enum { DEPTH_MAX = 64 };
    const struct perft_watch inside = {watch ? watch->goes_on : NULL, watch ? watch->context : NULL};
    uint64_t counted = 0;
    if (!position_at_start(position, error))
        return false;
    if (depth < 0 || depth > DEPTH_MAX)
        return fail(error, LEAPER_ERROR_PARAMETER, "depth", "the depth must be 0 to %d, not %d", DEPTH_MAX,
                    depth);
    if (!position_perft_watched(&position->now, depth, &inside, &counted))
        return fail(error, LEAPER_ERROR_CANCELLED, "", "the count was ended before it was done");
    *count = counted;
    return true;
}
