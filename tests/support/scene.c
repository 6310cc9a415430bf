// SPDX-License-Identifier: GPL-3.0-or-later
// The two boards side by side.
#include "support/scene.h"

#include "notation/coordinate_read.h"
#include "position/fen.h"
#include "support/effort.h"
#include "support/turns.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Positions with at least as many turns are compared by a sample.
enum { SCENE_TURNS_MAX = 4000 / EFFORT_DIVISOR };

// Cuts the next word off `*text`; false when there is none.
static bool next_word(const char **text, char *word, size_t size)
{
    size_t length = strcspn(*text += strspn(*text, " "), " ");
    if (!length)
        return false;
    assert_true(length < size);
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length;
    return true;
}

static void set_parameter(const struct game *game, const char *word, struct parameters *parameters)
{
    char name[64];
    const char *equals = strchr(word, '=');
    struct error err;
    assert_non_null(equals);
    snprintf(name, sizeof name, "%.*s", (int)(equals - word), word);
    int index = game_parameter(game, name);
    if (index < 0)
        fail_msg("%s has no parameter %s", game->name, name);
    if (!parameter_read(&game->parameters[index], equals + 1, &parameters->value[index], &err))
        fail_msg("%s: %s", err.at, err.message);
}

struct variant *scene_variant(const char *name, const char *parameters)
{
    struct error err;
    struct parameters values;
    char word[64];
    const struct game *game = game_find(name, &err);
    if (!game)
        fail_msg("%s", err.message);
    game_defaults(game, &values);
    while (next_word(&parameters, word, sizeof word))
        set_parameter(game, word, &values);
    struct variant *variant = variant_new(game, &values, &err);
    if (!variant)
        fail_msg("%s: %s", err.at, err.message);
    return variant;
}

static void set_rules(struct ref_rules *rules, const char *game, const char *parameters)
{
    char word[64], white[32] = "fide", black[32] = "fide";
    int fuel = 0;
    while (next_word(&parameters, word, sizeof word)) {
        if (sscanf(word, "white=%31s", white) == 1 || sscanf(word, "black=%31s", black) == 1 ||
            sscanf(word, "fuel=%d", &fuel) == 1 || strncmp(word, "scoring=", 8) == 0)
            continue;
        fail_msg("the reference does not know the parameter %s", word);
    }
    if (!ref_rules_set(rules, game, white, black, fuel))
        fail_msg("the reference does not know %s %s", game, parameters);
}

void scene_init(struct scene *scene, const char *game, const char *parameters, const char *fen)
{
    struct ref_rules rules;
    set_rules(&rules, game, parameters);
    scene_begin(scene, scene_variant(game, parameters), &rules, fen);
}

void scene_begin(struct scene *scene, struct variant *variant, const struct ref_rules *rules, const char *fen)
{
    struct error err;
    char start[REF_FEN_SIZE];
    memset(scene, 0, sizeof *scene);
    ref_start(rules, start);
    const char *reason = ref_game_init(&scene->reference, rules, fen ? fen : start);
    if (reason)
        fail_msg("the reference refuses %s: %s", fen ? fen : start, reason);
    scene->variant = variant;
    history_init(&scene->history);
    if (!fen_read(&scene->position, scene->variant, fen ? fen : "startpos", &err))
        fail_msg("%s is refused: %s, %s", fen ? fen : variant->start, err.at, err.message);
    scene_compare(scene);
}

void scene_clear(struct scene *scene)
{
    ref_list_clear(&scene->turns);
    ref_game_clear(&scene->reference);
    history_clear(&scene->history);
    variant_free(scene->variant);
}

// Finds the first turn, or action after those of `begun`, that only one of two sorted lists has.
static void compare_lists(const struct ref_list *real, const struct ref_list *reference, const char *fen,
                          const char *begun)
{
    for (size_t i = 0; i < real->count || i < reference->count; i++) {
        const char *ours = i < real->count ? real->turn[i] : NULL;
        const char *theirs = i < reference->count ? reference->turn[i] : NULL;
        if (ours && theirs && strcmp(ours, theirs) == 0)
            continue;
        if (!theirs || (ours && strcmp(ours, theirs) < 0))
            fail_msg("%s\nonly the real generator plays %s|%s", fen, begun, ours);
        fail_msg("%s\nonly the reference plays %s|%s", fen, begun, theirs);
    }
}

// Compares what may come after the actions of `begun`, then after some of these continuations, until turns end.
static void compare_after(struct scene *scene, struct random *random, const char *begun, const char *fen)
{
    static const unsigned tried_by_depth[] = {3, 3, 1, 0};
    struct ref_list real = {0}, reference = {0};
    struct position now = scene->position;
    size_t actions = *begun != '\0';
    for (const char *c = begun; *c; c++)
        actions += *c == ',';
    assert_true(turns_begin(&now, begun));
    turns_next(&now, begun, &real);
    ref_next(&scene->reference.now, begun, &reference);
    compare_lists(&real, &reference, fen, begun);
    scene_check_properties(&now);
    for (unsigned i = 0; i < tried_by_depth[actions] && real.count; i++) {
        char longer[REF_TURN_SIZE];
        const char *next = real.turn[random_below(random, (uint32_t)real.count)];
        snprintf(longer, sizeof longer, "%.80s%s%.12s", begun, *begun && *next ? "," : "", next);
        if (*next)
            compare_after(scene, random, longer, fen);
    }
    ref_list_clear(&real);
    ref_list_clear(&reference);
}

