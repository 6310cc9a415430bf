// SPDX-License-Identifier: GPL-3.0-or-later
// A drawing as a list of shapes, which is written as SVG (here) or as PNG (picture_png.h).
//
// Lengths are in points of the drawing, x to the right, y down. Shapes lie over one another in the order given.
#ifndef LEAPER_TOURS_PICTURE_H
#define LEAPER_TOURS_PICTURE_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// 0xRRGGBBAA; nothing is painted where AA is 0.
typedef uint32_t colour;

enum { COLOUR_NONE = 0 };

struct ink {
    colour fill, stroke;
    double width; // of the stroke
    double dash;  // length of dashes and of the gaps between them, 0: a full line
};

enum shape_kind { SHAPE_RECTANGLE, SHAPE_CIRCLE, SHAPE_PATH, SHAPE_TEXT };
enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct shape {
    enum shape_kind kind;
    struct ink ink;
    double x, y;          // corner, centre, or where the text's base line is anchored
    double width, height; // of a rectangle
    double size;          // radius of the circle or of the rectangle's corners; height of the letters' em
    size_t first, count;  // of a path's points
    bool closed, bold;    // path, text
    enum anchor anchor;
    char *text; // owned
};

struct picture {
    double width, height;
    struct shape *shapes;
    size_t count, capacity;
    double *points; // x, y, x, y, …
    size_t point_count, point_capacity;
    char *title; // what the drawing shows, for those who cannot see it, or NULL; owned
};

void picture_init(struct picture *picture, double width, double height);
void picture_clear(struct picture *picture);
void picture_title(struct picture *picture, const char *title);

void picture_rectangle(struct picture *picture, double x, double y, double width, double height,
                       double radius, struct ink ink);
void picture_circle(struct picture *picture, double x, double y, double radius, struct ink ink);

// A path through `count` points (x, y, x, y, …) with round joins and ends.
void picture_path(struct picture *picture, const double *points, size_t count, bool closed, struct ink ink);
void picture_line(struct picture *picture, double x1, double y1, double x2, double y2, struct ink ink);

// UTF-8 text in a plain sans-serif face.
void picture_text(struct picture *picture, double x, double y, double size, enum anchor anchor, bool bold,
                  colour fill, const char *text);

// The colour of a lightness 0 … 1, chroma (0 grey, about 0.15 vivid) and hue in turns, 0 … 1, in the OKLCH space (B. Ottosson,
// "A perceptual color space for image processing", 2020): equal steps of hue look equally far apart.
colour colour_of(double lightness, double chroma, double hue);

// Appends the drawing as a document of SVG 1.1.
void picture_write_svg(const struct picture *picture, struct buffer *out);

#ifdef __cplusplus
}
#endif

#endif
