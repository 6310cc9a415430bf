// SPDX-License-Identifier: GPL-3.0-or-later
// Merging streams of groups: patterns move over the input side by side.
#include "tours/mitm/step/step.h"

#include "base/memory.h"
#include "tours/mitm/layer/states.h"
#include "tours/mitm/step/images.h"

#include <stdlib.h>

// So many patterns share their least head.
enum { BUNDLE = 16 };
// Groups are made a little later than it is known from what, so that memory has time to send it: so many groups or feeds or bytes.
enum { QUEUE = 64, AHEAD_BYTES = 32768 };

// What mapped files have in memory is looked at after so many queues, or groups of a sample.
enum { TRIM_EVERY = 8, SAMPLE_TRIM = 256 };

// A group to be made.
struct planned {
    uint64_t signature;
    int first, feeds; // in the list of feeds
};

struct meet_scratch {
    struct meet_pattern patterns[MEET_PATTERNS_MAX];
    struct meet_images images[MEET_PATTERNS_MAX];
    uint64_t heads[MEET_PATTERNS_MAX];              // the next image of each pattern
    uint64_t least[MEET_PATTERNS_MAX / BUNDLE + 1]; // of the heads of so many patterns each
    struct meet_feed feeds[QUEUE + MEET_PATTERNS_MAX];
    struct planned queue[QUEUE];
};

// A step under way.
struct merge {
    struct meet_scratch *scratch;
    int patterns;
    const struct meet_group *groups;
    size_t count;
    uint64_t forbidden[3]; // ones in the slots that must not have the digit 0, 1, 2 afterwards
};

void meet_stepper_init(struct meet_stepper *stepper, const struct meet_plan *plan,
                       struct matching_tables *tables, enum meet_mode mode, uint64_t prime)
{
    stepper->plan = plan;
    stepper->filled = 0;
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
    const uint64_t one = 1;
    uint32_t bound = mode == MEET_EXACT ? 1 : MEET_UNBOUNDED;
    unsigned char *room = meet_level_room(level, meet_group_bytes(0, 1, bound));
    if (!room)
        return;
    meet_states_write_wide(room, 0, &(const uint16_t){0}, &one, 1, bound);
    meet_level_add(level, 0, 1, bound);
}

static struct merge merge_of(struct meet_stepper *stepper, const struct meet_step *step,
                             const struct meet_group *groups, size_t count, const struct meet_range *range)
{
    struct merge merge = {.scratch = stepper->scratch,
                          .patterns = meet_patterns(step, stepper->scratch->patterns),
                          .groups = groups,
                          .count = count};
    for (int digit = 0; digit < 3; digit++)
        merge.forbidden[digit] = step->forbidden[digit] | range->forbidden[digit];
    return merge;
}

// Moves a pattern on to its next image.
static inline void advance(const struct merge *merge, int p)
{
    struct meet_images *images = &merge->scratch->images[p];
    images->next++;
    if (meet_images_head(images) == UINT64_MAX && images->at < images->end)
        meet_images_list(images, &merge->scratch->patterns[p], merge->groups, merge->forbidden);
    merge->scratch->heads[p] = meet_images_head(images);
}

static void find_least(const struct merge *merge, int bundle)
{
    const uint64_t *heads = merge->scratch->heads;
    int end = (bundle + 1) * BUNDLE < merge->patterns ? (bundle + 1) * BUNDLE : merge->patterns;
    uint64_t least = UINT64_MAX;
    for (int p = bundle * BUNDLE; p < end; p++)
        least = heads[p] < least ? heads[p] : least;
    merge->scratch->least[bundle] = least;
}

// The first group whose image by a pattern is not below a signature: images ascend with the groups that suit.
static size_t find_image(const struct merge *merge, int p, uint64_t signature)
{
    uint64_t delta = merge->scratch->patterns[p].delta;
    // A pattern may take more away than it adds.
    if ((int64_t)delta >= 0 ? signature <= delta : signature > UINT64_MAX + delta)
        return (int64_t)delta >= 0 ? 0 : merge->count;
    return meet_find(merge->groups, merge->count, signature - delta);
}

