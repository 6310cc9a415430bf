// SPDX-License-Identifier: GPL-3.0-or-later
// Why a request failed: the codes of docs/api.md, "Errors", and what an answer says about one failure.
#ifndef LEAPER_SERVER_PROBLEM_H
#define LEAPER_SERVER_PROBLEM_H

#include "base/buffer.h"
#include "base/error.h"

enum problem_code {
    PROBLEM_NONE,
    PROBLEM_BAD_JSON,
    PROBLEM_BAD_FIELD,
    PROBLEM_UNKNOWN_FIELD,
    PROBLEM_MISSING_FIELD,
    PROBLEM_BAD_QUERY,
    PROBLEM_BAD_REQUEST,
    PROBLEM_NO_TOKEN,
    PROBLEM_BAD_TOKEN,
    PROBLEM_BAD_JOIN,
    PROBLEM_BAD_KEY,
    PROBLEM_BAD_HOST,
    PROBLEM_BAD_ORIGIN,
    PROBLEM_NO_ROUTE,
    PROBLEM_NO_MATCH,
    PROBLEM_NO_PLY,
    PROBLEM_NO_GAME,
    PROBLEM_NO_SEEK,
    PROBLEM_NO_LINK,
    PROBLEM_NO_DEVICE,
    PROBLEM_BAD_METHOD,
    PROBLEM_STALE_PLY,
    PROBLEM_NOT_YOUR_TURN,
    PROBLEM_MATCH_OVER,
    PROBLEM_MATCH_NOT_OVER,
    PROBLEM_SEAT_TAKEN,
    PROBLEM_SEAT_OPEN,
    PROBLEM_NO_DRAWS,
    PROBLEM_NO_OFFER,
    PROBLEM_ALREADY_OFFERED,
    PROBLEM_OFFER_TOO_SOON,
    PROBLEM_NO_TAKEBACK,
    PROBLEM_NO_ANNOUNCEMENTS,
    PROBLEM_SEEK_TAKEN,
    PROBLEM_LINK_USED,
    PROBLEM_MANY_DEVICES,
    PROBLEM_OWN_SEEK,
    PROBLEM_NOT_PRESENT,
    PROBLEM_NO_ABORT,
    PROBLEM_NOT_AWAY,
    PROBLEM_NO_MAIL,
    PROBLEM_BODY_TOO_LARGE,
    PROBLEM_NOT_JSON,
    PROBLEM_ILLEGAL_TURN,
    PROBLEM_BAD_TURN,
    PROBLEM_BAD_FEN,
    PROBLEM_BAD_VARIANT,
    PROBLEM_FALSE_ANNOUNCEMENT,
    PROBLEM_TOO_MANY,
    PROBLEM_INTERNAL,
    PROBLEM_DATABASE,
    PROBLEM_BUSY,
    PROBLEMS
};

struct problem {
    enum problem_code code;
    char at[96];          // the name of a member, or ""
    long offset;          // byte offset in a text, or -1
    char message[320];    // one sentence
    unsigned retry_after; // seconds after which to try again; 0: unknown
};

// Fills in the problem and returns false. `at` may be NULL.
bool problem_set(struct problem *problem, enum problem_code code, const char *at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Sets PROBLEM_TOO_MANY, with the seconds after which to try again, and returns false.
bool problem_too_many(struct problem *problem, unsigned retry_after, const char *message);

// Like problem_set(), for a place in a text.
bool problem_set_offset(struct problem *problem, enum problem_code code, long offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Makes a problem from an error of another part of the program. A place like "fen[12]" becomes the offset 12; any other place is
// dropped. If `at` is not NULL, it replaces the place.
bool problem_from_error(struct problem *problem, enum problem_code code, const char *at,
                        const struct error *err);

// The HTTP status of a code, and its name in JSON.
unsigned problem_status(enum problem_code code);
const char *problem_name(enum problem_code code);

// Messages and titles quote what somebody sent: makes question marks of control characters, and of those that change the direction of
// text.
void problem_make_plain(char *text);

// Appends {"error":{"code":…,"message":…,"at":…}} with `more`, which is JSON, as a second member unless it is NULL: "faults" of
// PROBLEM_BAD_VARIANT, else "match".
void problem_write(const struct problem *problem, const char *more, struct buffer *out);

#endif
