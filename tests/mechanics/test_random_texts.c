// SPDX-License-Identifier: GPL-3.0-or-later
// Variants written at random from all keys: whatever is not refused is played.
//
// Without arguments, a few; `test_mechanics_random_texts FIRST COUNT` plays those of other seeds.
#include "position/fen.h"
#include "position/moves/outcome.h"
#include "position/turn.h"
#include "search/search.h"
#include "support/composed.h"
#include "support/effort.h"
#include "support/random_text.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned long first = 1, count = 400 / EFFORT_DIVISOR;

// The variant of that text, or NULL if it is refused; there must be a reason.
static struct variant *load(const char *name, const char *text)
{
    struct games_loaded loaded = {0};
    struct error err = {0};
    bool loads = games_load(&(struct games_input){"random", text, strlen(text), true}, &loaded, &err);
    games_loaded_clear(&loaded);
    if (!loads) {
        assert_true(*err.message);
        if (getenv("LEAPER_SAY_WHY"))
            print_message("# %s: %s\n", err.at, err.message);
        return NULL;
    }
    const struct game *game = game_find(name, &err);
    struct variant *variant = game ? variant_new(game, NULL, &err) : NULL;
    if (!variant)
        fail_msg("%s: %s", err.at, err.message);
    return variant;
}

static void check_search(struct engine *engine, const struct variant *variant)
{
    static struct position start;
    struct search_result result;
    struct error err;
    assert_true(fen_read(&start, variant, "startpos", &err));
    if (position_outcome(&start, NULL).result != RESULT_ONGOING)
        return;
    engine_clear(engine);
    engine_search(engine,
                  &(struct search_request){.position = &start, .limits.depth = 2, .limits.nodes = 500},
                  &result);
    assert_true(turn_is_legal(&start, &result.turn));
}

static void test_random_texts(void **state)
{
    (void)state;
    struct error err;
    struct engine *engine = engine_new(1, 1, &err);
    unsigned played = 0;
    assert_non_null(engine);
    for (unsigned long seed = first; seed < first + count; seed++) {
        struct random random = {seed};
        struct buffer text;
        char name[40];
        buffer_init(&text);
        snprintf(name, sizeof name, "random-%lu", seed);
        random_text_write(&random, name, &text);
        struct variant *variant = load(name, buffer_text(&text));
        if (variant) {
            print_message(getenv("LEAPER_SAY_WHY") ? "# %s\n%s" : "# %s\n", name, buffer_text(&text));
            composed_random(variant, 2, 30);
            check_search(engine, variant);
            variant_free(variant);
            played++;
        }
        buffer_clear(&text);
    }
    print_message("# %u of %lu were played\n", played, count);
    assert_true(played > 0);
    engine_free(engine);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_texts)};
    if (argc == 3) {
        first = strtoul(argv[1], NULL, 10);
        count = strtoul(argv[2], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
