// SPDX-License-Identifier: GPL-3.0-or-later
// Playing, taking back and ending a game.
#include "session/session.h"

#include "base/vector.h"
#include "notation/coordinate_read.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/moves/history.h"
#include "position/moves/outcome.h"
#include "position/parameter.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/protection/claim.h"
#include "position/variant.h"

#include <stdlib.h>

// ---- Creating and freeing ----

void session_begin(struct session *session, const struct position *start)
{
    session->start = session->position = *start;
    session->history.count = 0;
    session->count = 0;
    session->outcome = position_outcome(&session->position, &session->history);
}

// An empty session.
static struct session *allocate(struct error *err)
{
    struct session *session = calloc(1, sizeof *session);
    if (session)
        history_init(&session->history);
    else
        error_no_memory(err);
    return session;
}

struct session *session_new(const struct game *game, const struct parameters *parameters, const char *fen,
                            struct error *err)
{
    struct variant *variant = variant_new(game, parameters, err);
    return variant ? session_of_variant(variant, fen, err) : NULL;
}

struct session *session_of_variant(struct variant *variant, const char *fen, struct error *err)
{
    struct session *session = allocate(err);
    if (!session) {
        variant_free(variant);
        return NULL;
    }
    session->variant = variant;
    if (!session_reset(session, fen, err)) {
        session_free(session);
        return NULL;
    }
    return session;
}

struct session *session_beside(const struct session *lender, struct error *err)
{
    struct session *session = allocate(err);
    if (!session)
        return NULL;
    session->variant = lender->variant;
    session->borrows = true;
    if (!session_reset(session, NULL, err)) {
        session_free(session);
        return NULL;
    }
    return session;
}

void session_swap(struct session *one, struct session *other)
{
    assert(one->variant == other->variant);
    bool borrows = one->borrows;
    struct session between = *one;
    *one = *other;
    *other = between;
    other->borrows = one->borrows;
    one->borrows = borrows;
}

void session_free(struct session *session)
{
    if (!session)
        return;
    history_clear(&session->history);
    free(session->turns);
    if (!session->borrows)
        variant_free(session->variant);
    free(session);
}

bool session_reset(struct session *session, const char *fen, struct error *err)
{
    struct position start;
    if (!fen_read(&start, session->variant, fen ? fen : "startpos", err))
        return false;
    session_begin(session, &start);
    return true;
}

// ---- Queries ----

enum color session_side_at(const struct session *session, size_t ply)
{
    enum color first = position_side(&session->start);
    return ply % 2 == 0 ? first : (first == WHITE ? BLACK : WHITE);
}

enum color session_player_of(const struct session *session, size_t ply)
{
    const struct turn *turn = &session->turns[ply];
    move first = turn->actions[0];
    if (turn->count && move_kind(first) == MOVE_ANNOUNCE)
        return announcement_by(first);
    return session_side_at(session, ply);
}

unsigned session_points(const struct session *session)
{
    return session_is_ongoing(session) ? 0 : position_points(&session->position, &session->outcome);
}

void session_position_at(const struct session *session, size_t ply, struct position *pos)
{
    assert(ply <= session->count);
    if (ply == session->count) {
        *pos = session->position;
        return;
    }
    *pos = session->start;
    for (size_t i = 0; i < ply; i++)
        turn_play(pos, &session->turns[i]);
}

void session_each(const struct session *session, size_t first, session_visitor *visit, void *context)
{
    if (first >= session->count)
        return;
    struct position before;
    session_position_at(session, first, &before);
    for (size_t ply = first; ply < session->count; ply++) {
        struct position after = before;
        turn_play(&after, &session->turns[ply]);
        visit(context, ply, &before, &session->turns[ply], &after);
        before = after;
    }
}

static bool check_ongoing(const struct session *session, struct error *err)
{
    if (session_is_ongoing(session))
        return true;
    return error_set(err, ERROR_GAME_OVER, "", "the game is over");
}

bool session_read(const struct session *session, const char *text, struct turn *turn, struct error *err)
{
    if (!check_ongoing(session, err))
        return false;
    return san_read_turn(&session->position, text, turn, err);
}

