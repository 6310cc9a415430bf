// SPDX-License-Identifier: GPL-3.0-or-later
// Networks: sums kept up to date are those computed afresh, both sides see the board alike, and no position can overflow.
#include "position/fen.h"
#include "support/texted.h"
#include "support/trial_network.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// Only so many sums as the network has count.
static void assert_same_sums(const struct trial *trial, const struct hidden *one, const struct hidden *other)
{
    for (unsigned viewer = WHITE; viewer <= BLACK; viewer++) {
        assert_int_equal(one->view[viewer], other->view[viewer]);
        assert_memory_equal(one->sum[viewer], other->sum[viewer], trial->network.hidden * sizeof **one->sum);
    }
}

// After each action, the sums that follow from those before are those of the position; and so in the rest of some of the turns.
static void check_updates(const struct trial *trial, struct position *pos)
{
    enum { SOME = 7 };
    struct hidden before, after, fresh;
    struct move_list list;
    hidden_init(&before, &trial->network, pos);
    position_actions(pos, &list);
    for (unsigned n = 0; n < list.count; n++) {
        struct undo undo;
        position_apply(pos, list.moves[n], &undo);
        hidden_update(&after, &before, &trial->network, pos, &undo);
        hidden_init(&fresh, &trial->network, pos);
        assert_same_sums(trial, &after, &fresh);
        if (pos->state.actions && n % SOME == 0)
            check_updates(trial, pos);
        position_undo(pos, &undo);
    }
    hidden_init(&fresh, &trial->network, pos);
    assert_same_sums(trial, &before, &fresh);
}

static void test_sums_are_kept_up_to_date(void **state)
{
    (void)state;
    for (size_t i = 0; trial_games[i].name; i++) {
        struct trial trial;
        struct random random = {i};
        trial_init(&trial, trial_games[i].name, trial_games[i].parameters, trial_games[i].large);
        for (int k = 0; k < 40; k++) {
            struct position pos = trial.thought.position;
            thought_wander(&pos, &random, random_below(&random, 80));
            check_updates(&trial, &pos);
        }
        trial_clear(&trial);
    }
}

