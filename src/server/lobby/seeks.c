// SPDX-License-Identifier: GPL-3.0-or-later
// Seeks, from being posted until somebody accepts them.
//
// Whoever seeks or accepts chooses a key beforehand. The ids of the seek and of its match, and the tokens of both players follow from the keys
// and the archive's secret. So the server need not remember anything: whoever did not get the answer asks again with the key, even after
// a restart, and the match is either in the archive, with a seat that the key opens, or it has never begun.
#include "server/lobby/seeks.h"

#include "server/lobby/lobby.h"
#include "server/lobby/seek_body.h"
#include "server/match/play.h"
#include "server/texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- What follows from keys ----

// The first 96 bits of what is derived; nobody can guess it from what is public.
static void derive_id(const struct call *call, char id[ARCHIVE_ID_SIZE], const char *from, const char *what,
                      const char *key)
{
    char secret[SECRET_SIZE];
    secret_derive(secret, archive_secret(call->service->archive), from, what, key);
    snprintf(id, ARCHIVE_ID_SIZE, "%.16s", secret);
}

static void derive_seek(const struct call *call, char id[ARCHIVE_ID_SIZE], const char *key)
{
    derive_id(call, id, "", "seek", key);
}

// The match of a seek. Whoever sees the seek does not know it: it may be private.
static void derive_match(const struct call *call, char id[ARCHIVE_ID_SIZE], const char *seek)
{
    derive_id(call, id, seek, "match", "");
}

enum side { SEEKER, ACCEPTOR };

static void derive_token(const struct call *call, char token[SECRET_SIZE], const char *match, enum side side,
                         const char *key)
{
    secret_derive(token, archive_secret(call->service->archive), match,
                  side == SEEKER ? "seeker" : "acceptor", key);
}

// ---- What handlers share ----

static struct match_request request_of(struct call *call, const char *match, struct problem *problem)
{
    return (struct match_request){call->service, match, &call->caller, &call->text, problem};
}

// Ends a handler. Answers with a token are not compressed (docs/api.md, "Conventions").
static void answer(struct call *call, bool fine, const struct problem *problem)
{
    call->gzip = false;
    if (!fine)
        call_fail(call, problem);
    else if (!call->status)
        call->status = MHD_HTTP_OK;
}

static struct body_source body_of(const struct call *call)
{
    return (struct body_source){call->body, call->length};
}

// Charges the client as for creating a match.
static bool spend(struct call *call, struct problem *problem)
{
    unsigned wait = quotas_spend(call->service->quotas, &call->caller.address, QUOTA_CREATIONS);
    return !wait || problem_too_many(problem, wait, "you have posted or accepted too many seeks");
}

static void refund(struct call *call)
{
    quotas_refund(call->service->quotas, &call->caller.address, QUOTA_CREATIONS);
}

// ---- Posting ----

// Fills in a seek that was just added, and shows it.
static bool show(struct call *call, struct seek *seek, struct seek_body *body, struct problem *problem)
{
    static const char *const colors[] = {"white", "black", "random"};
    json_t *shown = play_terms(seek->id, &body->match, problem);
    if (!shown)
        return false;
    json_object_set_new(shown, "color", json_string(colors[body->match.color]));
    json_object_set_new(shown, "name", json_string(body->match.name));
    if (body->match.game->announces)
        json_object_set_new(shown, "finder", json_boolean(body->match.finder));
    json_object_set_new(shown, "listed", json_boolean(body->match.listed));
    snprintf(seek->game, sizeof seek->game, "%s", body->match.game->name);
    // What a text defines takes more memory than the text, which is read again when somebody accepts.
    variant_file_free(body->match.file);
    body->match.file = NULL;
    body->match.game = NULL;
    seek->match = body->match;
    body->match = (struct create_body){0};
    lobby_show(call->service->lobby, seek, shown);
    return true;
}

// Answers with the match if somebody has accepted a seek that is not open. False with PROBLEM_NO_MATCH if nobody has.
static bool give_match(struct call *call, const char *seek, enum side side, const char *key,
                       struct problem *problem)
{
    char match[ARCHIVE_ID_SIZE], token[SECRET_SIZE];
    derive_match(call, match, seek);
    derive_token(call, token, match, side, key);
    const struct match_request request = request_of(call, match, problem);
    return play_give_seat(&request, token);
}

// Posts a seek that is not open. False with a problem, or without one if the answer is a match: somebody has accepted the seek already.
static bool begin(struct call *call, struct seek *seek, struct seek_body *body, struct problem *problem)
{
    if (give_match(call, seek->id, SEEKER, body->key, problem) || problem->code != PROBLEM_NO_MATCH)
        return false;
    problem->code = PROBLEM_NONE;
    if (!spend(call, problem))
        return false;
    if (show(call, seek, body, problem))
        return true;
    refund(call);
    return false;
}

static bool post(struct call *call, struct seek_body *body, struct problem *problem)
{
    struct lobby *lobby = call->service->lobby;
    char id[ARCHIVE_ID_SIZE], match[ARCHIVE_ID_SIZE];
    derive_seek(call, id, body->key);
    if (!lobby_is_present(lobby, body->presence))
        return problem_set(problem, PROBLEM_NOT_PRESENT, "presence",
                           "there is no open stream of the lobby with this presence");
    struct seek *seek = lobby_hold_or_add(lobby, id, &call->caller.address, problem);
    if (!seek) {
        // One that has been accepted needs no room.
        struct problem none = {.code = PROBLEM_NONE};
        return give_match(call, id, SEEKER, body->key, &none);
    }
    if (!seek->shown && !begin(call, seek, body, problem)) {
        lobby_end(lobby, seek);
        return problem->code == PROBLEM_NONE;
    }
    derive_match(call, match, id);
    derive_token(call, seek->token, match, SEEKER, body->key);
    snprintf(seek->presence, sizeof seek->presence, "%s", body->presence);
    lobby_write(seek, &call->text);
    lobby_release(lobby, seek);
    call->status = MHD_HTTP_CREATED;
    return true;
}

