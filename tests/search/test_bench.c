// SPDX-License-Identifier: GPL-3.0-or-later
// The bench searches the same number of nodes every time and covers several games.
#include "search/bench.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct heard {
    unsigned lines, metered;
    uint64_t nodes;
};

static void hear(void *context, const struct bench_line *line)
{
    struct heard *heard = context;
    heard->lines++;
    heard->metered += !strcmp(line->game, "fuel");
    heard->nodes += line->nodes;
    assert_non_null(line->fen);
}

static void test_same_nodes_every_time(void **state)
{
    (void)state;
    struct bench_line first, second, deeper;
    struct heard heard = {0};
    assert_true(bench_run(3, hear, &heard, &first, NULL));
    assert_true(bench_run(3, NULL, NULL, &second, NULL));
    assert_true(bench_run(4, NULL, NULL, &deeper, NULL));
    assert_int_equal(first.nodes, second.nodes);
    assert_int_equal(first.nodes, heard.nodes);
    assert_true(deeper.nodes > first.nodes);
    assert_true(heard.lines >= 10 && heard.metered >= 3 && heard.metered < heard.lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_nodes_every_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
