// SPDX-License-Identifier: GPL-3.0-or-later
// Writes whole lines to the GUI, from any thread: the lines of two threads do not mix. Each is flushed at once.
#ifndef LEAPER_PROTOCOLS_SAY_H
#define LEAPER_PROTOCOLS_SAY_H

#include <stdarg.h>
#include <stdio.h>

// Writes a line of any length; the line break is added.
void say_text(FILE *out, const char *text);

// The same for a formatted text, which is cut after 1023 bytes.
void say_format(FILE *out, const char *format, va_list values) __attribute__((format(printf, 2, 0)));

// Writes `how`, a blank and a formatted text, which may quote anything: all but printable ASCII becomes '?'. It is cut after 511
// bytes.
void say_safely(FILE *out, const char *how, const char *format, va_list values)
    __attribute__((format(printf, 3, 0)));

#endif
