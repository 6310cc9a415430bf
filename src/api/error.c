// SPDX-License-Identifier: GPL-3.0-or-later
// Converts errors; the version; frees strings.
#include "api/handle.h"
#include "base/text.h"
#include "tours/count/meeting.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Version ----

const char *leaper_version(void)
{
    return LEAPER_VERSION_TEXT;
}

int leaper_version_number(void)
{
    return LEAPER_VERSION_NUMBER;
}

bool leaper_has_feature(const char *name)
{
    return !strcmp(name, "tours") || (!strcmp(name, "meeting") && meeting_is_built_in());
}

// ---- Errors ----

static const struct {
    enum error_code inside;
    enum leaper_code code;
} codes[] = {
    {ERROR_NONE, LEAPER_OK},
    {ERROR_UNKNOWN_GAME, LEAPER_ERROR_UNKNOWN_GAME},
    {ERROR_PARAMETER, LEAPER_ERROR_PARAMETER},
    {ERROR_FEN, LEAPER_ERROR_FEN},
    {ERROR_MOVE_SYNTAX, LEAPER_ERROR_MOVE_SYNTAX},
    {ERROR_ILLEGAL_MOVE, LEAPER_ERROR_ILLEGAL_MOVE},
    {ERROR_GAME_OVER, LEAPER_ERROR_GAME_OVER},
    {ERROR_BETZA, LEAPER_ERROR_BETZA},
    {ERROR_PGN, LEAPER_ERROR_PGN},
    {ERROR_JSON, LEAPER_ERROR_JSON},
    {ERROR_REQUEST, LEAPER_ERROR_REQUEST},
    {ERROR_NOT_FOUND, LEAPER_ERROR_NOT_FOUND},
    {ERROR_CONFLICT, LEAPER_ERROR_CONFLICT},
    {ERROR_TOO_LARGE, LEAPER_ERROR_TOO_LARGE},
    {ERROR_BUSY, LEAPER_ERROR_CANCELLED},
    {ERROR_VARIANT, LEAPER_ERROR_VARIANT},
    // Outside tours, the only system error is lack of memory; see tours_fail() for the others.
    {ERROR_SYSTEM, LEAPER_ERROR_NO_MEMORY},
};

const char *leaper_code_name(enum leaper_code code)
{
    switch (code) {
    case LEAPER_ERROR_CANCELLED:
        return "cancelled";
    case LEAPER_ERROR_SYSTEM:
        return "system";
    case LEAPER_ERROR_NO_MEMORY:
        return "no-memory";
    case LEAPER_ERROR_NOT_BUILT_IN:
        return "not-built-in";
    default:
        for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
            if (codes[i].code == code)
                return error_code_name(codes[i].inside);
        return "error";
    }
}

bool fail(struct leaper_error *error, enum leaper_code code, const char *place, const char *format, ...)
{
    if (!error)
        return false;
    error->code = code;
    snprintf(error->place, sizeof error->place, "%s", place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    text_make_printable(error->place);
    text_make_printable(error->message);
    return false;
}

bool fail_no_memory(struct leaper_error *error)
{
    return fail(error, LEAPER_ERROR_NO_MEMORY, "", "out of memory");
}

bool fail_illegal(struct leaper_error *error, const char *what)
{
    return fail(error, LEAPER_ERROR_ILLEGAL_MOVE, "", "this %s is not legal in the current position", what);
}

bool reserved_are_zeros(const uint64_t *reserved, size_t count, struct leaper_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (reserved[i])
            return fail(error, LEAPER_ERROR_PARAMETER, "reserved",
                        "reserved members must be zero; initialise the whole struct");
    return true;
}

bool fail_as(struct leaper_error *error, const struct error *inside)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].inside == inside->code)
            return fail(error, codes[i].code, inside->at, "%s", inside->message);
    return fail(error, LEAPER_ERROR_SYSTEM, inside->at, "%s", inside->message);
}

// ---- Texts ----

void leaper_free(void *block)
{
    free(block);
}

char *text_out(struct buffer *buffer, struct leaper_error *error)
{
    // A buffer that was never written to has no text.
    buffer_add(buffer, "");
    char *text = buffer_take(buffer);
    buffer_clear(buffer);
    if (!text)
        fail_no_memory(error);
    return text;
}
