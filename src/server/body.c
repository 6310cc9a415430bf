// SPDX-License-Identifier: GPL-3.0-or-later
// Reads bodies: parses the JSON, then checks which members there are, then reads each of them.
#include "server/body.h"

#include "base/memory.h"
#include "notation/json/request.h"
#include "notation/json_reason.h"
#include "server/body_json.h"
#include "server/secret.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- JSON ----

// The offset where arrays and objects are nested too deeply, or -1. Looks only at brackets outside of strings; whether they
// match is left to the parser.
static long too_deep(const char *text, size_t length)
{
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (in_string && c == '\\')
            i++;
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string && (c == '{' || c == '[') && ++depth > LIMIT_JSON_DEPTH)
            return (long)i;
        else if (!in_string && (c == '}' || c == ']'))
            depth--;
    }
    return -1;
}

json_t *body_object(const char *text, size_t length, const char *const *members, struct problem *problem)
{
    long deep = too_deep(text, length);
    if (deep >= 0) {
        problem_set_offset(problem, PROBLEM_BAD_JSON, deep, "this is nested more than %d levels deep",
                           LIMIT_JSON_DEPTH);
        return NULL;
    }
    json_error_t error;
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!object) {
        problem_set_offset(problem, PROBLEM_BAD_JSON, error.position, "this is not JSON: %s",
                           json_reason(&error));
        return NULL;
    }
    if (!json_is_object(object)) {
        problem_set(problem, PROBLEM_BAD_FIELD, NULL, "the body must be a JSON object");
        json_decref(object);
        return NULL;
    }
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        bool known = false;
        for (int i = 0; members[i] && !known; i++)
            known = !strcmp(members[i], name);
        if (!known) {
            problem_set(problem, PROBLEM_UNKNOWN_FIELD, name, "there is no member '%.60s' here", name);
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

// ---- Members ----

const char *body_text(struct body_member member, size_t longest, bool *fine, struct problem *problem)
{
    const char *at = member.at;
    const json_t *value = json_object_get(member.object, member.name);
    if (!value || json_is_null(value))
        return NULL;
    const char *text = json_string_value(value);
    // A \u0000 would hide what comes after it.
    if (!text || strlen(text) != json_string_length(value))
        *fine = problem_set(problem, PROBLEM_BAD_FIELD, at, "%s must be a string", at);
    else if (strlen(text) > longest)
        *fine =
            problem_set(problem, PROBLEM_BAD_FIELD, at, "%s must not be longer than %zu bytes", at, longest);
    return *fine ? text : NULL;
}

enum { LEFT_OUT = 100 };

// The index of a member's value in a list that ends with NULL; `initial` if it is left out; -1 with the problem.
static int read_choice(struct body_member member, const char *const *words, int initial,
                       struct problem *problem)
{
    bool fine = true;
    const char *text = body_text(member, LIMIT_BODY, &fine, problem);
    if (!fine)
        return -1;
    if (!text)
        return initial;
    struct buffer list;
    buffer_init(&list);
    int found = -1;
    for (int i = 0; words[i]; i++) {
        buffer_addf(&list, "%s%s", i ? ", " : "", words[i]);
        if (!strcmp(words[i], text))
            found = i;
    }
    if (found < 0)
        problem_set(problem, PROBLEM_BAD_FIELD, member.at, "%s must be one of: %s", member.at,
                    buffer_text(&list));
    buffer_clear(&list);
    return found;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Whether a character is invisible and changes how its neighbours are shown: directional marks, embeddings, overrides and
// isolates, and line and paragraph separators. `text` is zero-terminated.
static bool is_format_control(const unsigned char *text)
{
    if (text[0] == 0xd8)
        return text[1] == 0x9c; // U+061C
    if (text[0] != 0xe2)
        return false;
    if (text[1] == 0x80)
        return text[2] == 0x8e || text[2] == 0x8f ||
               (text[2] >= 0xa8 && text[2] <= 0xae);              // U+200E, 200F, 2028-202E
    return text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9; // U+2066-2069
}

bool body_name(const json_t *object, char name[NAME_SIZE], struct problem *problem)
{
    bool fine = true;
    const char *text = body_text(body_member(object, "name"), LIMIT_BODY, &fine, problem);
    name[0] = '\0';
    if (!fine || !text)
        return fine;
    while (is_blank(*text))
        text++;
    size_t length = strlen(text), characters = 0;
    while (length && is_blank(text[length - 1]))
        length--;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        bool c1_control = c == 0xc2 && (unsigned char)text[i + 1] < 0xa0;
        if (c < 0x20 || c == 0x7f || c1_control)
            return problem_set(problem, PROBLEM_BAD_FIELD, "name",
                               "a name must not contain control characters");
        if (is_format_control((const unsigned char *)text + i))
            return problem_set(problem, PROBLEM_BAD_FIELD, "name",
                               "a name must not contain characters that change the direction of text");
        characters += (c & 0xc0) != 0x80;
    }
    if (characters > LIMIT_NAME)
        return problem_set(problem, PROBLEM_BAD_FIELD, "name", "a name may have at most %d characters",
                           LIMIT_NAME);
    memcpy(name, text, length);
    name[length] = '\0';
    return true;
}

bool body_missing(struct problem *problem, const char *name)
{
    return problem_set(problem, PROBLEM_MISSING_FIELD, name, "the member '%s' is missing", name);
}

static bool read_ply(const json_t *object, size_t *ply, struct problem *problem)
{
    const json_t *value = json_object_get(object, "ply");
    if (!value)
        return body_missing(problem, "ply");
    if (!json_is_integer(value) || json_integer_value(value) < 0 || json_integer_value(value) > INT32_MAX)
        return problem_set(problem, PROBLEM_BAD_FIELD, "ply", "ply must be a whole number, 0 or more");
    *ply = (size_t)json_integer_value(value);
    return true;
}

bool body_secret(const json_t *object, const char *name, size_t least, char secret[LIMIT_SECRET + 1],
                 struct problem *problem)
{
    bool fine = true;
    const char *text = body_text(body_member(object, name), LIMIT_SECRET, &fine, problem);
    secret[0] = '\0';
    if (!fine || !text)
        return fine;
    if (strlen(text) < least || !secret_is_text(text))
        return problem_set(problem, PROBLEM_BAD_FIELD, name,
                           "%s must have %zu to %d characters of A-Z a-z 0-9 - _", name, least, LIMIT_SECRET);
    memcpy(secret, text, strlen(text) + 1);
    return true;
}

// ---- Creating a match ----

static bool read_game(const json_t *object, struct create_body *body, const struct texts *texts,
                      struct problem *problem)
{
    bool fine = true;
    const char *name = body_text(body_member(object, "game"), LIMIT_SECRET, &fine, problem);
    const char *text =
        fine ? body_text(body_member(object, "variants"), GAMES_ALONE_TEXT_MAX, &fine, problem) : NULL;
    if (!fine)
        return false;
    if (text) {
        body->game = texts_find(texts, text, name, &body->file, problem);
        if (body->file)
            body->text = memory_copy_text(text);
        return body->game != NULL;
    }
    if (!name)
        return body_missing(problem, "game");
    struct error err = {0};
    body->game = game_find(name, &err);
    return body->game || problem_from_error(problem, PROBLEM_NO_GAME, "game", &err);
}

static bool read_parameters(const json_t *object, struct create_body *body, struct problem *problem)
{
    game_defaults(body->game, &body->parameters);
    const json_t *given = json_object_get(object, "parameters");
    if (!given || json_is_null(given))
        return true;
    if (!json_is_object(given))
        return problem_set(problem, PROBLEM_BAD_FIELD, "parameters", "parameters must be an object");
    struct error err = {0};
    if (parameters_read_json(body->game, given, &body->parameters, &err))
        return true;
    // "armies[1]" is written "parameters.armies.1" here.
    char at[sizeof err.at + 16] = "parameters";
    size_t length = strlen(at);
    if (err.at[0])
        at[length++] = '.';
    for (const char *c = err.at; *c && length + 1 < sizeof at; c++)
        if (*c != ']')
            at[length++] = *c == '[' ? '.' : *c;
    at[length] = '\0';
    return problem_from_error(problem, PROBLEM_BAD_FIELD, at, &err);
}

static bool read_level(const json_t *opponent, struct create_body *body, struct problem *problem)
{
    const char *words[LEVELS + 1] = {NULL};
    int usual = 0;
    for (int i = 0; i < LEVELS; i++) {
        words[i] = levels[i].key;
        if (!strcmp(levels[i].key, "club"))
            usual = i;
    }
    int found = read_choice((struct body_member){opponent, "level", "opponent.level"}, words, usual, problem);
    if (found < 0)
        return false;
    body->level = &levels[found];
    return body->opponent == OPPONENT_ENGINE || !json_object_get(opponent, "level") ||
           problem_set(problem, PROBLEM_BAD_FIELD, "opponent.level", "only an engine has a level");
}

static bool read_opponent(const json_t *object, struct create_body *body, struct problem *problem)
{
    static const char *const kinds[] = {"engine", "friend", "local", NULL};
    json_t *opponent = json_object_get(object, "opponent");
    if (opponent && !json_is_null(opponent) && !json_is_object(opponent))
        return problem_set(problem, PROBLEM_BAD_FIELD, "opponent", "opponent must be an object");
    if (json_is_null(opponent))
        opponent = NULL;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)opponent, name,
                        value) if (strcmp(name, "kind") != 0 &&
                                   strcmp(name, "level") !=
                                       0) return problem_set(problem, PROBLEM_UNKNOWN_FIELD, "opponent",
                                                             "an opponent has no member '%.60s'", name);
    int kind =
        read_choice((struct body_member){opponent, "kind", "opponent.kind"}, kinds, OPPONENT_ENGINE, problem);
    if (kind < 0)
        return false;
    body->opponent = (enum opponent)kind;
    return read_level(opponent, body, problem);
}

