// SPDX-License-Identifier: GPL-3.0-or-later
// Variants of a test's own texts.
#include "support/texted.h"

#include "notation/coordinate_read.h"
#include "position/fen.h"
#include "position/turn.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct variant *texted_new(const char *name, const char *text)
{
    struct games_loaded loaded = {0};
    struct error err;
    if (!games_load(&(struct games_input){"test", text, strlen(text), true}, &loaded, &err))
        fail_msg("%s", err.message);
    games_loaded_clear(&loaded);
    const struct game *game = game_find(name, &err);
    struct variant *variant = game ? variant_new(game, NULL, &err) : NULL;
    if (!variant)
        fail_msg("%s", err.message);
    return variant;
}

void texted_outcome(const struct variant *variant, const char *fen, const char *result, const char *reason)
{
    texted_outcome_after(variant, fen, "", result, reason);
}

void texted_outcome_after(const struct variant *variant, const char *fen, const char *turns,
                          const char *result, const char *reason)
{
    struct position pos;
    struct history history;
    struct error err;
    history_init(&history);
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s", fen, err.message);
    for (const char *c = turns; *c;) {
        char word[64];
        struct turn turn;
        size_t length = strcspn(c, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, c);
        c += length + strspn(c + length, " ");
        if (!coordinate_read_turn(&pos, word, &turn, &err))
            fail_msg("%s", err.message);
        assert_int_equal(position_outcome(&pos, &history).result, RESULT_ONGOING);
        assert_true(history_push(&history, &pos));
        turn_play(&pos, &turn);
    }
    struct outcome outcome = position_outcome(&pos, &history);
    assert_string_equal(result_name(outcome.result), result);
    assert_string_equal(reason_name(outcome.reason), reason);
    history_clear(&history);
}
