// SPDX-License-Identifier: GPL-3.0-or-later
// Reading whole files up to a size limit.
#ifndef LEAPER_BASE_FILE_INPUT_H
#define LEAPER_BASE_FILE_INPUT_H

#include "base/buffer.h"
#include "base/error.h"

#include <stddef.h>
#include <stdio.h>

// Appends the whole contents of a stream; `name` is its name in errors. False with
// ERROR_SYSTEM, or with ERROR_TOO_LARGE if there are more than `maximum` bytes.
bool input_read(FILE *stream, const char *name, size_t maximum, struct buffer *text, struct error *err);

// The same for a file by its name.
bool input_read_file(const char *path, size_t maximum, struct buffer *text, struct error *err);

#endif
