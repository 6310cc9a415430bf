// SPDX-License-Identifier: GPL-3.0-or-later
// Chess with a Limited Supply of Squares, six games: every turn is tried whole, and kept if its king is safe at the end.

#include "reference/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One game of the family. A turn's shape names its actions in order: M a piece is moved, P a square
// is placed, S a square is moved ("shifted").
struct sort {
    const char *game;
    int reserve;            // -1 for as many as one likes
    bool owned;             // only one's own squares may be moved
    bool touched_freezes;   // placed squares are frozen like moved ones
    bool voids;             // from the fourth turn on, a moving piece takes its square away
    bool carries;           // squares may be moved with friendly pieces on them
    const char *shapes[6];  // of a turn; the last is null
    const char *no_move[5]; // of a first turn without a legal piece move
    bool must_place;        // shapes without P are for want of a location
};

static const struct sort sorts[] = {
    {.game = "hans38", .reserve = 3, .owned = true, .shapes = {"M", "P", "S"}},
    {.game = "hans38-neutral", .reserve = 3, .shapes = {"M", "P", "S"}},
    {.game = "hans38-postal",
     .reserve = 3,
     .owned = true,
     .shapes = {"M", "MP", "MS"},
     .no_move = {"P", "S"}},
    {.game = "hans38-postal-plus",
     .reserve = 3,
     .owned = true,
     .shapes = {"M", "MP", "MS", "MPS", "MSP"},
     .no_move = {"P", "S", "PS", "SP"}},
    {.game = "infinite-reserves",
     .reserve = -1,
     .touched_freezes = true,
     .voids = true,
     .shapes = {"M", "MP", "MPS", "MSP"},
     .no_move = {"P", "PS", "SP"},
     .must_place = true},
    {.game = "moving-squares",
     .reserve = -1,
     .touched_freezes = true,
     .voids = true,
     .carries = true,
     .shapes = {"M", "MP", "MPS", "MSP"},
     .no_move = {"P", "PS", "SP"},
     .must_place = true},
};

// Null if nothing is done to squares.
static const struct sort *find_sort(const struct ref_rules *rules)
{
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
        if (strcmp(sorts[i].game, rules->squares) == 0)
            return &sorts[i];
    return NULL;
}

bool ref_is_squares(const struct ref_rules *rules)
{
    return find_sort(rules) != NULL;
}

int ref_squares_reserve(const struct ref_rules *rules)
{
    return find_sort(rules)->reserve;
}

bool ref_squares_owned(const struct ref_rules *rules)
{
    return find_sort(rules) && find_sort(rules)->owned;
}

bool ref_squares_carry(const struct ref_rules *rules)
{
    return find_sort(rules) && find_sort(rules)->carries;
}

// A turn of the side to move, some of its actions done.
struct turn {
    struct ref_position now;          // the side to move is still the one whose turn it is
    bool touched[REF_SIZE][REF_SIZE]; // [rank][file]: the opponent may not move this square
    bool resets;                      // the half-move clock
    bool en_passant;
    char text[REF_TURN_SIZE];
};

// What is done with every legal turn that is found; false ends the search.
typedef bool visitor(void *context, const struct turn *turn);

// A walk through the legal turns that begin with the actions of `begun`.
struct walk {
    const struct sort *sort;
    const char *begun;
    bool whole;             // `begun` is all of the turn
    struct ref_list *known; // if not null: what may come after `begun`; known ones are not looked at again
    visitor *visit;
    void *context;
};

static void append(struct turn *turn, const char *action)
{
    size_t length = strlen(turn->text);
    snprintf(turn->text + length, sizeof turn->text - length, "%s%s", length ? "," : "", action);
}

// ---- The three kinds of action ----

static void move_piece(struct turn *turn, const struct ref_step *step, const struct sort *sort)
{
    struct ref_position *now = &turn->now;
    char action[REF_TURN_SIZE];
    ref_write_step(step, action);
    append(turn, action);
    turn->resets |= ref_make_step(now, step);
    turn->en_passant = step->en_passant;
    if (sort->owned) {
        now->owner[step->from_rank][step->from_file] = (signed char)now->side;
        now->owner[step->to_rank][step->to_file] = (signed char)now->side;
        if (step->castling)
            now->owner[step->to_rank][step->rook_to_file] = (signed char)now->side;
    }
    if (sort->voids && now->fullmove >= 4) {
        now->cell[step->from_rank][step->from_file] = '*';
        now->frozen[step->from_rank][step->from_file] = false;
    }
}

// A location without a square, that is not a wall either.
static bool is_hole(const struct ref_position *position, int file, int rank)
{
    return position->cell[rank][file] == '*' && !ref_is_wall(&position->rules, file, rank);
}

static bool place_square(struct turn *turn, int file, int rank, const struct sort *sort)
{
    struct ref_position *now = &turn->now;
    char action[REF_TURN_SIZE];
    if (!is_hole(now, file, rank) || now->reserve[now->side] == 0)
        return false;
    snprintf(action, sizeof action, "@@%c%d", 'a' + file, rank + 1);
    append(turn, action);
    now->cell[rank][file] = '.';
    now->owner[rank][file] = sort->owned ? (signed char)now->side : -1;
    now->frozen[rank][file] = false;
    if (now->reserve[now->side] > 0) {
        now->reserve[now->side]--;
        turn->resets = true;
    }
    if (sort->touched_freezes)
        turn->touched[rank][file] = true;
    return true;
}

