// SPDX-License-Identifier: GPL-3.0-or-later
// Where each piece goes, spelled out letter by letter, and what is attacked.

#include "reference/parts.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int ref_distance(int from_file, int from_rank, int to_file, int to_rank)
{
    int files = abs(to_file - from_file);
    int ranks = abs(to_rank - from_rank);
    return files > ranks ? files : ranks;
}

bool ref_on_board(const struct ref_position *position, int file, int rank)
{
    return file >= 0 && file < position->files && rank >= 0 && rank < position->ranks;
}

char ref_at(const struct ref_position *position, int file, int rank)
{
    return ref_on_board(position, file, rank) ? position->cell[rank][file] : '*';
}

bool ref_is_piece(char cell)
{
    return cell != '.' && cell != '*';
}

int ref_side_of(char piece)
{
    return isupper((unsigned char)piece) ? 0 : 1;
}

char ref_letter_of(char kind, int side)
{
    return (char)(side == 0 ? toupper((unsigned char)kind) : tolower((unsigned char)kind));
}

bool ref_read_square(const struct ref_position *position, const char **text, int *file, int *rank)
{
    if (!islower((unsigned char)**text) || !isdigit((unsigned char)(*text)[1]))
        return false;
    *file = **text - 'a';
    char *end;
    *rank = (int)strtol(*text + 1, &end, 10) - 1;
    *text = end;
    return ref_on_board(position, *file, *rank);
}

// One piece looking around: where it stands, which way is forward, and what it has found.
struct view {
    const struct ref_position *position;
    int file, rank;
    int forward; // +1 for White, -1 for Black
    struct ref_targets *found;
};

static void note(struct view *view, int file, int rank)
{
    const struct ref_position *position = view->position;
    if (!ref_can_pay(position, view->file, view->rank, ref_distance(view->file, view->rank, file, rank)))
        return;
    assert(view->found->count < REF_TARGETS);
    view->found->file[view->found->count] = file;
    view->found->rank[view->found->count] = rank;
    view->found->count++;
}

// To the square `right` files to the right and `ahead` ranks forward, whatever lies between but walls.
static void leap(struct view *view, int right, int ahead)
{
    int up = ahead * view->forward;
    int file = view->file + right;
    int rank = view->rank + up;
    if (ref_is_walled_off(&view->position->rules, view->file, view->rank, right, up))
        return;
    if (ref_at(view->position, file, rank) != '*')
        note(view, file, rank);
}

// Up to `most` steps in one direction, until something stands there or the squares end.
static void slide(struct view *view, int right, int ahead, int most)
{
    for (int steps = 1; steps <= most; steps++) {
        int file = view->file + right * steps;
        int rank = view->rank + ahead * steps * view->forward;
        char cell = ref_at(view->position, file, rank);
        if (cell == '*')
            return;
        note(view, file, rank);
        if (cell != '.')
            return;
    }
}

enum { FAR = REF_SIZE };

static void one_step_orthogonally(struct view *view)
{
    leap(view, 0, 1);
    leap(view, 0, -1);
    leap(view, 1, 0);
    leap(view, -1, 0);
}

static void one_step_diagonally(struct view *view)
{
    leap(view, 1, 1);
    leap(view, -1, 1);
    leap(view, 1, -1);
    leap(view, -1, -1);
}

static void leap_two_orthogonally(struct view *view)
{
    leap(view, 0, 2);
    leap(view, 0, -2);
    leap(view, 2, 0);
    leap(view, -2, 0);
}

static void leap_two_diagonally(struct view *view)
{
    leap(view, 2, 2);
    leap(view, -2, 2);
    leap(view, 2, -2);
    leap(view, -2, -2);
}

static void leap_three_orthogonally(struct view *view)
{
    leap(view, 0, 3);
    leap(view, 0, -3);
    leap(view, 3, 0);
    leap(view, -3, 0);
}

static void knight_forward_narrow(struct view *view)
{
    leap(view, 1, 2);
    leap(view, -1, 2);
}

static void knight_forward_wide(struct view *view)
{
    leap(view, 2, 1);
    leap(view, -2, 1);
}

static void knight_backward_narrow(struct view *view)
{
    leap(view, 1, -2);
    leap(view, -1, -2);
}

static void knight_backward_wide(struct view *view)
{
    leap(view, 2, -1);
    leap(view, -2, -1);
}

static void king(struct view *view)
{
    one_step_orthogonally(view);
    one_step_diagonally(view);
}

static void knight(struct view *view)
{
    knight_forward_narrow(view);
    knight_forward_wide(view);
    knight_backward_narrow(view);
    knight_backward_wide(view);
}

static void rook(struct view *view)
{
    slide(view, 0, 1, FAR);
    slide(view, 0, -1, FAR);
    slide(view, 1, 0, FAR);
    slide(view, -1, 0, FAR);
}

static void bishop(struct view *view)
{
    slide(view, 1, 1, FAR);
    slide(view, -1, 1, FAR);
    slide(view, 1, -1, FAR);
    slide(view, -1, -1, FAR);
}

