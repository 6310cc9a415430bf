// SPDX-License-Identifier: GPL-3.0-or-later
// Derives the worth of a group from what each move leaves; see worth.h.
#include "search/fights/worth.h"

enum {
    LARGEST = 10
}; // stones in a group: what larger ones are worth takes long to find out, and is seldom so simple

// ---- The table ----

// What the table keeps instead of a score.
enum { UNRECOGNIZED = 1, RECOGNIZED = 100, HEAPS = HEAP_MAX + 1 };

static bool find_worth(const struct worths *worths, uint64_t key, int *score)
{
    struct table_found found;
    bool known = table_find(worths->table, key ^ worths->salt, &found);
    *score = known ? found.score : 0;
    return known;
}

static void keep_worth(const struct worths *worths, uint64_t key, unsigned stones, int score)
{
    const struct table_found found = {
        .best = MOVE_NONE, .score = score, .depth = (int)stones, .bound = BOUND_EXACT};
    table_store(worths->table, key ^ worths->salt, &found);
}

// ---- Moves ----

// Adds up what is left of a group.
static bool worth_of_rest(struct stones *stones, const struct group *group, struct upstar *sum)
{
    bool seen[GRID_SQUARES] = {false};
    *sum = (struct upstar){0, 0};
    for (unsigned i = 0; i < group->count; i++) {
        square s = group->places[i];
        struct group part;
        struct upstar worth;
        if (stones->color[s] == STONE_NONE || seen[s])
            continue;
        group_find(stones, s, seen, &part);
        if (!part.fights)
            continue;
        if (!worth_of_group(stones, &part, group_key(stones, &part, WHITE).key, &worth))
            return false;
        *sum = upstar_add(*sum, worth);
    }
    return true;
}

enum { OPTIONS_MAX = LARGEST * NEIGHBOURS_MAX };

// Lists what the moves of one colour leave; false if that is not known of one of them.
static bool list_options(struct stones *stones, const struct group *group, enum color side,
                         struct upstar options[OPTIONS_MAX], unsigned *count)
{
    *count = 0;
    for (unsigned i = 0; i < group->count; i++) {
        square s = group->places[i];
        if (stones->color[s] != side)
            continue;
        for (unsigned k = 0; k < stones->neighbour_count[s]; k++) {
            const struct stones_move m = {.from = s, .to = stones->neighbours[s][k]};
            if (stones->color[m.to] != other_color(side))
                continue;
            stones_play(stones, m);
            bool known = worth_of_rest(stones, group, &options[(*count)++]);
            stones_undo(stones, m);
            if (!known)
                return false;
        }
    }
    return true;
}

bool worth_of_group(struct stones *stones, const struct group *group, uint64_t key_for_white,
                    struct upstar *worth)
{
    const struct worths *worths = stones->worths;
    int score;
    if (!worths || group->count > LARGEST)
        return false;
    if (find_worth(worths, key_for_white, &score)) {
        *worth =
            (struct upstar){(score - RECOGNIZED) / HEAPS - UPS_MAX, (unsigned)(score - RECOGNIZED) % HEAPS};
        return score >= RECOGNIZED;
    }
    if (effort_is_over(worths->effort))
        return false;
    struct upstar values[2][OPTIONS_MAX];
    struct upstar_options options = {.values = {values[WHITE], values[BLACK]}};
    bool found = list_options(stones, group, WHITE, values[WHITE], &options.count[WHITE]) &&
                 list_options(stones, group, BLACK, values[BLACK], &options.count[BLACK]) &&
                 upstar_recognize(&options, worth);
    if (found || !worths->effort->over)
        keep_worth(worths, key_for_white, group->count,
                   found ? RECOGNIZED + (worth->ups + UPS_MAX) * HEAPS + (int)worth->heap : UNRECOGNIZED);
    return found;
}
