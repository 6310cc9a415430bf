// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the graph, and finds Hamiltonian paths and circuits in it by dynamic programming over sets of pieces.
//
// R. Bellman, Dynamic programming treatment of the travelling salesman problem
// (1962), and M. Held and R. Karp (1962): for every set of pieces it is enough to know at which of them a path
// through exactly that set can end.
#include "position/protection/protection_graph.h"

#include "position/moves/attack.h"

#include <string.h>

enum { SUBSETS = 1 << PROTECTION_MAX };

static void link(struct protection_graph *graph, unsigned from, unsigned to)
{
    graph->to[from] = (uint8_t)(graph->to[from] | 1U << to);
    graph->from[to] = (uint8_t)(graph->from[to] | 1U << from);
}

static void link_leaps(const struct position *pos, const uint8_t index[GRID_SQUARES], unsigned i,
                       struct protection_graph *graph)
{
    const struct variant *variant = pos->variant;
    square s = graph->squares[i];
    struct leap_span span = variant->leap_spans[pos->pieces[s]][s];
    for (unsigned k = 0; k < span.count; k++) {
        leap l = variant->leaps[span.first + k];
        square to = move_to(l);
        if (index[to] && l >> LEAP_MODE_SHIFT & LEAP_CAPTURE &&
            (!variant->metered || pos->fuel[s] >= square_distance(s, to)))
            link(graph, i, index[to] - 1U);
    }
}

static void link_slides(const struct position *pos, const uint8_t index[GRID_SQUARES], unsigned i,
                        struct protection_graph *graph)
{
    const struct variant *variant = pos->variant;
    square s = graph->squares[i];
    enum color color = piece_color(pos->pieces[s]);
    const struct piece_rules *rules = &variant->pieces[piece_type_of(pos->pieces[s])];
    for (unsigned k = 0; k < rules->slide_count[color]; k++) {
        const struct ride *ride = &rules->slides[color][k];
        int delta = direction_step[ride->dir].delta;
        int reach = variant->board.reach[s][ride->dir];
        int longest = ride->capture < reach ? ride->capture : reach;
        square t = s;
        for (int steps = 1; steps <= longest; steps++) {
            t = (square)(t + delta);
            if (pos->pieces[t] == EMPTY)
                continue;
            if (index[t] && attack_paid(pos, s, &direction_step[ride->dir], steps))
                link(graph, i, index[t] - 1U);
            break;
        }
    }
}

static void link_special(const struct position *pos, const uint8_t index[GRID_SQUARES], unsigned i,
                         struct protection_graph *graph)
{
    square s = graph->squares[i];
    enum color color = piece_color(pos->pieces[s]);
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[s])];
    for (unsigned k = 0; k < rules->special_count[color]; k++) {
        struct landings landings;
        special_landings(pos, s, &rules->special[color][k], &landings);
        for (unsigned n = 0; n < landings.count; n++)
            if (index[landings.at[n]] && rules->special[color][k].capture)
                link(graph, i, index[landings.at[n]] - 1U);
    }
}

static unsigned index_of(const struct protection_graph *graph, square s)
{
    unsigned i = 0;
    while (graph->squares[i] != s) {
        i++;
        assert(i < graph->count);
    }
    return i;
}

unsigned protection_first_gap(const struct protection_graph *graph, const square *squares, unsigned count,
                              bool closed)
{
    for (unsigned step = 1; count > 1 && step < count + closed; step++) {
        unsigned from = index_of(graph, squares[step - 1]), to = index_of(graph, squares[step % count]);
        if (!(graph->to[from] >> to & 1))
            return step;
    }
    return 0;
}

void protection_find(const struct position *pos, enum color color, struct protection_graph *graph)
{
    uint8_t index[GRID_SQUARES] = {0}; // index of the piece on each square, counted from 1
    *graph = (struct protection_graph){.count = 0};
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        assert(graph->count < PROTECTION_MAX);
        graph->squares[graph->count++] = (uint8_t)s;
        index[s] = graph->count;
    }
    for (unsigned i = 0; i < graph->count; i++) {
        link_leaps(pos, index, i, graph);
        link_slides(pos, index, i, graph);
        link_special(pos, index, i, graph);
    }
}

// How many pieces have no such link; with two of them there is no path.
static unsigned count_without(const uint8_t links[PROTECTION_MAX], unsigned count)
{
    unsigned without = 0;
    for (unsigned i = 0; i < count; i++)
        without += !links[i];
    return without;
}

// For every set of pieces, the bits of those at which a path through exactly that set, starting at one of `starts`,
// can end. Returns those of the full set.
static unsigned ends_of_paths(const struct protection_graph *graph, unsigned starts)
{
    uint8_t ends[SUBSETS] = {0};
    unsigned full = (1U << graph->count) - 1;
    for (unsigned i = 0; i < PROTECTION_MAX; i++)
        if (starts >> i & 1)
            ends[1U << i] = (uint8_t)(1U << i);
    for (unsigned set = 1; set < full; set++) {
        for (unsigned left = ends[set]; left; left &= left - 1) {
            unsigned next = graph->to[__builtin_ctz(left)] & ~set;
            for (; next; next &= next - 1)
                ends[set | (next & -next)] |= (uint8_t)(next & -next);
        }
    }
    return ends[full];
}