static bool read_finder(const json_t *object, struct create_body *body, struct problem *problem)
{
    const json_t *finder = json_object_get(object, "finder");
    if (finder && !json_is_boolean(finder))
        return problem_set(problem, PROBLEM_BAD_FIELD, "finder", "finder must be true or false");
    body->finder = json_is_true(finder);
    return !body->finder || body->game->announces ||
           problem_set(problem, PROBLEM_BAD_FIELD, "finder", "%s has no paths to find", body->game->title);
}

// After the opponent: a match with a friend is theirs alone unless said otherwise.
static bool read_listed(const json_t *object, struct create_body *body, struct problem *problem)
{
    const json_t *listed = json_object_get(object, "listed");
    if (listed && !json_is_boolean(listed))
        return problem_set(problem, PROBLEM_BAD_FIELD, "listed", "listed must be true or false");
    body->listed = listed ? json_is_true(listed) : body->opponent != OPPONENT_FRIEND;
    return true;
}

static bool read_control(const json_t *object, struct create_body *body, struct problem *problem)
{
    bool fine = true;
    struct error err = {0};
    const char *text = body_text(body_member(object, "clock"), LIMIT_CLOCK, &fine, problem);
    if (!fine || !text)
        return fine;
    return time_control_read(text, &body->control, &err) ||
           problem_from_error(problem, PROBLEM_BAD_FIELD, "clock", &err);
}

