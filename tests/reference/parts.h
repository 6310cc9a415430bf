// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the reference generator share among themselves.

#ifndef LEAPER_TESTS_REFERENCE_PARTS_H
#define LEAPER_TESTS_REFERENCE_PARTS_H

#include "reference/reference.h"

enum { REF_TARGETS = 64 }; // more squares than any piece reaches on 16 by 16 locations

// Squares, as many as `count` says.
struct ref_targets {
    int count;
    int file[REF_TARGETS], rank[REF_TARGETS];
};

// What a turn of one piece changes, before it is known to be legal.
struct ref_step {
    int from_file, from_rank, to_file, to_rank;
    char promotion;                   // the letter of the new piece in lower case, or 0
    bool en_passant;                  // captures the pawn beside it
    bool castling;                    // takes the corner piece along
    int rook_from_file, rook_to_file; // where that piece comes from and goes to
};

// Turns of one piece by movement alone, the own king's safety not yet looked at.
struct ref_candidates {
    int count;
    struct ref_step step[1024];
};

// movement.c: where pieces go.

// The distance of the rules: the king's.
int ref_distance(int from_file, int from_rank, int to_file, int to_rank);
bool ref_on_board(const struct ref_position *position, int file, int rank);
// The letter on a square; '*' outside the board.
char ref_at(const struct ref_position *position, int file, int rank);
bool ref_is_piece(char cell);
// 0 for an upper case letter, 1 for a lower case one.
int ref_side_of(char piece);
// Reads the name of a square of the board and goes on behind it; false if there is none.
bool ref_read_square(const struct ref_position *position, const char **text, int *file, int *rank);
char ref_letter_of(char kind, int side);

// Squares that the piece on (file, rank) attacks by its movement and can pay for: empty ones, ones
// with an enemy and ones with a friend. Works for every letter; pawns attack diagonally forward.
void ref_attacks_of(const struct ref_position *position, int file, int rank, struct ref_targets *targets);

// Whether some piece of `by` attacks the square.
bool ref_attacked(const struct ref_position *position, int file, int rank, int by);

// Where the king of `side` stands; false when it has none.
bool ref_find_king(const struct ref_position *position, int side, int *file, int *rank);

// Whether the king of `side` is attacked.
bool ref_king_attacked(const struct ref_position *position, int side);

// armies.c: what stands where at the start.

// The eight letters of an army's setup from the a-file, upper case; null for an unknown key.
const char *ref_army_setup(const char *key);
// The letters, upper case, that pawns may become: each once.
void ref_promotions(const struct ref_rules *rules, char *letters);
bool ref_is_clobberers(const char *key);

// fen.c: the text of placement, side, castling and en-passant target.
void ref_write_board(const struct ref_position *position, char *text);

// chess.c: piece moves, on any squares there are.

// Puts a step at the end.
void ref_add_step(struct ref_candidates *candidates, struct ref_step step);
// All moves of pieces of the side to move, castling's own conditions included.
void ref_candidates_of(const struct ref_position *position, struct ref_candidates *candidates);
// The step in coordinate notation, into REF_TURN_SIZE bytes.
void ref_write_step(const struct ref_step *step, char *text);
// Makes the step: pieces, fuel, castling rights, en-passant target. True when it captures or moves a pawn.
bool ref_make_step(struct ref_position *position, const struct ref_step *step);
// Counts the turn; `resets` the half-move clock. The other side is to move then.
void ref_end_turn(struct ref_position *position, bool resets);

// chess.c: games in which a turn is one step of a piece, that is `chess`, `fuel` and `hnefa`.
void ref_chess_turns(const struct ref_position *position, struct ref_list *list);
bool ref_chess_play(struct ref_position *position, const char *turn);
bool ref_chess_en_passant_possible(const struct ref_position *position);

// chess.c: pawns.
// The rank of a side's pawns from which they may step twice, and whether they may on this file.
int ref_pawn_home(const struct ref_rules *rules, int side);
bool ref_pawn_file(const struct ref_rules *rules, int file);
// Whether the step ends where an enemy pawn has just passed, and captures that pawn.
bool ref_captures_en_passant(const struct ref_position *position, const struct ref_step *step);
bool ref_can_pay(const struct ref_position *position, int file, int rank, int cost);

// hnefa.c: HnefaChess.
const char *ref_hnefa_start(void);
bool ref_hnefa_is_wall(int file, int rank);
// Whether that is a wall of these rules; whether a leap of (1, 2) passes between two of them.
bool ref_is_wall(const struct ref_rules *rules, int file, int rank);
bool ref_is_walled_off(const struct ref_rules *rules, int file, int rank, int right, int up);
// Whether it is a pawn of any kind.
bool ref_is_pawn(const struct ref_rules *rules, char kind);
// Adds the steps of one piece of the side to move.
void ref_hnefa_piece(const struct ref_position *position, int file, int rank,
                     struct ref_candidates *candidates);
// Why the placement cannot be, or null.
const char *ref_hnefa_judge(const struct ref_position *position);
// The side whose king has reached a corner, or -1.
int ref_arrived(const struct ref_position *position);

// hamiltonian.c: placing and announcing, as in Hamiltonian Chess. Announcements are no turns, and are played all the
// same: `!`, `a1a5,!`, and `,!` for the side that is not to move, each with or without squares behind it.
const char *ref_hamiltonian_start(void);
// The hand of a position string, from behind its `[`: why it cannot be, or null.
const char *ref_read_hand(struct ref_position *position, const char *text);
// Writes `[…]`, or nothing when both hands are empty; the end of the text.
char *ref_write_hand(const struct ref_position *position, char *text);
// Why the pieces cannot be, or null.
const char *ref_judge_placing(const struct ref_position *position);
// Whether pieces are yet to be placed; the placements, and one of them.
bool ref_is_placing(const struct ref_position *position);
void ref_placements(const struct ref_position *position, struct ref_list *list);
bool ref_place(struct ref_position *position, const char *turn);
// The part of a turn that announces, `!` and what follows, or null.
const char *ref_announcement_in(const char *turn);
// Announces for a side: `squares` is empty or what follows the `!`. False, and nothing changes, if that is false.
bool ref_announce(struct ref_position *position, int side, const char *squares);
// The result by an announcement or a single piece; null while there is neither.
const char *ref_links_ending(const struct ref_position *position);

// squares.c: Chess with a Limited Supply of Squares.
bool ref_is_squares(const struct ref_rules *rules);
// How many squares each side has in reserve at the start; -1 for as many as it likes.
int ref_squares_reserve(const struct ref_rules *rules);
bool ref_squares_owned(const struct ref_rules *rules);
// Whether squares can be moved with pieces on them.
bool ref_squares_carry(const struct ref_rules *rules);
void ref_squares_turns(const struct ref_position *position, struct ref_list *list);
void ref_squares_next(const struct ref_position *position, const char *begun, struct ref_list *list);
bool ref_squares_play(struct ref_position *position, const char *turn);
bool ref_squares_has_turn(const struct ref_position *position);
bool ref_squares_en_passant_possible(const struct ref_position *position);

// squares_fen.c: en-passant conditions, and the fields RESERVES OWNERS FROZEN.
const char *ref_squares_read_fields(struct ref_position *position, const char *reserves, const char *owners,
                                    const char *frozen);
void ref_squares_write_fields(const struct ref_position *position, char *text);
bool ref_en_passant_stands(const struct ref_position *position);

#endif
