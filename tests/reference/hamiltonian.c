// SPDX-License-Identifier: GPL-3.0-or-later
// Hamiltonian Chess: placing, moving, announcing, and how it ends.

#include "reference/links.h"
#include "reference/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kinds[] = "KQRBN";
static const int most[] = {1, 1, 2, 2, 2};

bool ref_is_hamiltonian(const struct ref_rules *rules)
{
    return strcmp(rules->game, "hamiltonian") == 0;
}

const char *ref_hamiltonian_start(void)
{
    return "8/8/8/8/8/8/8/8[KQRRBBNNkqrrbbnn] w - - 0 1";
}

static int in_hand(const struct ref_position *position, int side)
{
    int count = 0;
    for (int i = 0; i < REF_KINDS; i++)
        count += position->hand[side][i];
    return count;
}

static bool placing(const struct ref_position *position)
{
    return in_hand(position, 0) > 0 || in_hand(position, 1) > 0;
}

static int on_board(const struct ref_position *position, int side, char kind)
{
    int count = 0;
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++) {
            char cell = position->cell[rank][file];
            if (ref_is_piece(cell) && ref_side_of(cell) == side &&
                (!kind || toupper((unsigned char)cell) == kind))
                count++;
        }
    return count;
}

// ---- Position strings ----

const char *ref_hamiltonian_read_hand(struct ref_position *position, const char *text)
{
    for (; *text && *text != ']'; text++) {
        const char *kind = strchr(kinds, toupper((unsigned char)*text));
        if (!kind)
            return "a letter in hand that no piece has";
        position->hand[islower((unsigned char)*text) ? 1 : 0][kind - kinds]++;
    }
    return strcmp(text, "]") == 0 ? NULL : "the hand does not end";
}

char *ref_hamiltonian_write_hand(const struct ref_position *position, char *text)
{
    if (!placing(position))
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

const char *ref_hamiltonian_judge(const struct ref_position *position)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < REF_KINDS; i++)
            if (on_board(position, side, kinds[i]) + position->hand[side][i] > most[i])
                return "more pieces of a kind than there are";
        if (on_board(position, side, 0) + in_hand(position, side) == 0)
            return "a side without pieces";
    }
    if (placing(position) && in_hand(position, 0) - in_hand(position, 1) != position->side)
        return "it is the other side's turn to place";
    return NULL;
}

// ---- Turns ----

static void list_placements(const struct ref_position *position, struct ref_list *list)
{
    char text[REF_TURN_SIZE];
    for (int i = 0; i < REF_KINDS; i++)
        for (int rank = 0; rank < 8; rank++)
            for (int file = 0; file < 8; file++) {
                if (!position->hand[1 - position->side][i] || position->cell[rank][file] != '.')
                    continue;
                snprintf(text, sizeof text, "%c@%c%d", kinds[i], 'a' + file, rank + 1);
                ref_list_add(list, text);
            }
}

static void list_moves(const struct ref_position *position, struct ref_list *list)
{
    char text[REF_TURN_SIZE];
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++) {
            char cell = position->cell[rank][file];
            if (!ref_is_piece(cell) || ref_side_of(cell) != position->side)
                continue;
            struct ref_targets targets;
            ref_attacks_of(position, file, rank, &targets);
            for (int i = 0; i < targets.count; i++) {
                char there = ref_at(position, targets.file[i], targets.rank[i]);
                if (ref_is_piece(there) && ref_side_of(there) == position->side)
                    continue;
                snprintf(text, sizeof text, "%c%d%c%d", 'a' + file, rank + 1, 'a' + targets.file[i],
                         targets.rank[i] + 1);
                ref_list_add(list, text);
            }
        }
}

void ref_hamiltonian_turns(const struct ref_position *position, struct ref_list *list)
{
    if (placing(position))
        list_placements(position, list);
    else if (!position->announcer)
        list_moves(position, list);
}

static bool is_listed(const struct ref_position *position, const char *turn)
{
    struct ref_list list = {0};
    bool found = false;
    ref_hamiltonian_turns(position, &list);
    for (size_t i = 0; i < list.count; i++)
        found = found || strcmp(list.turn[i], turn) == 0;
    ref_list_clear(&list);
    return found;
}