// A rook that is carried loses its castling right.
static void lose_carried_right(struct ref_position *now, int file, int rank)
{
    if (rank != (now->side == 0 ? 0 : now->ranks - 1))
        return;
    if (file == now->files - 1)
        now->castle[now->side][0] = false;
    if (file == 0)
        now->castle[now->side][1] = false;
}

// Whether the square may be moved as far as what stands on it is concerned.
static bool is_movable(const struct turn *turn, int file, int rank, int distance, const struct sort *sort)
{
    const struct ref_position *now = &turn->now;
    char cell = now->cell[rank][file];
    if (cell == '*' || now->frozen[rank][file])
        return false;
    if (cell == '.')
        return !sort->owned || now->owner[rank][file] == now->side;
    bool royal = now->rules.royal && toupper((unsigned char)cell) == 'K';
    return sort->carries && ref_side_of(cell) == now->side && !royal && distance == 1;
}

static bool shift_square(struct turn *turn, int file, int rank, int to_file, int to_rank,
                         const struct sort *sort)
{
    struct ref_position *now = &turn->now;
    int distance = ref_distance(file, rank, to_file, to_rank);
    char action[REF_TURN_SIZE];
    if (distance < 1 || distance > 2 || !is_movable(turn, file, rank, distance, sort) ||
        !is_hole(now, to_file, to_rank) ||
        ref_is_walled_off(&now->rules, file, rank, to_file - file, to_rank - rank))
        return false;
    snprintf(action, sizeof action, "@%c%d%c%d", 'a' + file, rank + 1, 'a' + to_file, to_rank + 1);
    append(turn, action);
    if (ref_is_piece(now->cell[rank][file]))
        lose_carried_right(now, file, rank);
    now->cell[to_rank][to_file] = now->cell[rank][file];
    now->fuel[to_rank][to_file] = now->fuel[rank][file];
    now->cell[rank][file] = '*';
    now->fuel[rank][file] = 0;
    now->owner[to_rank][to_file] = now->owner[rank][file];
    now->frozen[to_rank][to_file] = false;
    turn->touched[rank][file] = false;
    turn->touched[to_rank][to_file] = true;
    return true;
}

// ---- Whole turns ----

static bool is_location_free(const struct ref_position *position)
{
    for (int rank = 0; rank < position->ranks; rank++)
        for (int file = 0; file < position->files; file++)
            if (is_hole(position, file, rank))
                return true;
    return false;
}

// All actions of the shape are done: whether that is a legal turn.
static bool is_legal_end(const struct turn *turn, const struct sort *sort)
{
    bool places = strstr(turn->text, "@@") != NULL;
    if (sort->must_place && !places && is_location_free(&turn->now))
        return false;
    return !ref_king_attacked(&turn->now, turn->now.side);
}

// Where the text goes on after the actions of `begun`; null when it does not begin with them.
static const char *rest_after(const char *text, const char *begun)
{
    size_t length = strlen(begun);
    if (!length)
        return text;
    if (strncmp(text, begun, length) != 0)
        return NULL;
    if (!text[length])
        return text + length;
    return text[length] == ',' ? text + length + 1 : NULL;
}

static bool is_in(const struct ref_list *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->turn[i], text) == 0)
            return true;
    return false;
}

// Whether the walk is interested in a turn whose first actions are those of `text`.
static bool is_wanted(const char *text, const struct walk *walk)
{
    const char *rest = rest_after(text, walk->begun);
    if (!rest)
        return rest_after(walk->begun, text) != NULL;
    if (!walk->known || !*rest || strchr(rest, ','))
        return true;
    return !is_in(walk->known, rest);
}

static bool expand(const struct turn *turn, const char *shape, const struct walk *walk);

static bool expand_moves(const struct turn *turn, const char *shape, const struct walk *walk)
{
    struct ref_candidates candidates;
    ref_candidates_of(&turn->now, &candidates);
    for (int i = 0; i < candidates.count; i++) {
        struct turn next = *turn;
        move_piece(&next, &candidates.step[i], walk->sort);
        if (is_wanted(next.text, walk) && !expand(&next, shape + 1, walk))
            return false;
    }
    return true;
}

static bool expand_placements(const struct turn *turn, const char *shape, const struct walk *walk)
{
    for (int rank = 0; rank < turn->now.ranks; rank++) {
        for (int file = 0; file < turn->now.files; file++) {
            if (!is_hole(&turn->now, file, rank))
                continue;
            struct turn next = *turn;
            if (place_square(&next, file, rank, walk->sort) && is_wanted(next.text, walk) &&
                !expand(&next, shape + 1, walk))
                return false;
        }
    }
    return true;
}

