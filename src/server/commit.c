// SPDX-License-Identifier: GPL-3.0-or-later
// From memory to disk to those who watch, in this order.
#include "server/commit.h"

#include "server/play.h"
#include "server/streams.h"

bool commit_next(struct service *service, struct match *match, struct archived_match *next,
                 const struct archive_event *event, struct problem *problem)
{
    struct error err = {0};
    next->revision = match->row.revision + 1;
    if (!archive_update(service->archive, next, event, &err))
        return problem_set(problem, PROBLEM_DATABASE, NULL, "%s", err.message);
    match->row = *next;
    match_changed(match);
    return true;
}

bool commit_row(struct service *service, struct match *match, struct archived_match *next,
                const struct archive_event *event, struct problem *problem)
{
    next->side = session_side(match->session);
    next->outcome = match->session->outcome;
    return commit_next(service, match, next, event, problem);
}

struct share *play_match_event(struct match *match, bool first)
{
    struct buffer text;
    buffer_init(&text);
    if (first)
        buffer_add(&text, "retry: 1000\n\n");
    buffer_addf(&text, "id: %lld\nevent: match\ndata: ", (long long)match->row.revision);
    match_write(match, 0, &text);
    buffer_add(&text, "\n\n");
    struct share *event = share_new(text.text, text.length);
    buffer_clear(&text);
    return event;
}

void commit_publish(struct service *service, struct match *match)
{
    if (streams_watched(service->streams, match->id))
        streams_publish(service->streams, match->id, STREAM_MATCH, play_match_event(match, false));
}
