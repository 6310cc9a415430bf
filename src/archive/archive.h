// SPDX-License-Identifier: GPL-3.0-or-later
// Matches on disk: an SQLite database in WAL mode, which stores every change before anyone is told about it.
// Only one process at a time can have the database open for writing. All functions may be called from any
// thread. A function that changes something returns once the change is on disk; changes made at the same time
// are written together. Readers do not wait for them. A function that fails has changed nothing, neither now
// nor after a crash, unless archive_failed(); its error is ERROR_SYSTEM unless stated otherwise. Secrets are
// passed as hashes only.
#ifndef LEAPER_ARCHIVE_ARCHIVE_H
#define LEAPER_ARCHIVE_ARCHIVE_H

#include "archive/archived.h"
#include "base/error.h"

struct archive;

// Opens the database, creating it if the file is missing or empty; its directory must exist. Refuses, with a
// reason and without touching anything: directories, files that are not databases, and databases that belong
// to another program or a newer Leaper, are in use by another Leaper, or are damaged. On a full disk the
// database can be read, and changes are refused until there is room again.
struct archive *archive_open(const char *path, struct error *err);
void archive_close(struct archive *archive); // NULL is allowed

// Opens an existing database for reading only, even while a server is using it; a damaged one is opened as
// far as it can be read. All changes are refused. `alone`: nobody writes to it meanwhile, and no files are
// created beside it.
struct archive *archive_open_to_read(const char *path, bool alone, struct error *err);

typedef void archive_fault_visitor(void *context, const char *what);

// Checks the database as a whole: its structure, its secret, and the consistency of its rows; archive_load()
// checks single matches. False if it cannot be examined at all.
bool archive_examine(struct archive *archive, archive_fault_visitor *visit, void *context, struct error *err);

// Copies a snapshot of the database to a new file, which is verified before it gets its name. Others may use
// the database meanwhile. ERROR_CONFLICT if there is a file with that name. `count` gets the number of
// matches in the copy.
bool archive_backup(struct archive *archive, const char *target, int64_t *count, struct error *err);

// The default path: $XDG_DATA_HOME/leaper/leaper.db or ~/.local/share/leaper/leaper.db.
// Creates the directories, accessible to the user only. The caller frees the path; NULL on failure.
char *archive_default_path(struct error *err);

// A secret created together with the database: ARCHIVE_HASH_SIZE random bytes that never change.
const uint8_t *archive_secret(const struct archive *archive);

// Whether the database can be written to: tries it, unless something has just been written. After the disk
// has refused a change, whether there is room for such a change again.
bool archive_check(struct archive *archive, struct error *err);

// Whether the disk has failed in such a way that it is unknown which of the last changes are on it. Nobody
// may be told anything about them: the process should exit. When the database is opened again, it will be
// seen what is there.
bool archive_failed(const struct archive *archive);

// Adds a new match; fills in created, updated, revision and change, and has_text and text_hash if it has a text. If `previous` is given, a finished match
// as it is on disk, the new match becomes its rematch in the same transaction, and its rematch, revision,
// updated and change are filled in too. ERROR_CONFLICT if it already has a rematch or differs from what is on
// disk, ERROR_TOO_LARGE if its text is new and no more texts are kept.
bool archive_create(struct archive *archive, struct archived_match *match, struct archived_match *previous,
                    struct error *err);

// Writes the match and the event in one transaction; the match's revision must be one more than that on disk
// (else ERROR_CONFLICT). Fills in updated and change. The constant members of a match (game, parameters,
// text, start, created, local, finder, join, series) must not have changed.
bool archive_update(struct archive *archive, struct archived_match *match, const struct archive_event *event,
                    struct error *err);

// Reads a match with its text, and its turns. ERROR_NOT_FOUND; ERROR_SYSTEM, also if a checksum does not match. On success
// the caller clears both.
bool archive_load(struct archive *archive, const char *id, struct archived_match *match,
                  struct archived_turns *turns, struct error *err);

// Reads a match without its text and its turns. ERROR_NOT_FOUND; ERROR_SYSTEM, also if its checksum does not match. On success the
// caller clears it.
bool archive_row(struct archive *archive, const char *id, struct archived_match *match, struct error *err);

// The ply at which each side (by colour) last offered a draw that was not accepted at once; -1: never.
bool archive_offers(struct archive *archive, const char *id, int64_t plies[2], struct error *err);

// At most `most` games before a match in its series, going back from each match to the one whose rematch it
// is. Colours alternate from game to game. On success the caller frees series->games.
bool archive_series(struct archive *archive, const char *id, unsigned most, struct archived_series *series,
                    struct error *err);

typedef void archive_visitor(void *context, const struct archived_match *match);

// Calls `visit` for each match of the query, `start` and `text` being NULL in them. The
// visitor may not call the archive.
bool archive_list(struct archive *archive, const struct archive_query *query, archive_visitor *visit,
                  void *context, struct error *err);