bool session_find_winning_claim(const struct session *session, enum color by, struct turn *turn)
{
    return session_is_ongoing(session) && claim_find_win(&session->position, by, turn);
}

// ---- Playing ----

static bool make_room(struct session *session, struct error *err)
{
    if (session->count < session->capacity)
        return true;
    session->turns =
        vector_grow(session->turns, &session->capacity, session->count + 1, sizeof *session->turns);
    return session->count < session->capacity || error_no_memory(err);
}

bool session_play(struct session *session, const struct turn *turn, struct error *err)
{
    if (!check_ongoing(session, err))
        return false;
    if (!turn_is_legal(&session->position, turn))
        return error_set(err, ERROR_ILLEGAL_MOVE, "", "this turn is not legal in the current position");
    if (!make_room(session, err))
        return false;
    if (!history_push(&session->history, &session->position))
        return error_no_memory(err);
    turn_play(&session->position, turn);
    session->turns[session->count++] = *turn;
    session->outcome = position_outcome(&session->position, &session->history);
    return true;
}

bool session_play_text(struct session *session, const char *text, struct error *err)
{
    struct turn turn;
    return session_read(session, text, &turn, err) && session_play(session, &turn, err);
}

bool session_restore(struct session *session, const char *const *texts, size_t count, struct error *err)
{
    for (size_t i = 0; i < count; i++) {
        struct turn turn;
        if (!coordinate_read_turn(&session->position, texts[i], &turn, err) || !make_room(session, err))
            return false;
        if (!history_push(&session->history, &session->position))
            return error_no_memory(err);
        turn_play(&session->position, &turn);
        session->turns[session->count++] = turn;
    }
    if (count)
        session->outcome = position_outcome(&session->position, &session->history);
    return true;
}

bool session_take_back(struct session *session, size_t plies, struct error *err)
{
    if (plies > session->count)
        return error_set(err, ERROR_REQUEST, "", "there are only %zu turns to take back", session->count);
    if (plies == 0)
        return true;
    size_t count = session->count - plies;
    struct position pos;
    session_position_at(session, count, &pos);
    session->position = pos;
    session->count = count;
    for (size_t i = 0; i < plies; i++)
        history_pop(&session->history);
    session->outcome = position_outcome(&session->position, &session->history);
    return true;
}

static bool declare(struct session *session, enum result result, enum reason reason, struct error *err)
{
    if (!check_ongoing(session, err))
        return false;
    session->outcome = (struct outcome){result, reason};
    return true;
}

static enum result lost_by(enum color loser)
{
    return loser == WHITE ? RESULT_BLACK : RESULT_WHITE;
}

bool session_resign(struct session *session, enum color loser, struct error *err)
{
    return declare(session, lost_by(loser), REASON_RESIGNATION, err);
}

static bool declare_draw(struct session *session, enum reason reason, struct error *err)
{
    if (check_ongoing(session, err) && !variant_has_draws(session->variant))
        return error_set(err, ERROR_REQUEST, "", "%s has no draws", session->variant->game->title);
    return declare(session, RESULT_DRAW, reason, err);
}

bool session_agree_draw(struct session *session, struct error *err)
{
    return declare_draw(session, REASON_AGREEMENT, err);
}

bool session_lose_on_time(struct session *session, enum color loser, struct error *err)
{
    return declare(session, lost_by(loser), REASON_TIME, err);
}

bool session_abandon(struct session *session, enum color leaver, bool draw, struct error *err)
{
    return draw ? declare_draw(session, REASON_ABANDONED, err)
                : declare(session, lost_by(leaver), REASON_ABANDONED, err);
}

bool session_abort(struct session *session, struct error *err)
{
    if (!session_is_young(session))
        return error_set(err, ERROR_REQUEST, "",
                         "both sides have made a turn; this game can only be resigned");
    return declare(session, RESULT_NONE, REASON_ABORTED, err);
}

bool session_cancel(struct session *session, struct error *err)
{
    if (session->count > 0)
        return error_set(err, ERROR_REQUEST, "", "this game has already begun");
    return declare(session, RESULT_NONE, REASON_CANCELLED, err);
}
