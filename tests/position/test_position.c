// SPDX-License-Identifier: GPL-3.0-or-later
// Questions that any position answers: what is legal, what it is worth for repetition, and passing.

#include "base/random.h"
#include "position/fen.h"
#include "position/integrity.h"
#include "position/moves/key.h"
#include "position/moves/outcome.h"
#include "position/turn.h"
#include "support/effort.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// Also those that no generator makes: only what is in the list is legal.
static void test_any_number_may_be_asked(void **state)
{
    (void)state;
    struct scene scene;
    struct random random = {3};
    struct move_list list;
    scene_init(&scene, "chess", "", kiwipete);
    position_actions(&scene.position, &list);
    assert_int_equal(list.count, 48);
    for (int i = 0; i < 20000 / EFFORT_DIVISOR; i++) {
        move m = (move)random_next(&random);
        if (i % 2)
            m &= 0xffff; // half of them plain moves
        assert_int_equal(position_is_legal(&scene.position, m), move_list_has(&list, m));
    }
    assert_false(position_is_legal(&scene.position, MOVE_NONE));
    scene_clear(&scene);
}

static move find(const struct position *pos, const char *from, const char *to)
{
    struct move_list list;
    square a = SQUARE_NONE, b = SQUARE_NONE;
    assert_true(square_read(&from, 8, 8, &a) && square_read(&to, 8, 8, &b));
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (move_from(list.moves[i]) == a && move_to(list.moves[i]) == b)
            return list.moves[i];
    fail_msg("there is no such move");
    return MOVE_NONE;
}

static void test_what_is_captured(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "chess", "", "1n2k3/P7/8/3pP3/8/8/8/R3K2r w Q d6 0 1");
    struct position *pos = &scene.position;
    assert_int_equal(position_captured(pos, find(pos, "e1", "e2")), EMPTY);
    scene_clear(&scene);
    scene_init(&scene, "chess", "", "1n2k3/P7/8/3pP3/8/8/8/R3K3 w Q d6 0 1");
    assert_int_equal(position_captured(pos, find(pos, "e5", "d6")), piece_of(type_of_letter('P'), BLACK));
    assert_int_equal(position_captured(pos, find(pos, "a7", "b8")), piece_of(type_of_letter('N'), BLACK));
    assert_int_equal(position_captured(pos, find(pos, "a7", "a8")), EMPTY);
    assert_int_equal(position_captured(pos, find(pos, "e1", "c1")), EMPTY);
    assert_int_equal(position_captured(pos, find(pos, "a1", "a6")), EMPTY);
    scene_clear(&scene);
}

static void test_what_it_costs(void **state)
{
    (void)state;
    struct scene scene;
    const char *fen = "1n2k3/P7/8/3pP3/8/8/8/R3K3 w Q d6 0 1";
    scene_init(&scene, "fuel", "", fen);
    struct position *pos = &scene.position;
    assert_int_equal(position_cost(pos, find(pos, "a1", "a6")), 5);
    assert_int_equal(position_cost(pos, find(pos, "e5", "d6")), 1);
    assert_int_equal(position_cost(pos, find(pos, "a7", "b8")), 1);
    assert_int_equal(position_cost(pos, find(pos, "e1", "c1")), 2);
    scene_clear(&scene);
    scene_init(&scene, "chess", "", fen);
    assert_int_equal(position_cost(pos, find(pos, "a1", "a6")), 0);
    scene_clear(&scene);
}

static void test_passing_leaves_no_trace(void **state)
{
    (void)state;
    struct scene scene;
    struct undo undo;
    scene_init(&scene, "chess", "", "4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 1");
    struct position *pos = &scene.position, before;
    memcpy(&before, pos, sizeof before);
    position_pass(pos, &undo);
    assert_int_equal(position_side(pos), WHITE);
    assert_int_equal(pos->state.en_passant, SQUARE_NONE);
    assert_true(position_ok(pos));
    assert_true(pos->state.hash == position_hash(pos));
    position_undo(pos, &undo);
    assert_memory_equal(pos, &before, sizeof before);
    scene_clear(&scene);
}

static uint64_t key_of_fen(const struct variant *variant, const char *fen)
{
    struct position pos;
    assert_true(fen_read(&pos, variant, fen, NULL));
    assert_true(pos.state.hash == position_hash(&pos));
    return position_key(&pos);
}

