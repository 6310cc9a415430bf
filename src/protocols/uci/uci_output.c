// SPDX-License-Identifier: GPL-3.0-or-later
// Writes whole lines to the GUI, from any thread.
#include "protocols/command.h"
#include "protocols/uci/uci_state.h"

#include <stdarg.h>
#include <stdio.h>

void uci_say_text(struct uci *uci, const char *text)
{
    // One call for each line, because the lock of the stream is what keeps the lines of two threads apart.
    fprintf(uci->out, "%s\n", text);
    fflush(uci->out);
}

void uci_say(struct uci *uci, const char *format, ...)
{
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    uci_say_text(uci, text);
}

void uci_complain(struct uci *uci, const char *format, ...)
{
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    command_printable(text);
    uci_say(uci, "info string error: %s", text);
}

void uci_report(struct uci *uci, const struct error *err)
{
    uci_complain(uci, "%s%s%s", err->at, err->at[0] ? ": " : "", err->message);
}
