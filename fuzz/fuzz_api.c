// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzzes the bodies of API requests: whatever comes is read into something within its bounds, or refused with a reason.
//
// The first byte chooses which body it is; the rest is the body.
#include "fuzz/property.h"
#include "server/body.h"
#include "server/http/http.h"
#include "server/secret.h"
#include "session/session.h"

#include <jansson.h>

// A refusal has a status, a sentence, and is itself good JSON.
static void check_problem(const struct problem *problem)
{
    struct buffer text;
    buffer_init(&text);
    PROPERTY(problem->code != PROBLEM_NONE && problem_status(problem->code) >= 400);
    PROPERTY(problem->message[0]);
    problem_write(problem, NULL, &text);
    json_t *json = json_loads(text.text, 0, NULL);
    PROPERTY(json);
    json_decref(json);
    buffer_clear(&text);
}

static void check_name(const char *name)
{
    size_t characters = 0;
    for (const char *c = name; *c; c++) {
        PROPERTY((unsigned char)*c >= 0x20 && *c != 0x7f);
        characters += ((unsigned char)*c & 0xc0) != 0x80;
    }
    PROPERTY(characters <= LIMIT_NAME);
}

// What was accepted can be played, or is refused by the rules with a reason.
static bool check_create(const char *text, size_t length, struct problem *problem)
{
    // Nobody is charged for texts, and nothing is counted.
    static const struct texts texts;
    struct create_body body;
    bool fine = body_read_create(&body, (struct body_source){text, length}, &texts, problem);
    if (fine) {
        struct error err = {0};
        check_name(body.name);
        struct session *session = session_new(body.game, &body.parameters, body.fen, &err);
        PROPERTY(session || (err.code == ERROR_FEN && err.message[0]));
        PROPERTY(session || body.fen);
        session_free(session);
    }
    create_body_clear(&body);
    return fine;
}

static bool check_join(const char *text, size_t length, struct problem *problem)
{
    struct join_body body;
    bool fine = body_read_join(&body, text, length, problem);
    if (fine) {
        check_name(body.name);
        PROPERTY(secret_is_text(body.join));
        PROPERTY(!body.key[0] || (secret_is_text(body.key) && strlen(body.key) >= LIMIT_KEY_LEAST));
    }
    return fine;
}

static bool check_turn(const char *text, size_t length, struct problem *problem)
{
    struct turn_body body;
    bool fine = body_read_turn(&body, text, length, problem);
    PROPERTY(!fine || strlen(body.turn) <= LIMIT_TURN);
    return fine;
}

// The squares that were accepted are on the grid, and a circuit has some.
static bool check_announce(const char *text, size_t length, struct problem *problem)
{
    struct announce_body body;
    bool fine = body_read_announce(&body, text, length, problem);
    if (fine) {
        PROPERTY(body.count <= LIMIT_ANNOUNCED && strlen(body.after) <= LIMIT_TURN);
        PROPERTY(body.count || (!body.circuit && !body.repeated));
        for (unsigned i = 0; i < body.count; i++)
            PROPERTY(body.squares[i] < GRID_SQUARES);
    }
    return fine;
}

static bool check_other(unsigned which, const char *text, size_t length, struct problem *problem)
{
    struct draw_body draw;
    size_t ply;
    if (which == 3)
        return body_read_draw(&draw, text, length, problem);
    if (which == 4)
        return body_read_ply(&ply, text, length, problem);
    return body_read_empty(text, length, problem);
}

// Headers are judged, whatever they are; an origin that is allowed names the host.
static void check_headers(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    static const char host[] = "localhost:8080";
    http_host_allowed(text, "chess.example.org");
    PROPERTY(!http_origin_allowed(text, host) || strlen(text) >= strlen("http://") + strlen(host));
    free(text);
}

static bool check_body(unsigned which, const char *text, size_t length, struct problem *problem)
{
    switch (which) {
    case 0:
        return check_create(text, length, problem);
    case 1:
        return check_join(text, length, problem);
    case 2: // both begin with a ply
        return check_turn(text, length, problem) || check_announce(text, length, problem);
    default:
        return check_other(which, text, length, problem);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > LIMIT_BODY)
        return 0;
    unsigned which = data[0] % 7;
    if (which == 6) {
        check_headers(data + 1, size - 1);
        return 0;
    }
    // A copy without a final zero, so that reading beyond the end is noticed.
    char *text = malloc(size - 1);
    PROPERTY(text != NULL);
    memcpy(text, data + 1, size - 1);
    struct problem problem = {.code = PROBLEM_NONE};
    if (!check_body(which, text, size - 1, &problem))
        check_problem(&problem);
    free(text);
    return 0;
}
