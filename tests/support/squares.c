// SPDX-License-Identifier: GPL-3.0-or-later
// One position, one question.
#include "support/squares.h"

#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

const char *const squares_names[SQUARES_NAMES] = {
    "hans38", "hans38-neutral", "hans38-postal", "hans38-postal-plus", "infinite-reserves", "moving-squares"};

void squares_check_armies(const char *game, const char *parameters, const char *fen, const char *legal,
                          const char *illegal)
{
    struct scene scene;
    scene_init(&scene, game, parameters, fen);
    scene_legal(&scene, legal);
    scene_illegal(&scene, illegal);
    scene_clear(&scene);
}

void squares_check(const char *game, const char *fen, const char *legal, const char *illegal)
{
    squares_check_armies(game, "", fen, legal, illegal);
}

void squares_check_next(const char *game, const char *fen, const char *begun, const char *start,
                        const char *actions)
{
    struct scene scene;
    scene_init(&scene, game, "", fen);
    scene_next(&scene, begun, start, actions);
    scene_clear(&scene);
}

void squares_check_after(const char *game, const char *fen, const char *turns, const char *after)
{
    struct scene scene;
    scene_init(&scene, game, "", fen);
    scene_play(&scene, turns);
    scene_fen(&scene, after);
    scene_clear(&scene);
}

void squares_check_outcome(const char *game, const char *fen, const char *turns, const char *expected)
{
    struct scene scene;
    char text[64];
    scene_init(&scene, game, "", fen);
    scene_play(&scene, turns);
    struct outcome outcome = position_outcome(&scene.position, &scene.history);
    snprintf(text, sizeof text, "%s%s%s", result_name(outcome.result), outcome.reason ? " " : "",
             reason_name(outcome.reason));
    assert_string_equal(text, expected);
    scene_clear(&scene);
}
