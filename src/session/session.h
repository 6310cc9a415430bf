// SPDX-License-Identifier: GPL-3.0-or-later
// A game in progress: its start, the turns played, the current position and the outcome.
//
// UCI, the terminal, the server and engine matches all use it. A session has no
// lock: only one thread at a time may use it. A search by the engine works on a
// copy of the position (session/thinker.h).
#ifndef LEAPER_SESSION_SESSION_H
#define LEAPER_SESSION_SESSION_H

#include "notation/record.h"
#include "position/game.h"
#include "position/turn.h"

struct session {
    struct variant *variant;  // owned, unless …
    bool borrows;             // … the session was made by session_beside()
    struct position start;    // before the first turn
    struct position position; // after the last
    struct history history;   // the keys of all positions before the present one
    struct outcome outcome;   // by the rules or as declared by the players
    struct turn *turns;       // `count` of them; owned
    size_t count, capacity;
};

// A new game from `fen` (NULL or "startpos": the starting position) with the
// given parameters (NULL: the defaults). NULL with an error if a parameter or
// the FEN is wrong. A position in which the game is already over is accepted;
// the outcome says so.
struct session *session_new(const struct game *game, const struct parameters *parameters, const char *fen,
                            struct error *err);
void session_free(struct session *session); // NULL is allowed

// The same for a variant that has been built; the session owns it, even if NULL is returned.
struct session *session_of_variant(struct variant *variant, const char *fen, struct error *err);

// A new game that borrows the variant of another session, which must be freed after this one. Building a variant takes as long as
// playing some hundred turns. NULL with ERROR_SYSTEM when there is no memory.
struct session *session_beside(const struct session *lender, struct error *err);

// Swaps the games of two sessions of the same variant, one of which was made by session_beside() from the other. Each still owns or
// borrows the variant as before.
void session_swap(struct session *one, struct session *other);

// Starts over from another position of the same variant. On failure nothing has changed.
bool session_reset(struct session *session, const char *fen, struct error *err);

// The same from a position of the session's variant.
void session_begin(struct session *session, const struct position *start);

// ---- Queries ----

// Whether turns can still be played.
static inline bool session_is_ongoing(const struct session *session)
{
    return session->outcome.result == RESULT_ONGOING;
}

// The side to move, or that would be if the game were not over.
static inline enum color session_side(const struct session *session)
{
    return position_side(&session->position);
}

// The side that plays turn number `ply`, counting from 0.
enum color session_side_at(const struct session *session, size_t ply);

// Who played turn number `ply`, which must be below session->count. Normally the side whose turn it was, but an announcement may come
// from the other side.
enum color session_player_of(const struct session *session, size_t ply);

// The points that the winner scores; 0 while the game is in progress, after a draw, and in games without points.
unsigned session_points(const struct session *session);

// The position after the first `ply` turns; ply must not exceed session->count.
// Replays them all; to visit every position, use session_each().
void session_position_at(const struct session *session, size_t ply, struct position *pos);

// Called for each turn with its number and the positions before and after it.
typedef void session_visitor(void *context, size_t ply, const struct position *before,
                             const struct turn *turn, const struct position *after);

// Visits the turns from number `first` on.
void session_each(const struct session *session, size_t first, session_visitor *visit, void *context);

// Reads a turn in coordinate notation or SAN (notation/san.h) without playing
// it. Errors: ERROR_GAME_OVER, ERROR_MOVE_SYNTAX, ERROR_ILLEGAL_MOVE, with the place in the text.
bool session_read(const struct session *session, const char *text, struct turn *turn, struct error *err);

// Finds a turn with which `by` wins at once by an announcement: see claim_find_win(). False if the game is over.
bool session_find_winning_claim(const struct session *session, enum color by, struct turn *turn);

// ---- Playing ----

// Plays a turn. On ERROR_GAME_OVER, ERROR_ILLEGAL_MOVE or ERROR_SYSTEM nothing
// has changed. Any turn may be passed, even one that could never be generated.
bool session_play(struct session *session, const struct turn *turn, struct error *err);

// session_read() and session_play() in one.
bool session_play_text(struct session *session, const char *text, struct error *err);

// Plays turns in coordinate notation that were played and saved before. Each must be legal, but the end of the game is tested only
// after the last one, which takes a third of the time. After a failure the session can only be passed to session_free(). Errors as
// for session_read(), and ERROR_SYSTEM.
bool session_restore(struct session *session, const char *const *texts, size_t count, struct error *err);

// Takes back the last `plies` turns, even if the game is over (which it then no
// longer is). ERROR_REQUEST if there are not so many.
bool session_take_back(struct session *session, size_t plies, struct error *err);

// Ends the game as declared by the players: `loser` resigns, both agree to a
// draw, or `loser` has run out of time. ERROR_GAME_OVER if it is already over;
// ERROR_REQUEST for a draw in a game without draws.
bool session_resign(struct session *session, enum color loser, struct error *err);
bool session_agree_draw(struct session *session, struct error *err);
bool session_lose_on_time(struct session *session, enum color loser, struct error *err);

// Ends a game that `leaver` has left: the other side wins or, with `draw`, calls it a draw. Errors as for a draw.
bool session_abandon(struct session *session, enum color leaver, bool draw, struct error *err);

// Aborts a game, without a result, in which not both sides have made a turn yet. ERROR_GAME_OVER; ERROR_REQUEST if they have.
bool session_abort(struct session *session, struct error *err);

// Whether that is possible as far as the turns are concerned: fewer than two have been played.
static inline bool session_is_young(const struct session *session)
{
    return session->count < 2;
}

// Cancels a game before its first turn, without a result. ERROR_GAME_OVER; ERROR_REQUEST if a turn has been played.
bool session_cancel(struct session *session, struct error *err);

// ---- Records ----

// Makes a record of the game, ready for tags and pgn_write(). The record borrows the
// session's variant, so clear it before freeing the session. False when there is no memory; the record is then empty and need not be
// cleared.
bool session_to_record(const struct session *session, struct record *record, struct error *err);

// Restarts the session where the record begins and plays its turns. The record's variant must be the session's, or equal to it.
// Errors as session_from_record(); after one, the session can only be freed.
bool session_replay(struct session *session, const struct record *record, struct error *err);

// A session, with a variant of its own, at the end of the recorded game. NULL
// with ERROR_GAME_OVER or ERROR_ILLEGAL_MOVE at "turns[N]" if a turn of the
// record cannot be played.
struct session *session_from_record(const struct record *record, struct error *err);

#endif
