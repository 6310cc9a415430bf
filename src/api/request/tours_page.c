// SPDX-License-Identifier: GPL-3.0-or-later
// Answers what pages ask about tours as the server does, for a page that cannot reach it.
#include "api/request/request.h"

#include "base/clock.h"
#include "tours/answer/answer.h"

#include <string.h>

// The time of an answer, and its tables, for which a page has room.
enum { SECONDS_DEFAULT = 3, SECONDS_MAX = 60, TABLES_MEBIBYTES = 128 };

struct timing {
    double begun, seconds; // clock_seconds()
    const struct leaper_request_watch *watch;
};

static bool has_time(void *context, double share)
{
    const struct timing *timing = context;
    const struct leaper_request_watch *watch = timing->watch;
    if (watch && watch->stop && watch->stop(watch->context))
        return false;
    return clock_seconds() - timing->begun < share * timing->seconds;
}

// Whether the members that are left are those of such a question.
static bool all_known(const struct request *request, enum tours_ask ask, struct leaper_error *error)
{
    const char *name;
    json_t *value;
    json_object_foreach(request->left, name, value)
    {
        const char *const *known = tours_ask_members(ask);
        while (*known && strcmp(*known, name) != 0)
            known++;
        if (!*known)
            return fail(error, LEAPER_ERROR_REQUEST, name, "unknown member '%.40s' in this request", name);
    }
    return true;
}

static json_t *answer_question(const struct tours_question *question, struct timing *timing,
                               struct leaper_error *error)
{
    const struct tours_limits limits = {
        .tables = (size_t)TABLES_MEBIBYTES << 20, .has = has_time, .context = timing};
    if (question->png) {
        fail(error, LEAPER_ERROR_NOT_BUILT_IN, "format", "the library draws SVG only");
        return NULL;
    }
    return answered(tours_answer(question, &limits), error);
}

static json_t *answer_ask(struct request *request, enum tours_ask ask, int64_t seconds,
                          struct leaper_error *error)
{
    struct timing timing = {clock_seconds(), (double)seconds, request->watch};
    struct tours_question question;
    struct error err;
    json_t *answer = NULL;
    if (!all_known(request, ask, error))
        return NULL;
    if (tours_question_read(&question, ask, request->left, &err))
        answer = answer_question(&question, &timing, error);
    else
        fail_as(error, &err);
    tours_question_clear(&question);
    return answer;
}

json_t *answer_tours(struct request *request, struct leaper_error *error)
{
    const char *name;
    enum tours_ask ask;
    int64_t seconds = SECONDS_DEFAULT;
    if (!take_text(request, "ask", &name, error))
        return NULL;
    if (!name)
        return all_taken(request, error) ? answered(tours_catalogue(), error) : NULL;
    if (!tours_ask_find(name, &ask)) {
        fail(error, LEAPER_ERROR_PARAMETER, "ask",
             "pages ask for count, random, estimate or draw, not '%.40s'", name);
        return NULL;
    }
    if (!take_number(request, "seconds", (struct bounds){1, SECONDS_MAX}, &seconds, error))
        return NULL;
    return answer_ask(request, ask, seconds, error);
}
