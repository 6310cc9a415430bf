// SPDX-License-Identifier: GPL-3.0-or-later
// Enumerates the patterns of a step.
#include "tours/mitm/plan/pattern.h"

#include <stdbool.h>

static uint64_t degree_at(int slot, unsigned degree)
{
    return (uint64_t)degree << (2 * slot);
}

// The choice that eliminates the vertex in slot v (-1: none) with edges to a and b (-1: none).
static struct mitm_choice choice_of(int v, int a, int b)
{
    struct mitm_choice choice = {v, a, b, 0};
    if (v >= 0)
        choice.delta -= degree_at(v, 2U - (a >= 0) - (b >= 0));
    if (a >= 0)
        choice.delta += degree_at(a, 1);
    if (b >= 0)
        choice.delta += degree_at(b, 1);
    return choice;
}

// Requires the degree of a slot to leave room for `more` edges.
static void require_room(struct mitm_pattern *pattern, int slot, unsigned more)
{
    pattern->mask |= degree_at(slot, more == 1 ? 2 : 3);
}

static void add_choice(struct mitm_pattern *pattern, struct mitm_choice choice)
{
    pattern->choice[pattern->choices++] = choice;
    pattern->delta += choice.delta;
}

// The pattern that eliminates the vertex of a step with edges to a and b (-1: none).
static struct mitm_pattern removal_of(int v, int a, int b)
{
    struct mitm_pattern pattern = {0};
    pattern.mask = degree_at(v, 3);
    pattern.value = degree_at(v, 2U - (a >= 0) - (b >= 0));
    if (a >= 0)
        require_room(&pattern, a, 1);
    if (b >= 0)
        require_room(&pattern, b, 1);
    add_choice(&pattern, choice_of(v, a, b));
    return pattern;
}

static bool ends_at(const struct mitm_choice *choice, int slot)
{
    return choice->a == slot || choice->b == slot;
}

// Adds to a pattern the edges of a step whose bits are set in `taken`. False if a slot would get a third edge.
static bool add_edges(struct mitm_pattern *pattern, const struct mitm_step *step, unsigned taken)
{
    for (int e = 0; e < step->edges; e++) {
        if (!(taken >> e & 1))
            continue;
        for (int i = 0; i < 2; i++) {
            int slot = step->edge[e][i];
            unsigned more = 1;
            for (int c = 0; c < pattern->choices; c++)
                more += ends_at(&pattern->choice[c], slot);
            if (more > 2)
                return false;
            require_room(pattern, slot, more);
        }
        add_choice(pattern, choice_of(-1, step->edge[e][0], step->edge[e][1]));
    }
    return true;
}

static int list_removals(const struct mitm_step *step, struct mitm_pattern *patterns)
{
    int count = 0;
    if (step->slot < 0) {
        patterns[0] = (struct mitm_pattern){0};
        return 1;
    }
    patterns[count++] = removal_of(step->slot, -1, -1);
    for (int i = 0; i < step->count; i++) {
        patterns[count++] = removal_of(step->slot, step->to[i], -1);
        for (int j = i + 1; j < step->count; j++)
            patterns[count++] = removal_of(step->slot, step->to[i], step->to[j]);
    }
    return count;
}

int mitm_patterns(const struct mitm_step *step, struct mitm_pattern patterns[MITM_PATTERNS_MAX])
{
    int removals = list_removals(step, patterns), count = removals;
    for (unsigned taken = 1; taken < 1U << step->edges; taken++)
        for (int r = 0; r < removals; r++) {
            patterns[count] = patterns[r];
            count += add_edges(&patterns[count], step, taken);
        }
    return count;
}