// A king's three steps backward.
static void king_backward(struct view *view)
{
    leap(view, 0, -1);
    leap(view, 1, -1);
    leap(view, -1, -1);
}

// A king's two steps sideways.
static void king_sideways(struct view *view)
{
    leap(view, 1, 0);
    leap(view, -1, 0);
}

// The charging rook runs forward and sideways like a rook and steps back like a king.
static void charging_rook(struct view *view)
{
    slide(view, 0, 1, FAR);
    slide(view, 1, 0, FAR);
    slide(view, -1, 0, FAR);
    king_backward(view);
}

// The charging knight leaps forward like a knight and steps sideways and back like a king.
static void charging_knight(struct view *view)
{
    knight_forward_narrow(view);
    knight_forward_wide(view);
    king_sideways(view);
    king_backward(view);
}

// The colonel leaps forward like a knight, runs forward and sideways like a rook and steps
// anywhere like a king. The steps straight ahead and sideways are the rook's already.
static void colonel(struct view *view)
{
    knight_forward_narrow(view);
    knight_forward_wide(view);
    slide(view, 0, 1, FAR);
    slide(view, 1, 0, FAR);
    slide(view, -1, 0, FAR);
    one_step_diagonally(view);
    leap(view, 0, -1);
}

// The fibnif steps one diagonally or leaps like a narrow knight.
static void fibnif(struct view *view)
{
    one_step_diagonally(view);
    knight_forward_narrow(view);
    knight_backward_narrow(view);
}

// The short rook is a rook of at most four steps.
static void short_rook(struct view *view)
{
    slide(view, 0, 1, 4);
    slide(view, 0, -1, 4);
    slide(view, 1, 0, 4);
    slide(view, -1, 0, 4);
}

static void pawn_captures(struct view *view)
{
    leap(view, 1, 1);
    leap(view, -1, 1);
}

static void look_around(struct view *view, char kind)
{
    const struct ref_rules *rules = &view->position->rules;
    if (rules->ring && kind == rules->guard) {
        king(view);
        return;
    }
    if (rules->ring && (kind == rules->horizontal || kind == rules->vertical)) {
        one_step_diagonally(view);
        return;
    }
    switch (kind) {
    case 'K':
        king(view);
        break;
    case 'P':
        pawn_captures(view);
        break;
    case 'Q':
        rook(view);
        bishop(view);
        break;
    case 'R':
        rook(view);
        break;
    case 'B':
        bishop(view);
        break;
    case 'N':
        knight(view);
        break;
    case 'D': // bede
        bishop(view);
        leap_two_orthogonally(view);
        break;
    case 'W': // waffle
        one_step_orthogonally(view);
        leap_two_diagonally(view);
        break;
    case 'A': // fad
        one_step_diagonally(view);
        leap_two_diagonally(view);
        leap_two_orthogonally(view);
        break;
    case 'C': // cardinal
        bishop(view);
        knight(view);
        break;
    case 'G':
        charging_rook(view);
        break;
    case 'I':
        fibnif(view);
        break;
    case 'H':
        charging_knight(view);
        break;
    case 'O':
        colonel(view);
        break;
    case 'S':
        short_rook(view);
        break;
    case 'M': // woody rook
        one_step_orthogonally(view);
        leap_two_orthogonally(view);
        break;
    case 'F': // half-duck
        leap_three_orthogonally(view);
        one_step_diagonally(view);
        leap_two_orthogonally(view);
        break;
    case 'E': // chancellor
        rook(view);
        knight(view);
        break;
    default:
        abort(); // a letter without moves
    }
}

void ref_attacks_of(const struct ref_position *position, int file, int rank, struct ref_targets *targets)
{
    char piece = position->cell[rank][file];
    struct view view = {position, file, rank, ref_side_of(piece) == 0 ? 1 : -1, targets};
    targets->count = 0;
    look_around(&view, (char)toupper((unsigned char)piece));
}

bool ref_attacked(const struct ref_position *position, int file, int rank, int by)
{
    for (int r = 0; r < position->ranks; r++) {
        for (int f = 0; f < position->files; f++) {
            char cell = position->cell[r][f];
            if (!ref_is_piece(cell) || ref_side_of(cell) != by)
                continue;
            struct ref_targets targets;
            ref_attacks_of(position, f, r, &targets);
            for (int i = 0; i < targets.count; i++)
                if (targets.file[i] == file && targets.rank[i] == rank)
                    return true;
        }
    }
    return false;
}

bool ref_find_king(const struct ref_position *position, int side, int *file, int *rank)
{
    for (int r = 0; r < position->ranks; r++) {
        for (int f = 0; f < position->files; f++) {
            if (position->cell[r][f] == ref_letter_of('K', side)) {
                *file = f;
                *rank = r;
                return true;
            }
        }
    }
    return false;
}

bool ref_king_attacked(const struct ref_position *position, int side)
{
    int file, rank;
    return position->rules.royal && ref_find_king(position, side, &file, &rank) &&
           ref_attacked(position, file, rank, 1 - side);
}
