// SPDX-License-Identifier: GPL-3.0-or-later
// Merging streams of groups: patterns move over the input side by side.
#include "tours/mitm/step/step.h"

#include "base/memory.h"
#include "tours/mitm/layer/states.h"
#include "tours/mitm/step/images.h"

#include <stdlib.h>

// So many patterns share their least head.
enum { BUNDLE = 16 };
// Groups are made a little later than it is known from what, so that memory has time to send it: so many groups or contributions or bytes.
enum { QUEUE = 64, AHEAD_BYTES = 32768 };

// What mapped files have in memory is looked at after so many queues, or groups of a sample.
enum { TRIM_EVERY = 8, SAMPLE_TRIM = 256 };

// A group to be made.
struct planned {
    uint64_t signature;
    int first, contributions; // in the list of contributions
};

struct mitm_scratch {
    struct mitm_pattern patterns[MITM_PATTERNS_MAX];
    struct mitm_images images[MITM_PATTERNS_MAX];
    uint64_t heads[MITM_PATTERNS_MAX];              // the next image of each pattern
    uint64_t least[MITM_PATTERNS_MAX / BUNDLE + 1]; // of the heads of so many patterns each
    struct mitm_contribution contributions[QUEUE + MITM_PATTERNS_MAX];
    struct planned queue[QUEUE];
};

// A step under way.
struct merge {
    struct mitm_scratch *scratch;
    int patterns;
    const struct mitm_group *groups;
    size_t count;
    uint64_t forbidden[3]; // ones in the slots that must not have the degree 0, 1, 2 afterwards
};

void mitm_stepper_init(struct mitm_stepper *stepper, const struct mitm_plan *plan,
                       struct matching_tables *tables, enum mitm_mode mode, uint64_t prime)
{
    stepper->plan = plan;
    stepper->filled = 0;
    mitm_accumulator_init(&stepper->sum, tables, mode, prime);
    stepper->scratch = memory_resize(NULL, 1, sizeof *stepper->scratch);
}

void mitm_stepper_clear(struct mitm_stepper *stepper)
{
    mitm_accumulator_clear(&stepper->sum);
    free(stepper->scratch);
}

void mitm_start_layer(struct mitm_layer *layer, enum mitm_mode mode)
{
    const uint64_t one = 1;
    uint32_t bound = mode == MITM_EXACT ? 1 : MITM_UNBOUNDED;
    unsigned char *room = mitm_layer_room(layer, mitm_group_bytes(0, 1, bound));
    if (!room)
        return;
    mitm_states_write_wide(room, 0, &(const uint16_t){0}, &one, 1, bound);
    mitm_layer_add(layer, 0, 1, bound);
}

static struct merge merge_of(struct mitm_stepper *stepper, const struct mitm_step *step,
                             const struct mitm_group *groups, size_t count, const struct mitm_range *range)
{
    struct merge merge = {.scratch = stepper->scratch,
                          .patterns = mitm_patterns(step, stepper->scratch->patterns),
                          .groups = groups,
                          .count = count};
    for (int degree = 0; degree < 3; degree++)
        merge.forbidden[degree] = step->forbidden[degree] | range->forbidden[degree];
    return merge;
}

