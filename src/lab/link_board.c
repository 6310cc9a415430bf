// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the tables of links.
#include "lab/link_board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

// Whether a step has the shape of that kind's steps.
static bool is_step_of(enum link_kind kind, int files, int ranks)
{
    int a = abs(files), b = abs(ranks);
    bool straight = !a || !b, diagonal = a == b;
    switch (kind) {
    case LINK_KING:
        return a <= 1 && b <= 1;
    case LINK_QUEEN:
        return straight || diagonal;
    case LINK_ROOK:
        return straight;
    case LINK_BISHOP:
        return diagonal;
    default:
        return a * b == 2;
    }
}

static void fill_pair(struct link_board *board, unsigned from, unsigned to)
{
    int size = (int)board->size;
    int files = (int)to % size - (int)from % size, ranks = (int)to / size - (int)from / size;
    int distance = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
    board->distance[from][to] = (uint8_t)distance;
    int step = sign(ranks) * size + sign(files);
    for (int i = 1; i < distance && is_step_of(LINK_QUEEN, files, ranks); i++)
        board->between[from][to] |= UINT64_C(1) << (unsigned)((int)from + i * step) % LINK_SQUARES_MAX;
}

static void fill_reach(struct link_board *board, enum link_kind kind, unsigned from)
{
    int size = (int)board->size;
    for (unsigned distance = board->size - 1; distance; distance--)
        for (unsigned to = 0; to < board->squares; to++) {
            int files = (int)to % size - (int)from % size, ranks = (int)to / size - (int)from / size;
            if (board->distance[from][to] == distance && is_step_of(kind, files, ranks))
                board->reach[kind][from].to[board->reach[kind][from].count++] = (uint8_t)to;
        }
}

// The least of the (up to) eight images of a square under the symmetries of the board.
static unsigned least_image(unsigned size, unsigned square)
{
    unsigned least = square;
    for (unsigned symmetry = 0; symmetry < 8; symmetry++) {
        unsigned file = square % size, rank = square / size;
        file = symmetry & 1 ? size - 1 - file : file;
        rank = symmetry & 2 ? size - 1 - rank : rank;
        unsigned image = symmetry & 4 ? file * size + rank : rank * size + file;
        least = image < least ? image : least;
    }
    return least;
}

void link_board_init(struct link_board *board, unsigned size)
{
    assert(size >= 2 && size <= LINK_SIDE_MAX);
    memset(board, 0, sizeof *board);
    board->size = size;
    board->squares = size * size;
    for (unsigned from = 0; from < board->squares; from++) {
        board->orbit[least_image(size, from)]++;
        for (unsigned to = 0; to < board->squares; to++)
            fill_pair(board, from, to);
        for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
            fill_reach(board, kind, from);
    }
}

bool link_board_attacks(const struct link_board *board, enum link_kind kind, unsigned from, unsigned to,
                        uint64_t occupied)
{
    for (unsigned i = 0; i < board->reach[kind][from].count; i++)
        if (board->reach[kind][from].to[i] == to)
            return !(board->between[from][to] & occupied);
    return false;
}
