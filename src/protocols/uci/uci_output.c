// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of the UCI engine to its GUI.
#include "protocols/say.h"
#include "protocols/uci/uci_state.h"

void uci_say_text(struct uci *uci, const char *text)
{
    say_text(uci->out, text);
}

void uci_say(struct uci *uci, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say_format(uci->out, format, values);
    va_end(values);
}

void uci_complain(struct uci *uci, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say_safely(uci->out, "info string error:", format, values);
    va_end(values);
}

void uci_report(struct uci *uci, const struct error *err)
{
    uci_complain(uci, "%s%s%s", err->at, err->at[0] ? ": " : "", err->message);
}