// ---- Paths ----

static void read_links(const struct ref_position *position, int side, struct ref_links *links)
{
    char text[REF_FEN_SIZE];
    ref_write_board(position, text);
    if (!ref_links_read(links, text, side == 0))
        abort();
}

static bool has_route(const struct ref_position *position, int side)
{
    struct ref_links links;
    struct ref_routes routes;
    if (placing(position))
        return false;
    read_links(position, side, &links);
    ref_links_routes(&links, &routes);
    return routes.paths > 0;
}

static int piece_at(const struct ref_links *links, const char *square)
{
    for (int i = 0; i < links->count; i++)
        if (links->file[i] == square[0] - 'a' && links->rank[i] == square[1] - '1')
            return i;
    return -1;
}

// Whether the squares, two characters each, are a path or circuit through all pieces of the side.
static bool is_route(const struct ref_position *position, int side, const char *squares)
{
    struct ref_links links;
    read_links(position, side, &links);
    int length = (int)strlen(squares) / 2;
    bool closes = length > 1 && strncmp(squares, squares + 2 * (size_t)(length - 1), 2) == 0;
    bool seen[REF_LINKS_PIECES] = {false};
    if (strlen(squares) % 2 || length - closes != links.count)
        return false;
    for (int i = 0; i < length; i++) {
        int here = piece_at(&links, squares + 2 * i),
            before = i ? piece_at(&links, squares + 2 * (i - 1)) : -1;
        bool again = closes && i == length - 1;
        if (here < 0 || seen[here] != again)
            return false;
        seen[here] = true;
        if (i && links.count > 1 && !ref_links_attacks(&links, before, here))
            return false;
    }
    return true;
}

static bool announce(struct ref_position *position, int side, const char *squares)
{
    if (placing(position) || (*squares ? !is_route(position, side, squares) : !has_route(position, side)))
        return false;
    position->announcer = side + 1;
    return true;
}

static void make(struct ref_position *position, const char *turn)
{
    bool captures = false;
    if (turn[1] == '@') {
        const char *kind = strchr(kinds, turn[0]);
        position->hand[1 - position->side][kind - kinds]--;
        position->cell[turn[3] - '1'][turn[2] - 'a'] = ref_letter_of(turn[0], 1 - position->side);
        captures = true; // resets the clock like one
    } else {
        char *from = &position->cell[turn[1] - '1'][turn[0] - 'a'],
             *to = &position->cell[turn[3] - '1'][turn[2] - 'a'];
        captures = ref_is_piece(*to);
        *to = *from;
        *from = '.';
    }
    ref_end_turn(position, captures);
}

bool ref_hamiltonian_play(struct ref_position *position, const char *turn)
{
    if (turn[0] == '!')
        return announce(position, position->side, turn + 1);
    if (turn[0] == ',' && turn[1] == '!')
        return announce(position, 1 - position->side, turn + 2);
    const char *comma = strchr(turn, ',');
    char first[REF_TURN_SIZE];
    snprintf(first, sizeof first, "%.*s", comma ? (int)(comma - turn) : (int)strlen(turn), turn);
    if (!is_listed(position, first) || (comma && comma[1] != '!'))
        return false;
    struct ref_position after = *position;
    make(&after, first);
    if (comma && (ref_hamiltonian_ending(&after) || !announce(&after, position->side, comma + 2)))
        return false;
    *position = after;
    return true;
}

// ---- The end ----

static const char *unless_both(const struct ref_position *position, int winner)
{
    return has_route(position, 1 - winner) ? "draw" : winner == 0 ? "white" : "black";
}

const char *ref_hamiltonian_ending(const struct ref_position *position)
{
    if (position->announcer)
        return unless_both(position, position->announcer - 1);
    for (int side = 0; side < 2; side++)
        if (!placing(position) && on_board(position, side, 0) == 1)
            return unless_both(position, side);
    return NULL;
}
