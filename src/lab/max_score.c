// SPDX-License-Identifier: GPL-3.0-or-later
// Branch and bound for the longest path or circuit.
//
// The search builds paths piece by piece, in all ways. A partial path is bounded by a walk that makes the same
// number of steps with the same pieces, but may cross pieces and return to squares; the longest such walks are
// computed beforehand for each set of pieces and each square. A branch is cut only if even the walk falls short
// of the best sum found so far, so the search finds every path or circuit with the largest sum.
#include "lab/max_score.h"

#include <assert.h>
#include <string.h>

const uint8_t max_score_army[LINK_KINDS] = {1, 1, 2, 2, 2};
const char max_score_letters[LINK_KINDS + 1] = "KQRBN";

// A set of pieces is a mixed-radix number: stride[kind] for each piece of a kind.
enum { SETS_MAX = 2 * 2 * 3 * 3 * 3, NO_WALK = -1000 };

struct hunt {
    const struct max_score_query *query;
    struct max_score *best;
    struct link_board board;
    unsigned stride[LINK_KINDS], sets;
    unsigned start, set;     // where the path begins, and the pieces on it
    uint64_t ways[SETS_MAX]; // by set: how many have the best sum so far, including symmetric ones
    // By set and square: the longest walk that begins there and on which each piece of the set makes a step (for
    // paths, each piece but the last). Walks for circuits end at `start`.
    int16_t walk[SETS_MAX][LINK_SQUARES_MAX];
    uint8_t kinds[MAX_SCORE_PIECES], squares[MAX_SCORE_PIECES];
};

// A partial path: its last piece, and what is left to place.
struct partial {
    enum link_kind kind;
    unsigned square, rest, length, sum;
    uint64_t occupied; // squares of the pieces
    uint64_t open;     // squares that its lines need empty
};

static unsigned pieces_of(const struct hunt *hunt, unsigned set, enum link_kind kind)
{
    return set / hunt->stride[kind] % (hunt->query->pieces[kind] + 1U);
}

static unsigned size_of(const struct hunt *hunt, unsigned set)
{
    unsigned size = 0;
    for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
        size += pieces_of(hunt, set, kind);
    return size;
}

// ---- The bound ----

static int longest_walk(const struct hunt *hunt, unsigned set, unsigned from)
{
    if (!hunt->query->circuit && size_of(hunt, set) == 1)
        return 0;
    int longest = !set && from == hunt->start ? 0 : NO_WALK;
    for (enum link_kind kind = 0; kind < LINK_KINDS; kind++) {
        unsigned count = pieces_of(hunt, set, kind) ? hunt->board.reach[kind][from].count : 0;
        for (unsigned i = 0; i < count; i++) {
            unsigned to = hunt->board.reach[kind][from].to[i];
            int walk = hunt->board.distance[from][to] + hunt->walk[set - hunt->stride[kind]][to];
            longest = walk > longest ? walk : longest;
        }
    }
    return longest < 0 ? NO_WALK : longest;
}

static void find_walks(struct hunt *hunt)
{
    for (unsigned set = 0; set < hunt->sets; set++)
        for (unsigned from = 0; from < hunt->board.squares; from++)
            hunt->walk[set][from] = (int16_t)longest_walk(hunt, set, from);
}

// ---- The search ----

static void keep(struct hunt *hunt, unsigned sum)
{
    struct max_score *best = hunt->best;
    if (sum < best->sum)
        return;
    if (sum > best->sum) {
        best->sum = sum;
        best->count = size_of(hunt, hunt->set);
        memcpy(best->kinds, hunt->kinds, sizeof best->kinds);
        memcpy(best->squares, hunt->squares, sizeof best->squares);
        memset(hunt->ways, 0, sizeof hunt->ways);
    }
    hunt->ways[hunt->set] += hunt->board.orbit[hunt->start];
}

static void finish(struct hunt *hunt, const struct partial *path)
{
    if (!hunt->query->circuit)
        keep(hunt, path->sum);
    else if (link_board_attacks(&hunt->board, path->kind, path->square, hunt->start, path->occupied))
        keep(hunt, path->sum + hunt->board.distance[path->square][hunt->start]);
}

