// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of placements, and the images of the board.
#include "tables/layout.h"

#include <stdlib.h>

bool layout_touch(cell a, cell b)
{
    return abs((a & 7) - (b & 7)) <= 1 && abs((a >> 3) - (b >> 3)) <= 1;
}

// The least image of the kings' places, as one number, and the images that lead to it.
static unsigned least_image(cell white, cell black, unsigned images, uint8_t *by)
{
    unsigned least = CELLS * CELLS;
    for (unsigned image = 0; image < IMAGES; image++) {
        if (!(images >> image & 1))
            continue;
        unsigned other = (unsigned)cell_image(white, image) * CELLS + cell_image(black, image);
        if (other < least) {
            least = other;
            *by = 0;
        }
        if (other == least)
            *by |= (uint8_t)(1U << image);
    }
    return least;
}

void king_pairs_init(struct king_pairs *pairs, unsigned images)
{
    pairs->images = images;
    pairs->count = 0;
    // The least image comes before the others, so it has been counted when they come.
    for (unsigned both = 0; both < CELLS * CELLS; both++) {
        cell white = (cell)(both / CELLS), black = (cell)(both % CELLS);
        if (layout_touch(white, black))
            continue;
        unsigned least = least_image(white, black, images, &pairs->by[white][black]);
        if (least == both) {
            pairs->kings[pairs->count][WHITE] = white;
            pairs->kings[pairs->count][BLACK] = black;
            pairs->pair[white][black] = (uint16_t)pairs->count++;
        } else {
            pairs->pair[white][black] = pairs->pair[least / CELLS][least % CELLS];
        }
    }
}

unsigned layout_images(const struct variant *variant, const struct men *men)
{
    unsigned images = (1U << IMAGES) - 1;
    for (unsigned i = 0; i < men->count; i++)
        images &= men_images(variant, piece_type_of(men->man[i]));
    return images;
}

void layout_init(struct layout *layout, const struct king_pairs *pairs, const struct variant *variant,
                 const struct men *men)
{
    *layout = (struct layout){.count = men->count, .pairs = pairs, .size = pairs->count};
    for (unsigned i = 0; i < men->count; i++) {
        layout->man[i] = men->man[i];
        layout->pawn[i] = variant->pieces[piece_type_of(men->man[i])].is_pawn;
        layout->size *= i < 2 ? 1 : CELLS;
    }
}

// The number of the image of a placement, in which equal men are put in order.
static uint64_t number_of_image(const struct layout *layout, const cell at[MEN_MAX], unsigned image)
{
    cell moved[MEN_MAX];
    uint64_t number = layout->pairs->pair[at[0]][at[1]];
    for (unsigned i = 2; i < layout->count; i++) {
        moved[i] = cell_image(at[i], image);
        for (unsigned j = i; j > 2 && layout->man[j] == layout->man[j - 1] && moved[j] < moved[j - 1]; j--) {
            cell other = moved[j];
            moved[j] = moved[j - 1];
            moved[j - 1] = other;
        }
    }
    for (unsigned i = 2; i < layout->count; i++)
        number = number * CELLS + moved[i];
    return number;
}

uint64_t layout_number(const struct layout *layout, const cell at[MEN_MAX])
{
    uint64_t least = UINT64_MAX;
    for (unsigned by = layout->pairs->by[at[0]][at[1]]; by; by &= by - 1) {
        uint64_t number = number_of_image(layout, at, (unsigned)__builtin_ctz(by));
        least = number < least ? number : least;
    }
    return least;
}

bool layout_place(const struct layout *layout, uint64_t number, cell at[MEN_MAX])
{
    uint64_t left = number;
    for (unsigned i = layout->count - 1U; i >= 2; i--) {
        at[i] = (cell)(left % CELLS);
        left /= CELLS;
    }
    at[0] = layout->pairs->kings[left][WHITE];
    at[1] = layout->pairs->kings[left][BLACK];
    uint64_t taken = 0;
    for (unsigned i = 0; i < layout->count; i++) {
        if (taken >> at[i] & 1 || (layout->pawn[i] && (at[i] < 8 || at[i] >= 56)))
            return false;
        taken |= UINT64_C(1) << at[i];
    }
    return layout_number(layout, at) == number;
}
