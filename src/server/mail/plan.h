// SPDX-License-Identifier: GPL-3.0-or-later
// What is sent to somebody who wants messages about a match, and when. Times are milliseconds of the time that the server has served.
#ifndef LEAPER_SERVER_PLAN_H
#define LEAPER_SERVER_PLAN_H

#include "archive/archived.h"

// The least time for a turn in matches about which messages are sent.
#define MAIL_TURN_LEAST (INT64_C(60) * 60 * 1000)

// Between a turn and the message about it, in case its player is there; until an address that nobody confirms is forgotten; the most
// time left when the second message about a turn is sent.
#define MAIL_DELAY    (INT64_C(5) * 60 * 1000)
#define MAIL_PATIENCE (INT64_C(3) * 24 * 60 * 60 * 1000)
#define MAIL_SHORT    (INT64_C(24) * 60 * 60 * 1000)

enum letter {
    LETTER_NONE,
    LETTER_CONFIRM, // may messages be sent?
    LETTER_TURN,    // it is your turn
    LETTER_SHORT,   // time is short
    LETTER_OVER,    // the match is over
    LETTER_KINDS
};

// What there is to see.
struct mail_view {
    const struct archived_match *row;
    bool watching; // the player has the match open
    int64_t now;
};

struct mail_plan {
    enum letter letter;         // to be sent
    bool forget;                // the address, afterwards
    struct archived_mail after; // what is stored instead of the address as it was
};

// Whether messages can be sent about such a match at all: two people, with enough time for each turn.
bool mail_suits(const struct archived_match *row);

// When a change of a match is to be looked at; 0 if there is nothing to see.
int64_t mail_moment(const struct archived_match *before, const struct archived_match *after, int64_t now);

// Decides what to do about an address that is due.
void mail_plan(const struct archived_mail *mail, const struct mail_view *view, struct mail_plan *plan);

// The same after a message could not be sent; after many attempts it never will be.
void mail_plan_again(const struct archived_mail *mail, int64_t now, struct mail_plan *plan);

#endif
