// SPDX-License-Identifier: GPL-3.0-or-later
// Random walks down the tree of partial tours, with weights, and their resampling.
#include "tours/estimate/probe.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

// How many times walks are compared, and resampled if necessary.
enum { STAGES = 200, DEGREE_MOST = 512, ANY_COLOUR = -1000000 };

struct walk {
    struct partial partial;
    double weight;  // its logarithm; -infinity: dead
    double promise; // logarithm of a guess at how many tours extend the partial tour; 0 when complete
};

struct prober {
    struct budget *budget;
    const struct partial *root;
    struct walk *walks; // [population]
    int population;
    int *scratch;
    int *copies;      // [population] how many copies resampling makes of each
    int *end_edge;    // [cells] the edge to the extra vertex that is adjacent to all cells, or -1
    int excess;       // cells of side 1 minus cells of side 0; ANY_COLOUR when the graph has no sides
    int *options;     // options that are not dead
    double *promises; // of these
    double terms[2][DEGREE_MOST + 1]; // for a vertex that needs one or two of that many unknown edges
};

// A guess at the number of ways to give every vertex the edges that it still needs, as if vertices were
// independent: the ways at each, times the probability that both ends of each edge agree. A vertex that needs k of d edges adds
// log C(d, k) - d/2 · H(k/d) to the logarithm, where H is the entropy of a coin.
static double term(int d, int k)
{
    double p = (double)k / d;
    if (d <= k)
        return 0;
    return log(k == 1 ? d : d * (d - 1) / 2.0) + d / 2.0 * (p * log(p) + (1 - p) * log(1 - p));
}

static double promise_of(const struct prober *prober, const struct partial *partial)
{
    double sum = 0;
    for (int v = 0; v < partial->links->cells; v++) {
        int unknown = partial->left[v] - partial->used[v], end = prober->end_edge[v];
        // Few cells are ends, so that edge does not count as a choice.
        if (end >= 0 && partial->state[end] == EDGE_UNKNOWN)
            unknown--;
        if (unknown > 0)
            sum += prober->terms[1 - partial->used[v]][unknown < DEGREE_MOST ? unknown : DEGREE_MOST];
    }
    return sum;
}

static void find_ends(struct prober *prober)
{
    const struct links *links = prober->root->links;
    for (int v = 0; v < links->cells; v++) {
        prober->end_edge[v] = -1;
        for (int i = links->first[v]; i < links->first[v + 1]; i++)
            if (links->neighbour[i] == links->cells)
                prober->end_edge[v] = links->edge[i];
    }
}

// How many more cells side 1 has than side 0.
static int excess_of(const struct tour_graph *graph)
{
    int excess = 0;
    for (int v = 0; graph->side && v < graph->vertices; v++)
        excess += graph->side[v] ? 1 : -1;
    return graph->side ? excess : ANY_COLOUR;
}

static int side_of(const struct prober *prober, int cell)
{
    const uint8_t *side = prober->root->links->graph->side;
    return side ? side[cell] : 0;
}

struct prober *prober_new(const struct partial *root, int population)
{
    struct prober *prober = memory_try(NULL, 1, sizeof *prober);
    size_t n = (size_t)root->links->vertices;
    if (!prober)
        return NULL;
    *prober = (struct prober){.root = root};
    prober->walks = memory_try(NULL, (size_t)population, sizeof *prober->walks);
    prober->scratch = memory_try(NULL, 4 * n, sizeof *prober->scratch);
    prober->options = memory_try(NULL, n, sizeof *prober->options);
    prober->promises = memory_try(NULL, n, sizeof *prober->promises);
    prober->copies = memory_try(NULL, (size_t)population, sizeof *prober->copies);
    prober->end_edge = memory_try(NULL, n, sizeof *prober->end_edge);
    bool room = prober->walks && prober->scratch && prober->options && prober->promises && prober->copies &&
                prober->end_edge;
    // `population` counts the walks that have been initialised, for prober_free().
    while (room && prober->population < population) {
        room = partial_init(&prober->walks[prober->population].partial, root->links);
        prober->population += room;
    }
    if (!room) {
        prober_free(prober);
        return NULL;
    }
    prober->excess = excess_of(root->links->graph);
    find_ends(prober);
    for (int d = 1; d <= DEGREE_MOST; d++)
        for (int k = 1; k <= 2; k++)
            prober->terms[k - 1][d] = term(d, k);
    return prober;
}