// All turns of both generators where there are not too many, else some of their actions at each step.
static void compare_turns(struct scene *scene, const char *fen)
{
    struct random random = {scene->position.state.hash};
    scene->partial = turns_count(&scene->position, SCENE_TURNS_MAX) == SCENE_TURNS_MAX;
    scene->turns.count = 0;
    if (scene->partial) {
        compare_after(scene, &random, "", fen);
        return;
    }
    struct ref_list reference = {0};
    turns_list(&scene->position, &scene->turns);
    ref_turns(&scene->reference.now, &reference);
    compare_lists(&scene->turns, &reference, fen, "");
    ref_list_clear(&reference);
}

void scene_compare(struct scene *scene)
{
    struct buffer fen;
    char expected[REF_FEN_SIZE];
    const char *reason;

    ref_write(&scene->reference.now, expected);
    buffer_init(&fen);
    fen_write(&scene->position, &fen);
    assert_string_equal(buffer_text(&fen), expected);
    buffer_clear(&fen);

    compare_turns(scene, expected);

    bool in_check = ref_in_check(&scene->reference.now);
    if (position_in_check(&scene->position) != in_check)
        fail_msg("%s\ncheck should be %d", expected, in_check);
    struct outcome outcome = position_outcome(&scene->position, &scene->history);
    const char *result = ref_game_result(&scene->reference, &reason);
    if (strcmp(result_name(outcome.result), result) != 0 || strcmp(reason_name(outcome.reason), reason) != 0)
        fail_msg("%s\nthe result is %s %s and should be %s %s", expected, result_name(outcome.result),
                 reason_name(outcome.reason), result, reason);
    scene_check_properties(&scene->position);
}

static void play_one(struct scene *scene, const char *text)
{
    struct turn turn;
    struct error err;
    if (!coordinate_read_turn(&scene->position, text, &turn, &err))
        fail_msg("%s is refused: %s, %s", text, err.at, err.message);
    if (!ref_game_play(&scene->reference, text))
        fail_msg("the reference refuses %s", text);
    history_push(&scene->history, &scene->position);
    turn_play(&scene->position, &turn);
    scene_compare(scene);
}

void scene_play(struct scene *scene, const char *turns)
{
    char word[REF_TURN_SIZE];
    while (next_word(&turns, word, sizeof word))
        play_one(scene, word);
}

static bool has(const struct scene *scene, const char *turn)
{
    struct position now = scene->position;
    struct ref_position reference = scene->reference.now;
    if (scene->partial) {
        bool real = turns_begin(&now, turn) && (!now.state.actions || turns_may_end(&now));
        assert_int_equal(real, ref_play(&reference, turn));
        return real;
    }
    for (size_t i = 0; i < scene->turns.count; i++)
        if (strcmp(scene->turns.turn[i], turn) == 0)
            return true;
    return false;
}

void scene_legal(struct scene *scene, const char *turns)
{
    char word[REF_TURN_SIZE];
    while (next_word(&turns, word, sizeof word))
        if (!has(scene, word))
            fail_msg("%s should be legal", word);
}

void scene_illegal(struct scene *scene, const char *turns)
{
    char word[REF_TURN_SIZE];
    while (next_word(&turns, word, sizeof word)) {
        struct turn turn;
        struct error err = {0};
        if (has(scene, word))
            fail_msg("%s should not be legal", word);
        assert_false(coordinate_read_turn(&scene->position, word, &turn, &err));
        bool over = !scene->partial && !scene->turns.count;
        if (err.code != (over ? ERROR_GAME_OVER : ERROR_ILLEGAL_MOVE))
            fail_msg("%s is refused, but not as illegal: %s", word, err.message);
    }
}

void scene_only(struct scene *scene, const char *start, const char *turns)
{
    struct buffer found;
    assert_false(scene->partial);
    buffer_init(&found);
    for (size_t i = 0; i < scene->turns.count; i++)
        if (strncmp(scene->turns.turn[i], start, strlen(start)) == 0)
            buffer_addf(&found, "%s%s", found.length ? " " : "", scene->turns.turn[i]);
    assert_string_equal(buffer_text(&found), turns);
    buffer_clear(&found);
}

void scene_next(struct scene *scene, const char *begun, const char *start, const char *actions)
{
    struct ref_list real = {0}, reference = {0};
    struct position now = scene->position;
    struct buffer found;
    if (!turns_begin(&now, begun))
        fail_msg("%s should begin a legal turn", begun);
    turns_next(&now, begun, &real);
    ref_next(&scene->reference.now, begun, &reference);
    compare_lists(&real, &reference, "", begun);
    buffer_init(&found);
    for (size_t i = 0; real.turn && i < real.count; i++)
        if (strncmp(real.turn[i], start, strlen(start)) == 0)
            buffer_addf(&found, "%s%s", found.length ? " " : "", *real.turn[i] ? real.turn[i] : ".");
    assert_string_equal(buffer_text(&found), actions);
    buffer_clear(&found);
    ref_list_clear(&real);
    ref_list_clear(&reference);
}

void scene_outcome(struct scene *scene, const char *result, const char *reason)
{
    struct outcome outcome = position_outcome(&scene->position, &scene->history);
    assert_string_equal(result_name(outcome.result), result);
    assert_string_equal(reason_name(outcome.reason), reason);
}

void scene_fen(struct scene *scene, const char *fen)
{
    struct buffer text;
    buffer_init(&text);
    fen_write(&scene->position, &text);
    assert_string_equal(buffer_text(&text), fen);
    buffer_clear(&text);
}

void scene_in_check(struct scene *scene, bool in_check)
{
    assert_int_equal(position_in_check(&scene->position), in_check);
}
