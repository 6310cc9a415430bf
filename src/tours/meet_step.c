// SPDX-License-Identifier: GPL-3.0-or-later
// Merging streams of groups: patterns move over the input side by side.
#include "tours/meet_step.h"

#include "base/memory.h"
#include "tours/meet_pattern.h"

#include <stdlib.h>

struct meet_scratch {
    struct meet_pattern patterns[MEET_PATTERNS_MAX];
    uint64_t heads[MEET_PATTERNS_MAX]; // the signature that a pattern makes of the next group it suits
    size_t at[MEET_PATTERNS_MAX];      // where that group is
    struct meet_feed feeds[MEET_PATTERNS_MAX];
};

void meet_stepper_init(struct meet_stepper *stepper, const struct meet_plan *plan,
                       struct matching_tables *tables, enum meet_mode mode, uint64_t prime)
{
    stepper->plan = plan;
    meet_sum_init(&stepper->sum, tables, mode, prime);
    stepper->scratch = memory_resize(NULL, 1, sizeof *stepper->scratch);
}

void meet_stepper_clear(struct meet_stepper *stepper)
{
    meet_sum_clear(&stepper->sum);
    free(stepper->scratch);
}

void meet_start(struct meet_level *level, enum meet_mode mode)
{
    void *room = meet_level_room(level, sizeof(uint64_t) + sizeof(uint16_t));
    if (mode == MEET_NARROW)
        *(uint32_t *)room = 1;
    else
        *(uint64_t *)room = 1;
    *(uint16_t *)((unsigned char *)room + meet_ranks_offset(0, 1, mode)) = 0;
    meet_level_add(level, 0, 1, 1, mode);
}

// Moves a pattern on to the next group that suits it.
static inline void advance(struct meet_scratch *scratch, int p, const struct meet_group *groups, size_t count)
{
    uint64_t mask = scratch->patterns[p].mask, value = scratch->patterns[p].value;
    size_t at = scratch->at[p];
    while (at < count && (groups[at].signature & mask) != value)
        at++;
    scratch->at[p] = at;
    scratch->heads[p] = at < count ? groups[at].signature + scratch->patterns[p].delta : UINT64_MAX;
}

static bool is_allowed(const struct meet_plan *plan, int half, int step, const struct meet_range *range,
                       uint64_t signature)
{
    const struct meet_step *now = &plan->half[half].step[step];
    if (meet_has_digit(signature, now->forbidden) || meet_has_digit(signature, range->forbidden))
        return false;
    if (!plan->comparisons || now->final < plan->comparison[0].slots)
        return true;
    int order = meet_plan_compare(plan, signature, now->final);
    return half && !plan->symmetric ? order <= 0 : order >= 0;
}

// Lists what makes the groups of signature `next` and moves the patterns on; how many.
static int list_feeds(struct meet_scratch *scratch, int patterns, uint64_t next,
                      const struct meet_group *groups, size_t count)
{
    int feeds = 0;
    for (int p = 0; p < patterns; p++) {
        if (scratch->heads[p] != next)
            continue;
        const struct meet_group *group = &groups[scratch->at[p]];
        scratch->feeds[feeds++] =
            (struct meet_feed){group, meet_change_of(&scratch->patterns[p], group->signature)};
        scratch->at[p]++;
        advance(scratch, p, groups, count);
    }
    return feeds;
}

void meet_step(struct meet_stepper *stepper, int half, int step, const struct meet_group *groups,
               size_t count, const struct meet_range *range, struct meet_level *out)
{
    struct meet_scratch *scratch = stepper->scratch;
    if (range->low >= range->high)
        return;
    int patterns = meet_patterns(&stepper->plan->half[half].step[step], scratch->patterns);
    for (int p = 0; p < patterns; p++) {
        // The first group whose image is not below range->low: images ascend with the groups that suit.
        int64_t start = (int64_t)(range->low - scratch->patterns[p].delta);
        scratch->at[p] = start <= 0 ? 0 : meet_find(groups, count, (uint64_t)start);
        advance(scratch, p, groups, count);
    }
    for (;;) {
        uint64_t next = UINT64_MAX;
        for (int p = 0; p < patterns; p++)
            next = scratch->heads[p] < next ? scratch->heads[p] : next;
        if (next >= range->high)
            break;
        int feeds = list_feeds(scratch, patterns, next, groups, count);
        if (is_allowed(stepper->plan, half, step, range, next))
            meet_sum_groups(&stepper->sum, next, scratch->feeds, feeds, out);
    }
}
