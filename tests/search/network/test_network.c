// SPDX-License-Identifier: GPL-3.0-or-later
// Networks: sums kept up to date are those computed afresh, both sides see the board alike, files are read as they were written and damaged
// ones refused, and no position can overflow.
#include "search/network/find.h"

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

static void desk_init(struct desk *desk, const char *game, const char *parameters, bool large)
{
    struct error err;
    struct random random = {7};
    memset(desk, 0, sizeof *desk);
    thought_init(&desk->thought, game, parameters, NULL);
    assert_true(network_lay_out(&desk->network.layout, desk->thought.variant, large, &err));
    desk->network.large = large;
    desk->network.added = !large || desk->thought.variant->metered;
    // So the least and the most are tried.
    unsigned most = large ? NETWORK_HIDDEN_MOST : NETWORK_SMALL_MOST;
    desk->network.hidden = desk->thought.variant->metered ? NETWORK_BLOCK : most;
    // A file has at most two megabytes.
    while ((size_t)desk->network.layout.features * desk->network.hidden > 1 << 20)
        desk->network.hidden /= 2;
    size_t count = (size_t)desk->network.layout.features * desk->network.hidden;
    desk->columns = malloc(count);
    assert_non_null(desk->columns);
    for (size_t i = 0; i < count; i++)
        desk->columns[i] = (signed char)random_number(&random, 40);
    for (unsigned i = 0; i < desk->network.hidden; i++) {
        desk->network.bias[i] = random_number(&random, 255);
        for (unsigned k = 0; k < 2 * network_stages(large); k++)
            desk->network.output[k / 2][k % 2][i] = random_number(&random, large ? 100 : 3000);
    }
    for (unsigned stage = 0; stage < network_stages(large); stage++)
        desk->network.offset[stage] = random_number(&random, 12345);
    desk->network.columns = desk->columns;
    desk->network.usable = true;
}

static void desk_clear(struct desk *desk)
{
    free(desk->columns);
    thought_clear(&desk->thought);
}

// Only so many sums as the network has count.
static void assert_same_sums(const struct desk *desk, const struct hidden *one, const struct hidden *other)
{
    for (unsigned viewer = WHITE; viewer <= BLACK; viewer++) {
        assert_int_equal(one->view[viewer], other->view[viewer]);
        assert_memory_equal(one->sum[viewer], other->sum[viewer], desk->network.hidden * sizeof **one->sum);
    }
}

static const struct {
    const char *name, *parameters;
    bool large;
} games_of[] = {{"chess", "", false},       {"chess", "white=nutters black=rookies", false},
                {"fuel", "fuel=9", false},  {"hnefa", "", false},
                {"racingkings", "", false}, {"atomic", "", false},
                {"chess", "", true},        {"chess", "white=clobberers", true},
                {"fuel", "fuel=9", true},   {"hnefa", "", true},
                {"racingkings", "", true},  {"atomic", "", true},
                {"antichess", "", true},    {"capablanca", "", true},
                {"crazyhouse", "", true},   {"minishogi", "", true},
                {"capahouse", "", false},   {"seirawan", "", true}};

enum { GAMES = sizeof games_of / sizeof *games_of };

// After each action, the sums that follow from those before are those of the position.
static void check_updates(const struct desk *desk, struct position *pos)
{
    struct hidden before, after, fresh;
    struct move_list list;
    hidden_init(&before, &desk->network, pos);
    position_actions(pos, &list);
    for (unsigned n = 0; n < list.count; n++) {
        struct undo undo;
        position_apply(pos, list.moves[n], &undo);
        hidden_update(&after, &before, &desk->network, pos, &undo);
        hidden_init(&fresh, &desk->network, pos);
        assert_same_sums(desk, &after, &fresh);
        position_undo(pos, &undo);
    }
    hidden_init(&fresh, &desk->network, pos);
    assert_same_sums(desk, &before, &fresh);
}

