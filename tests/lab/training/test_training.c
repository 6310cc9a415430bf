// SPDX-License-Identifier: GPL-3.0-or-later
// Training: lessons tell what samples do, the same seed gives the same network, and a function that is known is learned.
#include "lab/training/training.h"

#include "base/random.h"
#include "lab/tuning/odds.h"
#include "search/evaluation/evaluate.h"
#include "search/evaluation/features.h"
#include "support/thought.h"

#include <math.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { COUNT = 1500, QUEEN_FORWARD = 300 };

// What is to be learned, though the evaluation knows nothing of it: queens are worth more on the enemy's half of the board.
static int known_worth(const struct position *pos)
{
    int worth = 0;
    square s;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);)
            if (piece_type_of(pos->pieces[s]) == 'Q' - 'A' + 1 && (square_rank(s) >= 4) == (color == WHITE))
                worth += color == WHITE ? QUEEN_FORWARD : -QUEEN_FORWARD;
    return worth;
}

struct room {
    struct thought thought;
    struct teacher *teacher;
    struct lessons lessons;
    struct position positions[COUNT];
};

static struct room *room_new(bool large, bool added)
{
    struct error err;
    struct random random = {5};
    struct room *room = calloc(1, sizeof *room);
    assert_non_null(room);
    thought_init(&room->thought, "chess", "", NULL);
    room->teacher = teacher_new(room->thought.variant, large, added);
    assert_non_null(room->teacher);
    assert_true(network_lay_out(&room->lessons.layout, room->thought.variant, large, &err));
    for (unsigned i = 0; i < COUNT; i++) {
        struct position *pos = &room->positions[i];
        *pos = room->thought.position;
        thought_wander(pos, &random, 10 + random_below(&random, 50));
        struct sample sample = {*pos, i, 0.5, 0};
        assert_true(lessons_add(&room->lessons, room->teacher, &sample));
        // The evaluation as it is, and what is to be learned.
        struct lesson *lesson = vector_last(&room->lessons.list);
        int more = known_worth(pos);
        lesson->score = lesson->known + (float)(position_side(pos) == WHITE ? more : -more);
        lesson->outcome = (float)odds_chance((double)lesson->score / 150);
    }
    return room;
}

static void room_free(struct room *room)
{
    lessons_clear(&room->lessons);
    teacher_free(room->teacher);
    thought_clear(&room->thought);
    free(room);
}

static void test_lessons_are_for_the_side_to_move(void **state)
{
    (void)state;
    struct room *room = room_new(false, true);
    struct lesson before = *vector_last(&room->lessons.list);
    for (int side = WHITE; side <= BLACK; side++) {
        struct sample sample = {room->thought.position, 20, 1, 77};
        sample.position.state.side = (uint8_t)side;
        assert_true(lessons_add(&room->lessons, room->teacher, &sample));
        const struct lesson *lesson = vector_last(&room->lessons.list);
        assert_true(lesson->outcome == (side == WHITE ? 1 : 0));
        assert_true(lesson->score == (side == WHITE ? 77 : -77));
        assert_true(lesson->validates);
        assert_int_equal(lesson->count, 32);
        const uint16_t *features = room->lessons.features.items + lesson->first;
        assert_int_equal(lesson->first, before.first + 2 * (size_t)before.count + (size_t)side * 64);
        // At the start both sides see the same, though not in the same order.
        unsigned sums[2] = {0, 0};
        for (int k = 0; k < 64; k++)
            sums[k / 32] += features[k];
        assert_int_equal(sums[0], sums[1]);
    }
    room_free(room);
}

// Scores are blended with later ones of the same game only, whoever is to move.
static void test_scores_look_ahead(void **state)
{
    (void)state;
    struct room *room = room_new(false, true);
    struct lessons lessons = {.layout = room->lessons.layout};
    static const struct {
        unsigned game;
        enum color side;
        double score; // for White
    } samples[] = {{3, WHITE, 100}, {3, BLACK, 200}, {3, BLACK, -400},
                   {4, BLACK, 80},  {4, WHITE, 40},  {3, WHITE, 7}};
    static const float expected[] = {0, 100, 400, -60, 40, 7}; // half of each, for the side to move
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct sample sample = {room->thought.position, samples[i].game, 0.5, samples[i].score};
        sample.position.state.side = (uint8_t)samples[i].side;
        assert_true(lessons_add(&lessons, room->teacher, &sample));
    }
    lessons_look_ahead(&lessons, 0);
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        assert_true(lessons.list.items[i].score ==
                    (float)(samples[i].side == WHITE ? samples[i].score : -samples[i].score));
    lessons_look_ahead(&lessons, 0.5);
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        float score = lessons.list.items[i].score;
        assert_true(score > expected[i] - 0.01F && score < expected[i] + 0.01F);
    }
    lessons_clear(&lessons);
    room_free(room);
}