// Same position or not, in the sense of the repetition rule.
static void test_keys(void **state)
{
    (void)state;
    struct variant *chess = scene_variant("chess", ""), *fuel = scene_variant("fuel", "");
    uint64_t key = key_of_fen(chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_true(key == key_of_fen(chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 33 70"));
    assert_true(key != key_of_fen(chess, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"));
    assert_true(key != key_of_fen(chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"));
    assert_true(key != key_of_fen(chess, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"));
    assert_true(key != key_of_fen(chess, "r3k2n/8/8/8/8/8/8/R3K2R w KQq - 0 1"));
    // The target counts when it can be used, and only then.
    assert_true(key_of_fen(chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1") !=
                key_of_fen(chess, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
    assert_true(key_of_fen(chess, "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1") ==
                key_of_fen(chess, "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"));
    assert_true(key_of_fen(chess, "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1") ==
                key_of_fen(chess, "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1"));
    // Fuel is a part of the position; an en-passant capture must be paid to count.
    assert_true(key_of_fen(fuel, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 5,4") !=
                key_of_fen(fuel, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 4,5"));
    assert_true(key_of_fen(fuel, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 5,5,1,5") !=
                key_of_fen(fuel, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 5,5,1,5"));
    assert_true(key_of_fen(fuel, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 5,5,0,5") ==
                key_of_fen(fuel, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 5,5,0,5"));
    variant_free(fuel);
    variant_free(chess);
}

// Two ways to the same position end in the same hash.
static void test_transposition(void **state)
{
    (void)state;
    struct scene one, two;
    scene_init(&one, "chess", "", NULL);
    scene_init(&two, "chess", "", NULL);
    scene_play(&one, "g1f3 g8f6 b1c3 b8c6");
    scene_play(&two, "b1c3 b8c6 g1f3 g8f6");
    assert_true(one.position.state.hash == two.position.state.hash);
    assert_true(position_key(&one.position) == position_key(&two.position));
    scene_clear(&two);
    scene_clear(&one);
    // In Fuel Chess a detour is paid for.
    scene_init(&one, "fuel", "", NULL);
    scene_init(&two, "fuel", "", NULL);
    scene_play(&one, "e2e4 e7e5");
    scene_play(&two, "e2e3 e7e6 e3e4 e6e5");
    scene_fen(&two, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3 50x15,48x2,50x15");
    assert_true(position_key(&one.position) == position_key(&two.position));
    scene_play(&one, "g1f3 g8f6 f3g1 f6g8");
    assert_true(position_key(&one.position) != position_key(&two.position));
    scene_clear(&two);
    scene_clear(&one);
}

static bool stop_at_third(void *context, const struct turn *turn)
{
    int *visits = context;
    assert_int_equal(turn->count, 1);
    return ++*visits < 3;
}

static void test_a_walk_can_be_stopped(void **state)
{
    (void)state;
    struct scene scene;
    int visits = 0;
    scene_init(&scene, "chess", "", NULL);
    assert_false(turn_each(&scene.position, stop_at_third, &visits));
    assert_int_equal(visits, 3);
    scene_clear(&scene);
}

static void test_names_of_outcomes(void **state)
{
    (void)state;
    assert_string_equal(result_name(RESULT_ONGOING), "ongoing");
    assert_string_equal(result_name(RESULT_WHITE), "white");
    assert_string_equal(result_name(RESULT_BLACK), "black");
    assert_string_equal(result_name(RESULT_DRAW), "draw");
    assert_string_equal(result_name(RESULT_NONE), "none");
    static const char *const reasons[REASONS] = {
        "",
        "checkmate",
        "stalemate",
        "no-fuel",
        "corner",
        "mate-loses",
        "single-piece",
        "announcement",
        "repetition",
        "fifty",
        "resignation",
        "agreement",
        "time",
        "cancelled",
        "stalemate-wins",
        "repetition-rule",
        "perpetual-check",
        "move-rule",
        "goal",
        "extinction",
        "checks",
        "connection",
        "castling",
        "material",
        "full-board",
        "aborted",
        "abandoned",
    };
    for (int i = 0; i < REASONS; i++)
        assert_string_equal(reason_name((enum reason)i), reasons[i]);
    assert_int_equal(result_of_winner(WHITE), RESULT_WHITE);
    assert_int_equal(result_of_winner(BLACK), RESULT_BLACK);
}

// Without a history there is no repetition, but all the rest.
static void test_outcome_without_history(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "chess", "", NULL);
    scene_play(&scene, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    scene_outcome(&scene, "draw", "repetition");
    assert_int_equal(position_outcome(&scene.position, NULL).result, RESULT_ONGOING);
    assert_int_equal(position_outcome_of(&scene.position, true, &scene.history).reason, REASON_REPETITION);
    scene_clear(&scene);
    scene_init(&scene, "chess", "", "4k3/8/8/8/8/8/8/4K2R w - - 100 90");
    assert_int_equal(position_outcome(&scene.position, NULL).reason, REASON_FIFTY);
    scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_number_may_be_asked),
        cmocka_unit_test(test_what_is_captured),
        cmocka_unit_test(test_what_it_costs),
        cmocka_unit_test(test_passing_leaves_no_trace),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_transposition),
        cmocka_unit_test(test_a_walk_can_be_stopped),
        cmocka_unit_test(test_names_of_outcomes),
        cmocka_unit_test(test_outcome_without_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
