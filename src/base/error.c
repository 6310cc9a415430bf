// SPDX-License-Identifier: GPL-3.0-or-later
// Sets and names errors.
#include "base/error.h"

#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *err, enum error_code code, const char *at, const char *format, ...)
{
    if (!err)
        return false;
    err->code = code;
    err->no_memory = false;
    snprintf(err->at, sizeof err->at, "%s", at ? at : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->message, sizeof err->message, format, arguments);
    va_end(arguments);
    text_make_printable(err->at);
    text_make_printable(err->message);
    return false;
}

void error_set_no_memory(struct error *err)
{
    error_set(err, ERROR_SYSTEM, "", "out of memory");
    if (err)
        err->no_memory = true;
}

void error_place(struct error *err, const char *outer)
{
    if (!err)
        return;
    char joined[sizeof err->at + 64];
    snprintf(joined, sizeof joined, "%s%s%s", outer, err->at[0] ? ": " : "", err->at);
    joined[sizeof err->at - 1] = '\0';
    text_make_printable(joined);
    memcpy(err->at, joined, strlen(joined) + 1);
}

const char *error_code_name(enum error_code code)
{
    static const char *const names[ERROR_CODES] = {
        [ERROR_NONE] = "none",
        [ERROR_UNKNOWN_GAME] = "unknown-game",
        [ERROR_PARAMETER] = "bad-parameter",
        [ERROR_FEN] = "bad-fen",
        [ERROR_MOVE_SYNTAX] = "bad-move",
        [ERROR_ILLEGAL_MOVE] = "illegal-move",
        [ERROR_GAME_OVER] = "game-over",
        [ERROR_BETZA] = "bad-betza",
        [ERROR_PGN] = "bad-pgn",
        [ERROR_JSON] = "bad-json",
        [ERROR_REQUEST] = "bad-request",
        [ERROR_NOT_FOUND] = "not-found",
        [ERROR_FORBIDDEN] = "forbidden",
        [ERROR_CONFLICT] = "conflict",
        [ERROR_TOO_LARGE] = "too-large",
        [ERROR_BUSY] = "busy",
        [ERROR_VARIANT] = "bad-variant",
        [ERROR_SYSTEM] = "system",
    };
    assert(code < ERROR_CODES);
    return names[code];
}
