// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes become the SVG that they describe.
#include "tours/draw/picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_svg(void **state)
{
    (void)state;
    struct picture picture;
    struct buffer text;
    buffer_init(&text);
    picture_init(&picture, 100, 50.5);
    picture_title(&picture, "a < b");
    picture_rectangle(&picture, (struct rectangle){1, 2, 3.25, 4}, (struct ink){.fill = 0xff0000ff});
    picture_circle(&picture, 10, 20, 0.125, (struct ink){.stroke = 0x00ff0080, .width = 2});
    picture_line(&picture, (struct segment){0, 0, -1.5, 7},
                 (struct ink){.stroke = 0x123456ff, .width = 1, .dash = 3});
    picture_path(&picture, (double[]){1, 1, 2, 2, 3, 1}, 3, true, (struct ink){.fill = 0x0000ffff});
    picture_text(&picture, (struct lettering){5, 6, 7, ANCHOR_MIDDLE, true, 0x000000ff}, "5 < 6 & 7\n");
    picture_write_svg(&picture, &text);
    assert_string_equal(
        buffer_text(&text),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50.5\" viewBox=\"0 0 100 50.5\" "
        "font-family=\"'DejaVu Sans','Helvetica Neue',Arial,sans-serif\" stroke-linecap=\"round\" "
        "stroke-linejoin=\"round\" role=\"img\">\n"
        "<title>a &lt; b</title>\n"
        "<rect x=\"1\" y=\"2\" width=\"3.25\" height=\"4\" fill=\"#ff0000\"/>\n"
        "<circle cx=\"10\" cy=\"20\" r=\"0.12\" fill=\"none\" stroke=\"#00ff00\" stroke-opacity=\"0.502\" "
        "stroke-width=\"2\"/>\n"
        "<path d=\"M0 0L-1.5 7\" fill=\"none\" stroke=\"#123456\" stroke-width=\"1\" "
        "stroke-dasharray=\"3.00 4.00\"/>\n"
        "<path d=\"M1 1L2 2L3 1Z\" fill=\"#0000ff\"/>\n"
        "<text x=\"5\" y=\"6\" font-size=\"7\" text-anchor=\"middle\" font-weight=\"bold\" "
        "fill=\"#000000\">5 &lt; 6 &amp; 7</text>\n"
        "</svg>\n");
    buffer_clear(&text);
    picture_clear(&picture);
}

static void test_colours(void **state)
{
    (void)state;
    assert_int_equal(colour_of(1, 0, 0), 0xffffffff);
    assert_int_equal(colour_of(0, 0, 0), 0x000000ff);
    // Ottosson's values for the primaries of sRGB.
    assert_int_equal(colour_of(0.627955, 0.257683, 29.2339 / 360), 0xff0000ff);
    assert_int_equal(colour_of(0.452014, 0.313214, 264.052 / 360), 0x0000ffff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_svg),
        cmocka_unit_test(test_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
