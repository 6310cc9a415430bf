// SPDX-License-Identifier: GPL-3.0-or-later
// Finds for each feature of a game the one of another game that is most like it.
#include "search/network/borrow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { OTHER_SORT = 1 << 16 }; // more than any two pieces are apart in value

// What pawns are worth depends on how far they have come, so nothing else is like them.
static bool is_pawn(const struct piece_rules *rules)
{
    return rules->is_pawn || rules->promotes;
}

// The king whose loss decides the game; any other is a piece among others.
static piece_type royal_king(const struct variant *variant)
{
    return variant->royal ? variant->king : TYPE_NONE;
}

// What a kind of piece of one game is in the other: the royal king is the royal king, others are those that move alike, best with the same letter, or else
// those of the nearest value; pawns are pawns if there are any.
static piece_type counterpart(const struct kinds *kinds, piece_type type, const struct kinds *other)
{
    const struct piece_rules *rules = &kinds->variant->pieces[type], *pieces = other->variant->pieces;
    piece_type best = TYPE_NONE, king = royal_king(other->variant);
    int least = 0;
    if (type == royal_king(kinds->variant) && king)
        return king;
    for (piece_type t = 1; t < PIECE_TYPES; t++) {
        if (!pieces[t].name || t == king)
            continue;
        bool same_sort = is_pawn(&pieces[t]) == is_pawn(rules);
        bool alike = same_sort && !strcmp(pieces[t].betza, rules->betza);
        if (alike && !strcmp(pieces[t].text[WHITE], rules->text[WHITE]))
            return t;
        int apart = alike ? -1 : abs(other->size[t] - kinds->size[type]) + (same_sort ? 0 : OTHER_SORT);
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
    int worth, other_worth;             // of the piece that borrows, and of its counterpart
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

// A piece that moves in another way is worth as much more or less, but at most half as much again; what is worth nothing borrows nothing.
static void compare(struct borrowing *borrowing, const struct kinds *kinds, piece_type type,
                    const struct kinds *other, piece_type like)
{
    int worth = kinds->size[type], other_worth = other->size[like];
    bool alike = !strcmp(kinds->variant->pieces[type].betza, other->variant->pieces[like].betza);
    borrowing->worth = borrowing->other_worth = 1;
    if (type == royal_king(kinds->variant) || alike || other_worth <= 0)
        return;
    int most = other_worth * 3 / 2;
    borrowing->worth = worth < 0 ? 0 : worth > most ? most : worth;
    borrowing->other_worth = other_worth;
}

// The mean of `count` weights that add up to `sum`, for the piece that borrows; rounded, halves away from 0.
static signed char mean_of(const struct borrowing *borrowing, int sum, unsigned count)
{
    if (count == 1 && borrowing->worth == borrowing->other_worth)
        return (signed char)sum;
    int64_t product = (int64_t)sum * borrowing->worth, parts = (int64_t)count * borrowing->other_worth;
    int64_t mean = (product + (product < 0 ? -parts : parts) / 2) / parts;
    return (signed char)(mean > INT8_MAX ? INT8_MAX : mean < -INT8_MAX ? -INT8_MAX : mean);
}

// Of several columns of the other game, which are that far apart, the mean.
static void borrow_mean(const struct borrowing *borrowing, size_t to, size_t from, size_t apart,
                        unsigned count)
{
    const struct network *other = borrowing->other;
    unsigned hidden = borrowing->network->hidden;
    for (unsigned i = 0; count && i < hidden; i++) {
        int sum = 0;
        for (unsigned k = 0; k < count; k++)
            sum += other->columns[(from + k * apart) * other->hidden + borrowing->sums[i]];
        borrowing->columns[to * hidden + i] = mean_of(borrowing, sum, count);
    }
}

// A network that does not look from a king takes the mean of what the other sees from all places of its own.
static void borrow_column(const struct borrowing *borrowing, size_t to, size_t from)
{
    const struct network_layout *layout = &borrowing->network->layout, *other = &borrowing->other->layout;
    borrow_mean(borrowing, to, from, other->bank, layout->banks < other->banks ? other->banks : 1);
}

// Where the columns of a bank begin, in both networks.
struct banks {
    size_t to, from;
};

static struct banks find_banks(const struct borrowing *borrowing, unsigned bank)
{
    const struct network_layout *layout = &borrowing->network->layout, *other = &borrowing->other->layout;
    return (struct banks){(size_t)bank * layout->bank, bank < other->banks ? (size_t)bank * other->bank : 0};
}

// The columns of what may be on any square; `to` and `from` are the first ones.
static void borrow_plane(const struct borrowing *borrowing, size_t to, size_t from)
{
    const struct network_layout *layout = &borrowing->network->layout, *other = &borrowing->other->layout;
    for (unsigned cell = 0; cell < layout->width * layout->height; cell++) {
        unsigned rank = place_along(cell / layout->width, layout->height, other->height),
                 file = place_along(cell % layout->width, layout->width, other->width);
        borrow_column(borrowing, to + cell, from + (size_t)rank * other->width + file);
    }
}

// The columns of squares that come and go, where both games have them.
static void borrow_squares(const struct borrowing *borrowing)
{
    const struct network_layout *layout = &borrowing->network->layout, *other = &borrowing->other->layout;
    for (unsigned bank = 0; bank < layout->banks; bank++) {
        struct banks banks = find_banks(borrowing, bank);
        if (layout->holes && other->holes)
            borrow_plane(borrowing, banks.to + layout->plane[WHITE][HOLE],
                         banks.from + other->plane[WHITE][HOLE]);
        for (unsigned owner = WHITE; owner <= BLACK; owner++) {
            if (layout->owners && other->owners)
                borrow_plane(borrowing, banks.to + layout->owned[WHITE][owner],
                             banks.from + other->owned[WHITE][owner]);
            for (unsigned k = 0; layout->reserves && other->reserves && k < NETWORK_HELD; k++)
                borrow_column(borrowing, banks.to + layout->reserve[WHITE][owner] + k,
                              banks.from + other->reserve[WHITE][owner] + k);
        }
    }
}

// The columns of a piece, in all banks.
static void borrow_piece(const struct borrowing *borrowing, piece p, piece like)
{
    const struct network_layout *layout = &borrowing->network->layout, *other = &borrowing->other->layout;
    for (unsigned bank = 0; bank < layout->banks; bank++) {
        struct banks banks = find_banks(borrowing, bank);
        size_t to = banks.to, from = banks.from;
        borrow_plane(borrowing, to + layout->plane[WHITE][p], from + other->plane[WHITE][like]);
        for (unsigned tank = 0; layout->metered && other->metered && tank < NETWORK_TANKS; tank++)
            borrow_column(borrowing, to + layout->tanks[WHITE][p] + tank,
                          from + other->tanks[WHITE][like] + tank);
        for (unsigned k = 0; k < layout->told; k++)
            if (other->hands)
                borrow_column(borrowing, to + layout->held[WHITE][p] + k,
                              from + other->held[WHITE][like] + (k < other->told ? k : other->told - 1));
            else
                // What it is worth on a square, on average.
                borrow_mean(borrowing, to + layout->held[WHITE][p] + k, from + other->plane[WHITE][like], 1,
                            other->width * other->height);
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

void network_borrow(struct network *network, signed char *columns, const struct kinds *kinds,
                    const struct network *other, const struct kinds *other_kinds)
{
    assert(network->hidden <= other->hidden);
    struct borrowing borrowing = {.network = network, .other = other, .worth = 1, .other_worth = 1};
    borrowing.columns = columns;
    choose_sums(&borrowing);
    borrow_squares(&borrowing);
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        if (!kinds->variant->pieces[type].name)
            continue;
        piece_type like = counterpart(kinds, type, other_kinds);
        if (like)
            compare(&borrowing, kinds, type, other_kinds, like);
        for (unsigned color = WHITE; like && color <= BLACK; color++)
            borrow_piece(&borrowing, piece_of(type, (enum color)color), piece_of(like, (enum color)color));
    }
    take_outputs(network, other, borrowing.sums);
    network->columns = columns;
}