bool body_create(const json_t *object, struct create_body *body, const struct texts *texts,
                 struct problem *problem)
{
    static const char *const colors[] = {"white", "black", "random", NULL};
    if (!read_game(object, body, texts, problem) || !read_parameters(object, body, problem) ||
        !read_opponent(object, body, problem) || !body_name(object, body->name, problem) ||
        !read_finder(object, body, problem) || !read_listed(object, body, problem) ||
        !read_control(object, body, problem))
        return false;
    int color = read_choice(body_member(object, "color"), colors, (int)body->color, problem);
    if (color < 0)
        return false;
    body->color = (enum color_choice)color;
    bool fine = true;
    const char *fen = body_text(body_member(object, "fen"), LIMIT_FEN, &fine, problem);
    if (fen)
        body->fen = memory_copy_text(fen);
    return fine;
}

bool body_read_create(struct create_body *body, struct body_source source, const struct texts *texts,
                      struct problem *problem)
{
    static const char *const members[] = {"game",   "variants", "parameters", "color", "opponent", "name",
                                          "finder", "listed",   "clock",      "fen",   NULL};
    *body = (struct create_body){0};
    json_t *object = body_object(source.text, source.length, members, problem);
    bool fine = object && body_create(object, body, texts, problem);
    json_decref(object);
    return fine;
}

