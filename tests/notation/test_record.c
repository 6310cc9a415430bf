// SPDX-License-Identifier: GPL-3.0-or-later
// Game records: tags, turns, the position at any point, and whose the variant is.
#include "notation/line.h"
#include "notation/record.h"
#include "position/fen.h"
#include "position/integrity.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_tags(void **state)
{
    (void)state;
    struct record record;
    record_init_owned(&record, scene_variant("fuel", ""), NULL);
    assert_null(record_tag(&record, "White"));
    char name[] = "White", value[] = "Ada";
    record_set_tag(&record, name, value);
    name[0] = value[0] = '?'; // copies were taken
    assert_string_equal(record_tag(&record, "White"), "Ada");
    for (char tag[] = "TagA"; tag[3] <= 'Z'; tag[3]++)
        record_set_tag(&record, tag, tag);
    record_set_tag(&record, "White", "Bob");
    assert_int_equal(record.tags.count, 27);
    assert_string_equal(record_tag(&record, "White"), "Bob");
    assert_string_equal(record_tag(&record, "TagQ"), "TagQ");
    assert_null(record_tag(&record, "white"));
    record_clear(&record);
    assert_null(record.tags.items);
}

static void check_fen(const struct record *record, size_t count, const char *expected)
{
    struct position pos;
    struct history history;
    struct buffer fen;
    history_init(&history);
    buffer_init(&fen);
    record_position(record, count, &pos, &history);
    assert_int_equal(history.count, count);
    fen_write(&pos, &fen);
    assert_string_equal(buffer_text(&fen), expected);
    record_position(record, count, &pos, NULL);
    assert_true(position_ok(&pos));
    buffer_clear(&fen);
    history_clear(&history);
}

static void test_position_after_any_turn(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("fuel", "");
    struct record record;
    struct position pos;
    struct history history;
    history_init(&history);
    assert_true(fen_read(&pos, variant, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 9", NULL));
    record_init(&record, variant, &pos);
    assert_null(record.own_variant);
    static const char *const turns[] = {"O-O", "Kd7", "f1f7"};
    for (int i = 0; i < 3; i++) {
        struct turn turn;
        assert_true(line_play(&pos, &history, turns[i], &turn, NULL));
        record_add_turn(&record, &turn);
    }
    check_fen(&record, 0, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 9x3");
    check_fen(&record, 1, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1 9,7x2");
    check_fen(&record, 3, "8/3k1R2/8/8/8/8/8/6K1 b - - 3 2 8,1,7");
    history_clear(&history);
    record_clear(&record);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_position_after_any_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