// What each side sees in the start position is the same, and what changes for one changes for the other when colours are exchanged.
static void test_both_sides_see_alike(void **state)
{
    (void)state;
    for (size_t i = 0; trial_games[i].name; i++) {
        struct trial trial;
        struct random random = {i};
        struct hidden hidden, other;
        trial_init(&trial, trial_games[i].name, trial_games[i].parameters, trial_games[i].large);
        enum network_facing facing = trial.network.layout.facing;
        assert_int_equal(facing, !strcmp(trial_games[i].name, "hnefa")         ? NETWORK_TURNED
                                 : !strcmp(trial_games[i].name, "minishogi")   ? NETWORK_TURNED
                                 : !strcmp(trial_games[i].name, "isolation")   ? NETWORK_TURNED
                                 : !strcmp(trial_games[i].name, "racingkings") ? NETWORK_SIDEWAYS
                                                                               : NETWORK_MIRRORED);
        if (!*trial_games[i].parameters || !strcmp(trial_games[i].name, "fuel")) {
            hidden_init(&hidden, &trial.network, &trial.thought.position);
            assert_memory_equal(hidden.sum[WHITE], hidden.sum[BLACK], sizeof hidden.sum[WHITE]);
        }
        for (int k = 0; facing == NETWORK_MIRRORED && k < 40; k++) {
            struct position pos = trial.thought.position, mirrored;
            thought_wander(&pos, &random, random_below(&random, 60));
            thought_mirror(&pos, &mirrored);
            hidden_init(&hidden, &trial.network, &pos);
            hidden_init(&other, &trial.network, &mirrored);
            assert_int_equal(network_worth(&trial.network, &hidden, &pos),
                             network_worth(&trial.network, &other, &mirrored));
        }
        trial_clear(&trial);
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
    for (size_t i = 0; trial_games[i].name; i++) {
        struct trial trial;
        struct random random = {i};
        int least = 0, most = 0;
        trial_init(&trial, trial_games[i].name, trial_games[i].parameters, trial_games[i].large);
        for (int k = 0; k < 60; k++) {
            struct position pos = trial.thought.position;
            struct hidden hidden;
            thought_wander(&pos, &random, random_below(&random, 80));
            hidden_init(&hidden, &trial.network, &pos);
            int worth = network_worth(&trial.network, &hidden, &pos);
            assert_int_equal(worth, slow_worth(&trial.network, &pos));
            least = worth < least ? worth : least;
            most = worth > most ? worth : most;
        }
        assert_true(least < most);
        trial_clear(&trial);
    }
}

// The fullest board, with the greatest weights.
static void test_sums_do_not_overflow(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        bool large;
    } boards[] = {{"hnefa", false},     {"hnefa", true},   {"capahouse", true},
                  {"minishogi", false}, {"hans38", false}, {"okisakishogi", true}};
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
        struct trial trial;
        struct network *network = &trial.network;
        bool large = boards[b].large;
        trial_init(&trial, boards[b].game, "", large);
        const struct variant *variant = trial.thought.variant;
        memset(trial.columns, INT8_MAX, (size_t)network->layout.features * network->hidden);
        int most = large ? NETWORK_OUTPUT_SUM / 2 / (int)network->hidden : INT16_MAX;
        most = large && most > NETWORK_OUTPUT_MOST ? NETWORK_OUTPUT_MOST : most;
        for (unsigned i = 0; i < network->hidden; i++) {
            network->bias[i] = 255;
            for (unsigned k = 0; k < 2 * network_stages(large); k++)
                network->output[k / 2][k % 2][i] = (int16_t)most;
        }
        for (unsigned stage = 0; stage < network_stages(large); stage++)
            network->offset[stage] = NETWORK_OFFSET_MOST;
        struct position pos = trial.thought.position;
        square s;
        for (struct set_walk walk = set_walk(&pos.sets[SET_EMPTY]); set_next(&walk, &s);) {
            pos.pieces[s] = piece_of(TYPE_PAWN, WHITE);
            set_add(&pos.sets[WHITE], s);
        }
        int held = 0;
        for (piece_type type = 1; variant->hands && type < LETTER_TYPES; type++)
            if (variant->pieces[type].name) {
                pos.hand[WHITE][type] = pos.hand[BLACK][type] = UINT8_MAX;
                held += 2 * (int)network->layout.told;
            }
        if (variant->reserves) {
            pos.state.reserve[WHITE] = pos.state.reserve[BLACK] = RESERVE_INFINITE;
            held += 2 * NETWORK_HELD;
        }
        struct hidden hidden;
        hidden_init(&hidden, network, &pos);
        assert_int_equal(hidden.sum[WHITE][0],
                         255 + INT8_MAX * (set_count(&variant->board.locations) + held));
        assert_int_equal(network_worth(network, &hidden, &pos), slow_worth(network, &pos));
        trial_clear(&trial);
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
    struct trial trial;
    trial_init(&trial, "chess", "", true);
    const struct network_layout *layout = &trial.network.layout;
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
    assert_true(fen_read(&pos, trial.thought.variant, "r5k1/1pp2p2/8/3n4/8/4P3/PP3P2/1K5R w - - 0 1", &err));
    assert_true(
        fen_read(&mirrored, trial.thought.variant, "1k5r/2p2pp1/8/4n3/8/3P4/2P3PP/R5K1 w - - 0 1", &err));
    hidden_init(&hidden, &trial.network, &pos);
    hidden_init(&other, &trial.network, &mirrored);
    assert_memory_equal(hidden.sum, other.sum, sizeof hidden.sum);
    assert_int_equal(network_worth(&trial.network, &hidden, &pos),
                     network_worth(&trial.network, &other, &mirrored));
    trial_clear(&trial);
}

// In Racing Kings, both sides go up the board: a side sees its own king as far from the goal as the other sees that, with files exchanged.
static void test_both_sides_of_a_race_see_the_goal_ahead(void **state)
{
    (void)state;
    struct trial trial;
    struct position pos, exchanged;
    struct error err;
    struct hidden hidden, other;
    trial_init(&trial, "racingkings", "", true);
    assert_true(fen_read(&pos, trial.thought.variant, "8/8/3K4/8/8/8/kr6/qr4NR w - - 0 1", &err));
    assert_true(fen_read(&exchanged, trial.thought.variant, "8/8/4k3/8/8/8/6RK/rn4RQ b - - 0 1", &err));
    hidden_init(&hidden, &trial.network, &pos);
    hidden_init(&other, &trial.network, &exchanged);
    assert_memory_equal(hidden.sum[WHITE], other.sum[BLACK], sizeof hidden.sum[WHITE]);
    assert_memory_equal(hidden.sum[BLACK], other.sum[WHITE], sizeof hidden.sum[WHITE]);
    assert_int_equal(network_worth(&trial.network, &hidden, &pos),
                     network_worth(&trial.network, &other, &exchanged));
    trial_clear(&trial);
}

