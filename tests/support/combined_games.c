// SPDX-License-Identifier: GPL-3.0-or-later
// Plays games of rules combined at random on both boards.
#include "support/combined_games.h"

#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "notation/json/describe.h"
#include "notation/san.h"
#include "search/search.h"
#include "support/combination.h"
#include "support/scene.h"
#include "support/turns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// ---- Notation, JSON and search ----

static void expect_turn(const struct turn *read, const struct turn *turn, const char *text)
{
    bool same = read->count == turn->count;
    for (unsigned i = 0; same && i < turn->count; i++)
        same = read->actions[i] == turn->actions[i];
    if (!same)
        fail_msg("%s is read as another turn", text);
}

static void check_notation(const struct position *pos, const struct turn *turn)
{
    struct buffer text;
    struct turn read;
    struct error err = {0};
    buffer_init(&text);
    san_write_turn(pos, turn, SAN_PLAIN, &text);
    if (!san_read_turn(pos, buffer_text(&text), &read, &err))
        fail_msg("%s is not read back: %s", buffer_text(&text), err.message);
    expect_turn(&read, turn, buffer_text(&text));
    assert_true(turn_is_legal(pos, turn));
    buffer_clear(&text);
}

// Every action of the turn is offered, and the last one completes it.
static void check_json(const struct position *pos, const struct turn *turn)
{
    struct buffer text;
    struct error err = {0};
    struct position now = *pos;
    json_t *state = describe_state(pos, NULL, DESCRIBE_FEW);
    assert_non_null(state);
    json_decref(state);
    buffer_init(&text);
    for (unsigned i = 0; i < turn->count; i++) {
        struct undo undo;
        turn_reach(&now, turn->actions[i]);
        buffer_add(&text, i ? "," : "");
        coordinate_write(&now, turn->actions[i], &text);
        position_apply(&now, turn->actions[i], &undo);
    }
    json_t *progress = describe_progress(pos, buffer_text(&text), &err);
    if (!progress)
        fail_msg("%s: %s", buffer_text(&text), err.message);
    assert_true(json_is_true(json_object_get(progress, "complete")));
    json_decref(progress);
    buffer_clear(&text);
}

static void check_search(struct engine *engine, const struct position *pos)
{
    struct search_request request = {.position = pos, .limits.depth = 2, .limits.nodes = 3000};
    struct search_result result;
    if (position_outcome(pos, NULL).result != RESULT_ONGOING)
        return;
    engine_clear(engine);
    engine_search(engine, &request, &result);
    assert_true(result.turn.count > 0);
    assert_true(turn_is_legal(pos, &result.turn));
}

// ---- Announcements ----

// Whether the announcement is true, and what follows from it, on copies of both boards.
static void compare_announcement(const struct scene *scene, const char *text)
{
    struct turn turn;
    struct ref_game reference = scene->reference;
    struct position after = scene->position;
    const char *reason;
    bool real = coordinate_read_turn(&scene->position, text, &turn, NULL);
    if (ref_play(&reference.now, text) != real)
        fail_msg("only one of the boards takes %s", text);
    if (!real)
        return;
    turn_play(&after, &turn);
    struct outcome outcome = position_outcome(&after, NULL);
    assert_string_equal(result_name(outcome.result), ref_game_result(&reference, &reason));
    assert_string_equal(reason_name(outcome.reason), reason);
    if (*text != ',')
        check_notation(&scene->position, &turn);
}

static void compare_announcements(const struct scene *scene, const char *turn)
{
    char text[2 * REF_TURN_SIZE];
    compare_announcement(scene, "!");
    compare_announcement(scene, ",!");
    snprintf(text, sizeof text, "%s,!", turn);
    compare_announcement(scene, text);
}

// ---- Games ----

static bool has_turn(const struct position *pos)
{
    struct outcome outcome;
    return !position_ended(pos, &outcome) && turns_count(pos, 1) > 0;
}

static void play(struct scene *scene, struct engine *engine, struct random *random, int length)
{
    bool links = scene->reference.now.rules.links;
    for (int ply = 0; ply < length && has_turn(&scene->position); ply++) {
        struct turn turn;
        char text[REF_TURN_SIZE];
        do
            turns_random(&scene->position, random, &turn);
        while (move_kind(turn.actions[turn.count - 1]) == MOVE_ANNOUNCE);
        turns_write(&scene->position, &turn, text);
        check_notation(&scene->position, &turn);
        if (ply % 4 == 0)
            check_json(&scene->position, &turn);
        if (ply % 5 == 0)
            check_search(engine, &scene->position);
        if (links)
            compare_announcements(scene, text);
        scene_play(scene, text);
    }
}

void combined_games_play(uint64_t seed, int count)
{
    struct random random = {seed};
    struct error err;
    struct engine *engine = engine_new(1, 1, &err);
    assert_non_null(engine);
    for (int i = 0; i < count; i++) {
        struct ref_rules rules;
        struct buffer text;
        struct scene scene;
        char name[32];
        buffer_init(&text);
        combination_random(&random, &rules);
        snprintf(name, sizeof name, "mix-%u-%d", (unsigned)seed, i);
        combination_write(&rules, name, &text);
        print_message("# %s\n", combination_words(&rules));
        scene_begin(&scene, combination_variant(name, buffer_text(&text)), &rules, NULL);
        play(&scene, engine, &random, *rules.squares ? 5 : 24);
        scene_clear(&scene);
        buffer_clear(&text);
    }
    engine_free(engine);
}
