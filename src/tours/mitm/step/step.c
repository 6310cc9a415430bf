// SPDX-License-Identifier: GPL-3.0-or-later
// Merges streams of groups: all patterns go through the input in parallel.
#include "tours/mitm/step/step.h"

#include "base/memory.h"
#include "tours/mitm/layer/states.h"
#include "tours/mitm/step/images.h"

#include <stdlib.h>

// Patterns come in bundles of this size; the least head of each bundle is kept.
enum { BUNDLE = 16 };
// Groups are made a little later than their contributions are known, so that these can be prefetched: about QUEUE groups,
// QUEUE contributions or AHEAD_BYTES bytes ahead.
enum { QUEUE = 64, AHEAD_BYTES = 32768 };

// The resident part of mapped files is checked after this many queues, or groups of a sample.
enum { TRIM_EVERY = 8, SAMPLE_TRIM = 256 };

// A group to be made.
struct planned {
    uint64_t signature;
    int first, contributions; // its first contribution in the scratch memory, and how many it has
};

struct mitm_scratch {
    struct mitm_pattern patterns[MITM_PATTERNS_MAX];
    struct mitm_images images[MITM_PATTERNS_MAX];
    uint64_t heads[MITM_PATTERNS_MAX];              // the next image of each pattern
    uint64_t least[MITM_PATTERNS_MAX / BUNDLE + 1]; // the least head of each bundle of patterns
    struct mitm_contribution contributions[QUEUE + MITM_PATTERNS_MAX];
    struct planned queue[QUEUE];
};

// A step in progress.
struct merge {
    struct mitm_scratch *scratch;
    const struct mitm_plan *plan;
    int half;
    const struct mitm_step *step;
    int patterns;
    struct mitm_span input;
    uint64_t forbidden[3]; // forbidden[d]: ones in the slots that must not have degree d afterwards
};

bool mitm_stepper_init(struct mitm_stepper *stepper, const struct mitm_plan *plan,
                       struct matching_tables *tables, enum mitm_mode mode, uint64_t prime)
{
    *stepper = (struct mitm_stepper){.plan = plan, .scratch = memory_try(NULL, 1, sizeof *stepper->scratch)};
    if (stepper->scratch && mitm_accumulator_init(&stepper->accumulator, tables, mode, prime))
        return true;
    free(stepper->scratch);
    return false;
}

void mitm_stepper_clear(struct mitm_stepper *stepper)
{
    mitm_accumulator_clear(&stepper->accumulator);
    free(stepper->scratch);
}

void mitm_start_layer(struct mitm_layer *layer, enum mitm_mode mode)
{
    const uint64_t one = 1;
    uint32_t bound = mode == MITM_EXACT ? 1 : MITM_UNBOUNDED;
    unsigned char *room = mitm_layer_room(layer, mitm_group_bytes(0, 1, bound));
    if (!room)
        return;
    mitm_states_write_wide(room, &(struct mitm_states){0, 1, bound, &(const uint16_t){0}}, &one);
    mitm_layer_add(layer, 0, 1, bound);
}

static struct merge merge_of(struct mitm_stepper *stepper, const struct mitm_advance *advance)
{
    const struct mitm_step *step = &stepper->plan->half[advance->half].step[advance->step];
    struct merge merge = {.scratch = stepper->scratch,
                          .plan = stepper->plan,
                          .half = advance->half,
                          .step = step,
                          .patterns = mitm_patterns(step, stepper->scratch->patterns),
                          .input = advance->input};
    for (int degree = 0; degree < 3; degree++)
        merge.forbidden[degree] = step->forbidden[degree] | advance->range.forbidden[degree];
    return merge;
}

// Advances a pattern to its next image.
static inline void next_image(const struct merge *merge, int p)
{
    struct mitm_images *images = &merge->scratch->images[p];
    images->next++;
    if (mitm_images_head(images) == UINT64_MAX && images->at < images->end)
        mitm_images_list(images, &merge->scratch->patterns[p], merge->input.groups, merge->forbidden);
    merge->scratch->heads[p] = mitm_images_head(images);
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

// The first group whose image under a pattern is not below a signature; images ascend as groups do.
static size_t find_image(const struct merge *merge, int p, uint64_t signature)
{
    uint64_t delta = merge->scratch->patterns[p].delta;
    // A pattern may subtract more than it adds.
    if ((int64_t)delta >= 0 ? signature <= delta : signature > UINT64_MAX + delta)
        return (int64_t)delta >= 0 ? 0 : merge->input.count;
    return mitm_find_group(merge->input.groups, merge->input.count, signature - delta);
}

static void start(struct merge *merge, const struct mitm_range *range)
{
    for (int p = 0; p < merge->patterns; p++) {
        struct mitm_images *images = &merge->scratch->images[p];
        images->at = find_image(merge, p, range->low);
        images->end = find_image(merge, p, range->high);
        mitm_images_list(images, &merge->scratch->patterns[p], merge->input.groups, merge->forbidden);
        merge->scratch->heads[p] = mitm_images_head(images);
    }
    for (int bundle = 0; bundle * BUNDLE < merge->patterns; bundle++)
        find_least(merge, bundle);
}

// Whether a signature is kept, considering colours and its mirror image.
static bool is_kept(const struct merge *merge, uint64_t signature)
{
    const struct mitm_plan *plan = merge->plan;
    const struct mitm_step *step = merge->step;
    if (plan->is_coloured && !mitm_plan_suits_colours(plan, step, signature))
        return false;
    if (!plan->comparisons || step->final < plan->comparison[0].slots)
        return true;
    int order = mitm_plan_compare(plan, signature, step->final);
    return merge->half && !plan->symmetric ? order <= 0 : order >= 0;
}

// Appends the contributions to the group of signature `next` to the list, advances the patterns, and returns the new length of the
// list.
static int list_contributions(const struct merge *merge, int contributions, uint64_t next)
{
    struct mitm_scratch *scratch = merge->scratch;
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
            const struct mitm_images *images = &scratch->images[p];
            mitm_contribution_init(&scratch->contributions[contributions++], &scratch->patterns[p],
                                   &merge->input.groups[images->groups[images->next]]);
            next_image(merge, p);
        }
        find_least(merge, bundle);
    }
    return contributions;
}

