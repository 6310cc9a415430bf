// SPDX-License-Identifier: GPL-3.0-or-later
// What is written in any format reads back the same, and what is no tour text is refused with its line.
#include "tours/text/text.h"

#include "support/tours.h"
#include "tours/search/listing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct trip {
    struct tour_subject subject;
    enum tour_format format;
    struct buffer text;
    int tours[20][64], count;
};

static bool write_one(void *context, const int *tour)
{
    struct trip *trip = context;
    memcpy(trip->tours[trip->count++], tour, (size_t)trip->subject.graph->vertices * sizeof *tour);
    tour_write(&trip->subject, trip->format, tour, &trip->text);
    return trip->count < 20;
}

static void read_back(const struct trip *trip)
{
    struct tour_reader reader;
    struct tour_record record;
    struct error err;
    const struct tour_graph *graph = trip->subject.graph;
    tour_reader_init(&reader, buffer_text(&trip->text), trip->text.length);
    for (int i = 0; i < trip->count; i++) {
        if (tour_reader_next(&reader, NULL, &record, &err) != TOUR_READ)
            fail_msg("tour %d: %s: %s", i, err.at, err.message);
        assert_int_equal(record.count, graph->vertices);
        for (int k = 0; k < record.count; k++)
            assert_int_equal(record.cells[k], graph->cell[trip->tours[i][k]]);
        assert_int_equal(record.board.cells, graph->vertices);
        assert_int_equal(reader.open, trip->subject.open);
        assert_string_equal(reader.leaper, trip->subject.leaper);
        tour_record_clear(&record);
    }
    assert_int_equal(tour_reader_next(&reader, NULL, &record, &err), TOUR_READ_END);
    tour_reader_clear(&reader);
}

static void test_round_trips(void **state)
{
    (void)state;
    static const char *const scenes[][2] = {{"6x6", "1,2"}, {"3/1*1/3", "N"}, {"4/4/3*/3*", "NZ"}};
    for (size_t i = 0; i < 3; i++)
        for (int variant = 0; variant < 6; variant++) {
            struct tour_scene scene;
            tour_scene_init(&scene, scenes[i][0], scenes[i][1]);
            struct trip trip = {.subject = {&scene.board, &scene.graph, scenes[i][1], variant >= 3},
                                .format = (enum tour_format)(variant % 3)};
            struct tour_constraint constraint = {trip.subject.open, -1, -1};
            buffer_init(&trip.text);
            tour_write_head(&trip.subject, trip.format, &trip.text);
            listing_run(&scene.graph, &constraint, write_one, NULL, &trip);
            assert_true(trip.count > 0);
            read_back(&trip);
            buffer_clear(&trip.text);
            tour_scene_clear(&scene);
        }
}