// Each piece more in a hand is another feature, up to the eighth one of a kind.
static void test_hands_are_told_apart(void **state)
{
    (void)state;
    static const char *const hands[] = {"", "P", "PP", "Pp", "QPPPPPPPp", "QPPPPPPPPp", "QPPPPPPPPPp"};
    enum { HANDS = sizeof hands / sizeof *hands };
    struct trial trial;
    struct hidden sums[HANDS];
    unsigned counts[HANDS];
    trial_init(&trial, "crazyhouse", "", true);
    for (int i = 0; i < HANDS; i++) {
        char fen[128];
        struct position pos;
        struct error err;
        uint16_t features[NETWORK_FEATURES_MAX];
        snprintf(fen, sizeof fen, "r3k2r/8/8/8/8/8/8/R3K2R[%s] w KQkq - 0 1", hands[i]);
        assert_true(fen_read(&pos, trial.thought.variant, fen, &err));
        counts[i] = network_features(&trial.network.layout, &pos, BLACK, features);
        hidden_init(&sums[i], &trial.network, &pos);
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
        assert_true(fen_read(&pos, trial.thought.variant, fen, &err));
        check_updates(&trial, &pos);
    }
    trial_clear(&trial);
}

// On a large board with many kinds of pieces, fewer than eight of a kind are told apart, or sums could overflow.
static void test_full_hands_leave_room_for_a_large_board(void **state)
{
    (void)state;
    struct trial trial;
    struct error err;
    unsigned counts[NETWORK_HELD + 2];
    trial_init(&trial, "okisakishogi", "", false);
    unsigned told = trial.network.layout.told;
    assert_in_range(told, 1, NETWORK_HELD - 1);
    for (unsigned held = 0; held <= NETWORK_HELD + 1; held++) {
        char fen[128];
        struct position pos;
        uint16_t features[NETWORK_FEATURES_MAX];
        snprintf(fen, sizeof fen, "4k5/10/10/3l1p4/4P5/10/10/10/10/4K5[%.*s] w - - 0 1", (int)held,
                 "GGGGGGGGG");
        assert_true(fen_read(&pos, trial.thought.variant, fen, &err));
        counts[held] = network_features(&trial.network.layout, &pos, WHITE, features);
        assert_int_equal(counts[held], counts[0] + (held < told ? held : told));
        check_updates(&trial, &pos);
    }
    trial_clear(&trial);
}

// Where there is no square, whose an empty one is, and how many may still be placed: all that is seen, and by each side as its own.
static void test_squares_that_come_and_go_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *game, *fen;
        unsigned count; // men, places without a square, empty squares with an owner, squares in reserve
    } positions[] = {
        {"hans38", "4k3/8/********/********/********/********/8/4K3 w - - 0 1 3/3 a1b1/a8 -", 2 + 32 + 3 + 6},
        {"hans38", "4k3/8/********/********/********/********/8/4K3 w - - 0 1 3/3 a8/a1b1 -", 2 + 32 + 3 + 6},
        {"hans38", "4k3/8/********/********/********/********/8/4K3 w - - 0 1 3/1 a1b1/a8 -", 2 + 32 + 3 + 4},
        {"hans38", "4k3/8/********/********/********/********/8/4K3 w - - 0 1 1/3 a1b1/a8 -", 2 + 32 + 3 + 4},
        {"hans38", "4k3/8/********/********/********/*******1/8/4K3 w - - 0 1 1/3 a1b1/a8 -", 2 + 31 + 3 + 4},
        {"hans38-neutral", "4k3/8/********/********/********/********/8/4K3 w - - 0 1 3/3 - -", 2 + 32 + 6},
        {"infinite-reserves", "4k3/8/********/********/********/********/8/4K3 w - - 0 1 inf/inf - -",
         2 + 32},
    };
    struct hidden seen[sizeof positions / sizeof *positions];
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct trial trial;
        struct position pos, mirrored;
        struct hidden other;
        struct error err;
        uint16_t features[NETWORK_FEATURES_MAX];
        trial_init(&trial, positions[i].game, "", false);
        assert_true(fen_read(&pos, trial.thought.variant, positions[i].fen, &err));
        assert_int_equal(network_features(&trial.network.layout, &pos, BLACK, features), positions[i].count);
        hidden_init(&seen[i], &trial.network, &pos);
        for (size_t k = 0; k < i; k++)
            assert_memory_not_equal(seen[k].sum[WHITE], seen[i].sum[WHITE], sizeof seen[i].sum[WHITE]);
        thought_mirror(&pos, &mirrored);
        hidden_init(&other, &trial.network, &mirrored);
        assert_memory_equal(seen[i].sum[WHITE], other.sum[BLACK], sizeof other.sum[BLACK]);
        assert_memory_equal(seen[i].sum[BLACK], other.sum[WHITE], sizeof other.sum[WHITE]);
        trial_clear(&trial);
    }
}