// ---- Dividing a step ----

// At most SAMPLE groups are sampled, and at most one in APART, so that sampling does not take longer than the step.
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
    if (count)
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

void mitm_advance_divide(struct mitm_stepper *stepper, const struct mitm_advance *advance, uint64_t *bounds,
                         size_t parts, struct mitm_arena *arena)
{
    const struct mitm_span input = advance->input;
    bounds[0] = 0;
    bounds[1] = UINT64_MAX;
    if (parts == 1)
        return;
    struct merge merge = merge_of(stepper, advance);
    size_t apart = input.count / SAMPLE > APART ? input.count / SAMPLE : APART, taken = 0;
    struct sample *samples =
        memory_try(NULL, (input.count / apart + 2) * (size_t)merge.patterns, sizeof *samples);
    if (!samples)
        budget_finish(stepper->accumulator.tables->budget, BUDGET_SYSTEM);
    for (size_t i = 0; i < input.count && samples; i += apart) {
        // The sample comes from all over the array, which may be in a file.
        if (i / apart % SAMPLE_TRIM == SAMPLE_TRIM - 1)
            mitm_arena_trim(arena);
        for (int p = 0; p < merge.patterns; p++) {
            const struct mitm_pattern *pattern = &stepper->scratch->patterns[p];
            const struct mitm_group *group = &input.groups[i];
            uint64_t image = group->signature + pattern->delta;
            if ((group->signature & pattern->mask) != pattern->value || image < advance->range.low ||
                image >= advance->range.high || mitm_has_degree(image, merge.forbidden) ||
                !is_kept(&merge, image))
                continue;
            // Each group takes some time besides that for its states.
            samples[taken++] = (struct sample){image, group->states + 25};
        }
    }
    mitm_arena_trim(arena);
    take_quantiles(samples, taken, bounds, parts);
    free(samples);
}

// ---- Taking a step ----

// Starts to prefetch a group into the caches, and returns its size in bytes.
static size_t start_loading(const struct mitm_group *group)
{
    size_t bytes = mitm_group_bytes(group->signature, group->states, group->bound);
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

// Queues the next groups to be made, until enough of their contributions are being prefetched. Returns how many were queued.
static int fill_queue(const struct merge *merge, uint64_t high)
{
    struct mitm_scratch *scratch = merge->scratch;
    int queued = 0, contributions = 0;
    size_t bytes = 0;
    while (queued < QUEUE && contributions < QUEUE && bytes < AHEAD_BYTES) {
        uint64_t next = next_of(merge);
        if (next >= high)
            break;
        int first = contributions;
        contributions = list_contributions(merge, contributions, next);
        if (!is_kept(merge, next)) {
            contributions = first;
            continue;
        }
        for (int f = first; f < contributions; f++)
            bytes += start_loading(scratch->contributions[f].group);
        scratch->queue[queued++] = (struct planned){next, first, contributions - first};
    }
    return queued;
}

void mitm_advance(struct mitm_stepper *stepper, const struct mitm_advance *advance, struct mitm_layer *out)
{
    const struct mitm_scratch *scratch = stepper->scratch;
    if (advance->range.low >= advance->range.high)
        return;
    struct merge merge = merge_of(stepper, advance);
    start(&merge, &advance->range);
    // Joins need ascending ranks.
    bool ascending = advance->step == stepper->plan->half[advance->half].steps - 1;
    struct budget *budget = stepper->accumulator.tables->budget;
    for (int queued; (queued = fill_queue(&merge, advance->range.high)) > 0 && budget_poll(budget);) {
        if (budget && atomic_load_explicit(&budget->disk, memory_order_relaxed) &&
            ++stepper->filled % TRIM_EVERY == 0)
            mitm_arena_trim(out->arena);
        for (int q = 0; q < queued && budget_lasts(budget); q++) {
            const struct planned *planned = &scratch->queue[q];
            const struct mitm_pending_group group = {planned->signature,
                                                     &scratch->contributions[planned->first],
                                                     planned->contributions, ascending};
            mitm_accumulate(&stepper->accumulator, &group, out);
        }
    }
}
