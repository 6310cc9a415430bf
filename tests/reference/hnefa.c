// SPDX-License-Identifier: GPL-3.0-or-later
// HnefaChess as section 4 of the rules tells it: the walls, the pawns, the corners.

#include "reference/parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Files and ranks by name, counted from 0.
enum { D = 3, E = 4, H = 7, I = 8, L = 11, M = 12 };
enum { RANK_4 = 3, RANK_5 = 4, RANK_8 = 7, RANK_9 = 8, RANK_12 = 11, RANK_13 = 12 };

const char *ref_hnefa_start(void)
{
    return "16/4VVVVVVVV4/4VVVGGVVV4/3****2****3/1hh*rnbkqbnr*HH1/1hh*pppppppp*HH1/1hh*8*HH1/1hg10GH1/"
           "1hg10GH1/1hh*8*HH1/1hh*PPPPPPPP*HH1/1hh*RNBQKBNR*HH1/3****2****3/4vvvggvvv4/4vvvvvvvv4/16";
}

static bool between(int low, int number, int high)
{
    return low <= number && number <= high;
}

// The border of the square from d4 to m13, but for the middle pair of each side.
bool ref_hnefa_is_wall(int file, int rank)
{
    bool in_ring = between(D, file, M) && between(RANK_4, rank, RANK_13);
    bool in_middle = between(E, file, L) && between(RANK_5, rank, RANK_12);
    bool gate = file == H || file == I || rank == RANK_8 || rank == RANK_9;
    return in_ring && !in_middle && !gate;
}

static bool inside(int file, int rank)
{
    return between(E, file, L) && between(RANK_5, rank, RANK_12);
}

bool ref_is_wall(const struct ref_rules *rules, int file, int rank)
{
    return rules->ring && ref_hnefa_is_wall(file, rank);
}

bool ref_is_walled_off(const struct ref_rules *rules, int file, int rank, int right, int up)
{
    if (abs(right) + abs(up) != 3 || right == 0 || up == 0)
        return false;
    int long_right = right / 2, long_up = up / 2;
    return ref_is_wall(rules, file + long_right, rank + long_up) &&
           ref_is_wall(rules, file + right - long_right, rank + up - long_up);
}

bool ref_is_pawn(const struct ref_rules *rules, char kind)
{
    return kind == 'P' || (rules->ring && (kind == rules->horizontal || kind == rules->vertical));
}

// Where a pawn of that kind becomes something else.
static bool promotes_on(const struct ref_rules *rules, char kind, int side, int file, int rank)
{
    if (kind == 'P')
        return rank == (side == 0 ? RANK_12 : RANK_5);
    if (kind == rules->horizontal)
        return inside(file, rank) && file == (side == 0 ? I : H);
    return kind == rules->vertical && inside(file, rank) && rank == (side == 0 ? RANK_9 : RANK_8);
}

static void add(const struct ref_position *position, struct ref_candidates *candidates, struct ref_step step)
{
    char kind = (char)toupper((unsigned char)position->cell[step.from_rank][step.from_file]);
    if (!promotes_on(&position->rules, kind, position->side, step.to_file, step.to_rank)) {
        ref_add_step(candidates, step);
        return;
    }
    for (const char *letter = position->rules.promotions; *letter; letter++) {
        step.promotion = (char)tolower((unsigned char)*letter);
        ref_add_step(candidates, step);
    }
}

// A step without capture, if the square is there and empty.
static void add_quiet(const struct ref_position *position, struct ref_candidates *candidates,
                      struct ref_step step, int right, int up)
{
    step.to_file = step.from_file + right;
    step.to_rank = step.from_rank + up;
    int cost = ref_distance(0, 0, right, up);
    if (ref_at(position, step.to_file, step.to_rank) == '.' &&
        ref_can_pay(position, step.from_file, step.from_rank, cost))
        add(position, candidates, step);
}

static bool in_side_gate(int file, int rank)
{
    return (file == D || file == M) && (rank == RANK_8 || rank == RANK_9);
}

static bool is_target(const struct ref_position *position, int file, int rank)
{
    return position->ep_file == file && position->ep_rank == rank;
}

