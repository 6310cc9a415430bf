// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is wrong with a file of variants, as a compiler says it: place, message, the line and a caret.
#ifndef LEAPER_VARIANTS_REPORT_H
#define LEAPER_VARIANTS_REPORT_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/vector.h"
#include "variants/text/source.h"

// One fault. Sources belong to the reader of the file, which outlives the report.
struct fault {
    const struct source *source;
    size_t at, length; // the bytes that are wrong; no bytes: the place
    bool warning;      // the text can be used as it is
    char message[256];
    const struct source *other; // a second place that the fault is about, or NULL
    size_t other_at;
    const char *other_message; // "it is given here first"; static
};

// A report of zeros is empty.
struct report {
    struct VECTOR_OF(struct fault) faults;
    size_t repeated; // how many had been reported before, by another variant with the same parent
    size_t warnings; // how many of them are warnings
    size_t hidden;   // how many more there are than FAULTS_MAX
    size_t last;     // which of them was last added, or said again
    bool no_memory;  // something could not be read or reported for lack of memory
};

enum { FAULTS_MAX = 1000 };

void report_clear(struct report *report);

// Adds a fault. Its message is a clause in lower case without a full stop.
void report_add(struct report *report, const struct source *source, size_t at, size_t length,
                const char *format, ...) __attribute__((format(printf, 5, 6)));

// Adds a warning.
void report_warn(struct report *report, const struct source *source, size_t at, size_t length,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));

// Adds a second place to what was last added, or said again.
void report_other(struct report *report, const struct source *source, size_t at, const char *message);

// Whether no more faults are listed, so that it does not matter what is said of them.
bool report_is_full(const struct report *report);

// Puts the faults of a source in the order of its lines.
void report_sort(struct report *report);

// Whether nothing is wrong; there may be warnings.
bool report_is_empty(const struct report *report);

// How many faults there are without the warnings, those that are not listed included.
size_t report_count(const struct report *report);

// A number that grows whenever a fault is reported that is no warning, also one that is known already.
size_t report_mark(const struct report *report);

// Appends one fault as "FILE:LINE:COLUMN: error: MESSAGE" (or "warning:"), the line, and a caret below it; then the second place as a note.
void fault_write(const struct fault *fault, struct buffer *out);

// The first fault that is no warning as an error (ERROR_VARIANT at "FILE:LINE:COLUMN", or ERROR_SYSTEM); returns false.
bool report_error(const struct report *report, struct error *err);

#endif
