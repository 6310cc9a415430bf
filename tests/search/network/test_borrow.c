// SPDX-License-Identifier: GPL-3.0-or-later
// The network of one game, made of another's.
#include "search/network/borrow.h"

#include "base/random.h"
#include "search/evaluation/evaluator.h"
#include "search/evaluation/features.h"
#include "search/network/find.h"
#include "support/thought.h"
#include "variants/games.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { BORROWED_HIDDEN = NETWORK_BLOCK };

struct loan {
    struct thought chess, other;
    struct network network, borrowed;
    signed char *columns, *borrowed_columns;
};

static void borrow(struct network *network, signed char *columns, const struct variant *variant,
                   const struct network *other, const struct variant *lender)
{
    struct valuation *valuations = calloc(2, sizeof *valuations);
    assert_non_null(valuations);
    valuation_init(&valuations[0], variant, false);
    valuation_init(&valuations[1], lender, false);
    network_borrow(network, columns, &(struct kinds){variant, valuations[0].size}, other,
                   &(struct kinds){lender, valuations[1].size});
    free(valuations);
}

static void loan_grant(struct loan *loan)
{
    borrow(&loan->borrowed, loan->borrowed_columns, loan->other.variant, &loan->network, loan->chess.variant);
}

static void loan_init(struct loan *loan, const char *game)
{
    struct error err;
    struct random random = {3};
    memset(loan, 0, sizeof *loan);
    thought_init(&loan->chess, "chess", "", NULL);
    thought_init(&loan->other, game, "", NULL);
    assert_true(network_lay_out(&loan->network.layout, loan->chess.variant, true, &err));
    assert_true(network_lay_out(&loan->borrowed.layout, loan->other.variant, true, &err));
    size_t count = (size_t)loan->network.layout.features * BORROWED_HIDDEN;
    loan->columns = malloc(count);
    loan->borrowed_columns = calloc(loan->borrowed.layout.features, BORROWED_HIDDEN);
    assert_true(loan->columns && loan->borrowed_columns);
    for (size_t i = 0; i < count; i++)
        loan->columns[i] = (signed char)((int)random_below(&random, 255) - 127);
    loan->network.hidden = loan->borrowed.hidden = BORROWED_HIDDEN;
    loan->network.large = loan->network.usable = true;
    loan->network.columns = loan->columns;
    loan->network.bias[7] = 77;
    loan->network.output[5][1][3] = 66;
    loan->network.offset[2] = 55;
    loan_grant(loan);
}

static void loan_clear(struct loan *loan)
{
    free(loan->columns);
    free(loan->borrowed_columns);
    thought_clear(&loan->chess);
    thought_clear(&loan->other);
}

static piece_type type_of(const struct thought *thought, char letter)
{
    for (piece_type t = 1; t < PIECE_TYPES; t++)
        if (thought->variant->pieces[t].name && *thought->variant->pieces[t].text[WHITE] == letter)
            return t;
    fail_msg("there is no piece %c", letter);
    return TYPE_NONE;
}

// The column of a white piece on a square, seen by White, whose king is in the zone.
static const signed char *column_of(const struct network *network, const struct thought *thought, char letter,
                                    unsigned zone, const char *where)
{
    square s = square_at(where[0] - 'a', atoi(where + 1) - 1);
    return network->columns +
           (size_t)network->hidden * feature_of_place(&network->layout, WHITE, 2 * zone,
                                                      piece_of(type_of(thought, letter), WHITE), s);
}

static void assert_like(const struct loan *loan, char letter, const char *where, char like,
                        const char *like_where)
{
    for (unsigned zone = 0; zone < NETWORK_ZONES; zone++)
        assert_memory_equal(column_of(&loan->borrowed, &loan->other, letter, zone, where),
                            column_of(&loan->network, &loan->chess, like, zone, like_where), BORROWED_HIDDEN);
}

