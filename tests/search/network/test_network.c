// SPDX-License-Identifier: GPL-3.0-or-later
// Networks: sums kept up to date are those computed afresh, both sides see the board alike, files are read as they were written and damaged
// ones refused, and no position can overflow.
#include "search/network/network.h"

#include "base/buffer.h"
#include "position/fen.h"
#include "support/thought.h"
#include "variants/embedded.h"
#include "variants/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// A network of random weights for a game.
struct desk {
    struct thought thought;
    struct network network;
    signed char *columns;
};

static int16_t random_number(struct random *random, int most)
{
    return (int16_t)((int)random_below(random, (uint32_t)(2 * most + 1)) - most);
}

static void desk_init(struct desk *desk, const char *game, const char *parameters)
{
    struct error err;
    struct random random = {7};
    memset(desk, 0, sizeof *desk);
    thought_init(&desk->thought, game, parameters, NULL);
    assert_true(network_lay_out(&desk->network.layout, desk->thought.variant, &err));
    // So both sizes are tried.
    desk->network.hidden = desk->thought.variant->metered ? NETWORK_BLOCK : NETWORK_HIDDEN_MOST;
    size_t count = (size_t)desk->network.layout.features * desk->network.hidden;
    desk->columns = malloc(count);
    assert_non_null(desk->columns);
    for (size_t i = 0; i < count; i++)
        desk->columns[i] = (signed char)random_number(&random, 40);
    for (unsigned i = 0; i < desk->network.hidden; i++) {
        desk->network.bias[i] = random_number(&random, 255);
        desk->network.output[0][i] = random_number(&random, 3000);
        desk->network.output[1][i] = random_number(&random, 3000);
    }
    desk->network.offset = 12345;
    desk->network.columns = desk->columns;
    desk->network.usable = true;
}

static void desk_clear(struct desk *desk)
{
    free(desk->columns);
    thought_clear(&desk->thought);
}

static const char *const games_of[][2] = {{"chess", ""},
                                          {"chess", "white=nutters black=rookies"},
                                          {"fuel", "fuel=9"},
                                          {"hnefa", ""},
                                          {"atomic", ""}};

enum { GAMES = sizeof games_of / sizeof *games_of };

static void test_sums_are_kept_up_to_date(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++) {
        struct desk desk;
        struct random random = {i};
        desk_init(&desk, games_of[i][0], games_of[i][1]);
        for (int k = 0; k < 40; k++) {
            struct position pos = desk.thought.position;
            struct hidden before, after, fresh;
            struct move_list list;
            thought_wander(&pos, &random, random_below(&random, 80));
            hidden_init(&before, &desk.network, &pos);
            position_actions(&pos, &list);
            for (unsigned n = 0; n < list.count; n++) {
                struct undo undo;
                position_apply(&pos, list.moves[n], &undo);
                hidden_update(&after, &before, &desk.network, &pos, &undo);
                hidden_init(&fresh, &desk.network, &pos);
                assert_memory_equal(&after, &fresh, sizeof after);
                position_undo(&pos, &undo);
            }
            hidden_init(&fresh, &desk.network, &pos);
            assert_memory_equal(&before, &fresh, sizeof before);
        }
        desk_clear(&desk);
    }
}

// What each side sees in the start position is the same, and what changes for one changes for the other when colours are exchanged.
static void test_both_sides_see_alike(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++) {
        struct desk desk;
        struct random random = {i};
        struct hidden hidden, other;
        desk_init(&desk, games_of[i][0], games_of[i][1]);
        bool turned = desk.network.layout.turned;
        assert_int_equal(turned, !strcmp(games_of[i][0], "hnefa"));
        if (!*games_of[i][1] || !strcmp(games_of[i][0], "fuel")) {
            hidden_init(&hidden, &desk.network, &desk.thought.position);
            assert_memory_equal(hidden.sum[WHITE], hidden.sum[BLACK], sizeof hidden.sum[WHITE]);
        }
        for (int k = 0; !turned && k < 40; k++) {
            struct position pos = desk.thought.position, mirrored;
            thought_wander(&pos, &random, random_below(&random, 60));
            thought_mirror(&pos, &mirrored);
            hidden_init(&hidden, &desk.network, &pos);
            hidden_init(&other, &desk.network, &mirrored);
            assert_int_equal(network_worth(&desk.network, &hidden, position_side(&pos)),
                             network_worth(&desk.network, &other, position_side(&mirrored)));
        }
        desk_clear(&desk);
    }
}

