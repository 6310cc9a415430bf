// SPDX-License-Identifier: GPL-3.0-or-later
// Plots show the course that they are given.
#include "tours/estimate/plot.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        double log;
        const char *text;
    } cases[] = {{-INFINITY, "0"},       {0, "1.00"},         {9.196444, "9862"},
                 {30.2163, "1.327e13"},  {1000, "1.970e434"}, {16.11809565, "1.000e7"},
                 {16.1180956, "1.000e7"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer text;
        buffer_init(&text);
        plot_number(cases[i].log, &text);
        assert_string_equal(buffer_text(&text), cases[i].text);
        buffer_clear(&text);
    }
}

static void test_a_course(void **state)
{
    (void)state;
    struct estimate_course course = {.count = 3};
    struct picture picture;
    struct buffer text;
    for (int i = 0; i < 3; i++)
        course.points[i] = (struct estimate){.probes = 10 << (4 * i),
                                             .successes = 1,
                                             .population = 1,
                                             .log_mean = 700 + 0.1 * i,
                                             .log_error = 697,
                                             .log_low = i ? 699.9 : -INFINITY,
                                             .log_high = 700.4};
    buffer_init(&text);
    plot_course(&picture, &course, "a title", 700.15);
    picture_write_svg(&picture, &text);
    assert_non_null(strstr(buffer_text(&text), "<title>a title</title>"));
    assert_non_null(strstr(buffer_text(&text), ">exact<"));
    assert_non_null(strstr(buffer_text(&text), "\xc3\x97 1e304<"));
    assert_null(strstr(buffer_text(&text), "nan"));
    assert_null(strstr(buffer_text(&text), "inf"));
    for (size_t i = 0; i < picture.points.count; i += 2)
        assert_true(picture.points.items[i] >= 0 && picture.points.items[i] <= picture.width &&
                    picture.points.items[i + 1] >= 0 && picture.points.items[i + 1] <= picture.height);
    picture_clear(&picture);
    buffer_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_a_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
