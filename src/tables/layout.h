// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers for the placements of an ending's men, one for all images of a placement under which the men move alike.
//
// A number is that of the two kings' places, of which only one of all images is counted, and then six bits for each other man. Some
// numbers mean nothing: men on one square, a pawn on the last rank, equal men in the other order.
#ifndef LEAPER_TABLES_LAYOUT_H
#define LEAPER_TABLES_LAYOUT_H

#include "tables/men.h"

// Kings that do not touch, with one image.
enum { KING_PAIRS = 64 * 63 - 2 * (2 * 7 * 8 + 2 * 7 * 7) };

// The places of both kings, for endings whose men all move alike under the same images of the board.
struct king_pairs {
    unsigned images;             // as bits
    uint32_t count;              // of places that no image of which has been counted
    uint16_t pair[CELLS][CELLS]; // the number of the kings' places, white's first
    uint8_t by[CELLS][CELLS];    // the images, as bits, that lead to the placement that is counted
    cell kings[KING_PAIRS][2];   // that placement
};

void king_pairs_init(struct king_pairs *pairs, unsigned images);

struct layout {
    uint8_t count;
    piece man[MEN_MAX]; // in the order of struct men
    bool pawn[MEN_MAX];
    const struct king_pairs *pairs;
    uint64_t size; // numbers are below it
};

// Whether two kings could not stand there.
bool layout_touch(cell a, cell b);

// The images under which all these men move as they did.
unsigned layout_images(const struct variant *variant, const struct men *men);

// For the men, which are settled; only who they are matters. `pairs` are those of their images, and outlive the layout.
void layout_init(struct layout *layout, const struct king_pairs *pairs, const struct variant *variant,
                 const struct men *men);

// The number of a placement. Every man has a square of its own, and the kings do not touch.
uint64_t layout_number(const struct layout *layout, const cell at[MEN_MAX]);

// The placement of a number below `size`; false if it means nothing.
bool layout_place(const struct layout *layout, uint64_t number, cell at[MEN_MAX]);

#endif