static void start(struct merge *merge, const struct meet_range *range)
{
    for (int p = 0; p < merge->patterns; p++) {
        struct meet_images *images = &merge->scratch->images[p];
        images->at = find_image(merge, p, range->low);
        images->end = find_image(merge, p, range->high);
        meet_images_list(images, &merge->scratch->patterns[p], merge->groups, merge->forbidden);
        merge->scratch->heads[p] = meet_images_head(images);
    }
    for (int bundle = 0; bundle * BUNDLE < merge->patterns; bundle++)
        find_least(merge, bundle);
}

// Whether a signature is kept: neither its colours nor its mirror image say otherwise.
static bool is_kept(const struct meet_plan *plan, int half, const struct meet_step *step, uint64_t signature)
{
    if (plan->is_coloured && !meet_plan_suits_colours(plan, step, signature))
        return false;
    if (!plan->comparisons || step->final < plan->comparison[0].slots)
        return true;
    int order = meet_plan_compare(plan, signature, step->final);
    return half && !plan->symmetric ? order <= 0 : order >= 0;
}

// Lists what makes the group of signature `next` behind the feeds that are there, and moves the patterns on; how many there are then.
static int list_feeds(const struct merge *merge, int feeds, uint64_t next)
{
    struct meet_scratch *scratch = merge->scratch;
    for (int bundle = 0; bundle * BUNDLE < merge->patterns; bundle++) {
        int first = bundle * BUNDLE,
            end = first + BUNDLE < merge->patterns ? first + BUNDLE : merge->patterns;
        unsigned moved = 0;
        if (scratch->least[bundle] != next)
            continue;
        for (int p = first; p < end; p++)
            moved |= (unsigned)(scratch->heads[p] == next) << (p - first);
        for (; moved; moved &= moved - 1) {
            int p = first + __builtin_ctz(moved);
            const struct meet_images *images = &scratch->images[p];
            meet_feed_init(&scratch->feeds[feeds++], &scratch->patterns[p],
                           &merge->groups[images->groups[images->next]]);
            advance(merge, p);
        }
        find_least(merge, bundle);
    }
    return feeds;
}

// ---- Dividing a step ----

// At most so many groups are looked at, and of short lists one in so many: looking must not take longer than the step.
enum { SAMPLE = 400, APART = 64 };

struct sample {
    uint64_t signature, states;
};

static int compare_samples(const void *a, const void *b)
{
    uint64_t first = ((const struct sample *)a)->signature, second = ((const struct sample *)b)->signature;
    return (first > second) - (first < second);
}

static void take_quantiles(struct sample *samples, size_t count, uint64_t *bounds, size_t parts)
{
    uint64_t all = 0, passed = 0;
    size_t part = 1;
    qsort(samples, count, sizeof *samples, compare_samples);
    for (size_t i = 0; i < count; i++)
        all += samples[i].states;
    bounds[0] = 0;
    for (size_t i = 0; i < count && part < parts; i++) {
        passed += samples[i].states;
        while (part < parts && passed * parts >= all * part)
            bounds[part++] = samples[i].signature;
    }
    for (; part <= parts; part++)
        bounds[part] = UINT64_MAX;
    bounds[parts] = UINT64_MAX;
}

