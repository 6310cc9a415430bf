// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own variants: the files of variants/, made into C by tools/embed_texts.py.
#ifndef LEAPER_VARIANTS_EMBEDDED_H
#define LEAPER_VARIANTS_EMBEDDED_H

#include <stddef.h>

struct embedded_text {
    const char *name; // "variants/chess.ini"
    const char *text;
    size_t length;
};

// In the order in which they are read; ends with one whose name is NULL.
extern const struct embedded_text embedded_variants[];

#endif
