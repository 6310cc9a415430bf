// SPDX-License-Identifier: GPL-3.0-or-later
// Gives seats to other devices: a link is made by whoever holds the seats, looked at and accepted on the other device, which gets keys of its
// own; these can be ended from either side.
#include "server/seats/link_routes.h"

#include "base/memory.h"
#include "server/http/quota.h"
#include "server/match/match.h"
#include "server/seats/held.h"
#include "server/seats/link_body.h"
#include "server/seats/links.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void answer(struct call *call, json_t *json, const struct problem *problem)
{
    if (json)
        call_answer_json(call, json);
    else
        call_fail(call, problem);
}

static struct body_source source_of(const struct call *call)
{
    return (struct body_source){call->body, call->length};
}

// Reads the match of a claim and what its token holds there; false if that is nothing, or cannot be read. The caller clears the row if true.
static bool read_held(struct call *call, const struct seat_claim *claim, struct archived_match *row,
                      struct held *held)
{
    struct error err = {0};
    struct problem ignored;
    if (!archive_row(call->service->archive, claim->match, row, &err))
        return false;
    if (seats_held(call->service->archive, row, claim->token, held, &ignored) && held->seats) {
        call->caller.seated = true;
        return true;
    }
    archived_match_clear(row);
    return false;
}

// ---- Making a link ----

static size_t list_seats(struct call *call, const struct seat_claims *claims, struct link_seat *seats)
{
    size_t count = 0;
    for (size_t i = 0; i < claims->count; i++) {
        struct archived_match row;
        struct held held;
        if (!read_held(call, &claims->items[i], &row, &held))
            continue;
        for (int color = WHITE; color <= BLACK; color++)
            if (held.seats & 1U << color) {
                struct link_seat *seat = &seats[count++];
                *seat = (struct link_seat){.color = (enum color)color};
                memcpy(seat->match, row.id, sizeof seat->match);
                secret_hash(seat->parent, claims->items[i].token);
            }
        archived_match_clear(&row);
    }
    return count;
}

static json_t *make(struct call *call, const struct seat_claims *claims, struct problem *problem)
{
    struct link_seat seats[2 * LIMIT_SEATS];
    char secret[SECRET_SIZE];
    unsigned wait = quotas_spend(call->service->quotas, &call->caller.address, QUOTA_LINKS);
    if (wait) {
        problem_too_many(problem, wait, "you have made too many links");
        return NULL;
    }
    size_t count = list_seats(call, claims, seats);
    if (!count) {
        problem_set(problem, PROBLEM_BAD_TOKEN, NULL, "none of these tokens holds a seat");
        return NULL;
    }
    if (!links_make(call->service->links, seats, count, secret, problem))
        return NULL;
    return json_pack("{s:s,s:i,s:i}", "link", secret, "seconds", (int)LIMIT_LINK, "seats", (int)count);
}

void links_post(struct call *call)
{
    struct seat_claims claims;
    struct problem problem = {.code = PROBLEM_NONE};
    call->gzip = false; // there is a secret in the answer
    json_t *made = link_read_seats(&claims, source_of(call), &problem) ? make(call, &claims, &problem) : NULL;
    sodium_memzero(&claims, sizeof claims);
    answer(call, made, &problem);
}

// ---- Looking at one, and cancelling it ----

static json_t *describe_seats(struct call *call, const struct link *link)
{
    json_t *seats = json_array();
    for (size_t i = 0; i < link->count; i++) {
        struct archived_match row;
        if (!archive_row(call->service->archive, link->seats[i].match, &row, NULL))
            continue;
        json_t *seat = match_summary(&row);
        json_object_set_new(seat, "seat", json_string(color_key(link->seats[i].color)));
        json_array_append_new(seats, seat);
        archived_match_clear(&row);
    }
    return seats;
}

static json_t *look(struct call *call, const char *secret, struct problem *problem)
{
    struct link link;
    char since[32];
    if (!links_look(call->service->links, secret, &link, problem))
        return NULL;
    match_write_time(link.since, since);
    return json_pack("{s:s,s:o}", "since", since, "seats", describe_seats(call, &link));
}

void links_post_look(struct call *call)
{
    char secret[LIMIT_SECRET + 1];
    struct problem problem = {.code = PROBLEM_NONE};
    answer(call, link_read_secret(secret, source_of(call), &problem) ? look(call, secret, &problem) : NULL,
           &problem);
}

void links_post_cancel(struct call *call)
{
    char secret[LIMIT_SECRET + 1];
    struct problem problem = {.code = PROBLEM_NONE};
    bool fine = link_read_secret(secret, source_of(call), &problem) &&
                links_cancel(call->service->links, secret, &problem);
    answer(call, fine ? json_object() : NULL, &problem);
}

// ---- Accepting one ----

// The same for the same link and key, so that a request whose answer was lost can be repeated.
static void derive(struct call *call, const struct accept_link_body *body, const struct link_seat *seat,
                   char token[SECRET_SIZE])
{
    char place[ARCHIVE_ID_SIZE + 8];
    snprintf(place, sizeof place, "%s/%s", seat->match, color_key(seat->color));
    secret_derive(token, archive_secret(call->service->archive), place, body->link, body->key);
}

struct giving {
    struct call *call;
    const struct accept_link_body *body;
};

