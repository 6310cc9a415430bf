// SPDX-License-Identifier: GPL-3.0-or-later
// A game in progress: where it began, what was played, how it stands.
//
// UCI, terminal, server and matches between engines all drive this and nothing
// else. A session is not locked: one thread at a time may use it. The engine's
// search works on a copy of the position (session/thinker.h).
#ifndef LEAPER_SESSION_SESSION_H
#define LEAPER_SESSION_SESSION_H

#include "notation/record.h"
#include "position/game.h"
#include "position/turn.h"

#ifdef __cplusplus
extern "C" {
#endif

struct session {
    struct variant *variant;  // owned, unless …
    bool borrows;             // … the session was made by session_beside()
    struct position start;    // before the first turn
    struct position position; // after the last
    struct history history;   // the keys of all positions before the present one
    struct outcome outcome;   // by the rules, or as declared by the players
    struct turn *turns;       // `count` of them; owned
    size_t count, capacity;
};

// A new game from `fen` (NULL or "startpos": the game's own start) with the
// parameters given (NULL: the game's own values). NULL and an error when a
// parameter or the FEN is wrong. A position that is over already is accepted;
// its outcome says so.
struct session *session_new(const struct game *game, const struct parameters *parameters, const char *fen,
                            struct error *err);
void session_free(struct session *session); // NULL is allowed

// A new game of the variant of another session, which lends it and so must be freed after this one: building a variant
// takes as long as playing some hundred turns. NULL and ERROR_SYSTEM without memory.
struct session *session_beside(const struct session *lender, struct error *err);

// Exchanges the games of two sessions of one variant, of which one was made beside the other: each still lends or
// borrows as before.
void session_swap(struct session *one, struct session *other);

// Begins again from another position of the same variant. On failure nothing has changed.
bool session_reset(struct session *session, const char *fen, struct error *err);

// The same from a position, which must be of the session's variant.
void session_begin(struct session *session, const struct position *start);

// ---- Asking ----

// Whether turns can still be played.
static inline bool session_is_ongoing(const struct session *session)
{
    return session->outcome.result == RESULT_ONGOING;
}

// The side whose turn it is, or would be.
static inline enum color session_side(const struct session *session)
{
    return position_side(&session->position);
}

// The side that plays turn number `ply`, counted from 0.
enum color session_side_at(const struct session *session, size_t ply);

// Who played turn number `ply`, which is below session->count: that side, but for an announcement, which may
// also come from the one that is not to move.
enum color session_player_of(const struct session *session, size_t ply);

// The points that the winner gets; 0 while the game goes on, after a draw, and in games without points.
unsigned session_points(const struct session *session);

// The position after the first `ply` turns; ply must not exceed session->count.
// Plays them all again, so walk with session_each() to see every one.
void session_position_at(const struct session *session, size_t ply, struct position *pos);

// Called for each turn with its number and the position before and after it.
typedef void session_visitor(void *context, size_t ply, const struct position *before,
                             const struct turn *turn, const struct position *after);

// Walks through the turns from number `first` on.
void session_each(const struct session *session, size_t first, session_visitor *visit, void *context);

// Reads a turn in coordinate or human notation (notation/san.h) without playing
// it. Errors: ERROR_GAME_OVER, ERROR_MOVE_SYNTAX, ERROR_ILLEGAL_MOVE, with the place in the text.
bool session_read(const struct session *session, const char *text, struct turn *turn, struct error *err);

// The turn by which `by`, who has something to announce, wins at once: see claim_find_win(). False when the game is over.
bool session_find_winning_claim(const struct session *session, enum color by, struct turn *turn);

// ---- Playing ----

// Plays a turn. ERROR_GAME_OVER or ERROR_ILLEGAL_MOVE when it cannot be played;
// nothing has changed then. Any turn may be asked for, also one that no
// generator would make.
bool session_play(struct session *session, const struct turn *turn, struct error *err);

// session_read() and session_play() in one.
bool session_play_text(struct session *session, const char *text, struct error *err);

// Plays turns in coordinate notation that were played and written down before: each must be legal, but whether the game was
// over is asked after the last one only, which takes a third of the time. On failure the session is good for
// session_free() only. Errors as session_read(), and ERROR_SYSTEM.
bool session_restore(struct session *session, const char *const *texts, size_t count, struct error *err);

// Takes back the last `plies` turns, also when the game is over (which it then
// no longer is). ERROR_REQUEST when there are not so many.
bool session_take_back(struct session *session, size_t plies, struct error *err);

// Ends the game by what players declare: `loser` resigns, both agree to a draw,
// `loser` is out of time. ERROR_GAME_OVER when it is over already; a draw is
// refused (ERROR_REQUEST) in games that know none.
bool session_resign(struct session *session, enum color loser, struct error *err);
bool session_agree_draw(struct session *session, struct error *err);
bool session_lose_on_time(struct session *session, enum color loser, struct error *err);

// Ends a game before its first turn, with no result. ERROR_GAME_OVER; ERROR_REQUEST when a turn has been played.
bool session_cancel(struct session *session, struct error *err);

// ---- On paper ----

// Makes a record of the game, ready for tags and pgn_write(). It borrows the
// session's variant: clear the record before the session is freed. False, with a record that holds nothing and need not be
// cleared, when memory is gone.
bool session_to_record(const struct session *session, struct record *record, struct error *err);

// A session with a variant of its own that stands where the record ends. NULL
// with ERROR_GAME_OVER or ERROR_ILLEGAL_MOVE and the place "turns[N]" when the
// record's turns cannot be played.
struct session *session_from_record(const struct record *record, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