// Walls hold no fuel.
static void test_walls_in_a_game_with_fuel(void **state)
{
    (void)state;
    struct trial trial;
    struct random random = {4};
    struct variant *variant = texted_new("fuel-and-walls", "[fuel-and-walls:fuel]\nwallingRule = edge\n");
    assert_true(variant->metered && variant->holes);
    variant_free(variant);
    trial_init(&trial, "fuel-and-walls", "", false);
    for (int k = 0; k < 20; k++) {
        struct position pos = trial.thought.position;
        thought_wander(&pos, &random, random_below(&random, 20));
        check_updates(&trial, &pos);
    }
    trial_clear(&trial);
}

// Men that are alike mirrored and turned, and walls that may be alike only turned.
static void test_walls_say_how_black_looks(void **state)
{
    (void)state;
    struct network_layout layout;
    struct error err;
    struct variant *mirrored =
        texted_new("mirrored-walls",
                   "[mirrored-walls]\nmaxRank = 5\nmaxFile = 5\ncustomPiece1 = q:mQ\nstalemateValue = loss\n"
                   "wallingRule = arrow\nstartFen = 2q2/5/*3*/5/2Q2 w - - 0 1\n");
    struct variant *turned =
        texted_new("turned-walls", "[turned-walls:mirrored-walls]\nstartFen = 2q2/4*/5/*4/2Q2 w - - 0 1\n");
    assert_true(network_lay_out(&layout, mirrored, false, &err));
    assert_int_equal(layout.facing, NETWORK_MIRRORED);
    assert_true(network_lay_out(&layout, turned, false, &err));
    assert_int_equal(layout.facing, NETWORK_TURNED);
    variant_free(turned);
    variant_free(mirrored);
}

static void refuse_board(const struct variant *variant)
{
    struct network_layout layout;
    struct error err = {.code = ERROR_NONE};
    assert_false(network_lay_out(&layout, variant, false, &err));
    assert_int_equal(err.code, ERROR_PARAMETER);
    assert_non_null(strstr(err.message, "too large"));
}

// Such boards as no game has: as large as that of HnefaChess, with two features for each square; and one that just fits, with squares in reserve.
static void test_large_boards_are_refused(void **state)
{
    (void)state;
    struct thought thought;
    struct network_layout layout;
    struct error err;
    thought_init(&thought, "hnefa", "", NULL);
    struct variant variant = *thought.variant;
    assert_true(network_lay_out(&layout, &variant, false, &err));
    variant.metered = true;
    refuse_board(&variant);
    variant.metered = false;
    memset(&variant.board.locations, 0xff, sizeof variant.board.locations);
    assert_true(network_lay_out(&layout, &variant, false, &err));
    variant.reserves = true;
    variant.most_reserve = 3;
    refuse_board(&variant);
    variant.most_reserve = RESERVE_INFINITE; // always the same, so nothing of it is seen
    assert_true(network_lay_out(&layout, &variant, false, &err));
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
        cmocka_unit_test(test_full_hands_leave_room_for_a_large_board),
        cmocka_unit_test(test_squares_that_come_and_go_are_told_apart),
        cmocka_unit_test(test_walls_in_a_game_with_fuel),
        cmocka_unit_test(test_walls_say_how_black_looks),
        cmocka_unit_test(test_large_boards_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
