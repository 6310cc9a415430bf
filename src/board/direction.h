// SPDX-License-Identifier: GPL-3.0-or-later
// The 48 steps of up to three files and ranks.
#ifndef LEAPER_BOARD_DIRECTION_H
#define LEAPER_BOARD_DIRECTION_H

#include "board/square.h"

// Directions are grouped by atom, each group closed under rotation and reflection:
//   0– 3 W (1,0)    4– 7 F (1,1)    8–15 N (1,2)   16–19 D (0,2)   20–23 A (2,2)
//  24–27 H (0,3)   28–35 C (1,3)   36–43 Z (2,3)   44–47 G (3,3)
enum { DIRECTIONS = 48, DIRECTION_NONE = 48 };

typedef uint8_t direction;

struct step {
    int8_t dx, dy;    // files to the right, ranks up, seen from White
    int8_t delta;     // what it adds to a square's number
    uint8_t distance; // the king's distance of one step
    uint8_t opposite; // the direction back
};

// The table of all directions; constant.
extern const struct step direction_step[DIRECTIONS];

// The direction that goes (dx,dy) in one step, or DIRECTION_NONE.
direction direction_of(int dx, int dy);

#endif
