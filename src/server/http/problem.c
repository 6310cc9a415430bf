// SPDX-License-Identifier: GPL-3.0-or-later
// The table of failures, and how one is written as JSON.
#include "server/http/problem.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    unsigned status;
    const char *name;
} problems[PROBLEMS] = {
    [PROBLEM_NONE] = {200, ""},
    [PROBLEM_BAD_JSON] = {400, "bad-json"},
    [PROBLEM_BAD_FIELD] = {400, "bad-field"},
    [PROBLEM_UNKNOWN_FIELD] = {400, "unknown-field"},
    [PROBLEM_MISSING_FIELD] = {400, "missing-field"},
    [PROBLEM_BAD_QUERY] = {400, "bad-query"},
    [PROBLEM_BAD_REQUEST] = {400, "bad-request"},
    [PROBLEM_NO_TOKEN] = {401, "no-token"},
    [PROBLEM_BAD_TOKEN] = {403, "bad-token"},
    [PROBLEM_BAD_JOIN] = {403, "bad-join"},
    [PROBLEM_BAD_KEY] = {403, "bad-key"},
    [PROBLEM_BAD_HOST] = {403, "bad-host"},
    [PROBLEM_BAD_ORIGIN] = {403, "bad-origin"},
    [PROBLEM_NO_ROUTE] = {404, "no-route"},
    [PROBLEM_NO_MATCH] = {404, "no-match"},
    [PROBLEM_NO_PLY] = {404, "no-ply"},
    [PROBLEM_NO_GAME] = {404, "no-game"},
    [PROBLEM_NO_SEEK] = {404, "no-seek"},
    [PROBLEM_NO_LINK] = {404, "no-link"},
    [PROBLEM_NO_DEVICE] = {404, "no-device"},
    [PROBLEM_BAD_METHOD] = {405, "bad-method"},
    [PROBLEM_STALE_PLY] = {409, "stale-ply"},
    [PROBLEM_NOT_YOUR_TURN] = {409, "not-your-turn"},
    [PROBLEM_MATCH_OVER] = {409, "match-over"},
    [PROBLEM_MATCH_NOT_OVER] = {409, "match-not-over"},
    [PROBLEM_SEAT_TAKEN] = {409, "seat-taken"},
    [PROBLEM_SEAT_OPEN] = {409, "seat-open"},
    [PROBLEM_NO_DRAWS] = {409, "no-draws"},
    [PROBLEM_NO_OFFER] = {409, "no-offer"},
    [PROBLEM_ALREADY_OFFERED] = {409, "already-offered"},
    [PROBLEM_OFFER_TOO_SOON] = {409, "offer-too-soon"},
    [PROBLEM_NO_TAKEBACK] = {409, "no-takeback"},
    [PROBLEM_NO_ANNOUNCEMENTS] = {409, "no-announcements"},
    [PROBLEM_SEEK_TAKEN] = {409, "seek-taken"},
    [PROBLEM_LINK_USED] = {409, "link-used"},
    [PROBLEM_MANY_DEVICES] = {409, "many-devices"},
    [PROBLEM_OWN_SEEK] = {409, "own-seek"},
    [PROBLEM_NOT_PRESENT] = {409, "not-present"},
    [PROBLEM_NO_ABORT] = {409, "no-abort"},
    [PROBLEM_NOT_AWAY] = {409, "not-away"},
    [PROBLEM_NO_MAIL] = {409, "no-mail"},
    [PROBLEM_BODY_TOO_LARGE] = {413, "body-too-large"},
    [PROBLEM_NOT_JSON] = {415, "not-json"},
    [PROBLEM_ILLEGAL_TURN] = {422, "illegal-turn"},
    [PROBLEM_BAD_TURN] = {422, "bad-turn"},
    [PROBLEM_BAD_FEN] = {422, "bad-fen"},
    [PROBLEM_BAD_VARIANT] = {422, "bad-variant"},
    [PROBLEM_FALSE_ANNOUNCEMENT] = {422, "false-announcement"},
    [PROBLEM_TOO_MANY] = {429, "too-many"},
    [PROBLEM_INTERNAL] = {500, "internal"},
    [PROBLEM_DATABASE] = {500, "database"},
    [PROBLEM_BUSY] = {503, "busy"},
};

