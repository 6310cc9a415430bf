// SPDX-License-Identifier: GPL-3.0-or-later
// Finds for each feature of a game the one of another game that is most like it.
#include "lab/training/training.h"

#include "base/memory.h"
#include "search/evaluation/value.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// What a kind of piece of one game is in the other: the king is the king, others are those that move alike, best with the same letter, or else those of the
// nearest value.
static piece_type counterpart(const struct variant *variant, const struct valuation *valuation,
                              piece_type type, const struct variant *other,
                              const struct valuation *other_valuation)
{
    piece_type best = TYPE_NONE;
    int least = 0;
    if (type == variant->king && other->king)
        return other->king;
    for (piece_type t = 1; t < PIECE_TYPES; t++) {
        if (!other->pieces[t].name || (t == other->king && variant->king))
            continue;
        bool alike = !strcmp(other->pieces[t].betza, variant->pieces[type].betza);
        if (alike && !strcmp(other->pieces[t].text[WHITE], variant->pieces[type].text[WHITE]))
            return t;
        int apart = alike ? -1 : abs(other_valuation->size[t] - valuation->size[type]);
        if (!best || apart < least) {
            best = t;
            least = apart;
        }
    }
    return best;
}

// As near to the same edge: what is far from both is nearest to the middle.
static unsigned place_along(unsigned place, unsigned size, unsigned other_size)
{
    unsigned far = size - 1 - place, middle = (other_size - 1) / 2;
    return place <= far ? place < middle ? place : middle : other_size - 1 - (far < middle ? far : middle);
}

struct borrowing {
    const struct network *network, *other;
    signed char *columns;               // of the first
    unsigned sums[NETWORK_HIDDEN_MOST]; // which of the other's are taken
};

// How much a sum matters: by what its weights are in all columns and in the output layers.
static double weight_of_sum(const struct network *network, unsigned sum)
{
    double columns = 0, outputs = 0;
    for (size_t feature = 0; feature < network->layout.features; feature++)
        columns += abs(network->columns[feature * network->hidden + sum]);
    for (unsigned k = 0; k < 2 * network_stages(network->large); k++)
        outputs += abs(network->output[k / 2][k % 2][sum]);
    return columns * outputs;
}

// Takes the sums that matter most, in the order in which the other network has them.
static void choose_sums(struct borrowing *borrowing)
{
    const struct network *other = borrowing->other;
    double weights[NETWORK_HIDDEN_MOST];
    unsigned count = 0;
    for (unsigned i = 0; i < other->hidden; i++)
        weights[i] = weight_of_sum(other, i);
    for (unsigned i = 0; i < other->hidden; i++) {
        unsigned before = 0; // sums that matter more
        for (unsigned k = 0; k < other->hidden; k++)
            before += weights[k] > weights[i] || (k < i && weights[k] == weights[i]);
        if (before < borrowing->network->hidden)
            borrowing->sums[count++] = i;
    }
}

static void borrow_column(const struct borrowing *borrowing, size_t to, size_t from)
{
    const struct network *other = borrowing->other;
    unsigned hidden = borrowing->network->hidden;
    for (unsigned i = 0; i < hidden; i++)
        borrowing->columns[to * hidden + i] = other->columns[from * other->hidden + borrowing->sums[i]];
}

// Where the other game has no hands, a piece in a hand is taken to be worth what it is worth on a square, on average.
static void borrow_average(const struct borrowing *borrowing, size_t to, size_t from)
{
    const struct network *other = borrowing->other;
    unsigned cells = other->layout.width * other->layout.height;
    unsigned hidden = borrowing->network->hidden;
    for (unsigned i = 0; i < hidden; i++) {
        int sum = 0;
        for (unsigned cell = 0; cell < cells; cell++)
            sum += other->columns[(from + cell) * other->hidden + borrowing->sums[i]];
        borrowing->columns[to * hidden + i] = (signed char)lrint((double)sum / cells);
    }
}

// The columns of a piece, in all banks.
static void borrow_piece(const struct borrowing *borrowing, piece p, piece like)
{
    const struct network_layout *layout = &borrowing->network->layout, *other = &borrowing->other->layout;
    for (unsigned bank = 0; bank < layout->banks; bank++) {
        size_t to = (size_t)bank * layout->bank, from = bank < other->banks ? (size_t)bank * other->bank : 0;
        for (unsigned cell = 0; cell < layout->width * layout->height; cell++) {
            unsigned rank = place_along(cell / layout->width, layout->height, other->height),
                     file = place_along(cell % layout->width, layout->width, other->width);
            borrow_column(borrowing, to + layout->plane[WHITE][p] + cell,
                          from + other->plane[WHITE][like] + (size_t)rank * other->width + file);
        }
        for (unsigned tank = 0; layout->metered && other->metered && tank < NETWORK_TANKS; tank++)
            borrow_column(borrowing, to + layout->tanks[WHITE][p] + tank,
                          from + other->tanks[WHITE][like] + tank);
        for (unsigned k = 0; layout->hands && k < NETWORK_HELD; k++)
            if (other->hands)
                borrow_column(borrowing, to + layout->held[WHITE][p] + k,
                              from + other->held[WHITE][like] + k);
            else
                borrow_average(borrowing, to + layout->held[WHITE][p] + k, from + other->plane[WHITE][like]);
    }
}

// All but the columns.
static void take_outputs(struct network *network, const struct network *other,
                         const unsigned sums[NETWORK_HIDDEN_MOST])
{
    for (unsigned i = 0; i < network->hidden; i++) {
        network->bias[i] = other->bias[sums[i]];
        for (unsigned k = 0; k < 2 * network_stages(other->large); k++)
            network->output[k / 2][k % 2][i] = other->output[k / 2][k % 2][sums[i]];
    }
    memcpy(network->offset, other->offset, sizeof network->offset);
    network->large = other->large;
    network->added = other->added;
    network->usable = true;
}

bool network_borrow(struct network *network, signed char *columns, const struct variant *variant,
                    const struct network *other, const struct variant *other_variant)
{
    assert(network->hidden <= other->hidden);
    struct valuation *valuations = memory_try_zeroed(2, sizeof *valuations);
    if (!valuations)
        return false;
    valuation_init(&valuations[0], variant, true);
    valuation_init(&valuations[1], other_variant, true);
    struct borrowing borrowing = {.network = network, .other = other};
    borrowing.columns = columns;
    choose_sums(&borrowing);
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        if (!variant->pieces[type].name)
            continue;
        piece_type like = counterpart(variant, &valuations[0], type, other_variant, &valuations[1]);
        for (unsigned color = WHITE; like && color <= BLACK; color++)
            borrow_piece(&borrowing, piece_of(type, (enum color)color), piece_of(like, (enum color)color));
    }
    take_outputs(network, other, borrowing.sums);
    network->columns = columns;
    free(valuations);
    return true;
}