static void test_what_the_grid_looks_like(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct buffer text;
    static const int ring[] = {0, 4, 5, 1, 7, 3, 2, 6};
    tour_scene_init(&scene, "3/1*1/3", "N");
    struct tour_subject subject = {&scene.board, &scene.graph, "N", false};
    buffer_init(&text);
    tour_write_head(&subject, TOUR_GRID, &text);
    tour_write(&subject, TOUR_GRID, ring, &text);
    tour_write(&subject, TOUR_SQUARES, ring, &text);
    tour_write(&subject, TOUR_JSON, ring, &text);
    assert_string_equal(buffer_text(&text),
                        "# closed tours of N on 3/1*1/3\n"
                        "3 8 5\n6 * 2\n1 4 7\n\n"
                        "a1 c2 a3 b1 c3 a2 c1 b3\n"
                        "{\"board\":\"3/1*1/3\",\"leaper\":\"N\",\"kind\":\"closed\",\"squares\":"
                        "[\"a1\",\"c2\",\"a3\",\"b1\",\"c3\",\"a2\",\"c1\",\"b3\"]}\n");
    buffer_clear(&text);
    tour_scene_clear(&scene);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const wrong[][3] = {
        {"1 2\n3 3\n", "line 2", "the number 3 is on both a1 and b1"},
        {"1 2\n3\n", "line 2", "has 1 cells"},
        {"# remark\n\n1 2\n5 3\n", "line 4", "not a number from 1 to 4"},
        {"1 2\n0 3\n", "line 2", "not a number from 1 to 4"},
        {"1 2\n. 4\n", "line 3", "the number 3 is missing"},
        {"* *\n* *\n", "line 2", "only holes"},
        {"1 2\n3 4!\n", "line 2", "'4!'"},
        {"1 99999999999999999999\n", "line 1", "not a number"},
        {"a1 b3\n", "line 1", "which board"},
        {"# closed tours of N on 8x9x\na1 b3\n", "line 2", "nothing may follow"},
        {"# closed tours of N on 8x8\na1 b9\n", "line 2", "outside"},
        {"# closed tours of N on 8x8\na1 aaaaaaaaaaaaa1\n", "line 2", "so long a name"},
        {"{\"squares\":[1],\"board\":\"8x8\"}", "line 1", "square 1 is not a string"},
        {"{\"squares\":[\"z9\"],\"board\":\"8x8\"}", "line 1", "outside"},
        {"{\"board\":\"8x8\"}", "line 1", "no array"},
        {"{\"squares\":[\"a1\"],\"board\":\"8x8\",\"kind\":\"closing\"}", "line 1", "closed or open"},
        {"\n{\n\"board\":\n", "line 4", "column"},
        {"[1]\n", "line 1", "not a row"},
        {"?\n", "line 1", "not a row"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct tour_reader reader;
        struct tour_record record;
        struct error err = {0};
        tour_reader_init(&reader, wrong[i][0], strlen(wrong[i][0]));
        if (tour_reader_next(&reader, NULL, &record, &err) != TOUR_READ_ERROR)
            fail_msg("%s is accepted", wrong[i][0]);
        if (strcmp(err.at, wrong[i][1]) != 0 || !strstr(err.message, wrong[i][2]))
            fail_msg("%s: %s: %s", wrong[i][0], err.at, err.message);
        tour_reader_clear(&reader);
    }
}

static bool is_read_as_open(const char *text)
{
    struct tour_reader reader;
    struct tour_record record;
    struct error err;
    tour_reader_init(&reader, text, strlen(text));
    assert_int_equal(tour_reader_next(&reader, NULL, &record, &err), TOUR_READ);
    bool open = reader.open;
    tour_record_clear(&record);
    tour_reader_clear(&reader);
    return open;
}

// What is written now, and what earlier versions wrote.
static void test_kinds(void **state)
{
    (void)state;
    assert_true(is_read_as_open("{\"board\":\"3x3\",\"kind\":\"open\",\"squares\":[\"a1\"]}"));
    assert_false(is_read_as_open("{\"board\":\"3x3\",\"kind\":\"closed\",\"squares\":[\"a1\"]}"));
    assert_true(is_read_as_open("{\"board\":\"3x3\",\"closed\":false,\"squares\":[\"a1\"]}"));
    assert_false(is_read_as_open("{\"board\":\"3x3\",\"closed\":true,\"squares\":[\"a1\"]}"));
}

static void test_people_write_otherwise(void **state)
{
    (void)state;
    static const char text[] = "# a remark\r\n  a1-b3, c1;A3\tb1\r\n\n # x\n  1 . 3\r\n  . 2 .\r\n";
    struct tour_reader reader;
    struct tour_record record;
    struct tour_board board;
    struct error err;
    tour_board_init(&board, 3, 3);
    tour_reader_init(&reader, text, strlen(text));
    assert_int_equal(tour_reader_next(&reader, &board, &record, &err), TOUR_READ);
    static const int cells[] = {0, 7, 2, 6, 1};
    assert_int_equal(record.count, 5);
    assert_memory_equal(record.cells, cells, sizeof cells);
    tour_record_clear(&record);
    assert_int_equal(tour_reader_next(&reader, &board, &record, &err), TOUR_READ);
    assert_int_equal(record.count, 3);
    assert_int_equal(record.cells[1], 1);
    tour_record_clear(&record);
    assert_int_equal(tour_reader_next(&reader, &board, &record, &err), TOUR_READ_END);
    tour_reader_clear(&reader);
    tour_board_clear(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_what_the_grid_looks_like),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_people_write_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
