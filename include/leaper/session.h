// SPDX-License-Identifier: GPL-3.0-or-later
// A game in progress between two players: its turns, takebacks, and endings that the players declare.
//
// A position (rules.h) knows only the rules. A session also knows resignation, agreed draws and losses on
// time, and can be turned into a record for PGN.
#ifndef LEAPER_SESSION_H
#define LEAPER_SESSION_H

#include <leaper/notation.h>
#include <leaper/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

struct leaper_session;

// A new game from an extended FEN; NULL or "startpos" is the start of the game. Fails as
// leaper_position_new() does. A position in which the game is already over is accepted.
LEAPER_API struct leaper_session *leaper_session_new(struct leaper_variant *variant, const char *fen,
                                                     struct leaper_error *error);

// A session that continues a record from its last position. Fails with LEAPER_ERROR_GAME_OVER or
// LEAPER_ERROR_ILLEGAL_MOVE at "turns[N]" if the turns of the record cannot be played.
LEAPER_API struct leaper_session *leaper_session_of_record(const struct leaper_record *record,
                                                           struct leaper_error *error);
LEAPER_API void leaper_session_free(struct leaper_session *session);

// A new reference to the variant; release it with leaper_variant_free().
LEAPER_API struct leaper_variant *leaper_session_variant(const struct leaper_session *session);

// A new position after the first `turns` turns, including the history of those turns. Fails with
// LEAPER_ERROR_NOT_FOUND if there are fewer.
LEAPER_API struct leaper_position *leaper_session_position(const struct leaper_session *session, size_t turns,
                                                           struct leaper_error *error);

// The side to move, or that would be to move if the game is over.
LEAPER_API enum leaper_color leaper_session_side(const struct leaper_session *session);

LEAPER_API size_t leaper_session_turn_count(const struct leaper_session *session);

// Turn `number`, from 0, and who played it (`player` may be NULL). False if there is no such turn.
LEAPER_API bool leaper_session_turn(const struct leaper_session *session, size_t number,
                                    struct leaper_turn *turn, enum leaper_color *player);

// The outcome by the rules, or as declared by the players.
LEAPER_API struct leaper_outcome leaper_session_outcome(const struct leaper_session *session);

// The points that the winner gets; 0 while the game is in progress, after a draw, and in games without
// points.
LEAPER_API unsigned leaper_session_points(const struct leaper_session *session);

// Play a turn, or one given as text in any notation. Fail as leaper_position_play() and leaper_turn_read()
// do; the session is then unchanged.
LEAPER_API bool leaper_session_play(struct leaper_session *session, const struct leaper_turn *turn,
                                    struct leaper_error *error);
LEAPER_API bool leaper_session_play_text(struct leaper_session *session, const char *text,
                                         struct leaper_error *error);

// The turn with which side `by` would win at once by an announcement that it can make now, also when the
// other side is to move. False if there is none.
LEAPER_API bool leaper_session_winning_claim(const struct leaper_session *session, enum leaper_color by,
                                             struct leaper_turn *turn);

// Takes back the last `turns` turns, also when the game is over. Fails with LEAPER_ERROR_REQUEST if fewer
// have been played.
LEAPER_API bool leaper_session_take_back(struct leaper_session *session, size_t turns,
                                         struct leaper_error *error);

// End the game by declaration: one side resigns, both agree to a draw, one side runs out of time, or the game
// is called off before its first turn. Fail with LEAPER_ERROR_GAME_OVER if it has already ended, and with
// LEAPER_ERROR_REQUEST for a draw in games that have none or for cancelling a game that has begun. Threefold
// repetition and the 50-move rule need no claim: they end the game by themselves.
LEAPER_API bool leaper_session_resign(struct leaper_session *session, enum leaper_color loser,
                                      struct leaper_error *error);
LEAPER_API bool leaper_session_agree_draw(struct leaper_session *session, struct leaper_error *error);
LEAPER_API bool leaper_session_lose_on_time(struct leaper_session *session, enum leaper_color loser,
                                            struct leaper_error *error);
LEAPER_API bool leaper_session_cancel(struct leaper_session *session, struct leaper_error *error);

// A new record of the game so far, to which tags can be added for leaper_record_pgn().
LEAPER_API struct leaper_record *leaper_session_record(const struct leaper_session *session,
                                                       struct leaper_error *error);

#ifdef __cplusplus
}
#endif

#endif