static bool expand_shifts_of(const struct turn *turn, int file, int rank, const char *shape,
                             const struct walk *walk)
{
    for (int to_rank = rank - 2; to_rank <= rank + 2; to_rank++) {
        for (int to_file = file - 2; to_file <= file + 2; to_file++) {
            if (!ref_on_board(&turn->now, to_file, to_rank) || !is_hole(&turn->now, to_file, to_rank))
                continue;
            struct turn next = *turn;
            if (shift_square(&next, file, rank, to_file, to_rank, walk->sort) && is_wanted(next.text, walk) &&
                !expand(&next, shape + 1, walk))
                return false;
        }
    }
    return true;
}

static bool expand_shifts(const struct turn *turn, const char *shape, const struct walk *walk)
{
    for (int rank = 0; rank < turn->now.ranks; rank++)
        for (int file = 0; file < turn->now.files; file++)
            if (turn->now.cell[rank][file] != '*' && !expand_shifts_of(turn, file, rank, shape, walk))
                return false;
    return true;
}

// Does what is left of the shape in every way; false when the visitor has ended the search.
static bool expand(const struct turn *turn, const char *shape, const struct walk *walk)
{
    switch (*shape) {
    case 'M':
        return expand_moves(turn, shape, walk);
    case 'P':
        return expand_placements(turn, shape, walk);
    case 'S':
        return expand_shifts(turn, shape, walk);
    default:
        if (!rest_after(turn->text, walk->begun) || !is_legal_end(turn, walk->sort))
            return true;
        return walk->visit(walk->context, turn);
    }
}

static size_t count_actions(const char *text)
{
    size_t count = *text != 0;
    for (; *text; text++)
        count += *text == ',';
    return count;
}

static bool walk_shapes(const struct ref_position *position, const char *const *shapes,
                        const struct walk *walk)
{
    struct turn turn = {.now = *position};
    size_t actions = count_actions(walk->begun);
    for (; *shapes; shapes++) {
        size_t length = strlen(*shapes);
        if (length < actions || (walk->whole && length != actions))
            continue;
        if (!expand(&turn, *shapes, walk))
            return false;
    }
    return true;
}

static bool stop(void *context, const struct turn *turn)
{
    (void)turn;
    *(bool *)context = true;
    return false;
}

static bool has_piece_move(const struct ref_position *position, const struct sort *sort)
{
    bool found = false;
    walk_shapes(position, sort->shapes,
                &(struct walk){.sort = sort, .begun = "", .visit = stop, .context = &found});
    return found;
}

static void walk_turns(const struct ref_position *position, struct walk walk)
{
    walk.sort = find_sort(&position->rules);
    if (!walk_shapes(position, walk.sort->shapes, &walk) || !walk.sort->no_move[0])
        return;
    if (position->fullmove == 1 && !has_piece_move(position, walk.sort))
        walk_shapes(position, walk.sort->no_move, &walk);
}

bool ref_squares_has_turn(const struct ref_position *position)
{
    bool found = false;
    walk_turns(position, (struct walk){.begun = "", .visit = stop, .context = &found});
    return found;
}

static bool list_turn(void *context, const struct turn *turn)
{
    ref_list_add(context, turn->text);
    return true;
}

void ref_squares_turns(const struct ref_position *position, struct ref_list *list)
{
    walk_turns(position, (struct walk){.begun = "", .visit = list_turn, .context = list});
}

// Of a turn that goes on after the actions begun, lists the next action.
static bool list_next(void *context, const struct turn *turn)
{
    const struct walk *walk = context;
    const char *rest = rest_after(turn->text, walk->begun);
    char action[REF_TURN_SIZE];
    snprintf(action, sizeof action, "%.*s", (int)strcspn(rest, ","), rest);
    if (!is_in(walk->known, action))
        ref_list_add(walk->known, action);
    return true;
}

void ref_squares_next(const struct ref_position *position, const char *begun, struct ref_list *list)
{
    struct walk walk = {.begun = begun, .known = list, .visit = list_next};
    walk.context = &walk;
    walk_turns(position, walk);
}

// Ends the turn: what it touched is frozen for the other side, and nothing else is.
static void finish(struct turn *turn)
{
    struct ref_position *now = &turn->now;
    if (turn->text[0] == '@')
        now->ep_file = now->ep_rank = -1;
    memcpy(now->frozen, turn->touched, sizeof now->frozen);
    ref_end_turn(now, turn->resets);
}

static bool keep(void *context, const struct turn *turn)
{
    *(struct turn *)context = *turn;
    return false;
}

bool ref_squares_play(struct ref_position *position, const char *text)
{
    struct turn turn = {.text = ""};
    walk_turns(position, (struct walk){.begun = text, .whole = true, .visit = keep, .context = &turn});
    if (!turn.text[0])
        return false;
    finish(&turn);
    *position = turn.now;
    return true;
}

static bool stop_at_en_passant(void *context, const struct turn *turn)
{
    *(bool *)context = turn->en_passant;
    return !turn->en_passant;
}

bool ref_squares_en_passant_possible(const struct ref_position *position)
{
    bool found = false;
    if (position->ep_file >= 0)
        walk_turns(position, (struct walk){.begun = "", .visit = stop_at_en_passant, .context = &found});
    return found;
}