// The columns of a piece on d4 are those of another in chess, in the ratio of what both are worth, up to 1½.
static void assert_proportional(const struct loan *loan, char letter, char like)
{
    struct valuation *valuations = calloc(2, sizeof *valuations);
    assert_non_null(valuations);
    valuation_init(&valuations[0], loan->other.variant, false);
    valuation_init(&valuations[1], loan->chess.variant, false);
    double share = (double)valuations[0].size[type_of(&loan->other, letter)] /
                   valuations[1].size[type_of(&loan->chess, like)];
    share = fmin(share, 1.5);
    const signed char *column = column_of(&loan->borrowed, &loan->other, letter, 1, "d4");
    const signed char *chess = column_of(&loan->network, &loan->chess, like, 1, "d4");
    for (unsigned i = 0; i < BORROWED_HIDDEN; i++) {
        double expected = chess[i] * share;
        expected = expected > INT8_MAX ? INT8_MAX : expected < -INT8_MAX ? -INT8_MAX : expected;
        assert_true(fabs(column[i] - expected) < 1); // values are whole numbers
    }
    free(valuations);
}

static void test_networks_are_borrowed(void **state)
{
    (void)state;
    // Where pieces and board are the same, so is everything.
    struct loan loan;
    loan_init(&loan, "kingofthehill");
    assert_int_equal(loan.borrowed.layout.features, loan.network.layout.features);
    assert_memory_equal(loan.borrowed_columns, loan.columns,
                        (size_t)loan.network.layout.features * BORROWED_HIDDEN);
    assert_int_equal(loan.borrowed.bias[7], 77);
    assert_int_equal(loan.borrowed.output[5][1][3], 66);
    assert_int_equal(loan.borrowed.offset[2], 55);
    assert_true(loan.borrowed.usable && loan.borrowed.large && loan.borrowed.hidden == BORROWED_HIDDEN);
    loan_clear(&loan);
    // A king is a king however it moves, and a piece that chess does not have is like the one of the nearest value, and worth more or less by as much.
    loan_init(&loan, "knightmate");
    assert_like(&loan, 'K', "b3", 'K', "b3");
    assert_like(&loan, 'R', "h8", 'R', "h8");
    assert_like(&loan, 'P', "c7", 'P', "c7");
    assert_proportional(&loan, 'M', 'B');
    loan_clear(&loan);
    // On a board of another size, squares are as far from the edges, and what is in the middle stays there.
    loan_init(&loan, "grand");
    assert_like(&loan, 'B', "a1", 'B', "a1");
    assert_like(&loan, 'B', "j10", 'B', "h8");
    assert_like(&loan, 'N', "b9", 'N', "b7");
    assert_like(&loan, 'R', "e5", 'R', "d4");
    assert_like(&loan, 'R', "f6", 'R', "e5");
    assert_proportional(&loan, 'C', 'Q');
    loan_clear(&loan);
    loan_init(&loan, "losalamos");
    assert_like(&loan, 'N', "a1", 'N', "a1");
    assert_like(&loan, 'N', "f6", 'N', "h8");
    assert_like(&loan, 'N', "c4", 'N', "c6");
    loan_clear(&loan);
}

// A piece in a hand is worth what it is worth on the board, on the average, and a second one as much as the first.
static void test_hands_are_borrowed_from_squares(void **state)
{
    (void)state;
    struct loan loan;
    loan_init(&loan, "crazyhouse");
    const struct network_layout *layout = &loan.borrowed.layout;
    piece own = piece_of(TYPE_PAWN, WHITE);
    const signed char *pawn = column_of(&loan.network, &loan.chess, 'P', 2, "a1");
    int sum = 0;
    for (unsigned cell = 0; cell < 64; cell++)
        sum += pawn[(size_t)cell * BORROWED_HIDDEN + 5];
    for (unsigned k = 0; k < NETWORK_HELD; k++) {
        unsigned feature = feature_of_hand(layout, WHITE, 2 * 2, own, k);
        assert_int_equal(loan.borrowed_columns[(size_t)feature * BORROWED_HIDDEN + 5], lround(sum / 64.0));
    }
    assert_like(&loan, 'N', "c4", 'N', "c4");
    loan_clear(&loan);
}

