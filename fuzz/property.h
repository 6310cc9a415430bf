// SPDX-License-Identifier: GPL-3.0-or-later
// What every fuzz target needs: its input as a string, and a way to say that a property does not hold.
#ifndef LEAPER_FUZZ_PROPERTY_H
#define LEAPER_FUZZ_PROPERTY_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The entry point that libFuzzer calls.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Ends the run, and so keeps the input, when a property does not hold.
#define PROPERTY(condition)                                                                                  \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);                   \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

// The input as a terminated string; the caller frees it. What follows a zero byte is lost.
static inline char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    PROPERTY(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

#endif
