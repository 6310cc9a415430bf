// SPDX-License-Identifier: GPL-3.0-or-later
// What clients are told of a search: the newest report of each line, as an event.
#include "notation/coordinate_write.h"
#include "position/fen.h"
#include "position/turn.h"
#include "server/analysis/analysis_state.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static json_t *told(const struct analysis_state *state, const char *event, const char *end)
{
    struct buffer text;
    char begin[64];
    buffer_init(&text);
    analysis_state_write(state, event, end, &text);
    size_t length = (size_t)snprintf(begin, sizeof begin, "event: %s\ndata: ", event);
    assert_memory_equal(buffer_text(&text), begin, length);
    assert_string_equal(buffer_text(&text) + text.length - 2, "\n\n");
    json_t *json = json_loadb(buffer_text(&text) + length, text.length - length, 0, NULL);
    buffer_clear(&text);
    assert_non_null(json);
    return json;
}

static void check_line(const json_t *json, size_t index, const char *pv, const char *kind, int value)
{
    const json_t *line = json_array_get(json_object_get(json, "lines"), index),
                 *score = json_object_get(line, "score");
    assert_string_equal(json_string_value(json_object_get(line, "pv")), pv);
    assert_string_equal(json_string_value(json_object_get(score, "kind")), kind);
    assert_int_equal(json_integer_value(json_object_get(score, "value")), value);
}

static void test_the_newest_report_of_each_line(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "");
    struct position pos;
    struct move_list actions;
    struct analysis_state told_state = {.lines = json_array()};
    assert_true(fen_read(&pos, variant, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", NULL));
    position_actions(&pos, &actions);
    json_t *json = told(&told_state, "done", "stopped");
    assert_int_equal(json_array_size(json_object_get(json, "lines")), 0);
    assert_string_equal(json_string_value(json_object_get(json, "end")), "stopped");
    json_decref(json);

    struct search_info info = {.depth = 3, .line = 1, .pv = &actions.moves[0], .pv_count = 1, .nodes = 50};
    struct buffer first;
    info.score = (struct search_score){SCORE_CENTIPAWNS, -12};
    analysis_state_note(&told_state, &pos, &info);
    info.line = 2;
    info.pv = &actions.moves[1];
    analysis_state_note(&told_state, &pos, &info);
    // The first line, once more.
    info = (struct search_info){.depth = 4, .line = 1, .pv = &actions.moves[2], .pv_count = 1, .nodes = 70};
    info.score = (struct search_score){SCORE_WON, 1};
    analysis_state_note(&told_state, &pos, &info);
    json = told(&told_state, "state", NULL);
    assert_int_equal(json_array_size(json_object_get(json, "lines")), 2);
    buffer_init(&first);
    const struct turn turn = {.count = 1, .actions = {actions.moves[2]}};
    coordinate_write_turn(&pos, &turn, &first);
    check_line(json, 0, buffer_text(&first), "wins-in", 1);
    buffer_reset(&first);
    const struct turn second = {.count = 1, .actions = {actions.moves[1]}};
    coordinate_write_turn(&pos, &second, &first);
    check_line(json, 1, buffer_text(&first), "centipawns", -12);
    assert_int_equal(json_integer_value(json_object_get(json, "depth")), 4);
    assert_int_equal(json_integer_value(json_object_get(json, "nodes")), 70);
    assert_null(json_object_get(json, "end"));
    buffer_clear(&first);
    json_decref(json);
    analysis_state_clear(&told_state);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_newest_report_of_each_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
