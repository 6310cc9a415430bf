// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the sets of crossing steps of each kind.
#include "tours/mckay/mckay_cross.h"

#include "base/memory.h"

#include <stdlib.h>

enum { SETS_MAX = 1 << 23 };

struct listing {
    const struct mckay_ground *ground;
    enum mckay_kind kind;
    struct mckay_sets *sets;
    bool failed;
    bool too_many; // it failed because there are too many sets
    uint8_t used[MCKAY_NODES_MAX];
    struct mckay_set now;
};

static uint32_t code_weight(const struct mckay_ground *ground, int node)
{
    uint32_t weight = 1;
    for (int i = node % ground->width; i > 0; i--)
        weight *= 3;
    return weight;
}

static void keep(struct listing *listing)
{
    listing->too_many = listing->sets->list.count == SETS_MAX;
    listing->failed = listing->too_many || !vector_push(&listing->sets->list, listing->now);
}

static void decide(struct listing *listing, int i)
{
    const struct mckay_ground *ground = listing->ground;
    if (listing->failed)
        return;
    if (i == ground->step_count[listing->kind]) {
        keep(listing);
        return;
    }
    decide(listing, i + 1);
    struct mckay_step step = ground->steps[listing->kind][i];
    if (listing->used[step.low] == 2 || listing->used[step.high] == 2)
        return;
    struct mckay_set before = listing->now;
    listing->used[step.low]++;
    listing->used[step.high]++;
    listing->now.low += code_weight(ground, step.low);
    listing->now.high += code_weight(ground, step.high);
    listing->now.steps[listing->now.count++] = step;
    decide(listing, i + 1);
    listing->now = before;
    listing->used[step.low]--;
    listing->used[step.high]--;
}

static int compare_sets(const void *a, const void *b)
{
    const struct mckay_set *x = a, *y = b;
    return x->high != y->high ? (x->high < y->high ? -1 : 1) : x->low < y->low ? -1 : x->low > y->low;
}

static bool list_kind(struct mckay_sets *sets, const struct mckay_ground *ground, enum mckay_kind kind,
                      struct error *err)
{
    struct listing listing = {.ground = ground, .kind = kind, .sets = sets};
    sets->first = memory_try_zeroed((size_t)ground->codes + 1, sizeof *sets->first);
    if (!sets->first)
        return error_no_memory(err);
    decide(&listing, 0);
    if (listing.too_many)
        return error_set(err, ERROR_TOO_LARGE, "board",
                         "there are too many sets of steps across the middle of this board");
    if (listing.failed)
        return error_no_memory(err);
    qsort(sets->list.items, sets->list.count, sizeof *sets->list.items, compare_sets);
    for (size_t i = 0; i < sets->list.count; i++)
        sets->first[sets->list.items[i].high + 1]++;
    for (int i = 0; i < ground->codes; i++)
        sets->first[i + 1] += sets->first[i];
    return true;
}

bool mckay_sets_init(struct mckay_sets sets[STEP_KINDS], const struct mckay_ground *ground, struct error *err)
{
    for (int kind = 0; kind < STEP_KINDS; kind++)
        sets[kind] = (struct mckay_sets){0};
    for (int kind = 0; kind < STEP_KINDS; kind++)
        if (!list_kind(&sets[kind], ground, (enum mckay_kind)kind, err)) {
            mckay_sets_clear(sets);
            return false;
        }
    return true;
}

void mckay_sets_clear(struct mckay_sets sets[STEP_KINDS])
{
    for (int kind = 0; kind < STEP_KINDS; kind++) {
        vector_clear(&sets[kind].list);
        free(sets[kind].first);
        sets[kind] = (struct mckay_sets){0};
    }
}