static void regular_pawn(const struct ref_position *position, struct ref_candidates *candidates,
                         struct ref_step step)
{
    int forward = position->side == 0 ? 1 : -1;
    int home = position->side == 0 ? RANK_5 + 1 : RANK_12 - 1;
    add_quiet(position, candidates, step, 0, forward);
    if (step.from_rank == home && inside(step.from_file, step.from_rank) &&
        ref_at(position, step.from_file, home + forward) == '.')
        add_quiet(position, candidates, step, 0, 2 * forward);
    for (int right = -1; right <= 1; right += 2) {
        int file = step.from_file + right, rank = step.from_rank + forward;
        if (is_target(position, file, rank)) {
            struct ref_step capture = step;
            capture.to_file = file;
            capture.to_rank = rank;
            capture.en_passant = true;
            if (ref_captures_en_passant(position, &capture) &&
                ref_can_pay(position, step.from_file, step.from_rank, 1))
                ref_add_step(candidates, capture);
        } else if (in_side_gate(step.from_file, step.from_rank)) {
            add_quiet(position, candidates, step, right, forward);
        }
    }
}

// Horizontal and vertical ones.
static void other_pawn(const struct ref_position *position, struct ref_candidates *candidates,
                       struct ref_step step)
{
    add_quiet(position, candidates, step, 0, 1);
    add_quiet(position, candidates, step, 0, -1);
    add_quiet(position, candidates, step, 1, 0);
    add_quiet(position, candidates, step, -1, 0);
}

void ref_hnefa_piece(const struct ref_position *position, int file, int rank,
                     struct ref_candidates *candidates)
{
    char kind = (char)toupper((unsigned char)position->cell[rank][file]);
    struct ref_step step = {.from_file = file, .from_rank = rank};
    struct ref_targets targets;
    if (kind == 'P')
        regular_pawn(position, candidates, step);
    else if (ref_is_pawn(&position->rules, kind))
        other_pawn(position, candidates, step);
    ref_attacks_of(position, file, rank, &targets);
    for (int i = 0; i < targets.count; i++) {
        char there = ref_at(position, targets.file[i], targets.rank[i]);
        bool enemy = ref_is_piece(there) && ref_side_of(there) != position->side;
        step.to_file = targets.file[i];
        step.to_rank = targets.rank[i];
        if (enemy || (there == '.' && !ref_is_pawn(&position->rules, kind)))
            add(position, candidates, step);
    }
}

// ---- What a position string may say ----

static const char *judge_cell(const struct ref_rules *rules, char cell, int file, int rank)
{
    char kind = (char)toupper((unsigned char)cell);
    bool wall = ref_hnefa_is_wall(file, rank);
    if ((wall && cell != '*') || (!wall && cell == '*' && !ref_is_squares(rules)))
        return "a wall where none is, or none where one is";
    if (ref_is_squares(rules) && ref_squares_carry(rules))
        return NULL;
    if (kind == 'P' && !between(RANK_5 + 1, rank, RANK_12 - 1))
        return "a pawn where none can be";
    if (ref_is_piece(cell) && promotes_on(rules, kind, ref_side_of(cell), file, rank))
        return "a pawn that would have promoted";
    return NULL;
}

// Whether that counts, and the king of the side is there.
static bool in_corner(const struct ref_position *position, int side)
{
    int file, rank;
    return position->rules.corners && ref_find_king(position, side, &file, &rank) &&
           (file == 0 || file == position->files - 1) && (rank == 0 || rank == position->ranks - 1);
}

const char *ref_hnefa_judge(const struct ref_position *position)
{
    for (int rank = 0; position->rules.ring && rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            const char *wrong = judge_cell(&position->rules, position->cell[rank][file], file, rank);
            if (wrong)
                return wrong;
        }
    }
    return in_corner(position, 0) && in_corner(position, 1) ? "both kings in corners" : NULL;
}

// ---- The end ----

// The side whose king has reached a corner, or -1.
int ref_arrived(const struct ref_position *position)
{
    if (in_corner(position, 0))
        return 0;
    return in_corner(position, 1) ? 1 : -1;
}
