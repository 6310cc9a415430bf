// SPDX-License-Identifier: GPL-3.0-or-later
// One call of stdio for each line, because the lock of the stream is what keeps the lines of two threads apart.
#include "protocols/say.h"

#include "protocols/command.h"

enum { TEXT_SIZE = 1024, QUOTING_SIZE = 512 };

void say_text(FILE *out, const char *text)
{
    fprintf(out, "%s\n", text);
    fflush(out);
}

void say_format(FILE *out, const char *format, va_list values)
{
    char text[TEXT_SIZE];
    vsnprintf(text, sizeof text, format, values);
    say_text(out, text);
}

void say_safely(FILE *out, const char *how, const char *format, va_list values)
{
    char text[QUOTING_SIZE];
    vsnprintf(text, sizeof text, format, values);
    command_printable(text);
    fprintf(out, "%s %s\n", how, text);
    fflush(out);
}
