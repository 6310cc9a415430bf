// SPDX-License-Identifier: GPL-3.0-or-later
// Builds tables of degrees by merging sorted streams, and walks back through them.
#include "tours/sample/factor_table.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t END = UINT64_MAX;

// One choice, advancing through the sorted states of a level.
struct stream {
    struct factor_choice choice;
    size_t at;
};

// Advances a stream to the next state that its choice applies to. Returns the key that it leads to.
static uint64_t stream_seek(struct stream *stream, const struct factor_level *from)
{
    while (stream->at < from->count && (from->keys[stream->at] & stream->choice.mask) != stream->choice.value)
        stream->at++;
    return stream->at < from->count ? from->keys[stream->at] + stream->choice.delta : END;
}

static void level_clear(struct factor_level *level)
{
    free(level->keys);
    free(level->weights);
    free(level->starts);
    memset(level, 0, sizeof *level);
}

static uint64_t state_bytes(const struct factor_level *level)
{
    return sizeof *level->keys + sizeof *level->weights * (uint64_t)level->limbs;
}

bool factor_budget_refuse(const struct factor_budget *budget, struct error *err)
{
    unsigned long long needed = (budget->needed >> 20) + 1, limit = budget->limit >> 20;
    if (!budget->needed)
        return error_set(err, ERROR_TOO_LARGE, "memory", "the tables of this board do not fit into %llu MiB",
                         limit);
    return error_set(err, ERROR_TOO_LARGE, "memory",
                     "the tables of this board need %s %llu MiB of memory; the bound is %llu MiB",
                     budget->unknown ? "more than" : "about", needed, limit);
}

// By how many states to extend a level that has room for `capacity`: by half, or as far as the budget allows.
static size_t level_more(const struct factor_level *level, size_t capacity,
                         const struct factor_budget *budget)
{
    size_t more = capacity ? capacity / 2 : 64;
    uint64_t left = budget->limit > budget->used ? (budget->limit - budget->used) / state_bytes(level) : 0;
    return more > left && left > 0 ? (size_t)left : more;
}

// Gives a level room for exactly `capacity` states instead of `old`.
static bool level_resize(struct factor_level *level, size_t old, size_t capacity,
                         struct factor_budget *budget, struct error *err)
{
    uint64_t bytes = capacity * state_bytes(level), had = old * state_bytes(level);
    if (capacity > UINT32_MAX || budget->used - had + bytes > budget->limit)
        return error_set(err, ERROR_TOO_LARGE, "memory", "the tables do not fit");
    uint64_t *keys = memory_try(level->keys, capacity, sizeof *keys);
    if (keys)
        level->keys = keys;
    uint64_t *weights = memory_try(level->weights, capacity * (size_t)level->limbs, sizeof *weights);
    if (weights)
        level->weights = weights;
    if (!keys || !weights)
        return error_no_memory(err);
    budget->used = budget->used - had + bytes;
    return true;
}

// Makes the index that factor_level_find() starts from: about four states per bucket.
static bool level_index(struct factor_level *level, struct factor_budget *budget, struct error *err)
{
    int bits = 1, top = 0;
    while (level->keys[level->count - 1] >> top && top < 62)
        top += 2;
    while (bits < 30 && ((size_t)4 << bits) < level->count)
        bits++;
    level->shift = top > bits ? top - bits : 0;
    size_t buckets = (size_t)(level->keys[level->count - 1] >> level->shift) + 1;
    if (budget->used + (buckets + 1) * sizeof *level->starts > budget->limit)
        return error_set(err, ERROR_TOO_LARGE, "memory", "the tables do not fit");
    level->starts = memory_try(NULL, buckets + 1, sizeof *level->starts);
    if (!level->starts)
        return error_no_memory(err);
    budget->used += (buckets + 1) * sizeof *level->starts;
    size_t next = 0;
    for (size_t i = 0; i < level->count; i++)
        while (next <= level->keys[i] >> level->shift)
            level->starts[next++] = (uint32_t)i;
    while (next <= buckets)
        level->starts[next++] = (uint32_t)level->count;
    return true;
}