// Moves a pattern on to its next image.
static inline void advance(const struct merge *merge, int p)
{
    struct mitm_images *images = &merge->scratch->images[p];
    images->next++;
    if (mitm_images_head(images) == UINT64_MAX && images->at < images->end)
        mitm_images_list(images, &merge->scratch->patterns[p], merge->groups, merge->forbidden);
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

// The first group whose image by a pattern is not below a signature: images ascend with the groups that suit.
static size_t find_image(const struct merge *merge, int p, uint64_t signature)
{
    uint64_t delta = merge->scratch->patterns[p].delta;
    // A pattern may take more away than it adds.
    if ((int64_t)delta >= 0 ? signature <= delta : signature > UINT64_MAX + delta)
        return (int64_t)delta >= 0 ? 0 : merge->count;
    return mitm_find_group(merge->groups, merge->count, signature - delta);
}

static void start(struct merge *merge, const struct mitm_range *range)
{
    for (int p = 0; p < merge->patterns; p++) {
        struct mitm_images *images = &merge->scratch->images[p];
        images->at = find_image(merge, p, range->low);
        images->end = find_image(merge, p, range->high);
        mitm_images_list(images, &merge->scratch->patterns[p], merge->groups, merge->forbidden);
        merge->scratch->heads[p] = mitm_images_head(images);
    }
    for (int bundle = 0; bundle * BUNDLE < merge->patterns; bundle++)
        find_least(merge, bundle);
}

// Whether a signature is kept: neither its colours nor its mirror image say otherwise.
static bool is_kept(const struct mitm_plan *plan, int half, const struct mitm_step *step, uint64_t signature)
{
    if (plan->is_coloured && !mitm_plan_suits_colours(plan, step, signature))
        return false;
    if (!plan->comparisons || step->final < plan->comparison[0].slots)
        return true;
    int order = mitm_plan_compare(plan, signature, step->final);
    return half && !plan->symmetric ? order <= 0 : order >= 0;
}

// Lists what makes the group of signature `next` behind the contributions that are there, and moves the patterns on; how many there are then.
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
                                   &merge->groups[images->groups[images->next]]);
            advance(merge, p);
        }
        find_least(merge, bundle);
    }
    return contributions;
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

void mitm_step_divide(struct mitm_stepper *stepper, int half, int step, const struct mitm_group *groups,
                      size_t count, const struct mitm_range *range, uint64_t *bounds, size_t parts,
                      struct mitm_arena *arena)
{
    const struct mitm_step *now = &stepper->plan->half[half].step[step];
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
            mitm_arena_trim(arena);
        for (int p = 0; p < merge.patterns; p++) {
            const struct mitm_pattern *pattern = &stepper->scratch->patterns[p];
            uint64_t image = groups[i].signature + pattern->delta;
            if ((groups[i].signature & pattern->mask) != pattern->value || image < range->low ||
                image >= range->high || mitm_has_degree(image, merge.forbidden) ||
                !is_kept(stepper->plan, half, now, image))
                continue;
            // A group takes time of its own.
            samples[taken++] = (struct sample){image, groups[i].states + 25};
        }
    }
    mitm_arena_trim(arena);
    take_quantiles(samples, taken, bounds, parts);
    free(samples);
}

// ---- Taking it ----

// Starts to load a group into the caches; its bytes.
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

// Lists the next groups to be made, until their contributions are worth waiting for; how many.
static int fill_queue(struct mitm_stepper *stepper, const struct merge *merge, int half,
                      const struct mitm_step *step, uint64_t high)
{
    struct mitm_scratch *scratch = stepper->scratch;
    int queued = 0, contributions = 0;
    size_t bytes = 0;
    while (queued < QUEUE && contributions < QUEUE && bytes < AHEAD_BYTES) {
        uint64_t next = next_of(merge);
        if (next >= high)
            break;
        int first = contributions;
        contributions = list_contributions(merge, contributions, next);
        if (!is_kept(stepper->plan, half, step, next)) {
            contributions = first;
            continue;
        }
        for (int f = first; f < contributions; f++)
            bytes += start_loading(scratch->contributions[f].group);
        scratch->queue[queued++] = (struct planned){next, first, contributions - first};
    }
    return queued;
}

void mitm_step(struct mitm_stepper *stepper, int half, int step, const struct mitm_group *groups,
               size_t count, const struct mitm_range *range, struct mitm_layer *out)
{
    struct mitm_scratch *scratch = stepper->scratch;
    const struct mitm_step *now = &stepper->plan->half[half].step[step];
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
            mitm_arena_trim(out->arena);
        for (int q = 0; q < queued && budget_lasts(budget); q++)
            mitm_accumulate(&stepper->sum, scratch->queue[q].signature,
                            &scratch->contributions[scratch->queue[q].first], scratch->queue[q].contributions,
                            ascending, out);
    }
}