static void learn_what_is_known(bool large, bool added)
{
    struct room *room = room_new(large, added);
    struct training training = {.epochs = 30,
                                .batch = 32,
                                .rate = 0.004,
                                .trust = 1,
                                .decay = large ? 2 : 0.01,
                                .hidden = NETWORK_BLOCK,
                                .large = large,
                                .added = added,
                                .threads = 1,
                                .seed = 1};
    struct network network = {0}, again = {0};
    struct training_report report;
    size_t count = (size_t)room->lessons.layout.features * NETWORK_BLOCK;
    signed char *columns = calloc(2, count);
    assert_non_null(columns);
    assert_true(training_run(&training, &room->lessons, &network, columns, &report));
    assert_int_equal(report.counts[1], COUNT / 10);
    assert_int_equal(report.counts[0] + report.counts[1], COUNT);
    assert_true(report.after[0] < report.before[0] && report.after[1] < report.before[1]);
    // Training has seen the rounded numbers.
    assert_true(fabs(report.rounded[1] - report.after[1]) < 1e-6);
    // What is left of the error, as a share of that before, in positions that were not learned from.
    double before = 0, after = 0;
    for (unsigned i = 0; i < COUNT; i += 10) {
        const struct position *pos = &room->positions[i];
        struct hidden hidden;
        hidden_init(&hidden, &network, pos);
        int worth = network_worth(&network, &hidden, pos);
        int more = known_worth(pos) * (position_side(pos) == WHITE ? 1 : -1);
        before += more * more;
        after += (worth - more) * (worth - more);
    }
    assert_true(before > 0);
    assert_true(after < before / 3);
    // Once more from the same seed, with more threads.
    training.threads = 3;
    assert_true(training_run(&training, &room->lessons, &again, columns + count, &report));
    assert_memory_equal(columns, columns + count, count);
    assert_memory_equal(network.output, again.output, sizeof network.output);
    // Going on from there without taking a step leaves everything as it is.
    training.from = &network;
    training.epochs = 1;
    training.rate = 0;
    memset(columns + count, 0, count);
    assert_true(training_run(&training, &room->lessons, &again, columns + count, &report));
    assert_memory_equal(columns, columns + count, count);
    assert_memory_equal(network.bias, again.bias, sizeof network.bias);
    assert_memory_equal(network.output, again.output, sizeof network.output);
    assert_memory_equal(network.offset, again.offset, sizeof network.offset);
    free(columns);
    room_free(room);
}

static void test_what_is_known_is_learned(void **state)
{
    (void)state;
    learn_what_is_known(false, true);
    learn_what_is_known(true, true);
    learn_what_is_known(true, false);
}

// ---- The network of another game ----

enum { BORROWED_HIDDEN = NETWORK_BLOCK };

struct loan {
    struct thought chess, other;
    struct network network, borrowed;
    signed char *columns, *borrowed_columns;
};

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
    assert_true(network_borrow(&loan->borrowed, loan->borrowed_columns, loan->other.variant, &loan->network,
                               loan->chess.variant));
}

static void loan_clear(struct loan *loan)
{
    free(loan->columns);
    free(loan->borrowed_columns);
    thought_clear(&loan->chess);
    thought_clear(&loan->other);
}

// The column of a white piece on a square, seen by White, whose king is in the zone.
static const signed char *column_of(const struct network *network, const struct thought *thought, char letter,
                                    unsigned zone, const char *where)
{
    piece_type type = TYPE_NONE;
    for (piece_type t = 1; t < PIECE_TYPES; t++)
        if (thought->variant->pieces[t].name && *thought->variant->pieces[t].text[WHITE] == letter)
            type = t;
    assert_int_not_equal(type, TYPE_NONE);
    square s = square_at(where[0] - 'a', atoi(where + 1) - 1);
    return network->columns + (size_t)network->hidden * feature_of_place(&network->layout, WHITE, 2 * zone,
                                                                         piece_of(type, WHITE), s);
}

static void assert_like(const struct loan *loan, char letter, const char *where, char like,
                        const char *like_where)
{
    for (unsigned zone = 0; zone < NETWORK_ZONES; zone++)
        assert_memory_equal(column_of(&loan->borrowed, &loan->other, letter, zone, where),
                            column_of(&loan->network, &loan->chess, like, zone, like_where), BORROWED_HIDDEN);
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
    // A king is a king however it moves, and a piece that chess does not have is like the one of the nearest value.
    loan_init(&loan, "knightmate");
    assert_like(&loan, 'K', "b3", 'K', "b3");
    assert_like(&loan, 'R', "h8", 'R', "h8");
    assert_like(&loan, 'P', "c7", 'P', "c7");
    bool knight = !memcmp(column_of(&loan.borrowed, &loan.other, 'M', 0, "d4"),
                          column_of(&loan.network, &loan.chess, 'N', 0, "d4"), BORROWED_HIDDEN);
    assert_like(&loan, 'M', "d4", knight ? 'N' : 'B', "d4");
    loan_clear(&loan);
    // On a board of another size, squares are as far from the edges, and what is in the middle stays there.
    loan_init(&loan, "grand");
    assert_like(&loan, 'B', "a1", 'B', "a1");
    assert_like(&loan, 'B', "j10", 'B', "h8");
    assert_like(&loan, 'N', "b9", 'N', "b7");
    assert_like(&loan, 'R', "e5", 'R', "d4");
    assert_like(&loan, 'R', "f6", 'R', "e5");
    assert_like(&loan, 'C', "c3", 'Q', "c3");
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
        assert_int_equal(loan.borrowed_columns[(size_t)feature * BORROWED_HIDDEN + 5], lrint(sum / 64.0));
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
    assert_true(network_borrow(&loan.borrowed, loan.borrowed_columns, loan.other.variant, network,
                               loan.chess.variant));
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
    static const char *const games[] = {"fuel", "hnefa", "knightmate"};
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
        assert_true(network_borrow(&same, borrowed, thought.variant, &network, thought.variant));
        assert_memory_equal(borrowed, columns, count);
        free(columns);
        free(borrowed);
        thought_clear(&thought);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lessons_are_for_the_side_to_move),
        cmocka_unit_test(test_scores_look_ahead),
        cmocka_unit_test(test_what_is_known_is_learned),
        cmocka_unit_test(test_networks_are_borrowed),
        cmocka_unit_test(test_hands_are_borrowed_from_squares),
        cmocka_unit_test(test_the_heaviest_sums_are_borrowed),
        cmocka_unit_test(test_the_own_network_is_borrowed_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