// The same in plain numbers.
static int slow_worth(const struct network *network, const struct position *pos)
{
    int64_t total = network->offset;
    enum color side = position_side(pos);
    for (int k = 0; k < 2; k++) {
        uint16_t features[NETWORK_FEATURES_MAX];
        unsigned count = network_features(&network->layout, pos, k ? other_color(side) : side, features);
        for (unsigned i = 0; i < network->hidden; i++) {
            int sum = network->bias[i];
            for (unsigned f = 0; f < count; f++)
                sum += network->columns[features[f] * network->hidden + i];
            total += (int64_t)(sum < 0 ? 0 : sum > NETWORK_ONE ? NETWORK_ONE : sum) * network->output[k][i];
        }
    }
    return (int)(total / (NETWORK_ONE * NETWORK_OUTPUT));
}

static void test_worth_is_that_of_plain_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++) {
        struct desk desk;
        struct random random = {i};
        int least = 0, most = 0;
        desk_init(&desk, games_of[i][0], games_of[i][1]);
        for (int k = 0; k < 60; k++) {
            struct position pos = desk.thought.position;
            struct hidden hidden;
            thought_wander(&pos, &random, random_below(&random, 80));
            hidden_init(&hidden, &desk.network, &pos);
            int worth = network_worth(&desk.network, &hidden, position_side(&pos));
            assert_int_equal(worth, slow_worth(&desk.network, &pos));
            least = worth < least ? worth : least;
            most = worth > most ? worth : most;
        }
        assert_true(least < most);
        desk_clear(&desk);
    }
}

// The fullest board, with the greatest weights.
static void test_sums_do_not_overflow(void **state)
{
    (void)state;
    struct desk desk;
    desk_init(&desk, "hnefa", "");
    memset(desk.columns, INT8_MAX, (size_t)desk.network.layout.features * desk.network.hidden);
    for (int i = 0; i < NETWORK_HIDDEN_MOST; i++) {
        desk.network.bias[i] = 255;
        desk.network.output[0][i] = desk.network.output[1][i] = INT16_MAX;
    }
    struct position pos = desk.thought.position;
    square s;
    for (struct set_walk walk = set_walk(&pos.sets[SET_EMPTY]); set_next(&walk, &s);) {
        pos.pieces[s] = piece_of(TYPE_PAWN, WHITE);
        set_add(&pos.sets[WHITE], s);
    }
    struct hidden hidden;
    hidden_init(&hidden, &desk.network, &pos);
    assert_int_equal(hidden.sum[WHITE][0],
                     255 + INT8_MAX * set_count(&desk.thought.variant->board.locations));
    assert_int_equal(network_worth(&desk.network, &hidden, WHITE), slow_worth(&desk.network, &pos));
    desk_clear(&desk);
}

static void test_large_boards_and_hands_are_refused(void **state)
{
    (void)state;
    static const char *const others[] = {"crazyhouse", "hans38", "hamiltonian"};
    for (int i = 0; i < 3; i++) {
        struct thought thought;
        struct network_layout layout;
        struct error err = {.code = ERROR_NONE};
        thought_init(&thought, others[i], "", NULL);
        assert_false(network_lay_out(&layout, thought.variant, &err));
        assert_int_equal(err.code, ERROR_PARAMETER);
        thought_clear(&thought);
    }
}

