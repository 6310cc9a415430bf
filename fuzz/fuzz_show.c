// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is a request for a position that can be described, or refused with a code, a sentence and nothing changed.
//
// What is described agrees with itself: as many turns as it counts, each of which can be asked for again, sorted and
// different; a game that is over says why.
#include "fuzz/property.h"

#include "notation/json/describe.h"
#include "notation/json/request.h"
#include "notation/line.h"
#include "position/integrity.h"

static const char *string_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    PROPERTY(text != NULL);
    return text;
}

// Sorted by byte value without repetition, and each one legal when it is asked for.
static void check_turns(const struct show_request *request, const json_t *turns, bool ongoing)
{
    const char *before = "";
    size_t index;
    json_t *value;
    json_array_foreach(turns, index, value)
    {
        const char *text = json_string_value(value);
        PROPERTY(text && strcmp(before, text) < 0);
        before = text;
        struct position pos = request->position;
        struct history history;
        history_init(&history);
        history_copy(&history, &request->history);
        PROPERTY(line_play(&pos, &history, text, NULL, NULL) == ongoing);
        PROPERTY(position_ok(&pos));
        history_clear(&history);
    }
}

static void check_description(const struct show_request *request)
{
    json_t *state = describe_state(&request->position, &request->history, DESCRIBE_PLAIN);
    PROPERTY(state != NULL);
    bool ongoing = strcmp(string_at(state, "result"), "ongoing") == 0;
    PROPERTY(ongoing == (string_at(state, "reason")[0] == '\0'));
    PROPERTY(strcmp(string_at(state, "game"), request->variant->game->name) == 0);
    const json_t *turns = json_object_get(state, "turns");
    if (turns) {
        PROPERTY((json_int_t)json_array_size(turns) == json_integer_value(json_object_get(state, "count")));
        check_turns(request, turns, ongoing);
    }

    // What it says is text that JSON readers accept, and its FEN is a position again.
    char *text = json_dumps(state, JSON_COMPACT);
    PROPERTY(text != NULL);
    json_t *again = json_loads(text, 0, NULL);
    PROPERTY(again && json_equal(state, again));
    json_decref(again);
    free(text);
    json_decref(state);

    json_t *actions = describe_actions(&request->position, NULL, NULL);
    PROPERTY(actions != NULL);
    json_decref(actions);
}

static void check_refusal(const struct error *err)
{
    PROPERTY(err->code != ERROR_NONE && err->message[0] != '\0');
    json_t *answer = describe_error(err);
    char *text = json_dumps(answer, JSON_COMPACT);
    PROPERTY(text != NULL);
    free(text);
    json_decref(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct show_request request;
    struct error err = {0};
    // A copy of just this size, so that reading beyond it is seen.
    char *text = malloc(size ? size : 1);
    PROPERTY(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    if (show_request_parse(&request, text, size, &err)) {
        check_description(&request);
        show_request_clear(&request);
    } else {
        check_refusal(&err);
    }
    free(text);
    return 0;
}