void prober_watch(struct prober *prober, struct budget *budget)
{
    prober->budget = budget;
}

size_t prober_bytes(const struct links *links, int population)
{
    size_t walk = sizeof(struct walk) + sizeof(int) + partial_bytes(links);
    return sizeof(struct prober) + (size_t)population * walk +
           (size_t)links->vertices * (6 * sizeof(int) + sizeof(double));
}

void prober_free(struct prober *prober)
{
    if (!prober)
        return;
    for (int i = 0; i < prober->population; i++)
        partial_clear(&prober->walks[i].partial);
    free(prober->walks);
    free(prober->scratch);
    free(prober->options);
    free(prober->promises);
    free(prober->end_edge);
    free(prober->copies);
    free(prober);
}

static double uniform(struct random *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

// The side of the known end of an open tour; -1 if neither end is known.
static int known_side(const struct prober *prober, const struct partial *partial)
{
    const struct links *links = partial->links;
    int extra = links->vertices - 1;
    for (int i = links->first[extra]; i < links->first[extra + 1]; i++)
        if (links->neighbour[i] < links->cells && partial->state[links->edge[i]] == EDGE_CHOSEN)
            return side_of(prober, links->neighbour[i]);
    return -1;
}

// Lists the ends of an open tour that the sides allow; each promises as many tours as there are other ends that fit.
static int list_ends(struct prober *prober, struct partial *partial, int vertex)
{
    const struct links *links = partial->links;
    int known = known_side(prober, partial), count = 0, option = -1;
    int later[2] = {0, 0}, need = 2 - partial->used[vertex];
    bool coloured = prober->excess != ANY_COLOUR;
    for (int i = links->first[vertex]; i < links->first[vertex + 1]; i++)
        if (partial->state[links->edge[i]] == EDGE_UNKNOWN)
            later[side_of(prober, links->neighbour[i])]++;
    for (int i = links->first[vertex]; i < links->first[vertex + 1]; i++) {
        if (partial->state[links->edge[i]] != EDGE_UNKNOWN)
            continue;
        int side = side_of(prober, links->neighbour[i]);
        option++;
        later[side]--;
        bool fits =
            !coloured || (prober->excess == 0 ? known < 0 || known != side : side == (prober->excess > 0));
        int partners = need == 1 ? 1 : !coloured ? later[0] + later[1] : later[prober->excess ? side : !side];
        if (!fits || partners == 0)
            continue;
        prober->promises[count] = log(partners);
        prober->options[count++] = option;
    }
    return count;
}

// Finds the options at a vertex that are not obviously dead, and what they promise.
static int list_options(struct prober *prober, struct partial *partial, int vertex)
{
    int count = 0;
    if (vertex == partial->links->cells && abs(prober->excess) > 1 && prober->excess != ANY_COLOUR)
        return 0;
    if (vertex == partial->links->cells)
        return list_ends(prober, partial, vertex);
    for (int option = 0; partial_option(partial, vertex, option) >= 0; option++) {
        int mark = partial->trail_count;
        if (partial_take(partial, vertex, option) && partial_connected(partial, prober->scratch)) {
            prober->promises[count] = promise_of(prober, partial);
            prober->options[count++] = option;
        }
        partial_undo(partial, mark);
    }
    return count;
}

// Whether an end of an open tour remains to be chosen. Ends are chosen first, so that walks are compared only when all have theirs.
static bool lacks_end(const struct partial *partial)
{
    int extra = partial->links->cells;
    return extra < partial->links->vertices && partial->left[extra] > partial->used[extra];
}

// Chooses one of `count` options with a probability proportional to what it promises, and divides the weight by that probability.
static int choose(const struct prober *prober, int count, struct walk *walk, struct random *random)
{
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, prober->promises[i]);
    for (int i = 0; i < count; i++)
        sum += exp(prober->promises[i] - most);
    double left = uniform(random) * sum;
    int i = 0;
    while (i + 1 < count && (left -= exp(prober->promises[i] - most)) >= 0)
        i++;
    // At least one term is 1.
    walk->weight += log(fmax(sum, 1)) + most - prober->promises[i];
    walk->promise = prober->promises[i];
    return prober->options[i];
}