void meet_step_divide(struct meet_stepper *stepper, int half, int step, const struct meet_group *groups,
                      size_t count, const struct meet_range *range, uint64_t *bounds, size_t parts,
                      struct meet_memory *memory)
{
    const struct meet_step *now = &stepper->plan->half[half].step[step];
    bounds[0] = 0;
    bounds[1] = UINT64_MAX;
    if (parts == 1)
        return;
    struct merge merge = merge_of(stepper, now, groups, count, range);
    size_t apart = count / SAMPLE > APART ? count / SAMPLE : APART, taken = 0;
    struct sample *samples =
        memory_resize(NULL, (count / apart + 2) * (size_t)merge.patterns, sizeof *samples);
    for (size_t i = 0; i < count; i += apart) {
        // The sample comes from all over the list, which may lie in a file.
        if (i / apart % SAMPLE_TRIM == SAMPLE_TRIM - 1)
            meet_memory_trim(memory);
        for (int p = 0; p < merge.patterns; p++) {
            const struct meet_pattern *pattern = &stepper->scratch->patterns[p];
            uint64_t image = groups[i].signature + pattern->delta;
            if ((groups[i].signature & pattern->mask) != pattern->value || image < range->low ||
                image >= range->high || meet_has_digit(image, merge.forbidden) ||
                !is_kept(stepper->plan, half, now, image))
                continue;
            // A group takes time of its own.
            samples[taken++] = (struct sample){image, groups[i].states + 25};
        }
    }
    meet_memory_trim(memory);
    take_quantiles(samples, taken, bounds, parts);
    free(samples);
}

// ---- Taking it ----

// Starts to load a group into the caches; its bytes.
static size_t start_loading(const struct meet_group *group)
{
    size_t bytes = meet_group_bytes(group->signature, group->states, group->bound);
    for (size_t at = 0; at < bytes && at < AHEAD_BYTES; at += 64)
        __builtin_prefetch((const char *)group->counts + at);
    return bytes;
}

static uint64_t next_of(const struct merge *merge)
{
    uint64_t next = UINT64_MAX;
    for (int bundle = 0; bundle * BUNDLE < merge->patterns; bundle++)
        next = merge->scratch->least[bundle] < next ? merge->scratch->least[bundle] : next;
    return next;
}

// Lists the next groups to be made, until their feeds are worth waiting for; how many.
static int fill_queue(struct meet_stepper *stepper, const struct merge *merge, int half,
                      const struct meet_step *step, uint64_t high)
{
    struct meet_scratch *scratch = stepper->scratch;
    int queued = 0, feeds = 0;
    size_t bytes = 0;
    while (queued < QUEUE && feeds < QUEUE && bytes < AHEAD_BYTES) {
        uint64_t next = next_of(merge);
        if (next >= high)
            break;
        int first = feeds;
        feeds = list_feeds(merge, feeds, next);
        if (!is_kept(stepper->plan, half, step, next)) {
            feeds = first;
            continue;
        }
        for (int f = first; f < feeds; f++)
            bytes += start_loading(scratch->feeds[f].group);
        scratch->queue[queued++] = (struct planned){next, first, feeds - first};
    }
    return queued;
}

void meet_step(struct meet_stepper *stepper, int half, int step, const struct meet_group *groups,
               size_t count, const struct meet_range *range, struct meet_level *out)
{
    struct meet_scratch *scratch = stepper->scratch;
    const struct meet_step *now = &stepper->plan->half[half].step[step];
    if (range->low >= range->high)
        return;
    struct merge merge = merge_of(stepper, now, groups, count, range);
    start(&merge, range);
    // Joining wants ranks that ascend.
    bool ascending = step == stepper->plan->half[half].steps - 1;
    struct budget *budget = stepper->sum.tables->budget;
    for (int queued;
         (queued = fill_queue(stepper, &merge, half, now, range->high)) > 0 && budget_poll(budget);) {
        if (budget && atomic_load_explicit(&budget->disk, memory_order_relaxed) &&
            ++stepper->filled % TRIM_EVERY == 0)
            meet_memory_trim(out->memory);
        for (int q = 0; q < queued && budget_lasts(budget); q++)
            meet_sum_groups(&stepper->sum, scratch->queue[q].signature,
                            &scratch->feeds[scratch->queue[q].first], scratch->queue[q].feeds, ascending,
                            out);
    }
}
