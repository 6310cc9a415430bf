// SPDX-License-Identifier: GPL-3.0-or-later
// A game in progress between two players: what was played, taking back, and endings that the players declare.
//
// A position (rules.h) knows the rules only; a session also knows resignation, agreed draws and lost time,
// and becomes a record for PGN.
#ifndef LEAPER_SESSION_H
#define LEAPER_SESSION_H

#include <leaper/notation.h>
#include <leaper/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

struct leaper_session;

// A new game from an extended FEN; NULL or "startpos" is the start of the game. Errors as
// leaper_position_new(). A position in which the game is over is accepted.
LEAPER_API struct leaper_session *leaper_session_new(struct leaper_variant *variant, const char *fen,
                                                     struct leaper_error *error);

// A session that stands where a record ends. LEAPER_ERROR_GAME_OVER or LEAPER_ERROR_ILLEGAL_MOVE at
// "turns[N]" when its turns cannot be played.
LEAPER_API struct leaper_session *leaper_session_of_record(const struct leaper_record *record,
                                                           struct leaper_error *error);
LEAPER_API void leaper_session_free(struct leaper_session *session);

// The variant, as another share of it: to be freed by leaper_variant_free().
LEAPER_API struct leaper_variant *leaper_session_variant(const struct leaper_session *session);

// The position after the first `turns` turns, as an object of its own that knows what led to it.
// LEAPER_ERROR_NOT_FOUND when there are not so many.
LEAPER_API struct leaper_position *leaper_session_position(const struct leaper_session *session, size_t turns,
                                                           struct leaper_error *error);

// The side whose turn it is, or would be.
LEAPER_API enum leaper_color leaper_session_side(const struct leaper_session *session);

LEAPER_API size_t leaper_session_turn_count(const struct leaper_session *session);

// Turn number `number`, from 0, and who played it (`player` may be NULL). False when there are not so many.
LEAPER_API bool leaper_session_turn(const struct leaper_session *session, size_t number,
                                    struct leaper_turn *turn, enum leaper_color *player);

// By the rules, or as the players have declared.
LEAPER_API struct leaper_outcome leaper_session_outcome(const struct leaper_session *session);

// The points that the winner gets; 0 while the game goes on, after a draw, and in games without points.
LEAPER_API unsigned leaper_session_points(const struct leaper_session *session);

// Plays a turn, or one that is given as text in any notation. Errors as leaper_position_play() and
// leaper_turn_read(); nothing has changed then.
LEAPER_API bool leaper_session_play(struct leaper_session *session, const struct leaper_turn *turn,
                                    struct leaper_error *error);
LEAPER_API bool leaper_session_play_text(struct leaper_session *session, const char *text,
                                         struct leaper_error *error);

// The turn by which that side, which has something to announce, would win at once, also when the other side
// is to move. False when there is none.
LEAPER_API bool leaper_session_winning_claim(const struct leaper_session *session, enum leaper_color by,
                                             struct leaper_turn *turn);

// Takes back the last `turns` turns, also when the game is over. LEAPER_ERROR_REQUEST when there are not so
// many.
LEAPER_API bool leaper_session_take_back(struct leaper_session *session, size_t turns,
                                         struct leaper_error *error);

// Ends the game as the players declare: one resigns, both agree to a draw, one is out of time, or both call
// it off before the first turn. LEAPER_ERROR_GAME_OVER when it has ended already; LEAPER_ERROR_REQUEST for a
// draw in games that have none, and for calling off a game that has begun. Threefold repetition and the
// 50-move rule need no claim: the game ends by itself.
LEAPER_API bool leaper_session_resign(struct leaper_session *session, enum leaper_color loser,
                                      struct leaper_error *error);
LEAPER_API bool leaper_session_agree_draw(struct leaper_session *session, struct leaper_error *error);
LEAPER_API bool leaper_session_lose_on_time(struct leaper_session *session, enum leaper_color loser,
                                            struct leaper_error *error);
LEAPER_API bool leaper_session_cancel(struct leaper_session *session, struct leaper_error *error);

// The game so far as a record, ready for tags and leaper_record_pgn(); an object of its own.
LEAPER_API struct leaper_record *leaper_session_record(const struct leaper_session *session,
                                                       struct leaper_error *error);

#ifdef __cplusplus
}
#endif

#endif
