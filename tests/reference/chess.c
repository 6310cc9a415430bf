// SPDX-License-Identifier: GPL-3.0-or-later
// Moves of pieces, and the turns of games in which each is one of them.

#include "reference/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { A, B, C, D, E, F, G, H }; // the files by name

void ref_add_step(struct ref_candidates *candidates, struct ref_step step)
{
    if (candidates->count == (int)(sizeof candidates->step / sizeof candidates->step[0]))
        abort();
    candidates->step[candidates->count++] = step;
}

void ref_write_step(const struct ref_step *step, char *text)
{
    int length = snprintf(text, REF_TURN_SIZE, "%c%d%c%d", 'a' + step->from_file, step->from_rank + 1,
                          'a' + step->to_file, step->to_rank + 1);
    if (step->promotion) {
        text[length] = step->promotion;
        text[length + 1] = 0;
    }
}

bool ref_can_pay(const struct ref_position *position, int file, int rank, int cost)
{
    return !position->rules.fuel || position->fuel[rank][file] >= cost;
}

int ref_pawn_home(const struct ref_rules *rules, int side)
{
    // In HnefaChess the inner board begins on rank 5.
    int first = rules->ring ? 4 : 0;
    return side == 0 ? first + 1 : rules->ranks - 2 - first;
}

bool ref_pawn_file(const struct ref_rules *rules, int file)
{
    return !rules->ring || (file >= E && file <= E + 7);
}

static bool is_enemy(const struct ref_position *position, int file, int rank)
{
    char cell = ref_at(position, file, rank);
    return ref_is_piece(cell) && ref_side_of(cell) != position->side;
}

// A pawn's arrival: on the last rank one candidate for each piece it may become.
static void add_pawn_step(const struct ref_position *position, struct ref_candidates *candidates,
                          struct ref_step step)
{
    int last_rank = position->side == 0 ? position->ranks - 1 : 0;
    if (step.to_rank != last_rank) {
        ref_add_step(candidates, step);
        return;
    }
    for (const char *letter = position->rules.promotions; *letter; letter++) {
        step.promotion = (char)tolower((unsigned char)*letter);
        ref_add_step(candidates, step);
    }
}

// The square that the enemy pawn crossed is there, and the pawn still stands beside.
bool ref_captures_en_passant(const struct ref_position *position, const struct ref_step *step)
{
    return step->to_file == position->ep_file && step->to_rank == position->ep_rank &&
           ref_at(position, step->to_file, step->to_rank) == '.' &&
           ref_at(position, step->to_file, step->from_rank) == ref_letter_of('P', 1 - position->side);
}

static void pawn_turns(const struct ref_position *position, int file, int rank,
                       struct ref_candidates *candidates)
{
    int forward = position->side == 0 ? 1 : -1;
    int home_rank = ref_pawn_home(&position->rules, position->side);
    struct ref_step step = {.from_file = file, .from_rank = rank, .to_file = file};

    if (ref_at(position, file, rank + forward) == '.' && ref_can_pay(position, file, rank, 1)) {
        step.to_rank = rank + forward;
        add_pawn_step(position, candidates, step);
        if (rank == home_rank && ref_at(position, file, rank + 2 * forward) == '.' &&
            ref_can_pay(position, file, rank, 2)) {
            step.to_rank = rank + 2 * forward;
            ref_add_step(candidates, step);
        }
    }

    struct ref_targets targets;
    ref_attacks_of(position, file, rank, &targets);
    for (int i = 0; i < targets.count; i++) {
        step.to_file = targets.file[i];
        step.to_rank = targets.rank[i];
        step.en_passant = ref_captures_en_passant(position, &step);
        if (step.en_passant)
            ref_add_step(candidates, step);
        else if (is_enemy(position, step.to_file, step.to_rank))
            add_pawn_step(position, candidates, step);
    }
}

static void piece_turns(const struct ref_position *position, int file, int rank,
                        struct ref_candidates *candidates)
{
    struct ref_targets targets;
    ref_attacks_of(position, file, rank, &targets);
    for (int i = 0; i < targets.count; i++) {
        struct ref_step step = {
            .from_file = file, .from_rank = rank, .to_file = targets.file[i], .to_rank = targets.rank[i]};
        if (ref_at(position, step.to_file, step.to_rank) == '.' ||
            is_enemy(position, step.to_file, step.to_rank))
            ref_add_step(candidates, step);
    }
}

// One way of castling, as the rules of section 6 tell it.
struct castling {
    int king_to, rook_from, rook_to;
    const char *empty; // files that must be empty
    const char *safe;  // files that must not be attacked
};

static struct castling castling_of(const struct ref_position *position, int wing)
{
    if (wing == 0)
        return (struct castling){G, H, F, "fg", "efg"};
    if (ref_is_clobberers(position->rules.army[position->side]))
        return (struct castling){B, A, C, "bcd", "edcb"};
    return (struct castling){C, A, D, "bcd", "edc"};
}

