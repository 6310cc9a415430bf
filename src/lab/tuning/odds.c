// SPDX-License-Identifier: GPL-3.0-or-later
// The scale of odds.
#include "lab/tuning/odds.h"

double odds_unit(size_t count, struct odds_pair (*look)(const void *context, size_t i), const void *context)
{
    const double ratio = 0.6180339887498949;
    double low = 20, high = 1000;
    for (int i = 0; i < 40; i++) {
        double units[2] = {high - ratio * (high - low), low + ratio * (high - low)}, losses[2] = {0, 0};
        for (size_t k = 0; k < count; k++) {
            struct odds_pair pair = look(context, k);
            for (int side = 0; side < 2; side++)
                losses[side] += odds_loss(pair.score / units[side], pair.outcome);
        }
        if (losses[0] < losses[1])
            high = units[1];
        else
            low = units[0];
    }
    return (low + high) / 2;
}
