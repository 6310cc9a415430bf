// SPDX-License-Identifier: GPL-3.0-or-later
// The words of `go`: limits, lists of moves, what is unknown and what is wrong.
#include "position/fen.h"
#include "protocols/uci/uci_go.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct position start; // chess, White to move
static struct uci_go go;

static int set_up(void **state)
{
    struct error err;
    struct variant *variant = variant_new(games_all()[0], NULL, &err);
    *state = variant;
    return variant && fen_read(&start, variant, "startpos", &err) ? 0 : -1;
}

static int tear_down(void **state)
{
    variant_free(*state);
    return 0;
}

// Reads, and expects that exactly this is remarked.
static void read_go(const struct position *pos, const char *text, const char *remarks)
{
    struct buffer said;
    buffer_init(&said);
    uci_go_read(&go, pos, text, &said);
    assert_string_equal(buffer_text(&said), remarks);
    buffer_clear(&said);
}

// Whether the remarks on what is read have this in them.
static void expect_remark(const char *text, const char *part)
{
    struct buffer said;
    buffer_init(&said);
    uci_go_read(&go, &start, text, &said);
    if (!strstr(buffer_text(&said), part))
        fail_msg("%s: %s does not say %s", text, buffer_text(&said), part);
    buffer_clear(&said);
}

static void test_limits(void **state)
{
    (void)state;
    read_go(&start, "", "");
    assert_false(go.limits.clock || go.limits.infinite || go.limits.ponder);
    assert_int_equal(go.perft, -1);
    read_go(&start, " depth 5  nodes 700 movetime 900", "");
    assert_int_equal(go.limits.depth, 5);
    assert_int_equal(go.limits.nodes, 700);
    assert_int_equal(go.limits.movetime, 900);
    read_go(&start, "infinite", "");
    assert_true(go.limits.infinite);
    read_go(&start, "ponder movetime 0", "");
    assert_true(go.limits.ponder);
    assert_int_equal(go.limits.movetime, 1);
    read_go(&start, "perft 0", "");
    assert_int_equal(go.perft, 0);
    read_go(&start, "mate 3 depth 50", "");
    assert_int_equal(go.limits.depth, 6);
}

// The clock that counts is the one of the side to move.
static void test_clocks(void **state)
{
    struct position black = start;
    struct undo undo;
    (void)state;
    position_pass(&black, &undo);
    read_go(&start, "wtime 300000 btime 200000 winc 10 binc 20 movestogo 40", "");
    assert_true(go.limits.clock);
    assert_int_equal(go.limits.time[WHITE], 300000);
    assert_int_equal(go.limits.time[BLACK], 200000);
    assert_int_equal(go.limits.increment[WHITE], 10);
    assert_int_equal(go.limits.increment[BLACK], 20);
    assert_int_equal(go.limits.moves_to_go, 40);
    read_go(&start, "wtime -5", "");
    assert_true(go.limits.clock);
    assert_int_equal(go.limits.time[WHITE], -5);
    // The other side's clock alone tells no more than that there are clocks: better a hasty move than none.
    read_go(&black, "wtime 1000", "");
    assert_true(go.limits.clock);
    assert_int_equal(go.limits.time[BLACK], 0);
    read_go(&black, "wtime 1000 depth 4", "");
    assert_false(go.limits.clock);
    read_go(&start, "winc 100", "");
    assert_true(go.limits.clock);
    read_go(&start, "movestogo 40 nodes 100", "");
    assert_false(go.limits.clock);
    read_go(&black, "btime 1000", "");
    assert_true(go.limits.clock);
}

static void test_moves(void **state)
{
    (void)state;
    read_go(&start, "searchmoves e2e4 g1f3 depth 3", "");
    assert_int_equal(go.only_count, 2);
    assert_int_equal(move_to(go.only[0]), square_at(4, 3));
    assert_int_equal(move_to(go.only[1]), square_at(5, 2));
    assert_int_equal(go.limits.depth, 3);
    read_go(&start, "infinite searchmoves a2a3", "");
    assert_int_equal(go.only_count, 1);
    assert_true(go.limits.infinite);
    assert_false(go.none_legal);
    // The same move twice is one.
    read_go(&start, "searchmoves a2a3 a2a3", "");
    assert_int_equal(go.only_count, 1);
}

