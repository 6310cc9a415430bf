// SPDX-License-Identifier: GPL-3.0-or-later
// The matches in memory, each once: those in use, which include all that somebody watches, and the last few that were.
#ifndef LEAPER_SERVER_HUB_H
#define LEAPER_SERVER_HUB_H

#include "server/match/match.h"

struct hub;

// All are borrowed.
struct hub *hub_new(struct archive *archive, const struct served *served, struct presence *presence);

// No match may be in use any more.
void hub_free(struct hub *hub);

// The match with that id, read from the archive if it is not in memory. Release it with hub_release(). NULL with
// PROBLEM_NO_MATCH, or with PROBLEM_DATABASE if the archive cannot be read or understood. May wait for the disk, and for other
// threads that are reading the same match: call it with no match locked.
struct match *hub_acquire(struct hub *hub, const char *id, struct problem *problem);

// The same unless it would take long: NULL, and no problem is set, if the match must be read and has very many turns or a text, or if
// another thread is reading it.
struct match *hub_acquire_soon(struct hub *hub, const char *id, struct problem *problem);

// The same as hub_acquire() for a match that has just been written to the archive and is no rematch, made from its row and the session that the row
// was filled in from, so that neither is read again. Takes ownership of the session, and of what the row owns unless another thread
// has found the match in the archive already.
struct match *hub_add(struct hub *hub, struct archived_match *row, struct session *session);

// Keeps a match that the caller has acquired in memory until it is released once more.
void hub_keep(struct hub *hub, struct match *match);

void hub_release(struct hub *hub, struct match *match); // NULL is allowed

// Deletes those of the matches that are not in use and were last changed before that time; meanwhile none of them can be acquired.
// Returns how many were deleted. Takes at most HUB_DELETE at a time.
enum { HUB_DELETE = 64 };
size_t hub_delete(struct hub *hub, const char (*ids)[ARCHIVE_ID_SIZE], size_t count, int64_t before);

#endif
