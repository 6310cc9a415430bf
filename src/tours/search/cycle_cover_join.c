// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the pieces of a cycle cover by exchanging edges until one piece is left.
#include "base/memory.h"
#include "tours/search/cycle_cover.h"

#include <stdlib.h>

struct joining {
    struct cycle_cover *cover;
    struct random *random;
    int *piece;    // [vertices] the piece of a vertex, or a link towards it (a union-find forest)
    int *size;     // [vertices] indexed by the number of a piece
    int *place;    // [vertices] the index of a vertex in its piece, from 0
    int *sequence; // [vertices] the vertices, piece by piece
    int pieces;
    int largest; // the number of the largest piece
};

static int piece_of(struct joining *joining, int vertex)
{
    int *piece = joining->piece, root = vertex;
    while (piece[root] != root)
        root = piece[root];
    while (piece[vertex] != root) {
        int up = piece[vertex];
        piece[vertex] = root;
        vertex = up;
    }
    return root;
}

static void unlink_pair(struct cycle_cover *cover, int a, int b)
{
    int ends[2][2] = {{a, b}, {b, a}};
    for (int i = 0; i < 2; i++) {
        int *next = cover->next + 2 * ends[i][0];
        if (next[0] == ends[i][1])
            next[0] = next[1];
        next[1] = -1;
    }
}

// Walks from `start` in one direction until the piece ends or closes. Returns how many vertices it wrote to `sequence`.
static int walk(const struct joining *joining, int start, int *sequence)
{
    int count = 0, before = -1, vertex = start;
    do {
        const int *next = joining->cover->next + 2 * vertex;
        sequence[count++] = vertex;
        int on = next[0] == before ? next[1] : next[0];
        before = vertex;
        vertex = on;
    } while (vertex >= 0 && vertex != start);
    return count;
}

// Numbers each piece by its first vertex, and the vertices of each along it.
static void label(struct joining *joining)
{
    int n = joining->cover->graph->vertices, done = 0;
    joining->pieces = 0;
    joining->largest = -1;
    for (int v = 0; v < n; v++)
        joining->piece[v] = -1;
    // First the path, from one of its ends; then the cycles, from any vertex.
    for (int pass = 0; pass < 2; pass++)
        for (int v = 0; v < n; v++) {
            if (joining->piece[v] >= 0 || (pass == 0 && joining->cover->next[2 * v + 1] >= 0))
                continue;
            int count = walk(joining, v, joining->sequence + done);
            for (int i = 0; i < count; i++) {
                joining->piece[joining->sequence[done + i]] = v;
                joining->place[joining->sequence[done + i]] = i;
            }
            joining->size[v] = count;
            joining->pieces++;
            if (joining->largest < 0 || count > joining->size[joining->largest])
                joining->largest = v;
            done += count;
        }
}

// Replaces a–b and c–d by a–c and b–d.
static void exchange(struct cycle_cover *cover, int a, int b, int c, int d)
{
    unlink_pair(cover, a, b);
    unlink_pair(cover, c, d);
    cycle_cover_link(cover, a, c);
    cycle_cover_link(cover, b, d);
}

// Joins the piece of `a` to a neighbouring one if two parallel edges allow this.
static bool join_at(struct joining *joining, int a)
{
    const struct tour_graph *graph = joining->cover->graph;
    int own = piece_of(joining, a);
    for (int i = graph->first[a]; i < graph->first[a + 1]; i++) {
        int c = graph->neighbours[i], other = piece_of(joining, c);
        if (other == own)
            continue;
        for (int k = 0; k < 4; k++) {
            int b = joining->cover->next[2 * a + k / 2], d = joining->cover->next[2 * c + k % 2];
            if (b < 0 || d < 0 || !tour_graph_adjacent(graph, b, d))
                continue;
            exchange(joining->cover, a, b, c, d);
            joining->piece[other] = own;
            joining->pieces--;
            return true;
        }
    }
    return false;
}

static void join_pairs(struct joining *joining)
{
    int n = joining->cover->graph->vertices;
    for (bool changed = true; changed && joining->pieces > 1;) {
        changed = false;
        for (int v = 0; v < n && joining->pieces > 1; v++)
            while (join_at(joining, v))
                changed = true;
    }
}

// The vertex `by` places further along the largest piece; -1 beyond the ends of a path.
static int along(const struct joining *joining, const int *sequence, int vertex, int by)
{
    int place = joining->place[vertex] + by, size = joining->size[joining->largest];
    bool path = joining->cover->next[2 * joining->largest + 1] < 0;
    if (path && (place < 0 || place >= size))
        return -1;
    return sequence[(place + size) % size];
}

