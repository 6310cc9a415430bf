// SPDX-License-Identifier: GPL-3.0-or-later
// Conversion between sessions and records.
#include "session/session.h"

#include <stdio.h>

bool session_to_record(const struct session *session, struct record *record, struct error *err)
{
    record_init(record, session->variant, &session->start);
    for (size_t i = 0; i < session->count; i++)
        if (!record_add_turn(record, &session->turns[i])) {
            record_clear(record);
            return error_no_memory(err);
        }
    record->outcome = session->outcome;
    return true;
}

bool session_replay(struct session *session, const struct record *record, struct error *err)
{
    struct position start = record->start;
    start.variant = session->variant;
    session_begin(session, &start);
    for (size_t i = 0; i < record->turns.count; i++)
        if (!session_play(session, &record->turns.items[i].turn, err)) {
            char place[32];
            snprintf(place, sizeof place, "turns[%zu]", i);
            error_place(err, place);
            return false;
        }
    // The players may have ended a game that could have continued.
    if (session_is_ongoing(session))
        session->outcome = record->outcome;
    return true;
}

struct session *session_from_record(const struct record *record, struct error *err)
{
    const struct variant *variant = record->variant;
    struct session *session = session_new(variant->game, &variant->parameters, NULL, err);
    if (session && !session_replay(session, record, err)) {
        session_free(session);
        session = NULL;
    }
    return session;
}
