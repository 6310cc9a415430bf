// SPDX-License-Identifier: GPL-3.0-or-later
// Which seats a token holds: it is that of a seat, or a key for another device of the same person.
#ifndef LEAPER_SERVER_HELD_H
#define LEAPER_SERVER_HELD_H

#include "archive/archive.h"
#include "server/http/problem.h"

struct held {
    unsigned seats;               // bits 1 << color
    char device[ARCHIVE_ID_SIZE]; // whose key it is, or ""
};

// Fills in what `token` (NULL: none) holds in a match. Keys are read from the disk each time, so that they open nothing any more as soon as
// they have been ended. False, with PROBLEM_DATABASE, if that is not possible.
bool seats_held(struct archive *archive, const struct archived_match *row, const char *token,
                struct held *held, struct problem *problem);

#endif