typedef void archive_id_visitor(void *context, const char *id);

// Calls `visit` for at most `limit` matches where an engine is to move, longest waiting first.
bool archive_due(struct archive *archive, unsigned limit, archive_id_visitor *visit, void *context,
                 struct error *err);

// Calls `visit` for matches whose deadline has come, earliest first, and moves the span on to the last of them: the next part is right
// even if some of this one have been changed meanwhile.
bool archive_fallen(struct archive *archive, int64_t now, struct archive_span *span,
                    archive_id_visitor *visit, void *context, struct error *err);

// The earliest deadline after that time, or NO_DEADLINE.
bool archive_deadline(struct archive *archive, int64_t after, int64_t *deadline, struct error *err);

// For how many milliseconds servers have served this archive, as far as it knows: what was last stored with archive_serve(), or with a
// match whose clock was started after that. Clocks go by this time, so the time in which no server runs is nobody's. ERROR_SYSTEM, also
// if the checksum does not match.
bool archive_served(struct archive *archive, int64_t *served, struct error *err);
bool archive_serve(struct archive *archive, int64_t served, struct error *err);

// Calls `visit` for every match, in the order in which they were created.
bool archive_ids(struct archive *archive, archive_id_visitor *visit, void *context, struct error *err);

// Calls `visit` for each match of that age, oldest first.
bool archive_old(struct archive *archive, const struct archive_age *age, archive_id_visitor *visit,
                 void *context, struct error *err);

// The match whose rematch this is, or "".
bool archive_previous(struct archive *archive, const char *id, char previous[ARCHIVE_ID_SIZE],
                      struct error *err);

// Adds keys, all or none, but leaves out those whose parent does not hold the seat any more, as when the match is gone; those that were added
// are moved to the front, and *count becomes their number. ERROR_TOO_LARGE if a seat would have more than ARCHIVE_KEYS. A rematch gets
// the keys of the match before it, with the colours exchanged.
bool archive_give(struct archive *archive, struct archived_key *keys, size_t *count, struct error *err);

typedef void archive_key_visitor(void *context, const struct archived_key *key);

// Calls `visit` for each key of a match. Damaged ones open nothing and are left out.
bool archive_keys(struct archive *archive, const char *id, archive_key_visitor *visit, void *context,
                  struct error *err);

// Deletes all keys of a device, and those that they have given, and so on. ERROR_NOT_FOUND unless `hash` is that of one of its keys, or of
// the token or key by which one was given.
bool archive_end_device(struct archive *archive, const char *device, const uint8_t hash[ARCHIVE_HASH_SIZE],
                        struct error *err);

// Deletes matches with everything that belongs to them, and texts with their last match, all or none. A match whose rematch is deleted loses
// it and gets a higher revision. ERROR_CONFLICT if one was changed at or after `before`, or is gone;
// ERROR_SYSTEM if one, or a match whose rematch it is, is damaged.
bool archive_delete(struct archive *archive, const char (*ids)[ARCHIVE_ID_SIZE], size_t count, int64_t before,
                    struct error *err);

// The texts that the archive keeps, as of the last change of any match; equal texts are kept once.
struct archive_texts archive_texts(const struct archive *archive);

// How many texts it keeps, from the next change on. More than that stay if they are there already.
void archive_limit_texts(struct archive *archive, const struct archive_texts *most);

// Stores whether it keeps this text.
bool archive_knows_text(struct archive *archive, const char *text, bool *known, struct error *err);

// ---- Addresses for messages (mail.c); `served` is stored with them, so that `due` is never far ahead after a restart ----

// Stores the address for a colour of a match, instead of another one.
bool archive_put_mail(struct archive *archive, const struct archived_mail *mail, int64_t served,
                      struct error *err);

// Finds it. ERROR_NOT_FOUND if there is none.
bool archive_find_mail(struct archive *archive, const char *id, enum color color, struct archived_mail *mail,
                       struct error *err);

// Changes all but the address from `before` to `after`, but `due` only if that is still as before, for a turn may have been played
// meanwhile. ERROR_CONFLICT if address or state are not as before.
bool archive_change_mail(struct archive *archive, const struct archived_mail *before,
                         const struct archived_mail *after, int64_t served, struct error *err);

// Forgets the address.
bool archive_forget_mail(struct archive *archive, const char *id, enum color color, struct error *err);

typedef void archive_mail_visitor(void *context, const struct archived_mail *mail);

// Calls `visit` for at most `most` of those that are due, longest waiting first.
bool archive_due_mail(struct archive *archive, int64_t now, unsigned most, archive_mail_visitor *visit,
                      void *context, struct error *err);

// When the first of all is due, or NO_DEADLINE.
bool archive_next_mail(struct archive *archive, int64_t *due, struct error *err);

// The number of matches.
bool archive_count(struct archive *archive, int64_t *count, struct error *err);

#endif