static bool give(void *context, struct link *link, struct problem *problem)
{
    const struct giving *giving = context;
    struct archived_key *keys = memory_resize(NULL, link->count, sizeof *keys);
    struct error err = {0};
    size_t count = link->count;
    for (size_t i = 0; i < count; i++) {
        char token[SECRET_SIZE];
        derive(giving->call, giving->body, &link->seats[i], token);
        keys[i] = (struct archived_key){.color = link->seats[i].color, .since = (int64_t)time(NULL)};
        memcpy(keys[i].match, link->seats[i].match, sizeof keys[i].match);
        memcpy(keys[i].parent, link->seats[i].parent, sizeof keys[i].parent);
        memcpy(keys[i].device, link->device, sizeof keys[i].device);
        snprintf(keys[i].name, sizeof keys[i].name, "%s", giving->body->name);
        secret_hash(keys[i].hash, token);
    }
    bool fine = archive_give(giving->call->service->archive, keys, &count, &err);
    if (!fine)
        problem_set(problem, err.code == ERROR_TOO_LARGE ? PROBLEM_MANY_DEVICES : PROBLEM_DATABASE, NULL,
                    "%s", err.message);
    else if (!count)
        fine = problem_set(problem, PROBLEM_NO_LINK, NULL, "none of these seats can be given any more");
    for (size_t i = 0; fine && i < count; i++) {
        link->seats[i] = (struct link_seat){.color = keys[i].color};
        memcpy(link->seats[i].match, keys[i].match, sizeof link->seats[i].match);
        memcpy(link->seats[i].parent, keys[i].parent, sizeof link->seats[i].parent);
    }
    link->count = fine ? count : link->count;
    free(keys);
    return fine;
}

static json_t *accept_link(struct call *call, const struct accept_link_body *body, struct problem *problem)
{
    struct link link;
    struct giving giving = {call, body};
    if (!links_use(call->service->links, body->link, body->key, give, &giving, &link, problem))
        return NULL;
    json_t *seats = json_array();
    for (size_t i = 0; i < link.count; i++) {
        char token[SECRET_SIZE];
        derive(call, body, &link.seats[i], token);
        json_array_append_new(seats, json_pack("{s:s,s:s,s:s}", "match", link.seats[i].match, "seat",
                                               color_key(link.seats[i].color), "token", token));
    }
    return json_pack("{s:s,s:o}", "device", link.device, "seats", seats);
}

void links_post_accept(struct call *call)
{
    struct accept_link_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    call->gzip = false; // there are secrets in the answer
    json_t *taken =
        link_read_accept(&body, source_of(call), &problem) ? accept_link(call, &body, &problem) : NULL;
    sodium_memzero(&body, sizeof body);
    answer(call, taken, &problem);
}

// ---- Devices ----

struct devices {
    json_t *list;
    uint8_t parent[ARCHIVE_HASH_SIZE];
};

static json_t *find_device(const json_t *list, const char *id)
{
    size_t index;
    json_t *device;
    json_array_foreach(list, index, device)
    {
        if (!strcmp(json_string_value(json_object_get(device, "id")), id))
            return device;
    }
    return NULL;
}

static void add_device(void *context, const struct archived_key *key)
{
    const struct devices *devices = context;
    char since[32];
    if (sodium_memcmp(key->parent, devices->parent, sizeof key->parent) != 0)
        return;
    json_t *known = find_device(devices->list, key->device);
    if (known) {
        json_int_t seats = json_integer_value(json_object_get(known, "seats"));
        json_object_set_new(known, "seats", json_integer(seats + 1));
        return;
    }
    match_write_time(key->since, since);
    json_array_append_new(devices->list, json_pack("{s:s,s:s,s:s,s:i}", "id", key->device, "name", key->name,
                                                   "since", since, "seats", 1));
}

static json_t *list_devices(struct call *call, const struct seat_claims *claims)
{
    struct devices devices = {.list = json_array()};
    for (size_t i = 0; i < claims->count; i++) {
        struct archived_match row;
        struct held held;
        if (!read_held(call, &claims->items[i], &row, &held))
            continue;
        secret_hash(devices.parent, claims->items[i].token);
        archive_keys(call->service->archive, row.id, add_device, &devices, NULL);
        archived_match_clear(&row);
    }
    return json_pack("{s:o}", "devices", devices.list);
}

void devices_post(struct call *call)
{
    struct seat_claims claims;
    struct problem problem = {.code = PROBLEM_NONE};
    answer(call, link_read_seats(&claims, source_of(call), &problem) ? list_devices(call, &claims) : NULL,
           &problem);
    sodium_memzero(&claims, sizeof claims);
}

static bool end_device(struct call *call, struct problem *problem)
{
    uint8_t hash[ARCHIVE_HASH_SIZE];
    struct error err = {0};
    if (!call->caller.token)
        return problem_set(problem, PROBLEM_NO_TOKEN, NULL,
                           "this requires a seat's token, and none was sent");
    secret_hash(hash, call->caller.token);
    if (archive_end_device(call->service->archive, call->id, hash, &err))
        return true;
    return problem_set(problem, err.code == ERROR_NOT_FOUND ? PROBLEM_NO_DEVICE : PROBLEM_DATABASE, NULL,
                       "%s", err.message);
}

void devices_post_end(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    bool fine = body_read_empty(call->body, call->length, &problem) && end_device(call, &problem);
    answer(call, fine ? json_object() : NULL, &problem);
}
