// SPDX-License-Identifier: GPL-3.0-or-later
// The game around the largest score: positions in which White can announce it and Black can announce nothing.
#include "lab/max_score_game.h"

#include "reference/links.h"
#include "support/effort.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static bool find(unsigned set, bool circuit, struct max_score *found)
{
    struct max_score_query query = {.size = 8, .circuit = circuit};
    unsigned count = 0;
    for (enum link_kind kind = 0; kind < LINK_KINDS; kind++) {
        query.pieces[kind] = (uint8_t)(set % (max_score_army[kind] + 1U));
        set /= max_score_army[kind] + 1U;
        count += query.pieces[kind];
    }
    return count >= 2 && max_score_find(&query, found);
}

// In the position of every set of pieces, whole boards are looked at: Black's pieces block nothing of White's
// path, all eight are there, and no order of them is a path.
static void test_only_white_can_announce(void **state)
{
    (void)state;
    unsigned positions = 0;
    for (unsigned set = 107 % EFFORT_DIVISOR; set < 108; set += EFFORT_DIVISOR)
        for (int circuit = 0; circuit < 2; circuit++) {
            struct max_score found;
            struct max_score_game game;
            struct buffer fen;
            struct ref_links white, black;
            struct ref_routes routes;
            if (!find(set, circuit, &found))
                continue;
            buffer_init(&fen);
            max_score_game_init(&game, &found, circuit);
            max_score_game_fen(&game, &fen);
            assert_true(ref_links_read(&white, buffer_text(&fen), true));
            assert_true(ref_links_read(&black, buffer_text(&fen), false));
            assert_non_null(strstr(buffer_text(&fen), " w - - 0 9"));
            buffer_clear(&fen);
            assert_int_equal(white.count, found.count);
            ref_links_routes(&white, &routes);
            assert_int_equal(circuit ? routes.circuit_sum : routes.path_sum, found.sum);
            assert_int_equal(black.count, 8);
            ref_links_routes(&black, &routes);
            assert_int_equal(routes.paths, 0);
            positions++;
        }
    assert_true(positions > 150 / EFFORT_DIVISOR);
}

static void check_turns(const struct max_score_game *game, bool circuit)
{
    unsigned count[2]['Z' + 1] = {{0}};
    for (unsigned number = 0; number <= 17; number++) {
        struct buffer turn;
        buffer_init(&turn);
        bool exists = max_score_game_turn(game, number, &turn);
        const char *text = buffer_text(&turn);
        assert_int_equal(exists, number < 17);
        if (number < 16) {
            assert_int_equal(strlen(text), 4);
            assert_int_equal(text[1], '@');
            count[number % 2][(unsigned char)text[0]]++;
        } else if (number == 16) {
            assert_int_equal(strlen(text), circuit ? 19 : 17);
            assert_int_equal(text[0], '!');
            assert_true(!circuit || !memcmp(text + 1, text + 17, 2));
        }
        buffer_clear(&turn);
    }
    for (unsigned side = 0; side < 2; side++)
        for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
            assert_int_equal(count[side][(unsigned char)max_score_letters[kind]], max_score_army[kind]);
}

static void test_the_whole_game(void **state)
{
    (void)state;
    for (int circuit = 0; circuit < 2; circuit++) {
        struct max_score found;
        struct max_score_game game;
        struct buffer turn;
        assert_true(find(107, circuit, &found));
        max_score_game_init(&game, &found, circuit);
        check_turns(&game, circuit);
        // Seven pieces are not what one places.
        assert_true(find(106, circuit, &found));
        max_score_game_init(&game, &found, circuit);
        buffer_init(&turn);
        assert_false(max_score_game_turn(&game, 0, &turn));
        buffer_clear(&turn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_white_can_announce),
        cmocka_unit_test(test_the_whole_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