static void extend(struct hunt *hunt, const struct partial *path)
{
    const struct link_board *board = &hunt->board;
    hunt->best->nodes++;
    hunt->kinds[path->length - 1] = (uint8_t)path->kind;
    hunt->squares[path->length - 1] = (uint8_t)path->square;
    if (!path->rest) {
        finish(hunt, path);
        return;
    }
    for (unsigned i = 0; i < board->reach[path->kind][path->square].count; i++) {
        unsigned to = board->reach[path->kind][path->square].to[i];
        uint64_t between = board->between[path->square][to];
        unsigned sum = path->sum + board->distance[path->square][to];
        if ((path->occupied | path->open) >> to & 1 || path->occupied & between)
            continue;
        if ((int)sum + hunt->walk[path->rest][to] < (int)hunt->best->sum)
            continue;
        for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
            if (pieces_of(hunt, path->rest, kind)) {
                struct partial longer = {.kind = kind,
                                         .square = to,
                                         .rest = path->rest - hunt->stride[kind],
                                         .length = path->length + 1,
                                         .sum = sum,
                                         .occupied = path->occupied | UINT64_C(1) << to,
                                         .open = path->open | between};
                extend(hunt, &longer);
            }
    }
}

// A circuit may begin with any of its pieces: choose the kind with the fewest pieces.
static enum link_kind rarest(const struct hunt *hunt, unsigned set)
{
    enum link_kind rarest = LINK_KINDS;
    for (enum link_kind kind = 0; kind < LINK_KINDS; kind++) {
        unsigned pieces = pieces_of(hunt, set, kind);
        if (pieces && (rarest == LINK_KINDS || pieces < pieces_of(hunt, set, rarest)))
            rarest = kind;
    }
    return rarest;
}

static void search_set(struct hunt *hunt, unsigned set)
{
    int bound = hunt->walk[set][hunt->start];
    if (bound > (int)hunt->best->bound)
        hunt->best->bound = (unsigned)bound;
    if (bound < 0 || bound < (int)hunt->best->sum)
        return;
    hunt->set = set;
    for (enum link_kind kind = 0; kind < LINK_KINDS; kind++) {
        if (!pieces_of(hunt, set, kind) || (hunt->query->circuit && kind != rarest(hunt, set)))
            continue;
        struct partial alone = {.kind = kind,
                                .square = hunt->start,
                                .rest = set - hunt->stride[kind],
                                .length = 1,
                                .occupied = UINT64_C(1) << hunt->start};
        extend(hunt, &alone);
    }
}

static bool is_wanted(const struct hunt *hunt, unsigned set)
{
    return size_of(hunt, set) >= 2 && (hunt->query->subsets || set == hunt->sets - 1);
}

static void number_sets(struct hunt *hunt)
{
    hunt->sets = 1;
    for (enum link_kind kind = 0; kind < LINK_KINDS; kind++) {
        assert(hunt->query->pieces[kind] <= max_score_army[kind]);
        hunt->stride[kind] = hunt->sets;
        hunt->sets *= hunt->query->pieces[kind] + 1U;
    }
}

bool max_score_find(const struct max_score_query *query, struct max_score *found)
{
    struct hunt hunt = {.query = query, .best = found};
    memset(found, 0, sizeof *found);
    link_board_init(&hunt.board, query->size);
    number_sets(&hunt);
    for (hunt.start = 0; hunt.start < hunt.board.squares; hunt.start++) {
        // Some symmetry of the board maps any path to one that begins on the least square of an orbit.
        if (!hunt.board.orbit[hunt.start])
            continue;
        find_walks(&hunt);
        for (unsigned set = hunt.sets - 1; set; set--)
            if (is_wanted(&hunt, set))
                search_set(&hunt, set);
    }
    for (unsigned set = 0; set < hunt.sets; set++) {
        found->sets += is_wanted(&hunt, set);
        // Each circuit was found once for each piece of the kind that it began with.
        if (hunt.ways[set])
            found->ways += hunt.ways[set] / (query->circuit ? pieces_of(&hunt, set, rarest(&hunt, set)) : 1);
    }
    found->score = query->circuit ? 2 * found->sum : found->sum;
    return found->sum > 0;
}
