// SPDX-License-Identifier: GPL-3.0-or-later
// The words of `go`: limits, lists of moves, what is unknown and what is wrong.
#include "games/games.h"
#include "notation/fen.h"
#include "protocols/uci_go.h"

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
    struct variant *variant = variant_new(games[0], NULL, &err);
    *state = variant;
    return variant && fen_read(&start, variant, "startpos", &err) ? 0 : -1;
}

static int tear_down(void **state)
{
    variant_free(*state);
    return 0;
}

static void read_go(const struct position *pos, const char *text, const char *unknown)
{
    struct buffer skipped;
    struct error err = {.message = ""};
    buffer_init(&skipped);
    if (!uci_go_read(&go, pos, text, &skipped, &err))
        fail_msg("%s: %s", text, err.message);
    assert_string_equal(buffer_text(&skipped), unknown);
    buffer_clear(&skipped);
}

static void refuse(const char *text, enum error_code code, const char *part)
{
    struct buffer skipped;
    struct error err;
    buffer_init(&skipped);
    if (uci_go_read(&go, &start, text, &skipped, &err))
        fail_msg("%s is taken", text);
    assert_int_equal(err.code, code);
    if (!strstr(err.message, part))
        fail_msg("%s: %s does not say %s", text, err.message, part);
    buffer_clear(&skipped);
}

static void test_limits(void **state)
{
    (void)state;
    read_go(&start, "", "");
    assert_false(go.limits.clock || go.limits.infinite || go.ponder);
    assert_int_equal(go.perft, -1);
    read_go(&start, " depth 5  nodes 700 movetime 900", "");
    assert_int_equal(go.limits.depth, 5);
    assert_int_equal(go.limits.nodes, 700);
    assert_int_equal(go.limits.movetime, 900);
    read_go(&start, "infinite", "");
    assert_true(go.limits.infinite);
    read_go(&start, "ponder movetime 0", "");
    assert_true(go.ponder);
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
    read_go(&black, "wtime 1000", "");
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
    refuse("searchmoves", ERROR_REQUEST, "no move");
    refuse("searchmoves depth 3", ERROR_REQUEST, "no move");
    refuse("searchmoves e2e4 e7e5", ERROR_ILLEGAL_MOVE, "");
    refuse("searchmoves hello", ERROR_MOVE_SYNTAX, "");
}

static void test_unknown_words(void **state)
{
    (void)state;
    read_go(&start, "quickly depth 4 please 7", "quickly please 7");
    assert_int_equal(go.limits.depth, 4);
}

static void test_wrong_numbers(void **state)
{
    (void)state;
    refuse("depth", ERROR_REQUEST, "depth needs a number");
    refuse("depth five", ERROR_REQUEST, "from 1 to 1000, not 'five'");
    refuse("depth 0", ERROR_REQUEST, "from 1");
    refuse("depth 1001", ERROR_REQUEST, "to 1000");
    refuse("depth 3x", ERROR_REQUEST, "'3x'");
    refuse("nodes -1", ERROR_REQUEST, "nodes");
    refuse("movetime -1", ERROR_REQUEST, "movetime");
    refuse("wtime 99999999999999999999999", ERROR_REQUEST, "wtime");
    refuse("perft 65", ERROR_REQUEST, "from 0 to 64");
    refuse("movestogo depth", ERROR_REQUEST, "movestogo");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_moves),         cmocka_unit_test(test_unknown_words),
        cmocka_unit_test(test_wrong_numbers),
    };
    return cmocka_run_group_tests_name("uci_go", tests, set_up, tear_down);
}
