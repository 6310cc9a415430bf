// SPDX-License-Identifier: GPL-3.0-or-later
// Connectivity of a growing Hamiltonian cycle: how the edges chosen so far connect the vertices on the frontier.
//
// The frontier consists of the vertices that have both decided and undecided edges. Each occupies a *slot*, which becomes free
// again when the vertex leaves. A table of mates (D. E. Knuth, The Art of Computer Programming 7.1.4, exercise 225) contains for
// each slot:
//
//     its own number          the vertex has no chosen edge, or the slot is vacant
//     another slot's number   the vertex is one end of a path of chosen edges; the other end is in that slot
//     CONNECTIVITY_INNER      the vertex has two chosen edges
#ifndef LEAPER_TOURS_CONNECTIVITY_H
#define LEAPER_TOURS_CONNECTIVITY_H

#include <stdbool.h>
#include <stdint.h>

enum { CONNECTIVITY_INNER = 255, CONNECTIVITY_SLOTS_MAX = 248 };

enum connectivity_change {
    CONNECTIVITY_REFUSED, // a vertex would have three edges; the table is unchanged
    CONNECTIVITY_PATH,
    CONNECTIVITY_CYCLE, // the two were the ends of one path
};

// Chooses the edge between two different slots.
static inline enum connectivity_change connectivity_join(uint8_t *mate, int a, int b)
{
    uint8_t far_a = mate[a], far_b = mate[b];
    if (far_a == CONNECTIVITY_INNER || far_b == CONNECTIVITY_INNER)
        return CONNECTIVITY_REFUSED;
    mate[a] = mate[b] = CONNECTIVITY_INNER;
    if (far_a == b)
        return CONNECTIVITY_CYCLE;
    mate[far_a] = far_b;
    mate[far_b] = far_a;
    return CONNECTIVITY_PATH;
}

// Whether a cycle that has just closed visits every vertex. It does if all `remaining` vertices, those that have not left the
// frontier or not even entered it, are inner vertices.
static inline bool connectivity_is_complete(const uint8_t *mate, int slots, int remaining)
{
    int inner = 0;
    for (int i = 0; i < slots; i++)
        inner += mate[i] == CONNECTIVITY_INNER;
    return inner == remaining;
}

#endif
