// SPDX-License-Identifier: GPL-3.0-or-later
// Drawings as PNG. This is part of the program and not of the library, so the library needs no Cairo.
#ifndef LEAPER_TOURS_PICTURE_PNG_H
#define LEAPER_TOURS_PICTURE_PNG_H

#include "base/error.h"
#include "tours/draw/picture.h"

enum { PICTURE_PIXELS_MAX = 16384 }; // pixels on a side

// Appends the drawing as PNG, with `scale` pixels per point. ERROR_TOO_LARGE when a side has more than
// PICTURE_PIXELS_MAX pixels, ERROR_SYSTEM when Cairo fails or there is no memory.
bool picture_write_png(const struct picture *picture, double scale, struct buffer *out, struct error *err);

#endif
