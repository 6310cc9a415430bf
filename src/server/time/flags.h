// SPDX-License-Identifier: GPL-3.0-or-later
// Flags fall although nobody is connected: a thread that waits for the next deadline of all matches, and stores the time served.
// What it cannot do at once, such as playing a match of thousands of turns through again, it leaves to a second thread, so that others
// do not wait for it.
//
// The deadlines are in an index of the database, which finds the earliest among any number of them, and which no restart loses.
#ifndef LEAPER_SERVER_FLAGS_H
#define LEAPER_SERVER_FLAGS_H

#include "archive/archive.h"
#include "server/time/served.h"

struct flags;

// Called for a match whose deadline has come, also by two threads at the same time. False if the match is as it was; it is called
// again a little later. If it is not `patient`, it must not take long: it rather returns false, and is called again patiently.
typedef bool flags_fall(void *context, const char *id, bool patient);

// Archive and `served` are borrowed.
struct flags *flags_new(struct archive *archive, struct served *served, flags_fall *fall, void *context);
void flags_free(struct flags *flags); // NULL is allowed; no thread may run

// Starts the threads; flags_stop() ends them and stores the time. False with an error.
bool flags_start(struct flags *flags, struct error *err);
void flags_stop(struct flags *flags); // NULL is allowed, and that it does not run

// A match with this deadline has been written. From any thread; never blocks for long.
void flags_set(struct flags *flags, int64_t deadline);

#endif
