// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism that docs/architecture.md has for an example: it compiles, and does what is said there.
#include "../../docs/examples/countdown.h"

#include "position/fen.h"
#include "position/integrity.h"
#include "position/key.h"
#include "position/position.h"
#include "session/rules.h"
#include "support/composed.h"
#include "support/fide.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool two_turns(struct variant *variant, struct error *err)
{
    const struct countdown_settings settings = {.turns = 2};
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", err) &&
           variant_use(variant, &countdown_mechanism, &settings, err);
}

static void test_ending(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, two_turns);
    texted_outcome_after(variant, "startpos", "e2e4 e7e5", "ongoing", "");
    texted_outcome_after(variant, "startpos", "e2e4 e7e5 g1f3", "black", "time");
    // Whoever begins second is the second to run out.
    const char *black_first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    texted_outcome_after(variant, black_first, "e7e5 e2e4 b8c6", "white", "time");
    assert_int_equal(composed_perft(variant, "startpos", 3), 8902);
    assert_int_equal(composed_perft(variant, "startpos", 4), 0);
    variant_free(variant);
}

// Turns are hashed, and undone with the state.
static void test_memory(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, two_turns);
    struct position pos, before;
    struct move_list list;
    struct undo undo;
    assert_true(fen_read(&pos, variant, "startpos", NULL));
    before = pos;
    position_actions(&pos, &list);
    position_apply(&pos, list.moves[0], &undo);
    assert_int_not_equal(pos.state.memory[variant->parts[variant->part_count - 1].memory], 0);
    assert_true(pos.state.hash == position_hash(&pos));
    position_undo(&pos, &undo);
    assert_memory_equal(&pos.state, &before.state, sizeof pos.state);
    variant_free(variant);
}

static void test_key_and_words(void **state)
{
    (void)state;
    const struct key *key = countdown_mechanism.keys;
    const struct countdown_settings none = {0};
    struct variant *variant = composed_new(8, 8, two_turns);
    const struct part *part = &variant->parts[variant->part_count - 1];
    struct wording wording;
    assert_string_equal(key->name, "countdown");
    assert_false(countdown_mechanism.wanted(&none));
    wording_start(&wording, variant);
    countdown_mechanism.words(part, &wording);
    assert_string_equal(buffer_text(&wording.lines[WORDING_END]),
                        "Each side has 2 turns; whoever plays the last of them loses.\n");
    wording_clear(&wording);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ending),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_key_and_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