// Continues a walk until `target` edges are chosen.
static void walk_to(struct prober *prober, struct walk *walk, int target, struct random *random)
{
    struct partial *partial = &walk->partial;
    while (budget_poll(prober->budget) && walk->weight > -INFINITY &&
           (partial->total < target || lacks_end(partial))) {
        bool end = lacks_end(partial);
        int vertex = end ? partial->links->cells : partial_branch(partial);
        int count = list_options(prober, partial, vertex);
        if (count == 0 || !partial_take(partial, vertex, choose(prober, count, walk, random)))
            walk->weight = -INFINITY;
        else if (end)
            walk->promise = promise_of(prober, partial);
    }
}

// The logarithm of the average, over the walks, of weight times promise; `effective` as in struct estimate.
static double average(const struct prober *prober, double *effective)
{
    double most = -INFINITY, sum = 0, squares = 0;
    for (int i = 0; i < prober->population; i++)
        most = fmax(most, prober->walks[i].weight + prober->walks[i].promise);
    if (most == -INFINITY)
        return most;
    for (int i = 0; i < prober->population; i++) {
        double weight = exp(prober->walks[i].weight + prober->walks[i].promise - most);
        sum += weight;
        squares += weight * weight;
    }
    *effective = sum * sum / squares;
    return most + log(sum / prober->population);
}

// Replaces every walk by as many copies as its share, rounded up or down at random (systematic resampling:
// J. S. Liu, "Monte Carlo strategies in scientific computing", 2001), such that all have the same product of weight and
// promise.
static void resample(struct prober *prober, double mean, struct random *random)
{
    double sum = 0, first = uniform(random);
    int given = 0;
    for (int i = 0; i < prober->population; i++) {
        sum += exp(prober->walks[i].weight + prober->walks[i].promise - mean);
        prober->copies[i] = 0;
        for (; first + given < sum && given < prober->population; given++)
            prober->copies[i]++;
    }
    // Rounding errors may have lost the last copy, which belongs to the last walk alive.
    for (int i = prober->population - 1; i >= 0 && given < prober->population; i--)
        if (prober->walks[i].weight > -INFINITY) {
            prober->copies[i] += prober->population - given;
            given = prober->population;
        }
    int source = 0;
    for (int i = 0; i < prober->population; i++) {
        struct walk *walk = &prober->walks[i];
        if (prober->copies[i] == 0) {
            while (prober->copies[source] < 2)
                source++;
            partial_copy(&walk->partial, &prober->walks[source].partial);
            walk->promise = prober->walks[source].promise;
            prober->copies[source]--;
        }
        walk->weight = mean - walk->promise;
    }
}

double prober_run(struct prober *prober, struct random *random)
{
    int begin = prober->root->total, end = prober->root->links->vertices;
    double mean = 0, effective = 1;
    for (int i = 0; i < prober->population; i++) {
        partial_copy(&prober->walks[i].partial, prober->root);
        prober->walks[i].weight = 0;
        prober->walks[i].promise = 0;
    }
    for (int stage = 1; stage <= STAGES; stage++) {
        int target = prober->population == 1 ? end : begin + (end - begin) * stage / STAGES;
        for (int i = 0; i < prober->population; i++) {
            walk_to(prober, &prober->walks[i], target, random);
            prober->walks[i].partial.trail_count = 0;
        }
        mean = average(prober, &effective);
        if (mean == -INFINITY || !budget_lasts(prober->budget))
            return mean;
        if (target < end && effective < prober->population / 2.0)
            resample(prober, mean, random);
    }
    return mean;
}
