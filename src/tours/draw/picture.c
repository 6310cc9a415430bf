// SPDX-License-Identifier: GPL-3.0-or-later
// Collects shapes, computes colours that look evenly spaced, and writes SVG.
#include "tours/draw/picture.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void picture_init(struct picture *picture, double width, double height)
{
    *picture = (struct picture){.width = width, .height = height};
}

void picture_clear(struct picture *picture)
{
    for (size_t i = 0; i < picture->shapes.count; i++)
        free(picture->shapes.items[i].text);
    vector_clear(&picture->shapes);
    vector_clear(&picture->points);
    free(picture->title);
    *picture = (struct picture){0};
}

void picture_title(struct picture *picture, const char *title)
{
    free(picture->title);
    picture->title = memory_try_copy_text(title);
    if (!picture->title)
        picture->failed = true;
}

// Appends a shape. False when the picture has failed.
static bool add(struct picture *picture, struct shape shape)
{
    if (!picture->failed && !vector_push(&picture->shapes, shape))
        picture->failed = true;
    return !picture->failed;
}

void picture_rectangle(struct picture *picture, struct rectangle rectangle, struct ink ink)
{
    add(picture, (struct shape){.kind = SHAPE_RECTANGLE,
                                .ink = ink,
                                .x = rectangle.x,
                                .y = rectangle.y,
                                .width = rectangle.width,
                                .height = rectangle.height});
}

void picture_circle(struct picture *picture, double x, double y, double radius, struct ink ink)
{
    add(picture, (struct shape){.kind = SHAPE_CIRCLE, .ink = ink, .x = x, .y = y, .size = radius});
}

double *picture_add_path(struct picture *picture, size_t count, bool closed, struct ink ink)
{
    size_t first = picture->points.count;
    if (picture->failed || !vector_reserve(&picture->points, first + 2 * count)) {
        picture->failed = true;
        return NULL;
    }
    if (!add(picture, (struct shape){
                          .kind = SHAPE_PATH, .ink = ink, .first = first, .count = count, .closed = closed}))
        return NULL;
    picture->points.count += 2 * count;
    return picture->points.items + first;
}

void picture_path(struct picture *picture, const double *points, size_t count, bool closed, struct ink ink)
{
    double *path = picture_add_path(picture, count, closed, ink);
    if (path)
        memcpy(path, points, 2 * count * sizeof *points);
}

void picture_line(struct picture *picture, struct segment segment, struct ink ink)
{
    picture_path(picture, (double[]){segment.x1, segment.y1, segment.x2, segment.y2}, 2, false, ink);
}

void picture_text(struct picture *picture, struct lettering lettering, const char *text)
{
    struct shape shape = {.kind = SHAPE_TEXT,
                          .ink = {.fill = lettering.fill},
                          .x = lettering.x,
                          .y = lettering.y,
                          .size = lettering.size,
                          .anchor = lettering.anchor,
                          .bold = lettering.bold,
                          .text = memory_try_copy_text(text)};
    if (!shape.text)
        picture->failed = true;
    if (!add(picture, shape))
        free(shape.text);
}

// ---- Colours ----

// Converts linear light to the value of a channel.
static uint32_t channel(double light)
{
    double value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
    return (uint32_t)lround(255 * fmin(fmax(value, 0), 1));
}

colour colour_of(double lightness, double chroma, double hue)
{
    const double turn = 6.283185307179586;
    double a = chroma * cos(turn * hue), b = chroma * sin(turn * hue);
    double l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    double m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    double s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    uint32_t red = channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    uint32_t green = channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    uint32_t blue = channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
    return red << 24 | green << 16 | blue << 8 | 0xff;
}

// ---- SVG ----

// Appends a number with at most two decimal places and no trailing zeros.
static void write_number(double value, struct buffer *out)
{
    char text[40];
    snprintf(text, sizeof text, "%.2f", value);
    size_t length = strlen(text);
    while (text[length - 1] == '0')
        length--;
    if (text[length - 1] == '.')
        length--;
    buffer_add_bytes(out, text, length);
}

static void write_attribute(const char *name, double value, struct buffer *out)
{
    buffer_addf(out, " %s=\"", name);
    write_number(value, out);
    buffer_add_char(out, '"');
}