bool protection_has_path(const struct protection_graph *graph)
{
    if (graph->count < 2)
        return graph->count == 1;
    if (count_without(graph->to, graph->count) > 1)
        return false;
    unsigned first = count_without(graph->from, graph->count), starts = (1U << graph->count) - 1;
    if (first > 1)
        return false;
    // A piece that no other links to must come first.
    for (unsigned i = 0; first && i < graph->count; i++)
        if (!graph->from[i])
            starts = 1U << i;
    return ends_of_paths(graph, starts) != 0;
}

static unsigned lacks(const struct protection_graph *graph, unsigned from, unsigned to)
{
    return !(graph->to[from] >> to & 1);
}

// fewest[set][end]: the least number of links that are missing in an order of exactly this set that ends there;
// UNREACHED if none does.
enum { UNREACHED = 255 };

static void find_fewest(const struct protection_graph *graph, uint8_t fewest[SUBSETS][PROTECTION_MAX])
{
    memset(fewest, UNREACHED, SUBSETS * sizeof *fewest);
    for (unsigned i = 0; i < PROTECTION_MAX; i++)
        fewest[1U << i][i] = i < graph->count ? 0 : UNREACHED;
    unsigned full = (1U << graph->count) - 1;
    for (unsigned set = 1; set < full; set++)
        for (unsigned end = 0; end < PROTECTION_MAX; end++) {
            if (fewest[set][end] == UNREACHED)
                continue;
            for (unsigned left = full & ~set; left; left &= left - 1) {
                unsigned next = (unsigned)__builtin_ctz(left);
                unsigned missing = fewest[set][end] + lacks(graph, end, next);
                if (missing < fewest[set | 1U << next][next])
                    fewest[set | 1U << next][next] = (uint8_t)missing;
            }
        }
}

unsigned protection_nearest(const struct protection_graph *graph, uint8_t order[PROTECTION_MAX])
{
    uint8_t fewest[SUBSETS][PROTECTION_MAX];
    unsigned set = (1U << graph->count) - 1, end = 0;
    assert(graph->count);
    find_fewest(graph, fewest);
    for (unsigned i = 1; i < graph->count; i++)
        if (fewest[set][i] < fewest[set][end])
            end = i;
    unsigned missing = fewest[set][end];
    for (unsigned at = graph->count; at-- > 0;) {
        unsigned before = set & ~(1U << end), last = 0;
        order[at] = (uint8_t)end;
        while (at && (fewest[before][last] == UNREACHED ||
                      fewest[before][last] + lacks(graph, last, end) != fewest[set][end]))
            last++;
        set = before;
        end = last;
    }
    return missing;
}

static int step_length(const struct protection_graph *graph, unsigned from, unsigned to)
{
    return square_distance(graph->squares[from], graph->squares[to]);
}

// longest[set][end]: the greatest length of a path through the set that ends there; -1 if there is none.
static void find_lengths(const struct protection_graph *graph, unsigned starts,
                         int8_t longest[SUBSETS][PROTECTION_MAX])
{
    unsigned full = (1U << graph->count) - 1;
    for (unsigned set = 0; set <= full; set++)
        for (unsigned end = 0; end < PROTECTION_MAX; end++)
            longest[set][end] = -1;
    for (unsigned i = 0; i < PROTECTION_MAX; i++)
        if (starts >> i & 1)
            longest[1U << i][i] = 0;
    for (unsigned set = 1; set < full; set++) {
        for (unsigned end = 0; end < graph->count; end++) {
            if (longest[set][end] < 0)
                continue;
            for (unsigned next = graph->to[end] & ~set; next; next &= next - 1) {
                unsigned j = (unsigned)__builtin_ctz(next);
                int length = longest[set][end] + step_length(graph, end, j);
                if (length > longest[set | 1U << j][j])
                    longest[set | 1U << j][j] = (int8_t)length;
            }
        }
    }
}

// Traces back from the end of a longest path through all pieces.
static void trace(const struct protection_graph *graph, int8_t longest[SUBSETS][PROTECTION_MAX], unsigned end,
                  struct protection_path *path)
{
    unsigned set = (1U << graph->count) - 1;
    path->count = graph->count;
    for (unsigned at = graph->count; at-- > 0;) {
        path->order[at] = (uint8_t)end;
        unsigned before = set & ~(1U << end);
        for (unsigned i = 0; at && i < graph->count; i++) {
            if (!(before >> i & 1) || !(graph->to[i] >> end & 1) || longest[before][i] < 0 ||
                longest[before][i] + step_length(graph, i, end) != longest[set][end])
                continue;
            end = i;
            break;
        }
        set = before;
    }
}

static struct protection_path longest_of(const struct protection_graph *graph, unsigned starts, bool closed)
{
    int8_t longest[SUBSETS][PROTECTION_MAX];
    struct protection_path path = {.count = 0};
    if (!graph->count)
        return path;
    find_lengths(graph, starts, longest);
    unsigned full = (1U << graph->count) - 1;
    int best = -1;
    unsigned best_end = 0;
    for (unsigned end = 0; end < graph->count; end++) {
        int length = longest[full][end];
        if (length < 0)
            continue;
        if (closed && graph->count > 1) {
            if (!(graph->to[end] & 1))
                continue;
            length += step_length(graph, end, 0);
        }
        if (length > best) {
            best = length;
            best_end = end;
        }
    }
    if (best < 0)
        return path;
    trace(graph, longest, best_end, &path);
    path.length = (unsigned)best;
    return path;
}

struct protection_path protection_longest_path(const struct protection_graph *graph)
{
    return longest_of(graph, (1U << graph->count) - 1, false);
}

struct protection_path protection_longest_circuit(const struct protection_graph *graph)
{
    return longest_of(graph, 1, true);
}