void seeks_post(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    const struct texts texts = texts_of(call->service, &call->caller.address, &call->text);
    struct seek_body body;
    bool fine = body_read_seek(&body, body_of(call), &texts, &problem) && post(call, &body, &problem);
    create_body_clear(&body.match);
    answer(call, fine, &problem);
}

// ---- Accepting ----

// Finds the game again, and reads the text that defines it, if there is one, at nobody's charge.
static bool find_game(struct seek *seek, struct problem *problem)
{
    const struct texts texts = {.quotas = NULL};
    struct create_body *match = &seek->match;
    struct error err = {0};
    variant_file_free(match->file);
    match->file = NULL;
    match->game = match->text ? texts_find(&texts, match->text, seek->game, &match->file, problem)
                              : game_find(seek->game, &err);
    return match->game || match->text || problem_from_error(problem, PROBLEM_NO_GAME, "game", &err);
}

// Creates the match of a seek that is held.
static bool pair(struct call *call, struct seek *seek, const struct accept_body *body,
                 struct problem *problem)
{
    char match[ARCHIVE_ID_SIZE], token[SECRET_SIZE];
    derive_match(call, match, seek->id);
    derive_token(call, token, match, ACCEPTOR, body->key);
    const struct match_request request = request_of(call, match, problem);
    const struct pair pair = {
        .body = &seek->match, .client = &seek->client, .name = body->name, .tokens = {seek->token, token}};
    if (!spend(call, problem))
        return false;
    if (find_game(seek, problem) && play_pair(&request, &pair))
        return true;
    refund(call);
    if (problem->code == PROBLEM_TOO_MANY)
        return problem_set(problem, PROBLEM_NO_SEEK, NULL,
                           "whoever posted this seek has created matches with too many different texts");
    return false;
}

static bool accept_held(struct call *call, struct seek *seek, const struct accept_body *body,
                        struct problem *problem)
{
    struct lobby *lobby = call->service->lobby;
    char own[ARCHIVE_ID_SIZE];
    derive_seek(call, own, body->key);
    bool fine = strcmp(own, seek->id) != 0
                    ? pair(call, seek, body, problem)
                    : problem_set(problem, PROBLEM_OWN_SEEK, NULL, "this is your own seek");
    if (fine || problem->code == PROBLEM_NO_SEEK)
        lobby_end(lobby, seek);
    else
        lobby_release(lobby, seek);
    return fine;
}

static bool accept_seek(struct call *call, const struct accept_body *body, struct problem *problem)
{
    struct seek *seek = lobby_hold(call->service->lobby, call->id);
    if (seek && !accept_held(call, seek, body, problem))
        return false;
    // If it was not open, it may be the same client who accepted it before and did not get the answer.
    if (give_match(call, call->id, ACCEPTOR, body->key, problem))
        return true;
    if (problem->code == PROBLEM_BAD_TOKEN)
        return problem_set(problem, PROBLEM_SEEK_TAKEN, NULL, "somebody else has accepted this seek");
    return problem->code != PROBLEM_NO_MATCH
               ? false
               : problem_set(problem, PROBLEM_NO_SEEK, NULL, "this seek is no longer open");
}

void seeks_post_accept(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    struct accept_body body;
    bool fine = body_read_accept(&body, body_of(call), &problem) && accept_seek(call, &body, &problem);
    answer(call, fine, &problem);
}

// ---- Cancelling ----

static bool cancel(struct call *call, const char *key, struct problem *problem)
{
    struct lobby *lobby = call->service->lobby;
    char own[ARCHIVE_ID_SIZE];
    derive_seek(call, own, key);
    if (strcmp(own, call->id) != 0)
        return problem_set(problem, PROBLEM_BAD_KEY, "key", "this is not the key of this seek");
    struct seek *seek = lobby_hold(lobby, call->id);
    if (seek)
        lobby_end(lobby, seek);
    else if (give_match(call, call->id, SEEKER, key, problem))
        return true;
    else if (problem->code != PROBLEM_NO_MATCH)
        return false;
    buffer_add(&call->text, "{\"match\":null}");
    return true;
}

void seeks_post_cancel(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    char key[LIMIT_SECRET + 1];
    bool fine = body_read_key(key, body_of(call), &problem) && cancel(call, key, &problem);
    answer(call, fine, &problem);
}

// ---- Watching ----

// What all see of a seek that is held, and the text that defines its game.
static json_t *describe(const struct seek *seek)
{
    json_t *told = json_loads(seek->shown, 0, NULL);
    if (seek->match.text)
        json_object_set_new(told, "variants", json_string(seek->match.text));
    return told;
}

void seeks_get(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    struct seek *seek = lobby_hold(call->service->lobby, call->id);
    if (!seek) {
        problem_set(&problem, PROBLEM_NO_SEEK, NULL, "this seek is no longer open");
        call_fail(call, &problem);
        return;
    }
    json_t *told = describe(seek);
    lobby_release(call->service->lobby, seek);
    call_answer_json(call, told);
}

void seeks_get_events(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    call->response = lobby_watch(call->service->lobby, call->connection, &call->caller.address, &problem);
    call->status = MHD_HTTP_OK;
    if (!call->response)
        call_fail(call, &problem);
}
