// SPDX-License-Identifier: GPL-3.0-or-later
// Writes whole lines to the GUI, from any thread.
#include "protocols/xboard/xboard_state.h"

#include <stdarg.h>
#include <stdio.h>

void xboard_say_text(struct xboard *xboard, const char *text)
{
    // One call for each line, because the lock of the stream is what keeps the lines of two threads apart.
    fprintf(xboard->out, "%s\n", text);
    fflush(xboard->out);
}

void xboard_say(struct xboard *xboard, const char *format, ...)
{
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    xboard_say_text(xboard, text);
}

static void tell(struct xboard *xboard, const char *how, const char *format, va_list values)
{
    char text[512];
    vsnprintf(text, sizeof text, format, values);
    command_printable(text);
    xboard_say(xboard, "%s %s", how, text);
}

void xboard_tell(struct xboard *xboard, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    tell(xboard, "telluser", format, values);
    va_end(values);
}

void xboard_tell_error(struct xboard *xboard, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    tell(xboard, "tellusererror", format, values);
    va_end(values);
}

void xboard_error(struct xboard *xboard, const char *reason, const char *command)
{
    char text[128];
    snprintf(text, sizeof text, "%s", command);
    command_printable(text);
    xboard_say(xboard, "Error (%s): %s", reason, text);
}
