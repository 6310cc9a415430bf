// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the types from the table of path structures.
#include "tours/mckay/mckay_types.h"

#include "base/memory.h"
#include "base/parallel.h"

#include <stdlib.h>
#include <string.h>

struct sorting {
    struct mckay_table *table;
    size_t entries[MCKAY_SHARDS];
};

static void sort_shard(void *context, uint64_t shard, int thread)
{
    struct sorting *sorting = context;
    (void)thread;
    sorting->entries[shard] = mckay_table_sort(sorting->table, (int)shard);
}

static uint64_t type_of(const struct mckay_entry *entry)
{
    return entry->key >> MCKAY_MATCHING_BITS;
}

// Fills in everything that follows from the codes alone.
static void describe(struct mckay_type *type, const struct mckay_ground *ground, uint64_t codes)
{
    *type = (struct mckay_type){.a = (uint32_t)(codes / (uint64_t)ground->codes),
                                .b = (uint32_t)(codes % (uint64_t)ground->codes)};
    uint32_t a = type->a, b = type->b;
    for (int x = 0; x < ground->width; x++, a /= 3)
        if (a % 3 == 1)
            type->end[type->ends++] = (uint8_t)x;
    for (int x = 0; x < ground->width; x++, b /= 3)
        if (b % 3 == 1)
            type->end[type->ends++] = (uint8_t)(ground->width + x);
}

// How many types and structures the sorted table holds.
static void measure(struct mckay_types *types, const struct sorting *sorting)
{
    for (int s = 0; s < MCKAY_SHARDS; s++) {
        const struct mckay_entry *entries = sorting->table->shards[s].slots;
        for (size_t i = 0; i < sorting->entries[s]; i++)
            types->count += !i || type_of(&entries[i]) != type_of(&entries[i - 1]);
        types->structures += sorting->entries[s];
    }
}

// Lists the types in the order of the shards. Until they are sorted, `first` is where their entries begin, shard by shard.
static uint64_t list_types(struct mckay_types *types, const struct mckay_ground *ground,
                           const struct sorting *sorting)
{
    struct mckay_type *type = types->type - 1;
    uint64_t next = 0, pair_bytes = 0;
    for (int s = 0; s < MCKAY_SHARDS; s++) {
        const struct mckay_entry *entries = sorting->table->shards[s].slots;
        for (size_t i = 0; i < sorting->entries[s]; i++, next++) {
            if (!i || type_of(&entries[i]) != type_of(&entries[i - 1])) {
                describe(++type, ground, type_of(&entries[i]));
                type->first = next;
            }
            type->count++;
            pair_bytes += type->ends;
        }
    }
    return pair_bytes;
}

// Copies the structures of a type from the table. Returns where the next pairs go.
static uint64_t copy_structures(struct mckay_types *types, const struct mckay_type *type,
                                const struct mckay_entry *entries, uint64_t pairs)
{
    for (uint32_t i = 0; i < type->count; i++) {
        uint8_t partner[MCKAY_ENDS_MAX];
        uint32_t rank = (uint32_t)(entries[i].key & ((1u << MCKAY_MATCHING_BITS) - 1));
        uint64_t count = entries[i].count;
        matching_unrank(type->ends / 2, rank, partner);
        for (int j = 0; j < type->ends; j++)
            if (partner[j] > j) {
                types->pairs[pairs++] = type->end[j];
                types->pairs[pairs++] = type->end[partner[j]];
            }
        types->structure[type->first + i] = (struct matching_term){rank, count};
        types->least = count < types->least ? count : types->least;
        types->most = count > types->most ? count : types->most;
    }
    return pairs;
}

// Puts the structures in the order of their types, which are sorted by now, so that types joined one after the
// other are adjacent in memory.
static void fill(struct mckay_types *types, const struct sorting *sorting)
{
    uint64_t begin[MCKAY_SHARDS + 1] = {0}, next = 0, pairs = 0;
    for (int s = 0; s < MCKAY_SHARDS; s++)
        begin[s + 1] = begin[s] + sorting->entries[s];
    types->least = types->count ? UINT64_MAX : 0;
    for (int i = 0; i < types->count; i++) {
        struct mckay_type *type = &types->type[i];
        int s = 0;
        while (begin[s + 1] <= type->first)
            s++;
        const struct mckay_entry *entries = &sorting->table->shards[s].slots[type->first - begin[s]];
        type->first = next;
        type->pairs = pairs;
        next += type->count;
        pairs = copy_structures(types, type, entries, pairs);
    }
}

