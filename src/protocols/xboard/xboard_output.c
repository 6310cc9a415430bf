// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of the CECP engine to its GUI.
#include "protocols/say.h"
#include "protocols/xboard/xboard_state.h"

void xboard_say_text(struct xboard *xboard, const char *text)
{
    say_text(xboard->out, text);
}

void xboard_say(struct xboard *xboard, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say_format(xboard->out, format, values);
    va_end(values);
}

void xboard_tell(struct xboard *xboard, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say_safely(xboard->out, "telluser", format, values);
    va_end(values);
}

void xboard_tell_error(struct xboard *xboard, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say_safely(xboard->out, "tellusererror", format, values);
    va_end(values);
}

void xboard_error(struct xboard *xboard, const char *reason, const char *command)
{
    char text[128];
    snprintf(text, sizeof text, "%s", command);
    command_printable(text);
    xboard_say(xboard, "Error (%s): %s", reason, text);
}
