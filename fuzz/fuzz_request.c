// SPDX-License-Identifier: GPL-3.0-or-later
// leaper_request() answers any text with one JSON object on one line, and an error in it has a code, a message and a place.
//
// Requests that search or count tours take too long for a fuzzer and are left out.
#include <leaper/leaper.h>

#include "fuzz/property.h"

#include <jansson.h>

// "\\u" is among the words because escapes could hide the others.
static bool takes_long(const uint8_t *data, size_t size)
{
    static const char *const words[] = {"count", "sample", "estimate", "find", "random",
                                        "games", "search", "depth",    "\\u"};
    char *text = text_of(data, size);
    bool found = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        found = found || strstr(text, words[i]);
    free(text);
    return found;
}

// Takes ownership of the answer.
static void check_answer(char *answer)
{
    PROPERTY(answer && !strchr(answer, '\n'));
    json_t *json = json_loads(answer, JSON_REJECT_DUPLICATES, NULL);
    PROPERTY(json_is_object(json));
    const json_t *error = json_object_get(json, "error");
    if (error) {
        PROPERTY(json_string_length(json_object_get(error, "code")) > 0);
        PROPERTY(json_string_length(json_object_get(error, "message")) > 0);
        PROPERTY(json_object_get(error, "at") != NULL);
    }
    json_decref(json);
    leaper_free(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // A copy of exactly this size, so that sanitizers see reads beyond it.
    char *text = malloc(size ? size : 1);
    PROPERTY(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    if (!takes_long(data, size))
        check_answer(leaper_request(text, size));
    free(text);
    return 0;
}
