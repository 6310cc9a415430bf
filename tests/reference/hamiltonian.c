// SPDX-License-Identifier: GPL-3.0-or-later
// Placing the opponent's pieces, announcing paths, and how that ends, as in Hamiltonian Chess.

#include "reference/links.h"
#include "reference/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The order in which hands are written.
static const char kinds[] = "KQRBNACDEFGHIJLMOPSTUVWXYZ";

const char *ref_hamiltonian_start(void)
{
    return "8/8/8/8/8/8/8/8[KQRRBBNNkqrrbbnn]";
}

static int in_hand(const struct ref_position *position, int side)
{
    int count = 0;
    for (int i = 0; i < REF_KINDS; i++)
        count += position->hand[side][i];
    return count;
}

bool ref_is_placing(const struct ref_position *position)
{
    return position->rules.places && (in_hand(position, 0) > 0 || in_hand(position, 1) > 0);
}

static int on_board(const struct ref_position *position, int side, char kind)
{
    int count = 0;
    for (int rank = 0; rank < position->ranks; rank++)
        for (int file = 0; file < position->files; file++) {
            char cell = position->cell[rank][file];
            if (ref_is_piece(cell) && ref_side_of(cell) == side &&
                (!kind || toupper((unsigned char)cell) == kind))
                count++;
        }
    return count;
}

// ---- Position strings ----

const char *ref_read_hand(struct ref_position *position, const char *text)
{
    for (; *text && *text != ']'; text++) {
        const char *kind = strchr(kinds, toupper((unsigned char)*text));
        if (!kind || !strchr(position->rules.placement, *text))
            return "a letter in hand that no piece has";
        position->hand[islower((unsigned char)*text) ? 1 : 0][kind - kinds]++;
    }
    return strcmp(text, "]") == 0 ? NULL : "the hand does not end";
}

char *ref_write_hand(const struct ref_position *position, char *text)
{
    if (!ref_is_placing(position))
        return text;
    *text++ = '[';
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < REF_KINDS; i++)
            for (int n = 0; n < position->hand[side][i]; n++)
                *text++ = ref_letter_of(kinds[i], side);
    *text++ = ']';
    *text = 0;
    return text;
}

// How many pieces with that letter, upper case, a side has in hand at the start.
static int most_of(const struct ref_rules *rules, char kind)
{
    int count = 0;
    for (const char *c = strchr(rules->placement, '['); c && *c; c++)
        count += *c == kind;
    return count;
}

const char *ref_judge_placing(const struct ref_position *position)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < REF_KINDS; i++)
            if (on_board(position, side, kinds[i]) + position->hand[side][i] >
                most_of(&position->rules, kinds[i]))
                return "more pieces of a kind than there are";
        if (position->rules.links && on_board(position, side, 0) + in_hand(position, side) == 0)
            return "a side without pieces";
    }
    if (ref_is_placing(position) && in_hand(position, 0) - in_hand(position, 1) != position->side)
        return "it is the other side's turn to place";
    return NULL;
}

// ---- Placing ----

void ref_placements(const struct ref_position *position, struct ref_list *list)
{
    char text[REF_TURN_SIZE];
    for (int i = 0; i < REF_KINDS; i++)
        for (int rank = 0; rank < position->ranks; rank++)
            for (int file = 0; file < position->files; file++) {
                if (!position->hand[1 - position->side][i] || position->cell[rank][file] != '.')
                    continue;
                snprintf(text, sizeof text, "%c@%c%d", kinds[i], 'a' + file, rank + 1);
                ref_list_add(list, text);
            }
}

bool ref_place(struct ref_position *position, const char *turn)
{
    int file, rank, side = 1 - position->side;
    const char *kind = strchr(kinds, turn[0]), *square = turn + 2;
    if (!turn[0] || !kind || turn[1] != '@' || !ref_read_square(position, &square, &file, &rank) || *square ||
        !position->hand[side][kind - kinds] || position->cell[rank][file] != '.')
        return false;
    position->hand[side][kind - kinds]--;
    position->cell[rank][file] = ref_letter_of(*kind, side);
    position->fuel[rank][file] = position->rules.fuel;
    if (ref_is_squares(&position->rules)) {
        position->owner[rank][file] = ref_squares_owned(&position->rules) ? (signed char)side : -1;
        memset(position->frozen, 0, sizeof position->frozen);
    }
    position->ep_file = position->ep_rank = -1;
    ref_end_turn(position, true);
    return true;
}

