// SPDX-License-Identifier: GPL-3.0-or-later
// Links, paths and circuits: the author's example, and random boards on which all orders are tried.
#include "position/protection/announcement.h"
#include "position/protection/protection_graph.h"

#include "base/random.h"
#include "position/fen.h"
#include "position/game.h"
#include "reference/links.h"
#include "support/effort.h"
#include "support/scene.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// ---- One board against the reference ----

struct tally {
    unsigned paths, circuits, neither;
};

static int index_at(const struct ref_links *links, square s)
{
    for (int i = 0; i < links->count; i++)
        if (links->file[i] == square_file(s) && links->rank[i] == square_rank(s))
            return i;
    fail_msg("no piece stands on location %u", s);
    return -1;
}

static void compare_links(const struct protection_graph *graph, const struct ref_links *links)
{
    assert_int_equal(graph->count, links->count);
    for (int i = 0; i < graph->count; i++)
        for (int j = 0; j < graph->count; j++) {
            int from = index_at(links, graph->squares[i]), to = index_at(links, graph->squares[j]);
            bool attacks = i != j && ref_links_attacks(links, from, to);
            assert_int_equal(graph->to[i] >> j & 1, attacks);
            assert_int_equal(graph->from[j] >> i & 1, attacks);
        }
}

// An order that was found is one of all pieces along links, and as long as it says.
static void check_order(const struct protection_graph *graph, const struct protection_path *path,
                        bool circuit, int longest)
{
    unsigned seen = 0, length = 0;
    assert_int_equal(path->count, graph->count);
    for (int i = 0; i < path->count; i++)
        seen |= 1U << path->order[i];
    assert_int_equal(seen, (1U << graph->count) - 1);
    for (int i = 0; i + !circuit < path->count && path->count > 1; i++) {
        uint8_t from = path->order[i], to = path->order[(i + 1) % path->count];
        assert_true(graph->to[from] >> to & 1);
        length += (unsigned)square_distance(graph->squares[from], graph->squares[to]);
    }
    assert_int_equal(path->length, length);
    assert_int_equal(length, longest);
}

// The fewest links that an order of the pieces lacks which begins with `last` and goes on through those not in `seen`.
static unsigned try_orders(const struct protection_graph *graph, unsigned last, unsigned seen)
{
    unsigned fewest = seen + 1 == 1U << graph->count ? 0 : PROTECTION_MAX;
    for (unsigned i = 0; i < graph->count; i++)
        if (!(seen >> i & 1)) {
            unsigned missing = !(graph->to[last] >> i & 1) + try_orders(graph, i, seen | 1U << i);
            fewest = missing < fewest ? missing : fewest;
        }
    return fewest;
}

static void check_nearest(const struct protection_graph *graph)
{
    uint8_t order[PROTECTION_MAX];
    unsigned missing = protection_nearest(graph, order), seen = 1U << order[0], lacks = 0,
             fewest = PROTECTION_MAX;
    for (unsigned i = 1; i < graph->count; i++) {
        lacks += !(graph->to[order[i - 1]] >> order[i] & 1);
        seen |= 1U << order[i];
    }
    assert_int_equal(seen, (1U << graph->count) - 1);
    assert_int_equal(lacks, missing);
    assert_int_equal(missing == 0, protection_has_path(graph));
    for (unsigned i = 0; graph->count <= 6 && i < graph->count; i++) {
        unsigned found = try_orders(graph, i, 1U << i);
        fewest = found < fewest ? found : fewest;
    }
    if (graph->count <= 6)
        assert_int_equal(missing, fewest);
}

static void compare_side(const struct position *pos, const char *fen, enum color color, struct tally *tally)
{
    struct protection_graph graph;
    struct ref_links links;
    struct ref_routes routes;
    protection_find(pos, color, &graph);
    assert_true(ref_links_read(&links, fen, color == WHITE));
    compare_links(&graph, &links);
    ref_links_routes(&links, &routes);
    assert_int_equal(protection_has_path(&graph), routes.paths > 0);
    check_nearest(&graph);
    struct protection_path path = protection_longest_path(&graph),
                           circuit = protection_longest_circuit(&graph);
    if (routes.paths)
        check_order(&graph, &path, false, routes.path_sum);
    else
        assert_int_equal(path.count, 0);
    if (routes.circuits)
        check_order(&graph, &circuit, true, routes.circuit_sum);
    else
        assert_int_equal(circuit.count, 0);
    tally->circuits += routes.circuits > 0;
    tally->paths += routes.paths && !routes.circuits;
    tally->neither += !routes.paths;
    bool distance = pos->variant->parameters.value[0] != 0;
    struct claim claim;
    position_claim(pos, color, &claim);
    assert_int_equal(claim.points, ref_links_score(&links, &routes, distance));
}

static void compare(const struct variant *variant, const char *fen, struct tally *tally)
{
    struct position pos;
    struct error err;
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s", fen, err.message);
    for (enum color color = WHITE; color <= BLACK; color++)
        compare_side(&pos, fen, color, tally);
}

// ---- Boards ----

static void test_the_authors_example(void **state)
{
    (void)state;
    static const char fen[] = "1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4 w - - 0 9";
    struct variant *variant = scene_variant("hamiltonian", "scoring=distance");
    struct tally tally = {0};
    compare(variant, fen, &tally);
    assert_int_equal(tally.circuits, 1);
    assert_int_equal(tally.paths, 1);
    variant_free(variant);
}

// Some pieces of both armies on random squares of a corner of the board, so that links are many or few.
static void random_board(struct random *random, unsigned most, char text[96])
{
    static const char army[] = "KQRRBBNNkqrrbbnn";
    char cells[64];
    unsigned width = 4 + random_below(random, 5), height = 4 + random_below(random, 5);
    memset(cells, '1', sizeof cells);
    for (unsigned side = 0; side < 2; side++) {
        unsigned count = 1 + random_below(random, most);
        for (unsigned left = 8, i = 0; i < 8; i++, left--) {
            if (random_below(random, left) >= count)
                continue;
            unsigned at;
            do
                at = random_below(random, height) * 8 + random_below(random, width);
            while (cells[at] != '1');
            cells[at] = army[8 * side + i];
            count--;
        }
    }
    size_t length = 0;
    for (unsigned rank = 8; rank--;)
        for (unsigned file = 0; file < 8; file++) {
            // Position strings count the empty squares of a run in one number.
            char cell = cells[rank * 8 + file];
            if (cell == '1' && file && cells[rank * 8 + file - 1] == '1')
                text[length - 1]++;
            else
                text[length++] = cell;
            if (file == 7 && rank)
                text[length++] = '/';
        }
    memcpy(text + length, " w - - 0 9", sizeof " w - - 0 9");
}

static void try_random(const char *parameters, unsigned boards, unsigned most, struct tally *tally)
{
    struct variant *variant = scene_variant("hamiltonian", parameters);
    struct random random = {most};
    for (unsigned i = 0; i < boards / EFFORT_DIVISOR; i++) {
        char fen[96];
        random_board(&random, most, fen);
        compare(variant, fen, tally);
    }
    variant_free(variant);
}

static void test_random_boards(void **state)
{
    (void)state;
    struct tally few = {0}, many = {0};
    try_random("scoring=distance", 6000, 6, &few);
    try_random("scoring=standard", 2000, 6, &few);
    try_random("scoring=distance", 800, 8, &many);
    assert_true(few.paths > 40 && few.circuits > 40 && few.neither > 40);
    assert_true(many.paths > 4 && many.circuits > 4 && many.neither > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_authors_example),
        cmocka_unit_test(test_random_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
