// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a list of shapes with Cairo.
#include "tours/draw/picture_png.h"

#include <cairo.h>
#include <math.h>

static void set_colour(cairo_t *cairo, colour value)
{
    cairo_set_source_rgba(cairo, (value >> 24) / 255.0, (value >> 16 & 0xff) / 255.0,
                          (value >> 8 & 0xff) / 255.0, (value & 0xff) / 255.0);
}

// Fills and strokes the current path.
static void apply(cairo_t *cairo, const struct ink *ink)
{
    if (ink->fill & 0xff) {
        set_colour(cairo, ink->fill);
        cairo_fill_preserve(cairo);
    }
    if (ink->stroke & 0xff) {
        const double dashes[] = {ink->dash, ink->dash + ink->width};
        set_colour(cairo, ink->stroke);
        cairo_set_line_width(cairo, ink->width);
        cairo_set_dash(cairo, dashes, ink->dash > 0 ? 2 : 0, 0);
        cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
}

static void paint_text(cairo_t *cairo, const struct shape *shape)
{
    cairo_text_extents_t extents;
    cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           shape->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, shape->size);
    cairo_text_extents(cairo, shape->text, &extents);
    double shift = shape->anchor == ANCHOR_START ? 0 : shape->anchor == ANCHOR_MIDDLE ? 0.5 : 1;
    set_colour(cairo, shape->ink.fill);
    cairo_move_to(cairo, shape->x - shift * extents.x_advance, shape->y);
    cairo_show_text(cairo, shape->text);
    cairo_new_path(cairo);
}

static void paint_shape(cairo_t *cairo, const struct picture *picture, const struct shape *shape)
{
    switch (shape->kind) {
    case SHAPE_RECTANGLE:
        cairo_rectangle(cairo, shape->x, shape->y, shape->width, shape->height);
        break;
    case SHAPE_CIRCLE:
        cairo_arc(cairo, shape->x, shape->y, shape->size, 0, 6.283185307179586);
        cairo_close_path(cairo);
        break;
    case SHAPE_PATH:
        for (size_t i = 0; i < shape->count; i++)
            cairo_line_to(cairo, picture->points.items[shape->first + 2 * i],
                          picture->points.items[shape->first + 2 * i + 1]);
        if (shape->closed)
            cairo_close_path(cairo);
        break;
    case SHAPE_TEXT:
        paint_text(cairo, shape);
        return;
    }
    apply(cairo, &shape->ink);
}

static cairo_status_t append(void *context, const unsigned char *bytes, unsigned count)
{
    struct buffer *out = context;
    buffer_add_bytes(out, (const char *)bytes, count);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

bool picture_write_png(const struct picture *picture, double scale, struct buffer *out, struct error *err)
{
    if (picture->failed)
        return error_no_memory(err);
    double width = ceil(picture->width * scale), height = ceil(picture->height * scale);
    if (!(width <= PICTURE_PIXELS_MAX && height <= PICTURE_PIXELS_MAX))
        return error_set(err, ERROR_TOO_LARGE, "",
                         "a picture of %.0f by %.0f pixels is too large; a side has at most %d", width,
                         height, PICTURE_PIXELS_MAX);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, scale, scale);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (size_t i = 0; i < picture->shapes.count; i++)
        paint_shape(cairo, picture, &picture->shapes.items[i]);
    cairo_status_t status = cairo_status(cairo);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(surface, append, out);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ||
           error_set(err, ERROR_SYSTEM, "", "cannot write a PNG: %s", cairo_status_to_string(status));
}
