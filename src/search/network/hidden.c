// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the hidden layer up to date, and computes what follows from it.
#include "search/network/network.h"

#include <string.h>

static inline void add(int16_t *restrict sum, const struct network *network, unsigned feature)
{
    const signed char *restrict column = network->columns + (size_t)feature * network->hidden;
    for (unsigned b = 0; b < network->hidden; b += NETWORK_BLOCK)
        for (unsigned i = b; i < b + NETWORK_BLOCK; i++)
            sum[i] = (int16_t)(sum[i] + column[i]);
}

static inline void subtract(int16_t *restrict sum, const struct network *network, unsigned feature)
{
    const signed char *restrict column = network->columns + (size_t)feature * network->hidden;
    for (unsigned b = 0; b < network->hidden; b += NETWORK_BLOCK)
        for (unsigned i = b; i < b + NETWORK_BLOCK; i++)
            sum[i] = (int16_t)(sum[i] - column[i]);
}

void hidden_init(struct hidden *hidden, const struct network *network, const struct position *pos)
{
    uint16_t features[NETWORK_FEATURES_MAX];
    for (unsigned viewer = WHITE; viewer <= BLACK; viewer++) {
        memcpy(hidden->sum[viewer], network->bias, sizeof network->bias);
        unsigned count = network_features(&network->layout, pos, (enum color)viewer, features);
        for (unsigned i = 0; i < count; i++)
            add(hidden->sum[viewer], network, features[i]);
    }
}

void hidden_update(struct hidden *hidden, const struct hidden *before, const struct network *network,
                   const struct position *pos, const struct undo *undo)
{
    const struct network_layout *layout = &network->layout;
    *hidden = *before;
    for (unsigned i = 0; i < undo->count; i++) {
        square s = undo->cells[i].at;
        piece was = undo->cells[i].was, is = pos->pieces[s];
        bool first = true;
        for (unsigned k = 0; k < i; k++)
            first = first && undo->cells[k].at != s;
        // Of a location that changed twice, the first entry says what stood there before.
        for (unsigned viewer = WHITE; first && viewer <= BLACK; viewer++) {
            int16_t *sum = hidden->sum[viewer];
            if (is_piece(was))
                subtract(sum, network, feature_of_place(layout, viewer, was, s));
            if (is_piece(is))
                add(sum, network, feature_of_place(layout, viewer, is, s));
            if (layout->metered && is_piece(was))
                subtract(sum, network, feature_of_fuel(layout, viewer, was, undo->cells[i].fuel));
            if (layout->metered && is_piece(is))
                add(sum, network, feature_of_fuel(layout, viewer, is, pos->fuel[s]));
        }
    }
}

static inline int weigh(const int16_t *restrict sum, const int16_t *restrict output, unsigned hidden)
{
    int total = 0;
    for (unsigned b = 0; b < hidden; b += NETWORK_BLOCK)
        for (unsigned i = b; i < b + NETWORK_BLOCK; i++) {
            int16_t low = sum[i] < 0 ? 0 : sum[i], cut = low > NETWORK_ONE ? NETWORK_ONE : low;
            total += cut * output[i];
        }
    return total;
}

int network_worth(const struct network *network, const struct hidden *hidden, enum color side)
{
    int total = network->offset + weigh(hidden->sum[side], network->output[0], network->hidden) +
                weigh(hidden->sum[other_color(side)], network->output[1], network->hidden);
    return total / (NETWORK_ONE * NETWORK_OUTPUT);
}
