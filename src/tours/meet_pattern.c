// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the patterns of a step.
#include "tours/meet_pattern.h"

static uint64_t digit_at(int slot, unsigned digit)
{
    return (uint64_t)digit << (2 * slot);
}

// The pattern that takes a vertex in slot v (-1: none) away with edges to a and b (-1: none).
static struct meet_pattern pattern_of(int v, int a, int b)
{
    struct meet_pattern pattern = {.v = v, .a = a, .b = b};
    if (v >= 0) {
        unsigned digit = 2U - (a >= 0) - (b >= 0);
        pattern.mask = digit_at(v, 3);
        pattern.value = digit_at(v, digit);
        pattern.delta -= digit_at(v, digit);
    }
    // What is added to must be 0 or 1.
    if (a >= 0) {
        pattern.mask |= digit_at(a, 2);
        pattern.delta += digit_at(a, 1);
    }
    if (b >= 0) {
        pattern.mask |= digit_at(b, 2);
        pattern.delta += digit_at(b, 1);
    }
    return pattern;
}

int meet_patterns(const struct meet_step *step, struct meet_pattern patterns[MEET_PATTERNS_MAX])
{
    int count = 0;
    patterns[count++] = pattern_of(step->slot, -1, -1);
    if (step->slot < 0) {
        patterns[count++] = pattern_of(-1, step->edge[0], step->edge[1]);
        return count;
    }
    for (int i = 0; i < step->count; i++) {
        patterns[count++] = pattern_of(step->slot, step->to[i], -1);
        for (int j = i + 1; j < step->count; j++)
            patterns[count++] = pattern_of(step->slot, step->to[i], step->to[j]);
    }
    return count;
}