static void refuse(const struct desk *desk, const char *text, size_t length, const char *words)
{
    struct network read;
    struct error err = {.code = ERROR_NONE};
    assert_false(network_read(&read, desk->thought.variant, text, length, &err));
    assert_false(read.usable);
    assert_int_equal(err.code, ERROR_PARAMETER);
    assert_non_null(strstr(err.message, words));
}

static void test_files_are_read_as_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++) {
        struct desk desk;
        struct network read;
        struct buffer text;
        struct error err;
        desk_init(&desk, games_of[i][0], games_of[i][1]);
        buffer_init(&text);
        network_write(&desk.network, desk.thought.variant, &text);
        assert_true(text.length <= 2 << 20);
        assert_true(network_read(&read, desk.thought.variant, text.text, text.length, &err));
        assert_true(read.usable);
        assert_int_equal(read.hidden, desk.network.hidden);
        assert_memory_equal(read.bias, desk.network.bias, sizeof read.bias);
        assert_memory_equal(read.output, desk.network.output, sizeof read.output);
        assert_int_equal(read.offset, desk.network.offset);
        assert_memory_equal(read.columns, desk.columns, (size_t)read.layout.features * read.hidden);
        // Every byte counts.
        struct random random = {i};
        for (int k = 0; k < 300; k++) {
            uint32_t at = k < 200 ? (uint32_t)k : random_below(&random, (uint32_t)text.length);
            char was = text.text[at];
            text.text[at] ^= (char)(1 << random_below(&random, 8));
            refuse(&desk, text.text, text.length, "network");
            text.text[at] = was;
        }
        for (size_t length = 0; length < text.length; length += 1 + text.length / 50)
            refuse(&desk, text.text, length, "network");
        buffer_add(&text, "x");
        refuse(&desk, text.text, text.length, "bytes");
        buffer_clear(&text);
        desk_clear(&desk);
    }
}

static void test_other_rules_are_refused(void **state)
{
    (void)state;
    struct desk desk, other;
    struct buffer text;
    desk_init(&desk, "chess", "");
    desk_init(&other, "chess", "white=nutters");
    buffer_init(&text);
    network_write(&desk.network, desk.thought.variant, &text);
    refuse(&other, text.text, text.length, "other rules");
    buffer_reset(&text);
    desk.network.bias[3] = 256;
    network_write(&desk.network, desk.thought.variant, &text);
    refuse(&desk, text.text, text.length, "too large");
    buffer_clear(&text);
    desk_clear(&other);
    desk_clear(&desk);
}

static void test_own_networks_are_usable(void **state)
{
    (void)state;
    for (const struct embedded_text *own = embedded_networks; own->name; own++) {
        char game[64];
        const char *name = strchr(own->name, '/') + 1;
        snprintf(game, sizeof game, "%.*s", (int)strcspn(name, "."), name);
        struct thought thought;
        struct network network;
        struct error err;
        thought_init(&thought, game, "", NULL);
        assert_true(network_read(&network, thought.variant, own->text, own->length, &err));
        network_of_game(&network, thought.variant);
        assert_true(network.usable);
        thought_clear(&thought);
    }
    struct thought thought;
    struct network network;
    thought_init(&thought, "gothic", "", NULL);
    network_of_game(&network, thought.variant);
    assert_false(network.usable);
    thought_clear(&thought);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_are_kept_up_to_date),
        cmocka_unit_test(test_both_sides_see_alike),
        cmocka_unit_test(test_worth_is_that_of_plain_numbers),
        cmocka_unit_test(test_sums_do_not_overflow),
        cmocka_unit_test(test_large_boards_and_hands_are_refused),
        cmocka_unit_test(test_files_are_read_as_written),
        cmocka_unit_test(test_other_rules_are_refused),
        cmocka_unit_test(test_own_networks_are_usable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
