// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out at every possible moment while an evaluator borrows a network: it has the whole network or none.
#include "search/evaluation/evaluator.h"
#include "search/evaluation/features.h"
#include "support/exhaustion.h"
#include "support/thought.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct thought thought;
static struct evaluator *evaluator;

static void borrow(void)
{
    evaluator_init(evaluator, thought.variant, FEATURES_ALL);
    const struct network *network = &evaluator->valuation.network;
    if (!network->usable)
        assert_true(exhaustion_has_struck());
    assert_true(!network->usable || (evaluator->borrowed && network->columns == evaluator->borrowed));
    evaluator_clear(evaluator);
}

static int set_up(void **state)
{
    (void)state;
    thought_init(&thought, "almost", "", NULL);
    evaluator = calloc(1, sizeof *evaluator);
    return evaluator == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    free(evaluator);
    thought_clear(&thought);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {EXHAUSTION_TEST(borrow)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
