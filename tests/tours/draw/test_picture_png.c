// SPDX-License-Identifier: GPL-3.0-or-later
// PNG files show the shapes where they belong.
#include "tours/draw/picture_png.h"

#include <cairo.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct source {
    const struct buffer *bytes;
    size_t at;
};

static cairo_status_t feed(void *context, unsigned char *data, unsigned count)
{
    struct source *source = context;
    if (count > source->bytes->length - source->at)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, source->bytes->text + source->at, count);
    source->at += count;
    return CAIRO_STATUS_SUCCESS;
}

static void test_pixels(void **state)
{
    (void)state;
    struct picture picture;
    struct buffer bytes;
    struct error err;
    buffer_init(&bytes);
    picture_init(&picture, 10, 8);
    picture_rectangle(&picture, (struct rectangle){0, 0, 10, 8}, (struct ink){.fill = 0xffffffff});
    picture_circle(&picture, 5, 4, 2, (struct ink){.fill = 0x0000ffff});
    picture_line(&picture, (struct segment){0, 7, 10, 7}, (struct ink){.stroke = 0xff0000ff, .width = 1});
    picture_text(&picture, (struct lettering){2, 2, 0.5, ANCHOR_END, false, 0x000000ff}, "7");
    assert_true(picture_write_png(&picture, 3, &bytes, &err));
    struct source source = {&bytes, 0};
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(feed, &source);
    assert_int_equal(cairo_image_surface_get_width(surface), 30);
    assert_int_equal(cairo_image_surface_get_height(surface), 24);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    static const struct {
        int x, y;
        uint32_t rgb;
    } pixels[] = {{15, 12, 0x0000ff}, {1, 12, 0xffffff}, {15, 21, 0xff0000}, {25, 12, 0xffffff}};
    for (size_t i = 0; i < 4; i++) {
        uint32_t pixel;
        memcpy(&pixel, data + pixels[i].y * stride + pixels[i].x * 4, sizeof pixel);
        assert_int_equal(pixel & 0xffffff, pixels[i].rgb);
    }
    cairo_surface_destroy(surface);
    assert_false(picture_write_png(&picture, 1e5, &bytes, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    buffer_clear(&bytes);
    picture_clear(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pixels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
