// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out at every possible moment while a network is trained and written.
#include "lab/training/training.h"

#include "base/buffer.h"
#include "support/exhaustion.h"
#include "support/thought.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct thought thought;
static signed char *columns;

static bool learn(struct lessons *lessons, struct teacher *teacher, struct network *network)
{
    const struct training training = {.epochs = 1,
                                      .batch = 4,
                                      .rate = 0.001,
                                      .trust = 0.5,
                                      .hidden = NETWORK_BLOCK,
                                      .added = true,
                                      .threads = 1,
                                      .seed = 1};
    struct training_report report;
    for (unsigned i = 0; i < 4; i++) {
        struct sample sample = {thought.position, i, 1, 20};
        if (!lessons_add(lessons, teacher, &sample))
            return false;
    }
    return training_run(&training, lessons, network, columns, &report);
}

static void train(void)
{
    struct lessons lessons = {0};
    struct network network = {0};
    struct buffer text;
    struct error err;
    struct teacher *teacher = teacher_new(thought.variant, false, true);
    assert_true(network_lay_out(&lessons.layout, thought.variant, false, &err));
    buffer_init(&text);
    bool done = teacher && learn(&lessons, teacher, &network);
    if (done)
        network_write(&network, thought.variant, &text);
    if (!done || text.failed)
        assert_true(exhaustion_has_struck());
    buffer_clear(&text);
    lessons_clear(&lessons);
    teacher_free(teacher);
}

static int set_up(void **state)
{
    (void)state;
    struct network_layout layout;
    thought_init(&thought, "chess", "", NULL);
    network_lay_out(&layout, thought.variant, false, NULL);
    columns = calloc(layout.features, NETWORK_BLOCK);
    return columns == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    free(columns);
    thought_clear(&thought);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {EXHAUSTION_TEST(train)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
