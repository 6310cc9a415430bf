// SPDX-License-Identifier: GPL-3.0-or-later
// Flags fall although nobody is connected: a thread that waits for the next deadline of all matches, and stores the time served.
//
// The deadlines are in an index of the database, which finds the earliest among any number of them, and which no restart loses.
#ifndef LEAPER_SERVER_FLAGS_H
#define LEAPER_SERVER_FLAGS_H

#include "archive/archive.h"
#include "server/time/served.h"

struct flags;

// Called by the thread for a match whose deadline has come. False if the match is as it was; it is called again a little later.
typedef bool flags_fall(void *context, const char *id);

// Archive and `served` are borrowed.
struct flags *flags_new(struct archive *archive, struct served *served, flags_fall *fall, void *context);
void flags_free(struct flags *flags); // NULL is allowed; the thread must not run

// Starts the thread; flags_stop() ends it and stores the time. False with an error.
bool flags_start(struct flags *flags, struct error *err);
void flags_stop(struct flags *flags); // NULL is allowed, and that it does not run

// A match with this deadline has been written. From any thread; never blocks for long.
void flags_set(struct flags *flags, int64_t deadline);

#endif