static void test_sums_are_kept_up_to_date(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++) {
        struct desk desk;
        struct random random = {i};
        desk_init(&desk, games_of[i].name, games_of[i].parameters, games_of[i].large);
        for (int k = 0; k < 40; k++) {
            struct position pos = desk.thought.position;
            thought_wander(&pos, &random, random_below(&random, 80));
            check_updates(&desk, &pos);
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
        desk_init(&desk, games_of[i].name, games_of[i].parameters, games_of[i].large);
        enum network_facing facing = desk.network.layout.facing;
        assert_int_equal(facing, !strcmp(games_of[i].name, "hnefa")         ? NETWORK_TURNED
                                 : !strcmp(games_of[i].name, "minishogi")   ? NETWORK_TURNED
                                 : !strcmp(games_of[i].name, "racingkings") ? NETWORK_SIDEWAYS
                                                                            : NETWORK_MIRRORED);
        if (!*games_of[i].parameters || !strcmp(games_of[i].name, "fuel")) {
            hidden_init(&hidden, &desk.network, &desk.thought.position);
            assert_memory_equal(hidden.sum[WHITE], hidden.sum[BLACK], sizeof hidden.sum[WHITE]);
        }
        for (int k = 0; facing == NETWORK_MIRRORED && k < 40; k++) {
            struct position pos = desk.thought.position, mirrored;
            thought_wander(&pos, &random, random_below(&random, 60));
            thought_mirror(&pos, &mirrored);
            hidden_init(&hidden, &desk.network, &pos);
            hidden_init(&other, &desk.network, &mirrored);
            assert_int_equal(network_worth(&desk.network, &hidden, &pos),
                             network_worth(&desk.network, &other, &mirrored));
        }
        desk_clear(&desk);
    }
}

// The same in plain numbers.
static int slow_worth(const struct network *network, const struct position *pos)
{
    unsigned men = (unsigned)(set_count(&pos->sets[WHITE]) + set_count(&pos->sets[BLACK]));
    unsigned stage = network->large ? (men - 1) * 8 / network->layout.men : 0;
    int64_t total = 0;
    enum color side = position_side(pos);
    stage = stage > 7 ? 7 : stage;
    for (int k = 0; k < 2; k++) {
        uint16_t features[NETWORK_FEATURES_MAX];
        unsigned count = network_features(&network->layout, pos, k ? other_color(side) : side, features);
        for (unsigned i = 0; i < network->hidden; i++) {
            int64_t sum = network->bias[i];
            for (unsigned f = 0; f < count; f++)
                sum += network->columns[features[f] * network->hidden + i];
            int64_t input = sum < 0 ? 0 : sum > NETWORK_ONE ? NETWORK_ONE : sum;
            total += input * (network->large ? input : 1) * network->output[stage][k][i];
        }
    }
    if (!network->large)
        return (int)((total + network->offset[0]) / (NETWORK_ONE * NETWORK_OUTPUT));
    return (int)((total / NETWORK_ONE + network->offset[stage]) * NETWORK_RANGE /
                 (NETWORK_ONE * NETWORK_OUTPUT));
}

static void test_worth_is_that_of_plain_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++) {
        struct desk desk;
        struct random random = {i};
        int least = 0, most = 0;
        desk_init(&desk, games_of[i].name, games_of[i].parameters, games_of[i].large);
        for (int k = 0; k < 60; k++) {
            struct position pos = desk.thought.position;
            struct hidden hidden;
            thought_wander(&pos, &random, random_below(&random, 80));
            hidden_init(&hidden, &desk.network, &pos);
            int worth = network_worth(&desk.network, &hidden, &pos);
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
    static const struct {
        const char *game;
        bool large;
    } boards[] = {{"hnefa", false}, {"hnefa", true}, {"capahouse", true}, {"minishogi", false}};
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
        struct desk desk;
        struct network *network = &desk.network;
        bool large = boards[b].large;
        desk_init(&desk, boards[b].game, "", large);
        const struct variant *variant = desk.thought.variant;
        memset(desk.columns, INT8_MAX, (size_t)network->layout.features * network->hidden);
        int most = large ? NETWORK_OUTPUT_SUM / 2 / (int)network->hidden : INT16_MAX;
        most = large && most > NETWORK_OUTPUT_MOST ? NETWORK_OUTPUT_MOST : most;
        for (unsigned i = 0; i < network->hidden; i++) {
            network->bias[i] = 255;
            for (unsigned k = 0; k < 2 * network_stages(large); k++)
                network->output[k / 2][k % 2][i] = (int16_t)most;
        }
        for (unsigned stage = 0; stage < network_stages(large); stage++)
            network->offset[stage] = NETWORK_OFFSET_MOST;
        struct position pos = desk.thought.position;
        square s;
        for (struct set_walk walk = set_walk(&pos.sets[SET_EMPTY]); set_next(&walk, &s);) {
            pos.pieces[s] = piece_of(TYPE_PAWN, WHITE);
            set_add(&pos.sets[WHITE], s);
        }
        int held = 0;
        for (piece_type type = 1; variant->hands && type < LETTER_TYPES; type++)
            if (variant->pieces[type].name) {
                pos.hand[WHITE][type] = pos.hand[BLACK][type] = UINT8_MAX;
                held += 2 * NETWORK_HELD;
            }
        struct hidden hidden;
        hidden_init(&hidden, network, &pos);
        assert_int_equal(hidden.sum[WHITE][0],
                         255 + INT8_MAX * (set_count(&variant->board.locations) + held));
        assert_int_equal(network_worth(network, &hidden, &pos), slow_worth(network, &pos));
        desk_clear(&desk);
    }
}