// Of more sums than there is room for, those are taken that have the greatest weights.
static void test_the_heaviest_sums_are_borrowed(void **state)
{
    (void)state;
    struct loan loan;
    loan_init(&loan, "kingofthehill");
    struct network *network = &loan.network;
    unsigned many = 2 * BORROWED_HIDDEN;
    size_t features = network->layout.features;
    free(loan.columns);
    loan.columns = malloc(features * many);
    assert_non_null(loan.columns);
    network->columns = loan.columns;
    network->hidden = many;
    // Every other sum is heavy, by its columns or by its output.
    for (unsigned i = 0; i < many; i++) {
        bool heavy = i % 2;
        for (size_t feature = 0; feature < features; feature++)
            loan.columns[feature * many + i] = (signed char)(heavy && i % 4 == 1 ? 100 : 50);
        for (unsigned k = 0; k < 2 * NETWORK_STAGES; k++)
            network->output[k / 2][k % 2][i] = (int16_t)(heavy && i % 4 == 3 ? -90 : 40);
        network->bias[i] = (int16_t)i;
    }
    loan_grant(&loan);
    for (unsigned i = 0; i < BORROWED_HIDDEN; i++) {
        assert_int_equal(loan.borrowed.bias[i], 2 * i + 1);
        assert_int_equal(loan.borrowed_columns[i], i % 2 ? 50 : 100);
        assert_int_equal(loan.borrowed.output[3][0][i], i % 2 ? -90 : 40);
    }
    loan_clear(&loan);
}

// Going on from the network of the same game, nothing is lost: fuel and pieces that move alike keep their columns.
static void test_the_own_network_is_borrowed_whole(void **state)
{
    (void)state;
    static const char *const games[] = {"fuel", "hnefa", "knightmate", "hans38", "hans38-neutral", "duck"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct thought thought;
        struct network network = {.hidden = NETWORK_BLOCK, .usable = true}, same = {.hidden = NETWORK_BLOCK};
        struct error err;
        thought_init(&thought, games[i], "", NULL);
        assert_true(network_lay_out(&network.layout, thought.variant, false, &err));
        same.layout = network.layout;
        size_t count = (size_t)network.layout.features * NETWORK_BLOCK;
        signed char *columns = malloc(count), *borrowed = calloc(1, count);
        assert_true(columns && borrowed);
        for (size_t k = 0; k < count; k++)
            columns[k] = (signed char)(k * 7 % 251 - 125);
        network.columns = columns;
        borrow(&same, borrowed, thought.variant, &network, thought.variant);
        assert_memory_equal(borrowed, columns, count);
        free(columns);
        free(borrowed);
        thought_clear(&thought);
    }
}

// Chess knows nothing of squares that come and go.
static void test_squares_that_come_and_go_are_not_in_chess(void **state)
{
    (void)state;
    struct loan loan;
    loan_init(&loan, "hans38");
    const struct network_layout *layout = &loan.borrowed.layout;
    unsigned squares = layout->plane[WHITE][HOLE]; // the first feature of squares, which follow the pieces
    assert_like(&loan, 'R', "h8", 'R', "h8");
    for (size_t bank = 0; bank < layout->banks; bank++)
        for (size_t i = squares * BORROWED_HIDDEN; i < (size_t)layout->bank * BORROWED_HIDDEN; i++)
            assert_int_equal(loan.borrowed_columns[bank * layout->bank * BORROWED_HIDDEN + i], 0);
    loan_clear(&loan);
}

// A pawn of another kind is a pawn, and nothing else is one, however little it is worth.
static void test_pawns_are_like_pawns(void **state)
{
    (void)state;
    struct loan loan;
    loan_init(&loan, "shatranj");
    assert_proportional(&loan, 'Q', 'N'); // the fers
    assert_proportional(&loan, 'P', 'P');
    loan_clear(&loan);
    loan_init(&loan, "berolina");
    assert_proportional(&loan, 'P', 'P');
    loan_clear(&loan);
}

// What is worth nothing borrows nothing, though it is a piece.
static void test_worthless_pieces_borrow_nothing(void **state)
{
    (void)state;
    static const signed char nothing[BORROWED_HIDDEN];
    struct loan loan;
    loan_init(&loan, "knightmate");
    int16_t sizes[PIECE_TYPES] = {0}, chess[PIECE_TYPES];
    for (piece_type t = 0; t < PIECE_TYPES; t++)
        chess[t] = 300;
    network_borrow(&loan.borrowed, loan.borrowed_columns, &(struct kinds){loan.other.variant, sizes},
                   &loan.network, &(struct kinds){loan.chess.variant, chess});
    assert_memory_equal(column_of(&loan.borrowed, &loan.other, 'M', 0, "d4"), nothing, BORROWED_HIDDEN);
    assert_like(&loan, 'R', "d4", 'R', "d4");
    loan_clear(&loan);
}