char *body_read_check(const char *text, size_t length, struct problem *problem)
{
    static const char *const members[] = {"variants", NULL};
    json_t *object = body_object(text, length, members, problem);
    bool fine = object != NULL;
    const char *variants =
        fine ? body_text(body_member(object, "variants"), GAMES_ALONE_TEXT_MAX, &fine, problem) : NULL;
    if (fine && !variants)
        body_missing(problem, "variants");
    char *copy = variants ? memory_copy_text(variants) : NULL;
    json_decref(object);
    return copy;
}

void create_body_clear(struct create_body *body)
{
    free(body->fen);
    free(body->text);
    variant_file_free(body->file);
    body->fen = body->text = NULL;
    body->file = NULL;
}

// ---- The others ----

bool body_read_join(struct join_body *body, const char *text, size_t length, struct problem *problem)
{
    static const char *const members[] = {"join", "name", "key", NULL};
    json_t *object = body_object(text, length, members, problem);
    bool fine = object && body_secret(object, "join", 1, body->join, problem) &&
                body_secret(object, "key", LIMIT_KEY_LEAST, body->key, problem) &&
                body_name(object, body->name, problem);
    json_decref(object);
    return fine && (body->join[0] || body_missing(problem, "join"));
}

bool body_read_turn(struct turn_body *body, const char *text, size_t length, struct problem *problem)
{
    static const char *const members[] = {"ply", "turn", NULL};
    json_t *object = body_object(text, length, members, problem);
    bool fine = object && read_ply(object, &body->ply, problem);
    const char *turn = fine ? body_text(body_member(object, "turn"), LIMIT_TURN, &fine, problem) : NULL;
    if (fine && !turn)
        fine = body_missing(problem, "turn");
    if (fine)
        memcpy(body->turn, turn, strlen(turn) + 1);
    json_decref(object);
    return fine;
}

// The squares of an announcement, and whether they make a circuit.
static bool read_squares(const json_t *object, struct announce_body *body, struct problem *problem)
{
    const json_t *squares = json_object_get(object, "squares"), *circuit = json_object_get(object, "circuit");
    if (circuit && !json_is_boolean(circuit))
        return problem_set(problem, PROBLEM_BAD_FIELD, "circuit", "circuit must be true or false");
    if (!squares || json_is_null(squares))
        return !circuit || problem_set(problem, PROBLEM_BAD_FIELD, "circuit", "circuit requires squares");
    size_t count = json_array_size(squares);
    if (count < 1 || count > LIMIT_ANNOUNCED + 1)
        return problem_set(
            problem, PROBLEM_BAD_FIELD, "squares",
            "squares must be a list of 1 to %d squares, for a circuit with the first one again "
            "at the end",
            LIMIT_ANNOUNCED + 1);
    square read[LIMIT_ANNOUNCED + 1];
    for (size_t i = 0; i < count; i++) {
        char at[32];
        snprintf(at, sizeof at, "squares.%zu", i);
        const char *name = json_string_value(json_array_get(squares, i)), *end = name;
        if (!name || !square_read(&end, GRID_SIDE, GRID_SIDE, &read[i]) || *end)
            return problem_set(problem, PROBLEM_BAD_FIELD, at, "%s must be a square such as e4", at);
    }
    body->repeated = count > 1 && read[0] == read[count - 1];
    body->circuit = circuit ? json_is_true(circuit) : body->repeated;
    if (body->repeated && !body->circuit)
        return problem_set(problem, PROBLEM_BAD_FIELD, "circuit",
                           "a path does not end where it began; a circuit does");
    count -= body->repeated;
    if (count > LIMIT_ANNOUNCED)
        return problem_set(problem, PROBLEM_BAD_FIELD, "squares", "no side has more than %d pieces",
                           LIMIT_ANNOUNCED);
    body->count = (unsigned)count;
    memcpy(body->squares, read, count * sizeof *read);
    return true;
}

