// SPDX-License-Identifier: GPL-3.0-or-later
// One match in memory: what is on disk, the session that knows its rules, and its JSON.
#ifndef LEAPER_SERVER_MATCH_H
#define LEAPER_SERVER_MATCH_H

#include "archive/archive.h"
#include "base/vector.h"
#include "search/search.h"
#include "server/http/problem.h"
#include "server/presence/presence.h"
#include "server/time/served.h"
#include "session/session.h"
#include "variants/file.h"

#include <jansson.h>
#include <pthread.h>

// Guarded by `lock`, except for the hub's part at the end. `row` is never ahead of the disk.
struct match {
    const struct served *served; // the time that its clock goes by; set by the hub, never changes
    struct presence *presence;   // likewise: who has its events open
    char id[ARCHIVE_ID_SIZE];    // never changes and needs no lock, unlike the one in `row`
    pthread_mutex_t lock;
    struct archived_match row;
    struct archived_series series; // the last LIMIT_SERIES games before this one, which no longer change
    struct session *session;
    struct buffer turns; // "turns" of docs/api.md without the brackets, kept up to date turn by turn
    struct VECTOR_OF(size_t) turn_ends; // where the text of each turn ends in it
    struct VECTOR_OF(int64_t) left; // what its player had left after each turn, in milliseconds, or NO_TIME
    int64_t lag_left[2];            // what may be given back for the network, by colour (clock_allow_lag())
    struct buffer text;             // the match in JSON without its last members; empty: to be made again
    size_t draw_from[2]; // the ply from which each side may offer a draw again; only the offers are on disk
    bool searching;      // an engine is working on this match (server/match/engines.h)
    bool judged;         // `score` is the result of the engine's last search
    struct search_score score;

    unsigned users; // the last three are guarded by the hub's lock
    struct match *next, *newer, *older;
};

// Makes a match from what the archive has; takes ownership of `row->start`, `row->text` and the series. NULL with an error if its game,
// parameters, start or turns are no longer understood; then nothing changes hands.
struct match *match_new(struct archived_match *row, const struct archived_turns *turns,
                        struct archived_series *series, struct error *err);

// The same from a session that is as far as the match; takes ownership of that too.
struct match *match_of(struct archived_match *row, const struct archived_turns *turns,
                       struct archived_series *series, struct session *session);
void match_free(struct match *match); // NULL is allowed

// Fills in row->game, parameters, start, side and outcome from a session that has just begun, and what is shown of its text if
// row->text has one (match_game.c).
void match_fill_row(struct archived_match *row, const struct session *session);

// The game of a row that archive_load() has read, with its parameters; NULL with an error when they are not understood. If a text
// defines it, `*file` gets its games, to be freed in any case; otherwise NULL.
const struct game *match_read_game(const struct archived_match *row, struct variant_file **file,
                                   struct parameters *parameters, struct error *err);

// The parameters of a row with a text, without reading that.
json_t *match_describe_written(const struct archived_match *row);

// ---- Queries; the caller holds the lock ----

// The seats whose own token this is, as bits 1 << color; 0 for NULL and for other tokens. Keys of other devices: server/seats/held.h.
unsigned match_seats_of(const struct archived_match *row, const char *token);

// Whether the match is going on and an engine is to move.
bool match_is_due(const struct match *match);

// The colour of the engine, or -1.
int match_engine_color(const struct match *match);

// How many turns a takeback by that seat would take back, whether or not somebody has to agree; 0: none is possible.
size_t match_takeback(const struct match *match, enum color seat);

// Whether taking back needs the other side's consent.
bool match_is_between_people(const struct match *match);

// Whether that seat may take back now, or ask to: between people only one request can be open, and after one was
// declined nobody may ask again until another turn has been played or taken back.
bool match_may_take_back(const struct match *match, enum color seat);

// To be called on a row before it is written, when a turn has been played or taken back or the game has ended.
void match_forget_takeback(struct archived_match *row);

// Reads a turn that is to be played now. Fails with PROBLEM_MATCH_OVER, PROBLEM_BAD_TURN or PROBLEM_ILLEGAL_TURN.
bool match_read_turn(const struct match *match, const char *text, struct turn *turn, struct problem *problem);

// Whether somebody still has to join.
bool match_is_open(const struct match *match);

// ---- JSON; the caller holds the lock ----

// Appends the match as seen by the holder of these seats, without the text that defines its game, which never changes …
void match_write(struct match *match, unsigned seats, struct buffer *out);
// … and with it, for a client that need not have seen the match before.
void match_write_first(struct match *match, unsigned seats, struct buffer *out);

// To be called after a turn was played, with what its player has left or NO_TIME, or after turns were taken back so that `left` remain (match_turns.c).
void match_add_turn(struct match *match, const struct position *before, const struct turn *turn,
                    int64_t left);
void match_drop_turns(struct match *match, size_t left);

// To be called after every change of row or session.
void match_changed(struct match *match);

// What would be played, and since when it has been offered or played: the game, its parameters (ownership passes) and the clock.
json_t *match_describe_terms(const char *id, const struct archived_match *row, json_t *parameters);

// An entry in a list of matches: {"id":…,…,"reason":""}. NULL if its game is unknown or there is no memory.
json_t *match_summary(const struct archived_match *row);

// The state after `ply` turns with "last": {"ply":…,"state":…}.
json_t *match_ply(const struct match *match, size_t ply);

// The totals of the series in halves (session/series.h), by the colours that the players have now, including this game.
void match_count_series(const struct match *match, unsigned totals[2]);

// The series that the match belongs to: the number of this game, the totals, and the last games (match_series.c).
json_t *match_describe_series(const struct match *match);

// What the turn `text` would do to the side to move if it were played now (match_consequence.c):
// {"ply":…,"turn":…,"consequence":…}. NULL with the problem of match_read_turn(); announcements are PROBLEM_BAD_TURN.
json_t *match_consequence(const struct match *match, const char *text, struct problem *problem);

// Removes from a state, or part of one, what would reveal paths to the players, unless they may ask for that or the
// game is over.
void match_hide_help(const struct match *match, json_t *state);

// A time in seconds since 1970 as 2026-11-21T10:02:08Z.
void match_write_time(int64_t seconds, char text[32]);

// The game as PGN; with `text`, a game of a file carries the text that defines it, as that of a match's own text always does.
void match_write_pgn(const struct match *match, bool text, struct buffer *out);

#endif