static int compare_codes(const void *a, const void *b)
{
    const struct mckay_type *x = a, *y = b;
    return x->a != y->a ? (x->a < y->a ? -1 : 1) : x->b < y->b ? -1 : x->b > y->b;
}

// The keys by which types are ordered.
struct size {
    uint32_t count;
    int32_t type;
};

static int compare_sizes(const void *a, const void *b)
{
    const struct size *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count ? -1 : 1) : x->type < y->type ? -1 : x->type > y->type;
}

// Numbers the codes that occur, and returns how many there are.
static int number_codes(const struct mckay_types *types, int codes, bool of_a, int32_t *index)
{
    int count = 0;
    memset(index, -1, (size_t)codes * sizeof *index);
    for (int i = 0; i < types->count; i++)
        index[of_a ? types->type[i].a : types->type[i].b] = 0;
    for (int i = 0; i < codes; i++)
        if (!index[i])
            index[i] = count++;
    return count;
}

static bool make_index(struct mckay_types *types, const struct mckay_ground *ground)
{
    types->a_index = memory_try(NULL, (size_t)ground->codes, sizeof *types->a_index);
    types->b_index = memory_try(NULL, (size_t)ground->codes, sizeof *types->b_index);
    if (!types->a_index || !types->b_index)
        return false;
    types->a_count = number_codes(types, ground->codes, true, types->a_index);
    types->b_count = number_codes(types, ground->codes, false, types->b_index);
    size_t cells = (size_t)types->a_count * (size_t)types->b_count;
    types->find = memory_try(NULL, cells, sizeof *types->find);
    types->first_of_a = memory_try_zeroed((size_t)types->a_count + 1, sizeof *types->first_of_a);
    if (!types->find || !types->first_of_a)
        return false;
    memset(types->find, -1, cells * sizeof *types->find);
    for (int i = 0; i < types->count; i++) {
        int a = types->a_index[types->type[i].a], b = types->b_index[types->type[i].b];
        types->find[(size_t)a * (size_t)types->b_count + (size_t)b] = i;
        types->first_of_a[a + 1] = i + 1;
    }
    return true;
}

static bool make_order(struct mckay_types *types, const struct mckay_ground *ground)
{
    struct size *sizes = memory_try(NULL, (size_t)types->count, sizeof *sizes);
    if (!sizes)
        return false;
    for (int i = 0; i < types->count; i++)
        sizes[i] = (struct size){types->type[i].count, i};
    qsort(sizes, (size_t)types->count, sizeof *sizes, compare_sizes);
    for (int i = 0; i < types->count; i++) {
        struct mckay_type *type = &types->type[i];
        types->type[sizes[i].type].order = i;
        type->mirror = i;
        if (ground->left_right)
            type->mirror = mckay_types_find(types, mckay_code_mirror(ground, type->a),
                                            mckay_code_mirror(ground, type->b));
    }
    free(sizes);
    return true;
}

bool mckay_types_init(struct mckay_types *types, const struct mckay_ground *ground, struct mckay_table *table,
                      int threads, struct error *err)
{
    struct sorting sorting = {.table = table};
    *types = (struct mckay_types){0};
    parallel_for(threads, MCKAY_SHARDS, sort_shard, &sorting);
    measure(types, &sorting);
    types->type = memory_try(NULL, (size_t)types->count, sizeof *types->type);
    types->structure = memory_try(NULL, types->structures, sizeof *types->structure);
    bool done = types->type && types->structure;
    if (done) {
        types->pairs = memory_try(NULL, list_types(types, ground, &sorting), 1);
        if (types->count)
            qsort(types->type, (size_t)types->count, sizeof *types->type, compare_codes);
        if (types->pairs)
            fill(types, &sorting);
        done = types->pairs && make_index(types, ground) && make_order(types, ground);
    }
    if (done)
        return true;
    mckay_types_clear(types);
    return error_no_memory(err);
}

void mckay_types_clear(struct mckay_types *types)
{
    free(types->type);
    free(types->structure);
    free(types->pairs);
    free(types->a_index);
    free(types->b_index);
    free(types->find);
    free(types->first_of_a);
    *types = (struct mckay_types){0};
}
