// SPDX-License-Identifier: GPL-3.0-or-later
// A file of problems, one JSON object a line, to which problems are added as they are found.
#ifndef LEAPER_CLI_PUZZLES_FILE_H
#define LEAPER_CLI_PUZZLES_FILE_H

#include "base/buffer.h"
#include "base/vector.h"
#include "lab/problems/problem_json.h"

#include <stdio.h>

// Gets a line that is not empty, and its number. False stops.
typedef bool puzzles_visitor(void *context, const char *line, size_t length, unsigned number);

// Reads a file and visits its complete lines; `length` gets the length of all of them. A last line without an end is left out: a
// program was stopped while it was writing it. False with ERROR_SYSTEM or ERROR_TOO_LARGE if the file cannot be read.
bool puzzles_each_line(const char *path, puzzles_visitor *visit, void *context, size_t *length,
                       struct error *err);

// The problems of one variant that a file has already.
struct puzzles_known {
    const struct variant *variant;
    struct VECTOR_OF(struct problem_entry) entries;
};

// Reads the problems at `path` that are of the variant `known->variant`, and opens the file so that lines can be appended;
// an incomplete last line is cut off. If there is no file, it is made. NULL with an error.
FILE *puzzles_open(const char *path, struct puzzles_known *known, struct error *err);

#endif