// A king that may be lost like any piece is not like a royal one, and a game without royal kings sees the mean of all zones.
static void test_games_without_royal_kings(void **state)
{
    (void)state;
    struct loan loan;
    loan_init(&loan, "extinction");
    assert_int_equal(loan.borrowed.layout.banks, 1);
    bool king = true;
    for (unsigned i = 0; i < BORROWED_HIDDEN; i++) {
        int sums[2] = {0};
        for (unsigned zone = 0; zone < NETWORK_ZONES; zone++) {
            sums[0] += column_of(&loan.network, &loan.chess, 'N', zone, "c4")[i];
            sums[1] += column_of(&loan.network, &loan.chess, 'K', zone, "c4")[i];
        }
        assert_int_equal(column_of(&loan.borrowed, &loan.other, 'N', 0, "c4")[i],
                         lround((double)sums[0] / NETWORK_ZONES));
        king &= column_of(&loan.borrowed, &loan.other, 'K', 0, "c4")[i] ==
                lround((double)sums[1] / NETWORK_ZONES);
    }
    assert_false(king);
    loan_clear(&loan);
}

// A game that begins by placing men starts with all of them.
static void test_men_in_hand_are_counted(void **state)
{
    (void)state;
    struct thought thought;
    struct network_layout layout;
    struct error err;
    thought_init(&thought, "placement", "", NULL);
    assert_true(network_lay_out(&layout, thought.variant, true, &err));
    assert_int_equal(layout.men, 32);
    assert_int_equal(network_stage(&layout, &thought.position, true), 3); // 16 of them stand there
    thought_clear(&thought);
}

// What evaluates a game whose text names a lender.
static void test_games_borrow_what_their_text_says(void **state)
{
    (void)state;
    unsigned count = 0;
    struct evaluator *evaluator = calloc(1, sizeof *evaluator);
    assert_non_null(evaluator);
    for (const struct game *const *game = games_all(); *game; game++) {
        struct thought thought, lender;
        struct network network;
        if (!(*game)->network)
            continue;
        count++;
        thought_init(&thought, (*game)->name, "", NULL);
        thought_init(&lender, (*game)->network, "", NULL);
        network_of_variant(&network, thought.variant);
        if (network.usable)
            fail_msg("%s has a network of its own, and need not borrow any", (*game)->name);
        network_of_variant(&network, lender.variant);
        assert_true(network.usable);
        evaluator_init(evaluator, thought.variant, FEATURES_ALL);
        const struct network *borrowed = &evaluator->valuation.network;
        assert_true(borrowed->usable && borrowed->large == network.large && borrowed->added == network.added);
        assert_int_equal(borrowed->hidden, network.hidden);
        assert_ptr_equal(borrowed->columns, evaluator->borrowed);
        assert_memory_equal(borrowed->bias, network.bias, sizeof network.bias);
        evaluator_clear(evaluator);
        assert_null(evaluator->borrowed);
        evaluator_init(evaluator, thought.variant, FEATURES_ALL & ~(unsigned)FEATURE_NETWORK);
        assert_false(borrowed->usable || evaluator->borrowed);
        evaluator_clear(evaluator);
        thought_clear(&thought);
        thought_clear(&lender);
    }
    free(evaluator);
    assert_true(count > 0);
}

// Not freed at the end, as where a program just exits: the leak sanitizer must see that the engine still has what it has borrowed.
static void test_what_a_living_engine_has_is_no_leak(void **state)
{
    (void)state;
    static struct thought lasting;
    thought_init(&lasting, "chess", "white=nutters black=clobberers", NULL);
    assert_int_equal(thought_search(&lasting, 1).turn.count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_networks_are_borrowed),
        cmocka_unit_test(test_hands_are_borrowed_from_squares),
        cmocka_unit_test(test_the_heaviest_sums_are_borrowed),
        cmocka_unit_test(test_the_own_network_is_borrowed_whole),
        cmocka_unit_test(test_squares_that_come_and_go_are_not_in_chess),
        cmocka_unit_test(test_pawns_are_like_pawns),
        cmocka_unit_test(test_worthless_pieces_borrow_nothing),
        cmocka_unit_test(test_games_without_royal_kings),
        cmocka_unit_test(test_men_in_hand_are_counted),
        cmocka_unit_test(test_games_borrow_what_their_text_says),
        cmocka_unit_test(test_what_a_living_engine_has_is_no_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