void problem_make_plain(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c; c++) {
        bool turns = c[0] == 0xe2 && ((c[1] == 0x80 && c[2] >= 0xaa && c[2] <= 0xae) ||
                                      (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9));
        if (turns)
            c[1] = c[2] = '?';
        if (turns || *c < 0x20 || *c == 0x7f)
            *c = '?';
    }
}

static void fill(struct problem *problem, enum problem_code code, const char *at, const char *format,
                 va_list arguments)
{
    problem->code = code;
    problem->offset = -1;
    problem->retry_after = 0;
    snprintf(problem->at, sizeof problem->at, "%s", at ? at : "");
    vsnprintf(problem->message, sizeof problem->message, format, arguments);
    problem_make_plain(problem->message);
}

bool problem_set(struct problem *problem, enum problem_code code, const char *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(problem, code, at, format, arguments);
    va_end(arguments);
    return false;
}

bool problem_too_many(struct problem *problem, unsigned retry_after, const char *message)
{
    problem_set(problem, PROBLEM_TOO_MANY, NULL, "%s; try again in %u seconds", message, retry_after);
    problem->retry_after = retry_after;
    return false;
}

bool problem_set_offset(struct problem *problem, enum problem_code code, long offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(problem, code, NULL, format, arguments);
    problem->offset = offset;
    va_end(arguments);
    return false;
}

bool problem_from_error(struct problem *problem, enum problem_code code, const char *at,
                        const struct error *err)
{
    const char *bracket = strrchr(err->at, '[');
    char *end = NULL;
    long offset = bracket ? strtol(bracket + 1, &end, 10) : -1;
    if (!at && bracket && end != bracket + 1 && !strcmp(end, "]"))
        return problem_set_offset(problem, code, offset, "%s", err->message);
    return problem_set(problem, code, at, "%s", err->message);
}

unsigned problem_status(enum problem_code code)
{
    assert(code < PROBLEMS);
    return problems[code].status;
}

const char *problem_name(enum problem_code code)
{
    assert(code < PROBLEMS);
    return problems[code].name;
}

// A string from a text that is not UTF-8, with a question mark for each byte that is not ASCII.
static json_t *plain_string(const char *text)
{
    struct buffer plain;
    buffer_init(&plain);
    for (; *text; text++)
        buffer_add_char(&plain, (unsigned char)*text < 0x80 ? *text : '?');
    json_t *string = json_string(buffer_text(&plain));
    buffer_clear(&plain);
    return string;
}

void problem_write(const struct problem *problem, const char *more, struct buffer *out)
{
    json_t *at = problem->offset >= 0 ? json_integer(problem->offset)
                 : problem->at[0]     ? json_string(problem->at)
                                      : json_null();
    // The message may quote a text that is not UTF-8, or be cut within a character.
    json_t *message = json_string(problem->message);
    if (!message)
        message = plain_string(problem->message);
    json_t *error = json_pack("{s:s, s:o, s:o}", "code", problem_name(problem->code), "message", message,
                              "at", at ? at : json_null());
    char *text = error ? json_dumps(error, JSON_COMPACT) : NULL;
    json_decref(error);
    buffer_addf(out, "{\"error\":%s",
                text ? text : "{\"code\":\"internal\",\"message\":\"out of memory\",\"at\":null}");
    if (more)
        buffer_addf(out, ",\"%s\":%s", problem->code == PROBLEM_BAD_VARIANT ? "faults" : "match", more);
    buffer_add_char(out, '}');
    free(text);
}