bool body_read_announce(struct announce_body *body, const char *text, size_t length, struct problem *problem)
{
    static const char *const members[] = {"ply", "after", "squares", "circuit", NULL};
    *body = (struct announce_body){.ply = 0};
    json_t *object = body_object(text, length, members, problem);
    bool fine = object && read_ply(object, &body->ply, problem);
    const char *after = fine ? body_text(body_member(object, "after"), LIMIT_TURN, &fine, problem) : NULL;
    if (fine && after)
        memcpy(body->after, after, strlen(after) + 1);
    fine = fine && read_squares(object, body, problem);
    json_decref(object);
    return fine;
}

bool body_read_draw(struct draw_body *body, const char *text, size_t length, struct problem *problem)
{
    static const char *const members[] = {"ply", "action", NULL};
    static const char *const actions[] = {"offer", "accept", "decline", NULL};
    json_t *object = body_object(text, length, members, problem);
    bool fine = object && read_ply(object, &body->ply, problem);
    int action = fine ? read_choice(body_member(object, "action"), actions, LEFT_OUT, problem) : -1;
    json_decref(object);
    if (action == LEFT_OUT)
        return body_missing(problem, "action");
    if (action < 0)
        return false;
    body->action = (enum draw_action)action;
    return true;
}

bool body_read_takeback(struct takeback_body *body, const char *text, size_t length, struct problem *problem)
{
    static const char *const members[] = {"ply", "action", NULL};
    static const char *const actions[] = {"request", "accept", "decline", NULL};
    json_t *object = body_object(text, length, members, problem);
    bool fine = object && read_ply(object, &body->ply, problem);
    int action = fine ? read_choice(body_member(object, "action"), actions, TAKEBACK_REQUEST, problem) : -1;
    json_decref(object);
    body->action = action < 0 ? TAKEBACK_REQUEST : (enum takeback_action)action;
    return action >= 0;
}

bool body_read_claim(struct claim_body *body, const char *text, size_t length, struct problem *problem)
{
    static const char *const members[] = {"ply", "result", NULL};
    static const char *const results[] = {"win", "draw", NULL};
    json_t *object = body_object(text, length, members, problem);
    bool fine = object && read_ply(object, &body->ply, problem);
    int result = fine ? read_choice(body_member(object, "result"), results, 0, problem) : -1;
    json_decref(object);
    body->draw = result == 1;
    return result >= 0;
}

bool body_read_ply(size_t *ply, const char *text, size_t length, struct problem *problem)
{
    static const char *const members[] = {"ply", NULL};
    json_t *object = body_object(text, length, members, problem);
    bool fine = object && read_ply(object, ply, problem);
    json_decref(object);
    return fine;
}

bool body_read_empty(const char *text, size_t length, struct problem *problem)
{
    static const char *const members[] = {NULL};
    json_t *object = body_object(text, length, members, problem);
    json_decref(object);
    return object != NULL;
}
