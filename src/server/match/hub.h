// SPDX-License-Identifier: GPL-3.0-or-later
// All matches that somebody is using, each in memory once, and the last few that somebody used.
#ifndef LEAPER_SERVER_HUB_H
#define LEAPER_SERVER_HUB_H

#include "server/match/match.h"

struct hub;

// The archive is borrowed.
struct hub *hub_new(struct archive *archive);

// Nobody may be using a match any more.
void hub_free(struct hub *hub);

// The match of that id, read from the archive when it is not in memory. Give
// it back with hub_release(). NULL with PROBLEM_NO_MATCH, or with
// PROBLEM_DATABASE when the archive cannot be read or understood. May wait
// for the disk, and for others who read the same match: call it with no match locked.
struct match *hub_acquire(struct hub *hub, const char *id, struct problem *problem);
void hub_release(struct hub *hub, struct match *match); // NULL is allowed

// Deletes those of the matches that nobody is using and that were last changed before that time; nobody gets one of them
// meanwhile. How many. At most HUB_DELETE at a time.
enum { HUB_DELETE = 64 };
size_t hub_delete(struct hub *hub, const char (*ids)[ARCHIVE_ID_SIZE], size_t count, int64_t before);

#endif
