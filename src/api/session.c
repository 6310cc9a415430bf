// SPDX-License-Identifier: GPL-3.0-or-later
// Games in progress.
#include "session/session.h"

#include "api/record.h"
#include "base/memory.h"

#include <stdlib.h>

struct leaper_session {
    struct leaper_variant *variant;
    struct session *inside; // borrows the variant
};

// A session that has just begun at the start of its game.
static struct leaper_session *begin(struct leaper_variant *variant, struct leaper_error *error)
{
    const struct session lender = {.variant = variant->inside};
    struct error err = {0};
    struct leaper_session *session = memory_try(NULL, 1, sizeof *session);
    struct session *inside = session ? session_beside(&lender, &err) : NULL;
    if (!inside) {
        free(session);
        fail_no_memory(error);
        return NULL;
    }
    *session = (struct leaper_session){variant_share(variant), inside};
    return session;
}

struct leaper_session *leaper_session_new(struct leaper_variant *variant, const char *fen,
                                          struct leaper_error *error)
{
    struct error err = {0};
    struct leaper_session *session = begin(variant, error);
    if (!session || !fen || session_reset(session->inside, fen, &err))
        return session;
    leaper_session_free(session);
    fail_as(error, &err);
    return NULL;
}

struct leaper_session *leaper_session_of_record(const struct leaper_record *record,
                                                struct leaper_error *error)
{
    struct error err = {0};
    struct leaper_session *session = begin(record->variant, error);
    if (!session || session_replay(session->inside, &record->inside, &err))
        return session;
    leaper_session_free(session);
    fail_as(error, &err);
    return NULL;
}

void leaper_session_free(struct leaper_session *session)
{
    if (!session)
        return;
    session_free(session->inside);
    leaper_variant_free(session->variant);
    free(session);
}

// ---- Queries ----

struct leaper_variant *leaper_session_variant(const struct leaper_session *session)
{
    return variant_share(session->variant);
}

static bool refuse_number(const struct leaper_session *session, struct leaper_error *error)
{
    return fail(error, LEAPER_ERROR_NOT_FOUND, "", "only %zu turns have been played", session->inside->count);
}

struct leaper_position *leaper_session_position(const struct leaper_session *session, size_t turns,
                                                struct leaper_error *error)
{
    const struct session *inside = session->inside;
    if (turns > inside->count) {
        refuse_number(session, error);
        return NULL;
    }
    struct leaper_position *position = position_wrap(session->variant, &inside->start, error);
    for (size_t i = 0; position && i < turns; i++)
        if (!position_play_known(position, &inside->turns[i], error)) {
            leaper_position_free(position);
            position = NULL;
        }
    return position;
}

enum leaper_color leaper_session_side(const struct leaper_session *session)
{
    return (enum leaper_color)session_side(session->inside);
}

size_t leaper_session_turn_count(const struct leaper_session *session)
{
    return session->inside->count;
}

bool leaper_session_turn(const struct leaper_session *session, size_t number, struct leaper_turn *turn,
                         enum leaper_color *player)
{
    if (number >= session->inside->count)
        return false;
    turn_out(&session->inside->turns[number], turn);
    if (player)
        *player = (enum leaper_color)session_player_of(session->inside, number);
    return true;
}

struct leaper_outcome leaper_session_outcome(const struct leaper_session *session)
{
    return outcome_out(session->inside->outcome);
}

unsigned leaper_session_points(const struct leaper_session *session)
{
    return session_points(session->inside);
}

bool leaper_session_winning_claim(const struct leaper_session *session, enum leaper_color by,
                                  struct leaper_turn *turn)
{
    struct turn found;
    if ((by != LEAPER_WHITE && by != LEAPER_BLACK) ||
        !session_find_winning_claim(session->inside, (enum color)by, &found))
        return false;
    turn_out(&found, turn);
    return true;
}

// ---- Playing ----

bool leaper_session_play(struct leaper_session *session, const struct leaper_turn *turn,
                         struct leaper_error *error)
{
    struct turn inside = {.count = 0}; // which no game takes
    struct error err = {0};
    turn_in(turn, &inside);
    return session_play(session->inside, &inside, &err) || fail_as(error, &err);
}

bool leaper_session_play_text(struct leaper_session *session, const char *text, struct leaper_error *error)
{
    struct error err = {0};
    return session_play_text(session->inside, text, &err) || fail_as(error, &err);
}

bool leaper_session_take_back(struct leaper_session *session, size_t turns, struct leaper_error *error)
{
    struct error err = {0};
    return session_take_back(session->inside, turns, &err) || fail_as(error, &err);
}

// ---- Declarations ----

static bool is_color(enum leaper_color color, struct leaper_error *error)
{
    return color == LEAPER_WHITE || color == LEAPER_BLACK ||
           fail(error, LEAPER_ERROR_PARAMETER, "loser", "%d is not a colour", (int)color);
}

bool leaper_session_resign(struct leaper_session *session, enum leaper_color loser,
                           struct leaper_error *error)
{
    struct error err = {0};
    return is_color(loser, error) &&
           (session_resign(session->inside, (enum color)loser, &err) || fail_as(error, &err));
}

bool leaper_session_lose_on_time(struct leaper_session *session, enum leaper_color loser,
                                 struct leaper_error *error)
{
    struct error err = {0};
    return is_color(loser, error) &&
           (session_lose_on_time(session->inside, (enum color)loser, &err) || fail_as(error, &err));
}

bool leaper_session_agree_draw(struct leaper_session *session, struct leaper_error *error)
{
    struct error err = {0};
    return session_agree_draw(session->inside, &err) || fail_as(error, &err);
}

bool leaper_session_cancel(struct leaper_session *session, struct leaper_error *error)
{
    struct error err = {0};
    return session_cancel(session->inside, &err) || fail_as(error, &err);
}

// ---- Records ----

struct leaper_record *leaper_session_record(const struct leaper_session *session, struct leaper_error *error)
{
    struct record inside;
    if (session_to_record(session->inside, &inside, NULL))
        return record_wrap(session->variant, &inside, error);
    fail_no_memory(error);
    return NULL;
}
