// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of variants written at random, from all keys that the program knows.
#ifndef LEAPER_TESTS_SUPPORT_RANDOM_TEXT_H
#define LEAPER_TESTS_SUPPORT_RANDOM_TEXT_H

#include "base/buffer.h"
#include "base/random.h"

// Appends a section with that name: a board from 2 by 2 to 16 by 16, pieces that ride, leap and hop, a start position, and a few
// keys with values that fit their types. Many of these texts contradict themselves, and are refused.
void random_text_write(struct random *random, const char *name, struct buffer *out);

#endif
