// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a match from its row in the archive, and answers queries about it.
#include "server/match/match.h"

#include "base/memory.h"
#include "server/secret.h"
#include "server/time/match_clock.h"
#include "variants/file.h"

#include <stdlib.h>
#include <string.h>

// ---- Beginning and end ----

static struct session *begin_again(const struct archived_match *row, struct error *err)
{
    struct parameters parameters;
    struct variant_file *file;
    const struct game *game = match_read_game(row, &file, &parameters, err);
    struct session *session = game ? session_new(game, &parameters, row->start, err) : NULL;
    variant_file_free(file);
    return session;
}

static struct session *play_again(const struct archived_match *row, const struct archived_turns *turns,
                                  struct error *err)
{
    struct session *session = begin_again(row, err);
    if (session && !session_restore(session, (const char *const *)turns->texts, turns->count, err)) {
        session_free(session);
        session = NULL;
    }
    // The players may have ended a game that the rules would let continue.
    if (session && session_is_ongoing(session))
        session->outcome = row->outcome;
    return session;
}

struct describing {
    struct match *match;
    const struct archived_turns *turns;
};

static void describe_one(void *context, size_t ply, const struct position *before, const struct turn *turn,
                         const struct position *after)
{
    struct describing *describing = context;
    (void)after;
    match_add_turn(describing->match, before, turn, describing->turns->left[ply]);
}

struct match *match_of(struct archived_match *row, const struct archived_turns *turns,
                       struct archived_series *series, struct session *session)
{
    struct match *match = memory_resize(NULL, 1, sizeof *match);
    *match = (struct match){
        .row = *row, .series = *series, .session = session, .lag_left = {CLOCK_LAG_TOTAL, CLOCK_LAG_TOTAL}};
    *series = (struct archived_series){0};
    memcpy(match->id, row->id, sizeof match->id);
    row->start = row->text = NULL;
    pthread_mutex_init(&match->lock, NULL);
    buffer_init(&match->text);
    buffer_init(&match->turns);
    session_each(session, 0, describe_one, &(struct describing){match, turns});
    return match;
}

struct match *match_new(struct archived_match *row, const struct archived_turns *turns,
                        struct archived_series *series, struct error *err)
{
    struct session *session = play_again(row, turns, err);
    if (!session)
        return NULL;
    struct match *match = match_of(row, turns, series, session);
    // What was left is not on disk. If a match had all of it each time that it is read, it would pay to have it dropped between turns.
    match->lag_left[WHITE] = match->lag_left[BLACK] = CLOCK_LAG_PART;
    return match;
}

void match_free(struct match *match)
{
    if (!match)
        return;
    session_free(match->session);
    buffer_clear(&match->turns);
    vector_clear(&match->turn_ends);
    vector_clear(&match->left);
    buffer_clear(&match->text);
    archived_match_clear(&match->row);
    free(match->series.games);
    pthread_mutex_destroy(&match->lock);
    free(match);
}

// ---- Queries ----

unsigned match_seats_of(const struct archived_match *row, const char *token)
{
    unsigned seats = 0;
    for (int color = WHITE; token && color <= BLACK; color++) {
        const struct seat *seat = &row->seats[color];
        if (seat->has_token && secret_matches(seat->token, token))
            seats |= 1U << color;
    }
    return seats;
}

bool match_is_due(const struct match *match)
{
    return session_is_ongoing(match->session) &&
           match->row.seats[session_side(match->session)].kind == SEAT_ENGINE;
}

int match_engine_color(const struct match *match)
{
    for (int color = WHITE; color <= BLACK; color++)
        if (match->row.seats[color].kind == SEAT_ENGINE)
            return color;
    return -1;
}

bool match_is_open(const struct match *match)
{
    return archived_match_is_open(&match->row);
}

// With a clock, the first turn of each side stays once both have been made: otherwise there would be time for a first turn again.
static size_t bounded(const struct match *match, size_t plies)
{
    const struct session *session = match->session;
    bool ticks = game_clock_is_used(&match->row.clock) && !session_is_young(session);
    return ticks && plies + 2 > session->count ? 0 : plies;
}

size_t match_takeback(const struct match *match, enum color seat)
{
    const struct session *session = match->session;
    enum reason reason = session->outcome.reason;
    if (reason == REASON_RESIGNATION || reason == REASON_AGREEMENT || reason == REASON_TIME ||
        reason == REASON_ABORTED || reason == REASON_ABANDONED)
        return 0;
    if (match->row.rematch[0]) // its result counts in a series that has continued
        return 0;
    if (match->row.local)
        return bounded(match, session->count > 0);
    if (match_is_open(match))
        return 0;
    for (size_t back = 1; back <= session->count; back++)
        if (session_player_of(session, session->count - back) == seat)
            return bounded(match, back);
    return 0;
}

bool match_is_between_people(const struct match *match)
{
    return !match->row.local && match_engine_color(match) < 0;
}

bool match_may_take_back(const struct match *match, enum color seat)
{
    const struct archived_match *row = &match->row;
    if (match_takeback(match, seat) == 0)
        return false;
    return !match_is_between_people(match) || (row->takeback == NO_OFFER && row->takeback_ply == 0);
}

void match_forget_takeback(struct archived_match *row)
{
    row->takeback = NO_OFFER;
    row->takeback_ply = 0;
}