// A king that crosses the middle of the board, or goes from one zone to the next, changes how its side sees all of it, and nothing for the other side.
static void test_large_networks_look_from_the_king(void **state)
{
    (void)state;
    static const char *const zones[][4] = {{"a1", "b1", "g1", "h1"},
                                           {"c1", "d1", "e1", "f1"},
                                           {"a2", "d2", "e2", "h2"},
                                           {"a3", "d8", "e5", "h8"}};
    struct desk desk;
    desk_init(&desk, "chess", "", true);
    const struct network_layout *layout = &desk.network.layout;
    for (unsigned zone = 0; zone < 4; zone++)
        for (unsigned i = 0; i < 4; i++) {
            const char *name = zones[zone][i];
            square s = square_at(name[0] - 'a', name[1] - '1'),
                   other = square_at(name[0] - 'a', '8' - name[1]);
            assert_int_equal(layout->view[WHITE][s], 2 * zone + (name[0] > 'd'));
            assert_int_equal(layout->view[BLACK][other], 2 * zone + (name[0] > 'd'));
        }
    struct position pos, mirrored;
    struct error err;
    struct hidden hidden, other;
    // The same on the other wing.
    assert_true(fen_read(&pos, desk.thought.variant, "r5k1/1pp2p2/8/3n4/8/4P3/PP3P2/1K5R w - - 0 1", &err));
    assert_true(
        fen_read(&mirrored, desk.thought.variant, "1k5r/2p2pp1/8/4n3/8/3P4/2P3PP/R5K1 w - - 0 1", &err));
    hidden_init(&hidden, &desk.network, &pos);
    hidden_init(&other, &desk.network, &mirrored);
    assert_memory_equal(hidden.sum, other.sum, sizeof hidden.sum);
    assert_int_equal(network_worth(&desk.network, &hidden, &pos),
                     network_worth(&desk.network, &other, &mirrored));
    desk_clear(&desk);
}

// In Racing Kings, both sides go up the board: a side sees its own king as far from the goal as the other sees that, with files exchanged.
static void test_both_sides_of_a_race_see_the_goal_ahead(void **state)
{
    (void)state;
    struct desk desk;
    struct position pos, exchanged;
    struct error err;
    struct hidden hidden, other;
    desk_init(&desk, "racingkings", "", true);
    assert_true(fen_read(&pos, desk.thought.variant, "8/8/3K4/8/8/8/kr6/qr4NR w - - 0 1", &err));
    assert_true(fen_read(&exchanged, desk.thought.variant, "8/8/4k3/8/8/8/6RK/rn4RQ b - - 0 1", &err));
    hidden_init(&hidden, &desk.network, &pos);
    hidden_init(&other, &desk.network, &exchanged);
    assert_memory_equal(hidden.sum[WHITE], other.sum[BLACK], sizeof hidden.sum[WHITE]);
    assert_memory_equal(hidden.sum[BLACK], other.sum[WHITE], sizeof hidden.sum[WHITE]);
    assert_int_equal(network_worth(&desk.network, &hidden, &pos),
                     network_worth(&desk.network, &other, &exchanged));
    desk_clear(&desk);
}

// Each piece more in a hand is another feature, up to the eighth one of a kind.
static void test_hands_are_told_apart(void **state)
{
    (void)state;
    static const char *const hands[] = {"", "P", "PP", "Pp", "QPPPPPPPp", "QPPPPPPPPp", "QPPPPPPPPPp"};
    enum { HANDS = sizeof hands / sizeof *hands };
    struct desk desk;
    struct hidden sums[HANDS];
    unsigned counts[HANDS];
    desk_init(&desk, "crazyhouse", "", true);
    for (int i = 0; i < HANDS; i++) {
        char fen[128];
        struct position pos;
        struct error err;
        uint16_t features[NETWORK_FEATURES_MAX];
        snprintf(fen, sizeof fen, "r3k2r/8/8/8/8/8/8/R3K2R[%s] w KQkq - 0 1", hands[i]);
        assert_true(fen_read(&pos, desk.thought.variant, fen, &err));
        counts[i] = network_features(&desk.network.layout, &pos, BLACK, features);
        hidden_init(&sums[i], &desk.network, &pos);
        for (int k = 0; k < i; k++)
            assert_int_equal(!memcmp(sums[k].sum, sums[i].sum, sizeof sums[i].sum), i == 6 && k == 5);
    }
    static const unsigned expected[] = {6, 7, 8, 8, 15, 16, 16};
    for (int i = 0; i < HANDS; i++)
        assert_int_equal(counts[i], expected[i]);
    // A ninth and a tenth piece come and go, too.
    static const char *const many[] = {"PPPPPPP", "PPPPPPPP", "PPPPPPPPP"};
    for (int i = 0; i < 3; i++) {
        char fen[128];
        struct position pos;
        struct error err;
        snprintf(fen, sizeof fen, "4k3/8/3p1p2/4P3/8/8/8/4K3[%s] w - - 0 1", many[i]);
        assert_true(fen_read(&pos, desk.thought.variant, fen, &err));
        check_updates(&desk, &pos);
    }
    desk_clear(&desk);
}

