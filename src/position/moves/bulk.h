// SPDX-License-Identifier: GPL-3.0-or-later
// Tables for counting the moves of pieces on boards of at most 8×8, which fit into one word.
//
// In such a word, square a1 is bit 0, b1 bit 1, a2 bit 8.
#ifndef LEAPER_POSITION_BULK_H
#define LEAPER_POSITION_BULK_H

#include "board/board.h"
#include "position/piece_rules.h"

enum { BULK_SQUARES = 64, BULK_TYPES_MAX = 16, BULK_STEPS_MAX = 4 };

// One step that all pieces of a type make at once.
struct bulk_step {
    uint64_t from;   // where it stays on the board
    uint8_t rotate;  // to the left
    uint8_t capture; // whether the step captures; else it is quiet
};

// The moves of one type and colour. A slide goes on until it meets something, however long the board is.
struct bulk_type {
    uint64_t counted;      // where the tables have all its moves
    uint64_t double_steps; // where a pawn may begin with one
    uint8_t forward;       // rotation of one step forward
    uint8_t step_count, up_count, down_count;
    bool by_square;                             // its leaps are in `quiet` and `capture`, not in `steps`
    struct bulk_step steps[2 * BULK_STEPS_MAX]; // each quiet or a capture
    direction up[DIRECTIONS], down[DIRECTIONS]; // slides to higher and to lower squares
    uint64_t quiet[BULK_SQUARES], capture[BULK_SQUARES]; // where its leaps lead
};

struct bulk {
    uint8_t type_count;
    uint8_t index[PIECE_TYPES];              // in `types`, of types that exist
    uint64_t rays[DIRECTIONS][BULK_SQUARES]; // all that a slide could reach on the empty board
    struct bulk_type types[][2];             // by index and colour
};

// The number of a location's bit, and back.
static inline unsigned bulk_square(square s)
{
    return (unsigned)(s & 7) | (unsigned)(s >> 4) << 3;
}

static inline square bulk_location(unsigned bit)
{
    return (square)(bit + (bit & 56));
}

// Four ranks of which only the first eight files count.
static inline uint64_t bulk_half(uint64_t word)
{
    word &= UINT64_C(0x00ff00ff00ff00ff);
    word = (word | word >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (word | word >> 16) & UINT64_C(0xffffffff);
}

static inline uint64_t bulk_word(const struct set *set)
{
    return bulk_half(set->word[0]) | bulk_half(set->word[1]) << 32;
}

// Whether there can be tables for that board and those types (all PIECE_TYPES).
bool bulk_fits(const struct board *board, const struct piece_rules *pieces);

// Builds them; NULL if memory runs out. The caller frees them with free().
struct bulk *bulk_new(const struct board *board, const struct piece_rules *pieces);

#endif
