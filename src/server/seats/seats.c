// SPDX-License-Identifier: GPL-3.0-or-later
// Answers for many seats at once. What has not changed since the client asked last is told by its row alone, which costs little, and a
// position, for which a match is played through again, is charged like a request for that match.
#include "server/seats/seats.h"

#include "base/memory.h"
#include "notation/json/describe.h"
#include "server/http/quota.h"
#include "server/match/hub.h"
#include "server/seats/held.h"
#include "server/seats/seats_body.h"
#include "server/time/match_clock.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

// What all seats of an answer share.
struct answer {
    struct call *call;
    bool boards;
    unsigned drawn; // positions in it
};

// Appends an object; `more` is what the text of its last members is, each after a comma.
static void write_object(struct buffer *out, json_t *object, const char *more)
{
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (!text)
        memory_exhausted();
    buffer_add_bytes(out, text, strlen(text) - 1);
    buffer_addf(out, "%s}", more);
    free(text);
}

// A match as the holder of seats sees it; `session` is NULL unless its position is to be shown.
static void write_match(const struct answer *answer, const struct archived_match *row,
                        const struct held *held, const struct session *session)
{
    json_t *entry = match_summary(row), *you = json_array();
    for (int color = WHITE; color <= BLACK; color++)
        if (held->seats & 1U << color)
            json_array_append_new(you, json_string(color_key((enum color)color)));
    json_object_set_new(entry, "revision", json_integer(row->revision));
    json_object_set_new(entry, "draw_offer",
                        row->draw_offer == NO_OFFER ? json_null()
                                                    : json_string(color_key((enum color)row->draw_offer)));
    json_object_set_new(entry, "takeback_request",
                        row->takeback == NO_OFFER
                            ? json_null()
                            : json_pack("{s:s,s:I}", "by", color_key((enum color)row->takeback), "ply",
                                        (json_int_t)row->takeback_ply));
    json_object_set_new(entry, "rematch", row->rematch[0] ? json_string(row->rematch) : json_null());
    json_object_set_new(entry, "you", you);
    if (held->device[0])
        json_object_set_new(entry, "device", json_string(held->device));
    if (session)
        describe_pieces_to(&entry, &session->position);
    struct buffer clock;
    buffer_init(&clock);
    clock_write(row, served_now(&answer->call->service->served), &clock);
    write_object(&answer->call->text, entry, buffer_text(&clock));
    buffer_clear(&clock);
}

static void write_fault(const struct answer *answer, const char *id, const struct problem *problem)
{
    write_object(&answer->call->text, json_pack("{s:s,s:s}", "id", id, "error", problem_name(problem->code)),
                 "");
}

// The same with the position, which only a match in memory has.
static bool write_board(struct answer *answer, const char *id, const struct held *held)
{
    struct problem problem;
    struct hub *hub = answer->call->service->hub;
    struct match *match = hub_acquire(hub, id, &problem);
    if (!match)
        return false;
    pthread_mutex_lock(&match->lock);
    write_match(answer, &match->row, held, match->session);
    pthread_mutex_unlock(&match->lock);
    hub_release(hub, match);
    answer->drawn++;
    return true;
}

static void write_seat(struct answer *answer, const struct seat_claim *claim)
{
    struct call *call = answer->call;
    struct archived_match row;
    struct error err = {0};
    struct problem problem = {.code = PROBLEM_NONE};
    if (!archive_row(call->service->archive, claim->match, &row, &err)) {
        problem.code = err.code == ERROR_NOT_FOUND ? PROBLEM_NO_MATCH : PROBLEM_DATABASE;
        write_fault(answer, claim->match, &problem);
        return;
    }
    struct held held;
    if (seats_held(call->service->archive, &row, claim->token, &held, &problem))
        problem.code = PROBLEM_BAD_TOKEN;
    if (!held.seats)
        write_fault(answer, claim->match, &problem);
    else if (row.revision == claim->revision)
        write_object(&call->text, json_pack("{s:s,s:I}", "id", row.id, "revision", (json_int_t)row.revision),
                     "");
    else if (!answer->boards || !write_board(answer, row.id, &held))
        write_match(answer, &row, &held, NULL);
    call->caller.seated = call->caller.seated || held.seats;
    archived_match_clear(&row);
}

void seats_post(struct call *call)
{
    struct seats_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    bool fine = seats_read(&body, call->body, call->length, &problem);
    if (fine) {
        struct answer answer = {call, body.boards, 0};
        buffer_add(&call->text, "{\"seats\":[");
        for (size_t i = 0; i < body.claims.count; i++) {
            buffer_add(&call->text, i ? "," : "");
            write_seat(&answer, &body.claims.items[i]);
        }
        buffer_addf(&call->text, "],\"served\":%" PRId64 "}", served_now(&call->service->served));
        quotas_charge(call->service->quotas, &call->caller.address, QUOTA_REQUESTS, answer.drawn);
        call->status = MHD_HTTP_OK;
    } else {
        call_fail(call, &problem);
    }
    sodium_memzero(&body, sizeof body);
}