static void test_large_boards_and_squares_that_come_and_go_are_refused(void **state)
{
    (void)state;
    static const char *const others[] = {"hans38", "duck"};
    for (int i = 0; i < 2; i++) {
        struct thought thought;
        struct network_layout layout;
        struct error err = {.code = ERROR_NONE};
        thought_init(&thought, others[i], "", NULL);
        assert_false(network_lay_out(&layout, thought.variant, i % 2, &err));
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
        desk_init(&desk, games_of[i].name, games_of[i].parameters, games_of[i].large);
        buffer_init(&text);
        network_write(&desk.network, desk.thought.variant, &text);
        assert_true(text.length <= 2 << 20);
        assert_true(network_read(&read, desk.thought.variant, text.text, text.length, &err));
        assert_true(read.usable);
        assert_int_equal(read.hidden, desk.network.hidden);
        assert_memory_equal(read.bias, desk.network.bias, sizeof read.bias);
        assert_memory_equal(read.output, desk.network.output, sizeof read.output);
        assert_memory_equal(read.offset, desk.network.offset, sizeof read.offset);
        assert_int_equal(read.large, desk.network.large);
        assert_int_equal(read.added, desk.network.added);
        assert_int_equal(read.layout.features, desk.network.layout.features);
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
    desk_init(&desk, "chess", "", false);
    desk_init(&other, "chess", "white=nutters", false);
    buffer_init(&text);
    network_write(&desk.network, desk.thought.variant, &text);
    refuse(&other, text.text, text.length, "other rules");
    buffer_reset(&text);
    desk.network.bias[3] = 256;
    network_write(&desk.network, desk.thought.variant, &text);
    refuse(&desk, text.text, text.length, "too large");
    desk_clear(&desk);
    desk_init(&desk, "chess", "", true);
    for (int i = 0; i < 3; i++) {
        // Too many weights, one that is too large, and one of a later output layer.
        struct network changed = desk.network;
        for (unsigned k = 0; i == 0 && k < changed.hidden; k++)
            changed.output[2][0][k] = changed.output[2][1][k] = NETWORK_OUTPUT_MOST;
        changed.output[i == 1 ? 0 : 7][1][5] = i ? NETWORK_OUTPUT_MOST + 1 : 0;
        buffer_reset(&text);
        network_write(&changed, desk.thought.variant, &text);
        refuse(&desk, text.text, text.length, "too large");
    }
    buffer_clear(&text);
    desk_clear(&other);
    desk_clear(&desk);
}

static void test_own_networks_are_usable(void **state)
{
    (void)state;
    for (const struct embedded_text *own = embedded_networks; own->name; own++) {
        char game[32], white[16] = "fide", black[16] = "fide", parameters[64] = "";
        if (sscanf(own->name, "weights/%31[^_.]_%15[^_]_%15[^.]", game, white, black) == 3)
            snprintf(parameters, sizeof parameters, "white=%s black=%s", white, black);
        struct thought thought;
        struct network network;
        struct error err;
        thought_init(&thought, game, parameters, NULL);
        assert_true(network_read(&network, thought.variant, own->text, own->length, &err));
        network_of_variant(&network, thought.variant);
        const char *columns = (const char *)network.columns;
        assert_true(columns > own->text && columns < own->text + own->length);
        thought_clear(&thought);
    }
    struct thought thought;
    struct network network;
    thought_init(&thought, "hans38", "", NULL);
    network_of_variant(&network, thought.variant);
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
        cmocka_unit_test(test_large_networks_look_from_the_king),
        cmocka_unit_test(test_both_sides_of_a_race_see_the_goal_ahead),
        cmocka_unit_test(test_hands_are_told_apart),
        cmocka_unit_test(test_large_boards_and_squares_that_come_and_go_are_refused),
        cmocka_unit_test(test_files_are_read_as_written),
        cmocka_unit_test(test_other_rules_are_refused),
        cmocka_unit_test(test_own_networks_are_usable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
