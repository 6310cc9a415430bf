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
    struct network network = {0}, one = {0}, again = {0};
    struct training_report report;
    size_t count = (size_t)room->lessons.layout.features * NETWORK_BLOCK;
    signed char *columns = calloc(3, count);
    assert_non_null(columns);
    signed char *columns_again = columns + 2 * count;
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
    // From the same seed, more threads learn the same.
    training.epochs = 2;
    assert_true(training_run(&training, &room->lessons, &one, columns + count, &report));
    training.threads = 3;
    assert_true(training_run(&training, &room->lessons, &again, columns_again, &report));
    assert_memory_equal(columns + count, columns_again, count);
    assert_memory_equal(one.output, again.output, sizeof one.output);
    // Going on from the first network without taking a step leaves everything as it is.
    training.from = &network;
    training.epochs = 1;
    training.rate = 0;
    memset(columns_again, 0, count);
    assert_true(training_run(&training, &room->lessons, &again, columns_again, &report));
    assert_memory_equal(columns, columns_again, count);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lessons_are_for_the_side_to_move),
        cmocka_unit_test(test_scores_look_ahead),
        cmocka_unit_test(test_what_is_known_is_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