static void castling_turn(const struct ref_position *position, int wing, struct ref_candidates *candidates)
{
    int home = position->side == 0 ? 0 : position->ranks - 1;
    struct castling way = castling_of(position, wing);

    if (!position->castle[position->side][wing] || !position->rules.castling)
        return;
    for (const char *file = way.empty; *file; file++)
        if (ref_at(position, *file - 'a', home) != '.')
            return;
    for (const char *file = way.safe; *file; file++)
        if (ref_attacked(position, *file - 'a', home, 1 - position->side))
            return;
    if (!ref_can_pay(position, E, home, abs(way.king_to - E)) ||
        !ref_can_pay(position, way.rook_from, home, abs(way.rook_to - way.rook_from)))
        return;
    ref_add_step(candidates, (struct ref_step){.from_file = E,
                                               .from_rank = home,
                                               .to_file = way.king_to,
                                               .to_rank = home,
                                               .castling = true,
                                               .rook_from_file = way.rook_from,
                                               .rook_to_file = way.rook_to});
}

void ref_candidates_of(const struct ref_position *position, struct ref_candidates *candidates)
{
    candidates->count = 0;
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            char cell = position->cell[rank][file];
            if (!ref_is_piece(cell) || ref_side_of(cell) != position->side)
                continue;
            if (position->rules.ring)
                ref_hnefa_piece(position, file, rank, candidates);
            else if (cell == ref_letter_of('P', position->side))
                pawn_turns(position, file, rank, candidates);
            else
                piece_turns(position, file, rank, candidates);
        }
    }
    castling_turn(position, 0, candidates);
    castling_turn(position, 1, candidates);
}

static void move_piece(struct ref_position *position, int from_file, int from_rank, int to_file, int to_rank)
{
    int left = position->fuel[from_rank][from_file];
    if (position->rules.fuel)
        left -= ref_distance(from_file, from_rank, to_file, to_rank);
    position->cell[to_rank][to_file] = position->cell[from_rank][from_file];
    position->fuel[to_rank][to_file] = left;
    position->cell[from_rank][from_file] = '.';
    position->fuel[from_rank][from_file] = 0;
}

// A right is gone when its king or its corner piece has moved, or that piece was captured: in all
// three cases the turn starts or ends on one of those squares.
static void lose_rights(struct ref_position *position, int file, int rank)
{
    for (int side = 0; side < 2; side++) {
        if (rank != (side == 0 ? 0 : position->ranks - 1))
            continue;
        if (file == E || file == H)
            position->castle[side][0] = false;
        if (file == E || file == A)
            position->castle[side][1] = false;
    }
}

bool ref_make_step(struct ref_position *position, const struct ref_step *step)
{
    char piece = position->cell[step->from_rank][step->from_file];
    bool is_pawn = toupper((unsigned char)piece) == 'P';
    bool captures = position->cell[step->to_rank][step->to_file] != '.' || step->en_passant;
    bool double_step = is_pawn && abs(step->to_rank - step->from_rank) == 2;

    if (step->en_passant) {
        position->cell[step->from_rank][step->to_file] = '.';
        position->fuel[step->from_rank][step->to_file] = 0;
    }
    move_piece(position, step->from_file, step->from_rank, step->to_file, step->to_rank);
    if (step->castling)
        move_piece(position, step->rook_from_file, step->from_rank, step->rook_to_file, step->from_rank);
    if (step->promotion)
        position->cell[step->to_rank][step->to_file] = ref_letter_of(step->promotion, position->side);

    lose_rights(position, step->from_file, step->from_rank);
    lose_rights(position, step->to_file, step->to_rank);
    position->ep_file = double_step ? step->from_file : -1;
    position->ep_rank = double_step ? (step->from_rank + step->to_rank) / 2 : -1;
    return captures || ref_is_pawn(&position->rules, (char)toupper((unsigned char)piece));
}

void ref_end_turn(struct ref_position *position, bool resets)
{
    position->halfmove = resets ? 0 : position->halfmove + 1;
    if (position->side == 1)
        position->fullmove++;
    position->side = 1 - position->side;
}

// Makes the changes of a step that is the whole turn; whether it was legal is another question.
static void take_step(struct ref_position *position, const struct ref_step *step)
{
    bool resets = ref_make_step(position, step);
    ref_end_turn(position, resets);
}

static bool is_legal(const struct ref_position *position, const struct ref_step *step)
{
    struct ref_position after = *position;
    take_step(&after, step);
    return !ref_king_attacked(&after, position->side);
}

void ref_chess_turns(const struct ref_position *position, struct ref_list *list)
{
    struct ref_candidates candidates;
    ref_candidates_of(position, &candidates);
    for (int i = 0; i < candidates.count; i++) {
        if (!is_legal(position, &candidates.step[i]))
            continue;
        char text[REF_TURN_SIZE];
        ref_write_step(&candidates.step[i], text);
        ref_list_add(list, text);
    }
}

bool ref_chess_play(struct ref_position *position, const char *turn)
{
    struct ref_candidates candidates;
    ref_candidates_of(position, &candidates);
    for (int i = 0; i < candidates.count; i++) {
        char text[REF_TURN_SIZE];
        ref_write_step(&candidates.step[i], text);
        if (strcmp(text, turn) == 0 && is_legal(position, &candidates.step[i])) {
            take_step(position, &candidates.step[i]);
            return true;
        }
    }
    return false;
}

bool ref_chess_en_passant_possible(const struct ref_position *position)
{
    struct ref_candidates candidates;
    ref_candidates_of(position, &candidates);
    for (int i = 0; i < candidates.count; i++)
        if (candidates.step[i].en_passant && is_legal(position, &candidates.step[i]))
            return true;
    return false;
}