static void test_moves_that_are_none(void **state)
{
    (void)state;
    read_go(&start, "searchmoves depth 3", "searchmoves names no move, so all are searched");
    assert_int_equal(go.only_count, 0);
    assert_int_equal(go.limits.depth, 3);
    expect_remark("searchmoves e7e5 e2e4 nonsense depth 3", "e7e5");
    assert_int_equal(go.only_count, 1);
    assert_int_equal(go.limits.depth, 3);
    expect_remark("searchmoves e7e5 depth 2", "e7e5");
    assert_true(go.none_legal);
    assert_int_equal(go.only_count, 1);
    assert_true(go.only[0] == MOVE_NONE);
    // Remarks do not grow without end.
    struct buffer many, said;
    buffer_init(&many);
    buffer_init(&said);
    buffer_add(&many, "searchmoves");
    for (int i = 0; i < 1000; i++)
        buffer_add(&many, " a1a1");
    uci_go_read(&go, &start, buffer_text(&many), &said);
    assert_in_range(said.length, 1, 500);
    buffer_clear(&many);
    buffer_clear(&said);
}

static void test_unknown_words(void **state)
{
    (void)state;
    read_go(&start, "quickly depth 4 please 7", "ignored 'quickly'; ignored 'please'; ignored '7'");
    assert_int_equal(go.limits.depth, 4);
}

static void test_odd_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text, *remark;
        long taken;
        int64_t *where;
    } times[] = {
        {"movetime -5", "movetime '-5' taken as 0", 1, &go.limits.movetime},
        {"wtime 1000.7", "wtime '1000.7' taken as 1000", 1000, &go.limits.time[WHITE]},
        {"wtime 1 winc -1", "winc '-1' taken as 0", 0, &go.limits.increment[WHITE]},
        {"wtime x", "wtime 'x' taken as 0", 0, &go.limits.time[WHITE]},
        {"wtime", "wtime needs a number, taken as 0", 0, &go.limits.time[WHITE]},
        {"wtime 99999999999999999999999", "taken as 31622400000", 31622400000, &go.limits.time[WHITE]},
        {"wtime -99999999999999999999999", "taken as -31622400000", -31622400000, &go.limits.time[WHITE]},
    };
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        expect_remark(times[i].text, times[i].remark);
        assert_int_equal(*times[i].where, times[i].taken);
    }
    static const struct {
        const char *text, *remark;
        int depth;
    } depths[] = {
        {"depth 0", "depth '0' taken as 1", 1},
        {"depth -3", "taken as 1", 1},
        {"depth five", "depth 'five' taken as 1", 1},
        {"depth", "depth needs a number, taken as 1", 1},
        {"depth 2000", "depth '2000' taken as 1000", 1000},
        {"depth 3x", "depth '3x' taken as 3", 3},
        {"mate 0", "mate '0' taken as 1", 2},
        {"movestogo depth 3", "movestogo needs a number, taken as 0", 3},
    };
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        expect_remark(depths[i].text, depths[i].remark);
        assert_int_equal(go.limits.depth, depths[i].depth);
    }
    expect_remark("nodes 0", "nodes '0' taken as 1");
    assert_int_equal(go.limits.nodes, 1);
    expect_remark("nodes -1", "nodes '-1' taken as 1");
    expect_remark("perft 65", "perft '65' taken as 64");
    assert_int_equal(go.perft, 64);
    expect_remark("perft", "perft needs a number");
    assert_int_equal(go.perft, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_moves),         cmocka_unit_test(test_moves_that_are_none),
        cmocka_unit_test(test_unknown_words), cmocka_unit_test(test_odd_numbers),
    };
    return cmocka_run_group_tests_name("uci_go", tests, set_up, tear_down);
}
