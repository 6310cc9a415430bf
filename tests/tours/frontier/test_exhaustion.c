// SPDX-License-Identifier: GPL-3.0-or-later
// Memory runs out at every possible moment while the frontier is swept, symmetric tours are counted and tables of matchings are
// made: each call reports it or succeeds, and nothing leaks.
#include "support/exhaustion.h"
#include "tours/count/count.h"
#include "tours/matching/circuit_sums.h"
#include "tours/matching/perfect_hash.h"
#include "tours/matching/permute.h"
#include "tours/search/narrow.h"
#include "tours/symmetry/classes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct ground {
    struct tour_board board;
    struct leaper leaper;
    struct tour_graph graph;
};

// False, with nothing to clear, when there was no memory.
static bool ground_init(struct ground *ground, const char *board)
{
    struct error err = {.code = ERROR_NONE};
    assert_true(leaper_read(&ground->leaper, "N", NULL));
    if (!tour_board_read(&ground->board, board, &err)) {
        exhaustion_check(&err);
        return false;
    }
    if (tour_graph_init(&ground->graph, &ground->board, &ground->leaper, NULL, &err))
        return true;
    exhaustion_check(&err);
    tour_board_clear(&ground->board);
    return false;
}

static void ground_clear(struct ground *ground)
{
    tour_graph_clear(&ground->graph);
    tour_board_clear(&ground->board);
}

static void count(const char *board, bool open, const char *expected)
{
    struct ground ground;
    struct cycle_graph cycles;
    struct tour_constraint constraint = {open, -1, -1};
    struct error err = {.code = ERROR_NONE};
    if (!ground_init(&ground, board))
        return;
    if (cycle_graph_init(&cycles, &ground.graph, &constraint, &err)) {
        struct count_result result;
        const struct count_request request = {
            .graph = &ground.graph, .cycles = &cycles, .method = COUNT_FRONTIER, .threads = 1};
        if (count_tours(&request, &result, &err)) {
            assert_string_equal(result.count, expected);
            count_result_clear(&result);
        } else {
            exhaustion_check(&err);
        }
        cycle_graph_clear(&cycles);
    } else {
        exhaustion_check(&err);
    }
    ground_clear(&ground);
}

static void frontier(void)
{
    count("3x10", false, "16");
    count("1x1", true, "1");
}

static void classes_of(const char *board, const char *tours, double classes)
{
    struct ground ground;
    struct natural all = {0};
    struct tour_classes found;
    struct error err = {.code = ERROR_NONE};
    if (!ground_init(&ground, board))
        return;
    natural_set_text(&all, tours);
    const struct classes_request request = {.graph = &ground.graph, .memory = 1 << 28};
    if (tour_classes_count(&request, &all, &found, &err))
        assert_true(natural_double(&found.classes) == classes);
    else
        exhaustion_check(&err);
    tour_classes_clear(&found);
    natural_clear(&all);
    ground_clear(&ground);
}

static void classes(void)
{
    classes_of("3x10", "16", 6);
    classes_of("6x6", "9862", 1245);
}

static void narrow(void)
{
    int tour[30];
    struct ground ground;
    struct tour_constraint closed = {false, -1, -1};
    if (!ground_init(&ground, "3x10"))
        return;
    const struct narrow_request request = {&ground.graph, &closed, 11, 1000000, NULL, NULL};
    enum search_end end = narrow_run(&request, tour, NULL);
    if (end == SEARCH_NO_MEMORY)
        assert_true(exhaustion_has_struck());
    else
        assert_int_equal(end, SEARCH_FOUND);
    ground_clear(&ground);
}

static void hash_and_sum(void)
{
    struct perfect_hash hash;
    struct circuit_tables tables;
    if (perfect_hash_init(&hash, 4))
        perfect_hash_clear(&hash);
    else
        assert_true(exhaustion_has_struck());
    if (circuit_tables_init(&tables))
        circuit_tables_clear(&tables);
    else
        assert_true(exhaustion_has_struck());
}

// Tables that could not be made have stand-ins, whose ranks are wrong but valid, and the budget ends.
static void tables_and_permutations(void)
{
    static const uint8_t places[8] = {3, 1, 2, 0, 7, 6, 5, 4};
    static const struct budget_bounds bounds = {.memory = 0};
    struct budget budget;
    struct permuter permuter;
    budget_init(&budget, &bounds);
    struct matching_tables *tables = matching_tables_new(&budget);
    if (tables) {
        struct matching_route route;
        permuter_init(&permuter, tables);
        const uint16_t *table = permuter_table(&permuter, 4, places);
        uint64_t permuted = table ? table[17] : 17, mapped[MATCHING_OPERATIONS];
        for (int operation = 0; operation < MATCHING_OPERATIONS; operation++) {
            const struct matching_change change = {(enum matching_operation)operation, 7, 2,
                                                   operation == MATCHING_SWAP ? 0 : 5};
            matching_route_prepare(&route, tables, &change);
            mapped[operation] = matching_follow(&route, 100000);
            assert_true(mapped[operation] <= route.none);
        }
        if (budget_lasts(&budget)) {
            assert_int_equal(permuted, permute_rank(4, places, 17));
            assert_int_equal(mapped[MATCHING_INSERT], matching_apply(MATCHING_INSERT, 7, 2, 5, 100000));
            assert_int_equal(mapped[MATCHING_MOVE], matching_apply(MATCHING_MOVE, 7, 2, 5, 100000));
            assert_int_equal(mapped[MATCHING_CONTRACT], matching_apply(MATCHING_CONTRACT, 7, 2, 5, 100000));
            assert_int_equal(mapped[MATCHING_SWAP], matching_apply(MATCHING_SWAP, 7, 2, 0, 100000));
        } else {
            assert_true(exhaustion_has_struck());
        }
        permuter_clear(&permuter);
    } else {
        assert_true(exhaustion_has_struck());
    }
    matching_tables_free(tables);
    budget_clear(&budget);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EXHAUSTION_TEST(frontier),

        EXHAUSTION_TEST(classes),      EXHAUSTION_TEST(narrow),
        EXHAUSTION_TEST(hash_and_sum), EXHAUSTION_TEST(tables_and_permutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
