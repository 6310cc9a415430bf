// SPDX-License-Identifier: GPL-3.0-or-later
// A drawing as a list of shapes, which can be written as SVG (here) or as PNG (picture_png.h).
//
// Lengths are in points of the drawing; x goes to the right, y down. Later shapes cover earlier ones.
#ifndef LEAPER_TOURS_PICTURE_H
#define LEAPER_TOURS_PICTURE_H

#include "base/buffer.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// 0xRRGGBBAA; with AA 0 nothing is painted.
typedef uint32_t colour;

enum { COLOUR_NONE = 0 };

struct ink {
    colour fill, stroke;
    double width; // of the stroke
    double dash;  // length of the dashes and of the gaps between them, 0: a solid line
};

enum shape_kind { SHAPE_RECTANGLE, SHAPE_CIRCLE, SHAPE_PATH, SHAPE_TEXT };
enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct shape {
    enum shape_kind kind;
    struct ink ink;
    double x, y;          // corner, centre, or the anchor on the base line of the text
    double width, height; // of a rectangle
    double size;          // radius of a circle; height of the em of letters
    size_t first, count;  // of a path's points
    bool closed, bold;    // path, text
    enum anchor anchor;
    char *text; // owned
};

// When memory runs out, a picture fails: it ignores all further shapes, and writing it reports the failure. So code that
// draws need not check each call.
struct picture {
    double width, height;
    struct VECTOR_OF(struct shape) shapes;
    struct VECTOR_OF(double) points; // x, y, x, y, …
    char *title;                     // what the drawing shows, for people who cannot see it, or NULL; owned
    bool failed;
};

struct rectangle {
    double x, y, width, height; // x, y: the upper left corner
};

struct segment {
    double x1, y1, x2, y2;
};

// Where and how text is set.
struct lettering {
    double x, y, size; // the anchor on the base line; the height of the em
    enum anchor anchor;
    bool bold;
    colour fill;
};

void picture_init(struct picture *picture, double width, double height);
void picture_clear(struct picture *picture);
void picture_title(struct picture *picture, const char *title);

void picture_rectangle(struct picture *picture, struct rectangle rectangle, struct ink ink);
void picture_circle(struct picture *picture, double x, double y, double radius, struct ink ink);

// A path through `count` points (x, y, x, y, …) with round joins and ends.
void picture_path(struct picture *picture, const double *points, size_t count, bool closed, struct ink ink);
void picture_line(struct picture *picture, struct segment segment, struct ink ink);

// The same as picture_path(), for a caller that computes the points: returns the array to write them to, valid until the
// next shape, or NULL when the picture has failed.
double *picture_add_path(struct picture *picture, size_t count, bool closed, struct ink ink);

// UTF-8 text in a plain sans-serif face.
void picture_text(struct picture *picture, struct lettering lettering, const char *text);

// A step between the marks of an axis: 1, 2 or 5 times a power of ten, such that about `count` of them fill the span.
double picture_axis_step(double span, int count);

// The colour with a lightness of 0 … 1, a chroma (0 is grey, about 0.15 is vivid) and a hue of 0 … 1 turns in the OKLCH space (B.
// Ottosson, "A perceptual color space for image processing", 2020): equal steps of hue look equally far apart.
colour colour_of(double lightness, double chroma, double hue);

// Appends the drawing as an SVG 1.1 document. `out` fails when the picture has.
void picture_write_svg(const struct picture *picture, struct buffer *out);

#endif