static void write_colour(const char *name, colour value, struct buffer *out)
{
    unsigned alpha = value & 0xff;
    if (!alpha) {
        buffer_addf(out, " %s=\"none\"", name);
        return;
    }
    buffer_addf(out, " %s=\"#%06x\"", name, value >> 8);
    if (alpha < 0xff)
        buffer_addf(out, " %s-opacity=\"%.3g\"", name, alpha / 255.0);
}

static void write_ink(const struct ink *ink, struct buffer *out)
{
    write_colour("fill", ink->fill, out);
    if (!(ink->stroke & 0xff))
        return;
    write_colour("stroke", ink->stroke, out);
    write_attribute("stroke-width", ink->width, out);
    if (ink->dash > 0) // the round ends take up part of the gap
        buffer_addf(out, " stroke-dasharray=\"%.2f %.2f\"", ink->dash, ink->dash + ink->width);
}

static void write_escaped(const char *text, struct buffer *out)
{
    for (; *text; text++)
        if (*text == '<')
            buffer_add(out, "&lt;");
        else if (*text == '&')
            buffer_add(out, "&amp;");
        else if ((unsigned char)*text >= ' ' || *text == '\t')
            buffer_add_char(out, *text);
}

static void write_path(const struct picture *picture, const struct shape *shape, struct buffer *out)
{
    buffer_add(out, "<path d=\"");
    for (size_t i = 0; i < shape->count; i++) {
        buffer_add_char(out, i ? 'L' : 'M');
        write_number(picture->points.items[shape->first + 2 * i], out);
        buffer_add_char(out, ' ');
        write_number(picture->points.items[shape->first + 2 * i + 1], out);
    }
    buffer_add(out, shape->closed ? "Z\"" : "\"");
    write_ink(&shape->ink, out);
    buffer_add(out, "/>\n");
}

static void write_shape(const struct picture *picture, const struct shape *shape, struct buffer *out)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    switch (shape->kind) {
    case SHAPE_RECTANGLE:
        buffer_add(out, "<rect");
        write_attribute("x", shape->x, out);
        write_attribute("y", shape->y, out);
        write_attribute("width", shape->width, out);
        write_attribute("height", shape->height, out);
        write_ink(&shape->ink, out);
        buffer_add(out, "/>\n");
        break;
    case SHAPE_CIRCLE:
        buffer_add(out, "<circle");
        write_attribute("cx", shape->x, out);
        write_attribute("cy", shape->y, out);
        write_attribute("r", shape->size, out);
        write_ink(&shape->ink, out);
        buffer_add(out, "/>\n");
        break;
    case SHAPE_PATH:
        write_path(picture, shape, out);
        break;
    case SHAPE_TEXT:
        buffer_add(out, "<text");
        write_attribute("x", shape->x, out);
        write_attribute("y", shape->y, out);
        write_attribute("font-size", shape->size, out);
        buffer_addf(out, " text-anchor=\"%s\"%s", anchors[shape->anchor],
                    shape->bold ? " font-weight=\"bold\"" : "");
        write_colour("fill", shape->ink.fill, out);
        buffer_add_char(out, '>');
        write_escaped(shape->text, out);
        buffer_add(out, "</text>\n");
        break;
    }
}

void picture_write_svg(const struct picture *picture, struct buffer *out)
{
    buffer_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    write_attribute("width", picture->width, out);
    write_attribute("height", picture->height, out);
    buffer_add(out, " viewBox=\"0 0 ");
    write_number(picture->width, out);
    buffer_add_char(out, ' ');
    write_number(picture->height, out);
    buffer_add(out,
               "\" font-family=\"'DejaVu Sans','Helvetica Neue',Arial,sans-serif\" stroke-linecap=\"round\" "
               "stroke-linejoin=\"round\" role=\"img\">\n");
    if (picture->title) {
        buffer_add(out, "<title>");
        write_escaped(picture->title, out);
        buffer_add(out, "</title>\n");
    }
    for (size_t i = 0; i < picture->shapes.count; i++)
        write_shape(picture, &picture->shapes.items[i], out);
    buffer_add(out, "</svg>\n");
    buffer_fail_with(out, &(struct buffer){.failed = picture->failed});
}

// ---- Axes ----

double picture_axis_step(double span, int count)
{
    double rough = span / count, power = pow(10, floor(log10(rough))), times = rough / power;
    return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}
