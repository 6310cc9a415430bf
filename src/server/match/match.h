// SPDX-License-Identifier: GPL-3.0-or-later
// One match in memory: what is on disk, the session that knows its rules, and what is said about it in JSON.
#ifndef LEAPER_SERVER_MATCH_H
#define LEAPER_SERVER_MATCH_H

#include "archive/archive.h"
#include "base/vector.h"
#include "search/search.h"
#include "server/http/problem.h"
#include "session/session.h"

#include <jansson.h>
#include <pthread.h>

// Guarded by `lock`, the hub's part at the end excepted. `row` never says more than the disk does.
struct match {
    char id[ARCHIVE_ID_SIZE]; // never changes and needs no lock, unlike the one in `row`
    pthread_mutex_t lock;
    struct archived_match row;
    struct archived_series series; // the last LIMIT_SERIES games before this one, which never change any more
    struct session *session;
    struct buffer turns; // "turns" of docs/api.md without the brackets, kept up to date turn by turn
    struct VECTOR_OF(size_t) turn_ends; // where the text of each turn ends in it
    struct buffer text;  // the match in JSON but for its last member `you`; empty: to be made again
    size_t draw_from[2]; // from which ply on each side may offer a draw again; on disk are the offers
    bool searching;      // an engine has taken this match up (server/match/engines.h)
    bool judged;         // `score` is what the engine thought after its last search
    struct search_score score;

    unsigned users; // the last three are guarded by the hub's lock
    struct match *next, *newer, *older;
};

// A match in memory from what the archive says; takes over `row->start` and the series. NULL
// with an error when its game, parameters, start or turns are no longer
// understood; then nothing is taken over.
struct match *match_new(struct archived_match *row, const struct archived_turns *turns,
                        struct archived_series *series, struct error *err);
void match_free(struct match *match); // NULL is allowed

// Fills row->game, parameters, start, side and outcome from a session that has just begun.
void match_fill_row(struct archived_match *row, const struct session *session);

// The game of a row, with its parameters; NULL with an error when they are not understood.
const struct game *match_read_parameters(const struct archived_match *row, struct parameters *parameters,
                                         struct error *err);

// ---- Asking; the caller holds the lock ----

// The seats that a token plays, as bits 1 << color; 0 for NULL and for others' tokens.
unsigned match_seats_of(const struct match *match, const char *token);

// Whether an engine is to move and the match goes on.
bool match_is_due(const struct match *match);

// The colour of the engine, or -1.
int match_engine_color(const struct match *match);

// How many turns a takeback by that seat (a colour) would take back, whoever has to agree to it; 0: it cannot.
size_t match_takeback(const struct match *match, enum color seat);

// Whether taking back needs the other side's consent.
bool match_is_between_people(const struct match *match);

// Whether that seat may take back now, or ask to: between people one request may stand, and after one that was
// declined nobody may ask again until another turn was played or taken back.
bool match_may_take_back(const struct match *match, enum color seat);

// To be called on a row that is to be written when a turn was played or taken back, or the game ended.
void match_forget_takeback(struct archived_match *row);

// Reads a turn that is to be played now. PROBLEM_MATCH_OVER, BAD_TURN or ILLEGAL_TURN.
bool match_read_turn(const struct match *match, const char *text, struct turn *turn, struct problem *problem);

// Whether somebody still has to join.
bool match_is_open(const struct match *match);

// ---- JSON; the caller holds the lock ----

// Appends the whole match for somebody who holds these seats.
void match_write(struct match *match, unsigned seats, struct buffer *out);

// To be called when a turn was played, or turns were taken back down to a number of them (match_turns.c).
void match_add_turn(struct match *match, const struct position *before, const struct turn *turn);
void match_drop_turns(struct match *match, size_t left);

// To be called after every change of row or session.
void match_changed(struct match *match);

// The members of a list of matches: {"id":…,…,"reason":""}. NULL when its game is unknown or memory is gone.
json_t *match_summary(const struct archived_match *row);

// The state after `ply` turns with "last": {"ply":…,"state":…}.
json_t *match_ply(const struct match *match, size_t ply);

// What the series has brought in halves (session/series.h) to whoever has which colour now, this game included.
void match_count_series(const struct match *match, unsigned totals[2]);

// The series that the match belongs to: which game of it this is, who has how much, and the last games
// (match_series.c).
json_t *match_describe_series(const struct match *match);

// What the turn `text` would do to the side to move if it were played now (match_consequence.c):
// {"ply":…,"turn":…,"consequence":…}. NULL with the problem of match_read_turn(); announcements are PROBLEM_BAD_TURN.
json_t *match_consequence(const struct match *match, const char *text, struct problem *problem);

// Takes out of a state, or of a part of one, what finds paths for the players, unless they may ask for it or the
// game is over.
void match_hide_help(const struct match *match, json_t *state);

// A time in seconds since 1970 as 2026-11-21T10:02:08Z.
void match_write_time(int64_t seconds, char text[32]);

// The game as PGN.
void match_write_pgn(const struct match *match, struct buffer *out);

#endif
