// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out at every possible moment of a match between engines and of a search for the largest score.
#include "lab/match.h"
#include "lab/max_score_game.h"
#include "support/exhaustion.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct variant *variant;

static void match(void)
{
    struct match_score score;
    struct error err = {.code = ERROR_NONE};
    const struct player engine = {.kind = PLAYER_ENGINE, .depth = 1}, greedy = {.kind = PLAYER_GREEDY};
    const struct match match = {
        .variant = variant, .players = {engine, greedy}, .pairs = 1, .opening = 4, .longest = 10, .seed = 9};
    if (match_play(&match, NULL, NULL, &score, &err))
        assert_int_equal(score.wins + score.draws + score.losses, 2);
    else
        exhaustion_check(&err);
}

static void largest_score(void)
{
    const struct max_score_query query = {.size = 8, .pieces = {1, 1, 1, 0, 0}};
    struct max_score found;
    struct max_score_game game;
    struct buffer text;
    assert_true(max_score_find(&query, &found)); // takes no memory
    max_score_game_init(&game, &found, false);
    buffer_init(&text);
    max_score_game_fen(&game, &text);
    max_score_game_announcement(&game, &text);
    if (text.failed)
        assert_true(exhaustion_has_struck());
    buffer_clear(&text);
}

static int make_variant(void **state)
{
    (void)state;
    struct parameters parameters;
    const struct game *game = game_find("chess", NULL);
    game_defaults(game, &parameters);
    variant = variant_new(game, &parameters, NULL);
    return variant == NULL;
}

static int free_variant(void **state)
{
    (void)state;
    variant_free(variant);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {EXHAUSTION_TEST(match), EXHAUSTION_TEST(largest_score)};
    return cmocka_run_group_tests(tests, make_variant, free_variant);
}