// ---- Paths ----

// The pieces of a side, and which of them attack which others of their own side.
struct graph {
    int count;
    int file[REF_SIZE * REF_SIZE], rank[REF_SIZE * REF_SIZE];
    bool links[REF_LINKS_PIECES][REF_LINKS_PIECES];
};

static int piece_at(const struct graph *graph, int file, int rank)
{
    for (int i = 0; i < graph->count; i++)
        if (graph->file[i] == file && graph->rank[i] == rank)
            return i;
    return -1;
}

static void find_graph(const struct ref_position *position, int side, struct graph *graph)
{
    memset(graph, 0, sizeof *graph);
    for (int rank = 0; rank < position->ranks; rank++)
        for (int file = 0; file < position->files; file++) {
            char cell = position->cell[rank][file];
            if (!ref_is_piece(cell) || ref_side_of(cell) != side)
                continue;
            graph->file[graph->count] = file;
            graph->rank[graph->count++] = rank;
        }
    if (graph->count > REF_LINKS_PIECES)
        abort();
    for (int i = 0; i < graph->count; i++) {
        struct ref_targets targets;
        ref_attacks_of(position, graph->file[i], graph->rank[i], &targets);
        for (int t = 0; t < targets.count; t++) {
            int to = piece_at(graph, targets.file[t], targets.rank[t]);
            if (to >= 0)
                graph->links[i][to] = true;
        }
    }
}

// Whether a path that has come to `last` can go on through all pieces that it has not seen.
static bool goes_through_all(const struct graph *graph, int last, unsigned seen)
{
    if (seen == (1U << graph->count) - 1)
        return true;
    for (int next = 0; next < graph->count; next++)
        if (!(seen >> next & 1) && graph->links[last][next] &&
            goes_through_all(graph, next, seen | 1U << next))
            return true;
    return false;
}

static bool has_route(const struct ref_position *position, int side)
{
    struct graph graph;
    if (ref_is_placing(position))
        return false;
    find_graph(position, side, &graph);
    for (int first = 0; first < graph.count; first++)
        if (goes_through_all(&graph, first, 1U << first))
            return true;
    return false;
}

// Whether the squares are a path or circuit through all pieces of the side.
static bool is_route(const struct ref_position *position, int side, const char *squares)
{
    struct graph graph;
    int order[REF_LINKS_PIECES + 1], length = 0, file, rank;
    find_graph(position, side, &graph);
    while (*squares) {
        if (length > REF_LINKS_PIECES || !ref_read_square(position, &squares, &file, &rank))
            return false;
        order[length] = piece_at(&graph, file, rank);
        if (order[length++] < 0)
            return false;
    }
    bool closes = length > 1 && order[0] == order[length - 1];
    bool seen[REF_LINKS_PIECES] = {false};
    if (length - closes != graph.count)
        return false;
    for (int i = 0; i < length; i++) {
        if (seen[order[i]] != (closes && i == length - 1))
            return false;
        seen[order[i]] = true;
        if (i && graph.count > 1 && !graph.links[order[i - 1]][order[i]])
            return false;
    }
    return true;
}

const char *ref_announcement_in(const char *turn)
{
    return strchr(turn, '!');
}

bool ref_announce(struct ref_position *position, int side, const char *squares)
{
    if (!position->rules.links || position->announcer || ref_is_placing(position) ||
        (*squares ? !is_route(position, side, squares) : !has_route(position, side)))
        return false;
    position->announcer = side + 1;
    return true;
}

// ---- The end ----

static const char *unless_both(const struct ref_position *position, int winner)
{
    return has_route(position, 1 - winner) ? "draw" : winner == 0 ? "white" : "black";
}

const char *ref_links_ending(const struct ref_position *position)
{
    if (!position->rules.links)
        return NULL;
    if (position->announcer)
        return unless_both(position, position->announcer - 1);
    for (int side = 0; side < 2; side++)
        if (!ref_is_placing(position) && on_board(position, side, 0) == 1)
            return unless_both(position, side);
    return NULL;
}