// Merges the piece that contains the edge c–d into the largest piece. Let x and y be neighbours of c and d
// that belong to the largest piece, let x' and y' follow (or precede) them there, and let x'–y' be an edge of
// the graph. Removing x–x', y–y' and c–d and adding x–c, d–y and x'–y' reverses the part between x' and y and
// leaves one piece.
static bool absorb(struct joining *joining, const int *sequence, int c, int d)
{
    const struct tour_graph *graph = joining->cover->graph;
    for (int i = graph->first[c]; i < graph->first[c + 1]; i++) {
        int x = graph->neighbours[i];
        for (int j = graph->first[d]; joining->piece[x] == joining->largest && j < graph->first[d + 1]; j++) {
            int y = graph->neighbours[j];
            if (y == x || joining->piece[y] != joining->largest)
                continue;
            for (int by = -1; by <= 1; by += 2) {
                int x2 = along(joining, sequence, x, by), y2 = along(joining, sequence, y, by);
                if (x2 < 0 || y2 < 0 || x2 == y || y2 == x || !tour_graph_adjacent(graph, x2, y2))
                    continue;
                unlink_pair(joining->cover, c, d);
                unlink_pair(joining->cover, x, x2);
                unlink_pair(joining->cover, y, y2);
                cycle_cover_link(joining->cover, x, c);
                cycle_cover_link(joining->cover, d, y);
                cycle_cover_link(joining->cover, x2, y2);
                return true;
            }
        }
    }
    return false;
}

// Tries to exchange three edges for every piece except the largest. After a success the labels are out of date.
static bool join_triple(struct joining *joining)
{
    enum { ASK_EVERY = 1 << 10 };
    int n = joining->cover->graph->vertices, start = 0;
    while (joining->piece[joining->sequence[start]] != joining->largest)
        start++;
    const int *sequence = joining->sequence + start;
    for (int c = 0; c < n && (c % ASK_EVERY || cycle_cover_goes_on(joining->cover)); c++) {
        if (joining->piece[c] == joining->largest)
            continue;
        for (int k = 0; k < 2; k++) {
            int d = joining->cover->next[2 * c + k];
            if (d >= 0 && absorb(joining, sequence, c, d))
                return true;
        }
    }
    return false;
}

// Makes one random exchange near `a`, whether it joins pieces, cuts one or reverses a part of one.
static void shake_at(struct joining *joining, int a)
{
    const struct tour_graph *graph = joining->cover->graph;
    int degree = tour_graph_degree(graph, a);
    if (degree == 0)
        return;
    int c = graph->neighbours[graph->first[a] + (int)random_below(joining->random, (uint32_t)degree)];
    uint32_t k = random_below(joining->random, 4);
    int b = joining->cover->next[2 * a + (int)(k & 1)], d = joining->cover->next[2 * c + (int)(k >> 1)];
    if (b < 0 || d < 0 || b == c || d == a || b == d || !tour_graph_adjacent(graph, b, d))
        return;
    exchange(joining->cover, a, b, c, d);
}

// Shakes the surroundings of a piece that could not be joined: makes exchanges at the ends of short random walks from it.
static void shake(struct joining *joining)
{
    const struct tour_graph *graph = joining->cover->graph;
    int n = graph->vertices, tries = 0, start;
    do
        start = (int)random_below(joining->random, (uint32_t)n);
    while (joining->piece[start] == joining->largest && ++tries < n);
    for (int v = 0; v < n && joining->piece[start] == joining->largest; v++)
        if (joining->piece[v] != joining->largest)
            start = v;
    for (int i = 0; i < 12; i++) {
        int v = start;
        for (uint32_t steps = random_below(joining->random, 5); steps > 0 && tour_graph_degree(graph, v);
             steps--)
            v = graph->neighbours[graph->first[v] +
                                  (int)random_below(joining->random, (uint32_t)tour_graph_degree(graph, v))];
        shake_at(joining, v);
    }
}

bool cycle_cover_join(struct cycle_cover *cover, struct random *random, int shakes)
{
    size_t n = (size_t)cover->graph->vertices;
    struct joining joining = {.cover = cover, .random = random};
    joining.piece = memory_try(NULL, n, sizeof *joining.piece);
    joining.size = memory_try(NULL, n, sizeof *joining.size);
    joining.place = memory_try(NULL, n, sizeof *joining.place);
    joining.sequence = memory_try(NULL, n, sizeof *joining.sequence);
    bool room = joining.piece && joining.size && joining.place && joining.sequence;
    if (!room)
        cover->failed = true;
    for (bool stopped = false; room && !stopped; shakes--) {
        label(&joining);
        join_pairs(&joining);
        if (joining.pieces == 1)
            break;
        label(&joining);
        stopped = shakes <= 0 || !cycle_cover_goes_on(cover);
        if (!join_triple(&joining) && !stopped)
            shake(&joining);
    }
    if (room)
        label(&joining);
    free(joining.piece);
    free(joining.size);
    free(joining.place);
    free(joining.sequence);
    return joining.pieces == 1;
}
