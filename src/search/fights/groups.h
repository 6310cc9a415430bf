// SPDX-License-Identifier: GPL-3.0-or-later
// Stones that take their neighbours, as in Clobber, and the groups that they form.
//
// A stone moves only to where an enemy stone stands, so stones that do not touch never will: the board falls into groups, and
// stones in a group of one colour are out of play. Turning, mirroring or shifting a group changes nothing.
#ifndef LEAPER_SEARCH_GROUPS_H
#define LEAPER_SEARCH_GROUPS_H

#include "position/position.h"
#include "search/fights/upstar.h"

struct worths;

enum { NEIGHBOURS_MAX = 8, STONES_MAX = GRID_SQUARES, STONE_NONE = 2 };

struct stones {
    // Constant after stones_read().
    square neighbours[GRID_SQUARES][NEIGHBOURS_MAX];
    uint8_t neighbour_count[GRID_SQUARES];
    square places[STONES_MAX]; // where stones stood then
    unsigned place_count;
    struct worths *worths; // what is known of groups; NULL: nothing
    // By place: enum color, or STONE_NONE.
    uint8_t color[GRID_SQUARES];
    struct upstar played; // what moves in the sum below have changed in it
    // Filled in by stones_key(): whether the stone is in a group that matters and whose worth is not known, and what the
    // others are worth together.
    bool in_play[GRID_SQUARES];
    struct upstar sum;
};

// A capture; or, if both squares are SQUARE_NONE, a move in the sum that changes it by so much.
struct stones_move {
    square from, to;
    struct upstar change;
};

static inline void stones_play(struct stones *stones, struct stones_move m)
{
    if (m.from == SQUARE_NONE) {
        stones->played = upstar_add(stones->played, m.change);
        return;
    }
    stones->color[m.to] = stones->color[m.from];
    stones->color[m.from] = STONE_NONE;
}

static inline void stones_undo(struct stones *stones, struct stones_move m)
{
    if (m.from == SQUARE_NONE) {
        stones->played = upstar_add(stones->played, upstar_negate(m.change));
        return;
    }
    stones->color[m.from] = stones->color[m.to];
    stones->color[m.to] = !stones->color[m.from];
}

struct group {
    square places[STONES_MAX];
    unsigned count;
    bool fights; // both colours are in it
};

// The group of the stone on that square; marks its stones as seen.
void group_find(const struct stones *stones, square from, bool seen[GRID_SQUARES], struct group *group);

// The same for groups that can be laid upon each other, from the point of view of a side; `opposite` is that of the group with
// exchanged colours, and so also the key from the other side's point of view.
struct group_key {
    uint64_t key, opposite;
};

struct group_key group_key(const struct stones *stones, const struct group *group, enum color side);

#endif
