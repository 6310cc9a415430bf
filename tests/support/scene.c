// SPDX-License-Identifier: GPL-3.0-or-later
// The two boards side by side.
#include "support/scene.h"

#include "games/games.h"
#include "notation/fen.h"
#include "notation/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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
            sscanf(word, "fuel=%d", &fuel) == 1)
            continue;
        fail_msg("the reference does not know the parameter %s", word);
    }
    if (!ref_rules_set(rules, game, white, black, fuel))
        fail_msg("the reference does not know %s %s", game, parameters);
}

void scene_init(struct scene *scene, const char *game, const char *parameters, const char *fen)
{
    struct ref_rules rules;
    struct error err;
    char start[REF_FEN_SIZE];
    memset(scene, 0, sizeof *scene);
    set_rules(&rules, game, parameters);
    ref_start(&rules, start);
    const char *reason = ref_game_init(&scene->reference, &rules, fen ? fen : start);
    if (reason)
        fail_msg("the reference refuses %s: %s", fen ? fen : start, reason);
    scene->variant = scene_variant(game, parameters);
    history_init(&scene->history);
    if (!fen_read(&scene->position, scene->variant, fen ? fen : "startpos", &err))
        fail_msg("%s is refused: %s, %s", fen ? fen : "startpos", err.at, err.message);
    scene_compare(scene);
}

void scene_clear(struct scene *scene)
{
    ref_list_clear(&scene->turns);
    ref_game_clear(&scene->reference);
    history_clear(&scene->history);
    variant_free(scene->variant);
}

// What collects the turns of a position as texts.
struct collector {
    const struct position *pos;
    struct ref_list *list;
};

static bool collect(void *context, const struct turn *turn)
{
    struct collector *collector = context;
    struct buffer text;
    buffer_init(&text);
    machine_write_turn(collector->pos, turn, &text);
    assert_true(text.length < REF_TURN_SIZE);
    ref_list_add(collector->list, buffer_text(&text));
    buffer_clear(&text);
    return true;
}

void scene_list_turns(const struct position *pos, struct ref_list *list)
{
    struct collector collector = {pos, list};
    list->count = 0;
    assert_true(turn_each(pos, collect, &collector));
    ref_list_sort(list);
}

// Finds the first turn that only one of two sorted lists has.
static void compare_lists(const struct ref_list *real, const struct ref_list *reference, const char *fen)
{
    for (size_t i = 0; i < real->count || i < reference->count; i++) {
        const char *ours = i < real->count ? real->turn[i] : NULL;
        const char *theirs = i < reference->count ? reference->turn[i] : NULL;
        if (ours && theirs && strcmp(ours, theirs) == 0)
            continue;
        if (!theirs || (ours && strcmp(ours, theirs) < 0))
            fail_msg("%s\nonly the real generator plays %s", fen, ours);
        fail_msg("%s\nonly the reference plays %s", fen, theirs);
    }
}

void scene_compare(struct scene *scene)
{
    struct ref_list reference = {0};
    struct buffer fen;
    char expected[REF_FEN_SIZE];
    const char *reason;

    ref_write(&scene->reference.now, expected);
    buffer_init(&fen);
    fen_write(&scene->position, &fen);
    assert_string_equal(buffer_text(&fen), expected);
    buffer_clear(&fen);

    scene_list_turns(&scene->position, &scene->turns);
    ref_turns(&scene->reference.now, &reference);
    compare_lists(&scene->turns, &reference, expected);
    ref_list_clear(&reference);

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
    if (!machine_read_turn(&scene->position, text, &turn, &err))
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
        assert_false(machine_read_turn(&scene->position, word, &turn, &err));
        assert_int_equal(err.code, scene->turns.count ? ERROR_ILLEGAL_MOVE : ERROR_GAME_OVER);
    }
}

void scene_only(struct scene *scene, const char *start, const char *turns)
{
    struct buffer found;
    buffer_init(&found);
    for (size_t i = 0; i < scene->turns.count; i++)
        if (strncmp(scene->turns.turn[i], start, strlen(start)) == 0)
            buffer_addf(&found, "%s%s", found.length ? " " : "", scene->turns.turn[i]);
    assert_string_equal(buffer_text(&found), turns);
    buffer_clear(&found);
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
