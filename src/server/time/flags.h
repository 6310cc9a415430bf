// SPDX-License-Identifier: GPL-3.0-or-later
// Flags fall although nobody is connected: a thread that waits for the next deadline of all matches.
//
// The deadlines are in an index of the database, which finds the earliest among any number of them, and which no restart loses.
#ifndef LEAPER_SERVER_FLAGS_H
#define LEAPER_SERVER_FLAGS_H

#include "archive/archive.h"
#include "server/time/served.h"

struct flags;

// Called by the thread for a match whose deadline has come, or had come when it was looked up. False if that could not be written; it
// is called again a little later.
typedef bool flags_fall(void *context, const char *id);

// Starts the thread. Archive and `served` are borrowed. NULL with an error.
struct flags *flags_new(struct archive *archive, const struct served *served, flags_fall *fall, void *context,
                        struct error *err);

// Stores the time that has been served, and ends the thread. NULL is allowed.
void flags_free(struct flags *flags);

// A match with this deadline has been written. From any thread; never blocks for long.
void flags_set(struct flags *flags, int64_t deadline);

#endif
