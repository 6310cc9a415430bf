// SPDX-License-Identifier: GPL-3.0-or-later
// HnefaChess as section 4 of the rules tells it: the walls, the pawns, the corners.

#include "reference/parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Files and ranks by name, counted from 0.
enum { A = 0, D = 3, E = 4, H = 7, I = 8, L = 11, M = 12, P = 15 };
enum { RANK_1 = 0, RANK_4 = 3, RANK_5 = 4, RANK_8 = 7, RANK_9 = 8, RANK_12 = 11, RANK_13 = 12, RANK_16 = 15 };

bool ref_is_hnefa(const struct ref_rules *rules)
{
    return strcmp(rules->game, "hnefa") == 0;
}

const char *ref_hnefa_start(void)
{
    return "16/4VVVVVVVV4/4VVVGGVVV4/3****2****3/1hh*rnbkqbnr*HH1/1hh*pppppppp*HH1/1hh*8*HH1/1hg10GH1/"
           "1hg10GH1/1hh*8*HH1/1hh*PPPPPPPP*HH1/1hh*RNBQKBNR*HH1/3****2****3/4vvvggvvv4/4vvvvvvvv4/16 "
           "w - - 0 1";
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

bool ref_hnefa_is_letter(char kind)
{
    return kind && strchr("KQRBNPHVG", kind);
}

bool ref_hnefa_is_pawn(char kind)
{
    return kind == 'P' || kind == 'H' || kind == 'V';
}

// Where a pawn of that kind becomes something else.
static bool promotes_on(char kind, int side, int file, int rank)
{
    switch (kind) {
    case 'P':
        return rank == (side == 0 ? RANK_12 : RANK_5);
    case 'H':
        return inside(file, rank) && file == (side == 0 ? I : H);
    case 'V':
        return inside(file, rank) && rank == (side == 0 ? RANK_9 : RANK_8);
    default:
        return false;
    }
}

static void add(const struct ref_position *position, struct ref_candidates *candidates, struct ref_step step)
{
    char kind = (char)toupper((unsigned char)position->cell[step.from_rank][step.from_file]);
    if (!promotes_on(kind, position->side, step.to_file, step.to_rank)) {
        ref_add_step(candidates, step);
        return;
    }
    for (const char *letter = "qrbn"; *letter; letter++) {
        step.promotion = *letter;
        ref_add_step(candidates, step);
    }
}

// A step without capture, if the square is there and empty.
static void add_quiet(const struct ref_position *position, struct ref_candidates *candidates,
                      struct ref_step step, int right, int up)
{
    step.to_file = step.from_file + right;
    step.to_rank = step.from_rank + up;
    if (ref_at(position, step.to_file, step.to_rank) == '.')
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
    else if (ref_hnefa_is_pawn(kind))
        other_pawn(position, candidates, step);
    ref_attacks_of(position, file, rank, &targets);
    for (int i = 0; i < targets.count; i++) {
        char there = ref_at(position, targets.file[i], targets.rank[i]);
        bool enemy = ref_is_piece(there) && ref_side_of(there) != position->side;
        step.to_file = targets.file[i];
        step.to_rank = targets.rank[i];
        if (enemy || (there == '.' && !ref_hnefa_is_pawn(kind)))
            add(position, candidates, step);
    }
}

// ---- What a position string may say ----

static const char *judge_cell(char cell, int file, int rank)
{
    char kind = (char)toupper((unsigned char)cell);
    if ((cell == '*') != ref_hnefa_is_wall(file, rank))
        return "a wall where none is, or none where one is";
    if (kind == 'P' && !between(RANK_5 + 1, rank, RANK_12 - 1))
        return "a pawn where none can be";
    if (ref_is_piece(cell) && promotes_on(kind, ref_side_of(cell), file, rank))
        return "a pawn that would have promoted";
    return NULL;
}

static bool in_corner(const struct ref_position *position, int side)
{
    int file, rank;
    return ref_find_king(position, side, &file, &rank) && (file == A || file == P) &&
           (rank == RANK_1 || rank == RANK_16);
}

const char *ref_hnefa_judge(const struct ref_position *position)
{
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            const char *wrong = judge_cell(position->cell[rank][file], file, rank);
            if (wrong)
                return wrong;
        }
    }
    return in_corner(position, 0) && in_corner(position, 1) ? "both kings in corners" : NULL;
}

bool ref_hnefa_en_passant_stands(const struct ref_position *position)
{
    int enemy = 1 - position->side;
    int forward = enemy == 0 ? 1 : -1;
    int crossed = enemy == 0 ? RANK_5 + 2 : RANK_12 - 2;
    int file = position->ep_file;
    return position->ep_rank == crossed && between(E, file, L) && position->cell[crossed][file] == '.' &&
           position->cell[crossed - forward][file] == '.' &&
           position->cell[crossed + forward][file] == ref_letter_of('P', enemy);
}

// ---- The end ----

// The side whose king has reached a corner, or -1.
int ref_hnefa_arrived(const struct ref_position *position)
{
    if (in_corner(position, 0))
        return 0;
    return in_corner(position, 1) ? 1 : -1;
}