size_t factor_level_find(const struct factor_level *level, uint64_t key)
{
    if (level->count == 0 || key > level->keys[level->count - 1])
        return level->count;
    uint64_t bucket = key >> level->shift;
    size_t low = level->starts[bucket], high = level->starts[bucket + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (level->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < level->starts[bucket + 1] && level->keys[low] == key ? low : level->count;
}

void factor_level_sum(const struct factor_level *level, struct natural *sum)
{
    uint64_t low = 0;
    natural_set(sum, 0);
    for (size_t i = 0; i < level->count; i++) {
        // Small weights are added up in one limb as long as the sum fits.
        const uint64_t *limbs = factor_weight(level, i);
        if (level->limbs == 1 && limbs[0] <= UINT64_MAX - low)
            low += limbs[0];
        else
            natural_add_limbs(sum, limbs, (size_t)level->limbs);
    }
    natural_add_limbs(sum, &low, 1);
}

// Every weight of the next level is a sum of weights of different states of this one. 0 when there is no memory.
static int limbs_needed(const struct factor_level *from)
{
    struct natural sum = {0};
    factor_level_sum(from, &sum);
    int limbs = sum.failed ? 0 : sum.count ? (int)sum.count : 1;
    natural_clear(&sum);
    return limbs;
}

static void weight_add(uint64_t *to, int to_limbs, const uint64_t *from, int from_limbs)
{
    if (to_limbs == 1)
        *to += *from;
    else
        limbs_add(to, to_limbs, from, from_limbs);
}

// The streams of one step, which are merged into the next level.
struct merging {
    const struct factor_level *from;
    struct factor_level *to;
    struct stream *streams; // [count]
    uint64_t *heads;        // [count] the next key of each
    size_t count;
};

static bool merge(const struct merging *merging, struct factor_budget *budget, struct error *err)
{
    enum { ASK_EVERY = 1 << 12 };
    const struct factor_level *from = merging->from;
    struct factor_level *to = merging->to;
    struct stream *streams = merging->streams;
    uint64_t *heads = merging->heads;
    size_t capacity = 0, count = merging->count;
    for (;;) {
        uint64_t least = END;
        for (size_t i = 0; i < count; i++)
            least = heads[i] < least ? heads[i] : least;
        if (least == END)
            break;
        if (to->count == capacity) {
            size_t more = level_more(to, capacity, budget);
            if (!level_resize(to, capacity, capacity + more, budget, err)) {
                budget->used -= capacity * state_bytes(to);
                return false;
            }
            capacity += more;
        }
        if (to->count % ASK_EVERY == 0 && budget->go_on && !budget->go_on(budget->context))
            return error_set(err, ERROR_BUSY, "", "the work was interrupted");
        uint64_t *weight = to->weights + to->count * (size_t)to->limbs;
        memset(weight, 0, (size_t)to->limbs * sizeof *weight);
        for (size_t i = 0; i < count; i++) {
            if (heads[i] != least)
                continue;
            weight_add(weight, to->limbs, factor_weight(from, streams[i].at), from->limbs);
            streams[i].at++;
            heads[i] = stream_seek(&streams[i], from);
        }
        to->keys[to->count++] = least;
    }
    return to->count == 0 ||
           (level_resize(to, capacity, to->count, budget, err) && level_index(to, budget, err));
}

static bool step_build(const struct factor_step *step, const struct factor_level *from,
                       struct factor_level *to, struct factor_budget *budget, struct error *err)
{
    size_t count = step->choices.count;
    if (from->count == 0 || count == 0)
        return true;
    struct stream *streams = memory_try(NULL, count, sizeof *streams);
    uint64_t *heads = memory_try(NULL, count, sizeof *heads);
    int limbs = limbs_needed(from);
    bool built = (streams && heads && limbs) || error_no_memory(err);
    to->limbs = limbs > from->limbs ? limbs : from->limbs;
    for (size_t i = 0; built && i < count; i++) {
        streams[i] = (struct stream){.choice = step->choices.items[i], .at = 0};
        heads[i] = stream_seek(&streams[i], from);
    }
    built = built && merge(&(struct merging){from, to, streams, heads, count}, budget, err);
    free(streams);
    free(heads);
    return built;
}

// Bytes that a level takes, with its index.
static uint64_t level_bytes(const struct factor_level *level)
{
    if (level->count == 0)
        return 0;
    uint64_t buckets = (level->keys[level->count - 1] >> level->shift) + 1;
    return level->count * state_bytes(level) + (buckets + 1) * sizeof *level->starts;
}

static void level_drop(struct factor_level *level, struct factor_budget *budget)
{
    budget->used -= level_bytes(level);
    level_clear(level);
}

// The first level: one state of weight 1.
static bool table_start(struct factor_table *table, uint64_t start, struct factor_budget *budget,
                        struct error *err)
{
    struct factor_level *first = &table->levels[0];
    first->limbs = 1;
    if (!level_resize(first, 0, 1, budget, err))
        return false;
    first->count = 1;
    first->keys[0] = start;
    first->weights[0] = 1;
    return level_index(first, budget, err);
}

bool factor_table_build(struct factor_table *table, uint64_t start, struct factor_budget *budget,
                        struct error *err)
{
    bool built = table_start(table, start, budget, err);
    for (int i = 0; built && i < table->steps_count; i++)
        built = step_build(&table->steps[i], &table->levels[i], &table->levels[i + 1], budget, err);
    return built;
}

bool factor_table_measure(struct factor_table *table, uint64_t start, struct factor_budget *budget,
                          struct error *err)
{
    struct error reason;
    if (!table_start(table, start, budget, err))
        return false;
    budget->needed += level_bytes(&table->levels[0]);
    for (int i = 0; i < table->steps_count && !budget->unknown; i++) {
        uint64_t before = budget->used;
        struct factor_level *to = &table->levels[i + 1];
        if (step_build(&table->steps[i], &table->levels[i], to, budget, &reason)) {
            budget->needed += level_bytes(to);
        } else if (reason.code == ERROR_TOO_LARGE) {
            budget->needed += budget->limit - before;
            budget->unknown = true;
        } else {
            if (err)
                *err = reason;
            return false;
        }
        level_drop(&table->levels[i], budget);
    }
    return true;
}

static bool steps_agree(const struct factor_step *a, const struct factor_step *b)
{
    bool agree = a->choices.count == b->choices.count;
    for (size_t i = 0; agree && i < a->choices.count; i++) {
        const struct factor_choice *x = &a->choices.items[i], *y = &b->choices.items[i];
        agree = x->mask == y->mask && x->value == y->value && x->delta == y->delta;
    }
    return agree;
}

bool factor_table_resembles(const struct factor_table *table, const struct factor_table *like)
{
    bool agree = table->steps_count == like->steps_count;
    for (int i = 0; agree && i < table->steps_count; i++)
        agree = steps_agree(&table->steps[i], &like->steps[i]);
    return agree;
}

bool factor_table_build_like(struct factor_table *table, const struct factor_table *like, uint64_t start,
                             struct factor_budget *budget, struct error *err)
{
    if (!factor_table_resembles(table, like))
        return factor_table_build(table, start, budget, err);
    free(table->levels);
    table->levels = like->levels;
    table->borrowed = true;
    return true;
}

void factor_table_forget(struct factor_table *table)
{
    for (int i = 0; table->levels && !table->borrowed && i <= table->steps_count; i++)
        level_clear(&table->levels[i]);
}

void factor_table_clear(struct factor_table *table)
{
    factor_table_forget(table);
    for (int i = 0; table->steps && i < table->steps_count; i++)
        vector_clear(&table->steps[i].choices);
    if (!table->borrowed)
        free(table->levels);
    free(table->steps);
    memset(table, 0, sizeof *table);
}

// Whether rank < weight; if not, the weight is subtracted from the rank. The rank has `limbs` limbs, at least as many as the
// weight.
static bool falls_into(uint64_t *rank, int limbs, const struct factor_level *level, size_t index)
{
    const uint64_t *weight = factor_weight(level, index);
    if (limbs == 1) {
        if (*rank < *weight)
            return true;
        *rank -= *weight;
        return false;
    }
    bool higher = false;
    for (int i = level->limbs; i < limbs; i++)
        higher |= rank[i] != 0;
    if (!higher && limbs_compare(rank, weight, level->limbs) < 0)
        return true;
    limbs_subtract(rank, limbs, weight, level->limbs);
    return false;
}

void factor_table_unrank(const struct factor_table *table, size_t index, uint64_t *rank, factor_edge take,
                         void *context)
{
    for (int i = table->steps_count - 1; i >= 0; i--) {
        const struct factor_step *step = &table->steps[i];
        const struct factor_level *to = &table->levels[i + 1], *from = &table->levels[i];
        uint64_t key = to->keys[index];
        for (size_t c = 0;; c++) {
            assert(c < step->choices.count);
            const struct factor_choice *choice = &step->choices.items[c];
            // If the choice applies to this state, it leads here: addition undoes whatever the subtraction borrowed.
            uint64_t source = key - choice->delta;
            if ((source & choice->mask) != choice->value)
                continue;
            size_t found = factor_level_find(from, source);
            if (found == from->count || !falls_into(rank, to->limbs, from, found))
                continue;
            for (int e = 0; e < choice->edges; e++)
                take(context, step->vertex, choice->neighbours[e]);
            index = found;
            break;
        }
    }
}
