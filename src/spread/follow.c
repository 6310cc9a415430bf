// SPDX-License-Identifier: GPL-3.0-or-later
// The others compute what the leader tells them.
#include "spread/crew.h"
#include "spread/parcel.h"

#include "base/clock.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

// Without the leader the work is over, so the others wait for it longer than it waits for them.
enum { PATIENCE_WITH_LEADER = 5 };

struct follow {
    const struct spread_transport *transport;
    const struct spread_job *job;
    struct crew *crew;
    struct VECTOR_OF(uint32_t) waiting; // units, in the order in which they came
    struct buffer result; // a message that is still to be sent to the leader, if it is not empty
    unsigned wanted;      // units that the leader has still to be asked for
    bool stopped;
    double last_heard, last_sent;
    struct error *err;
};

static bool say(struct follow *follow, enum parcel_kind kind, uint32_t unit)
{
    follow->last_sent = clock_seconds();
    return parcel_send(follow->transport, 0, (struct parcel_head){kind, unit, follow->job->print});
}

static bool receive_all(struct follow *follow)
{
    struct parcel parcel;
    bool good = true;
    while (good && parcel_receive(follow->transport, &parcel)) {
        follow->last_heard = clock_seconds();
        follow->stopped |= parcel.head.kind == PARCEL_STOP;
        if (parcel.head.kind == PARCEL_WORK)
            good = vector_push(&follow->waiting, (uint32_t)parcel.head.unit) || error_no_memory(follow->err);
        free(parcel.bytes);
    }
    return good;
}

static void write_finished(struct follow *follow, struct crew_finished *finished)
{
    struct parcel_head head = {PARCEL_RESULT, finished->unit.number, follow->job->print};
    const struct buffer *result = &finished->unit.result;
    if (finished->end == SPREAD_DONE) {
        parcel_write(head, buffer_text(result), result->length, &follow->result);
    } else if (finished->end == SPREAD_DROPPED) {
        head.kind = PARCEL_DROPPED;
        parcel_write(head, "", 0, &follow->result);
    } else {
        head.kind = PARCEL_FAILED;
        parcel_write(head, &finished->unit.err, sizeof finished->unit.err, &follow->result);
    }
    buffer_clear(&finished->unit.result);
}

// Sends what has been found. Where there is no memory for it at the moment, it is tried again later.
static bool send_results(struct follow *follow)
{
    struct crew_finished finished;
    for (;;) {
        if (!follow->result.length) {
            if (!crew_take(follow->crew, &finished))
                return true;
            follow->wanted++;
            write_finished(follow, &finished);
            if (follow->result.failed)
                return error_no_memory(follow->err);
        }
        if (!follow->transport->send(follow->transport->context, 0, follow->result.text,
                                     follow->result.length))
            return true;
        follow->last_sent = clock_seconds();
        buffer_reset(&follow->result);
    }
}

static void give_work(struct follow *follow)
{
    size_t given = 0, count = follow->waiting.count;
    if (atomic_load(follow->job->stop)) {
        while (given < count && say(follow, PARCEL_DROPPED, follow->waiting.items[given]))
            given++;
    } else {
        while (given < count && crew_give(follow->crew, follow->waiting.items[given]))
            given++;
        while (follow->wanted && say(follow, PARCEL_WANT, UINT32_MAX))
            follow->wanted--;
    }
    if (given)
        memmove(follow->waiting.items, follow->waiting.items + given,
                (count - given) * sizeof *follow->waiting.items);
    follow->waiting.count -= given;
}

static bool follow_until_stopped(struct follow *follow)
{
    const struct spread_job *job = follow->job;
    for (;;) {
        if (!receive_all(follow))
            return false;
        if (follow->stopped)
            return true;
        if (!send_results(follow))
            return false;
        give_work(follow);
        if (clock_seconds() - follow->last_sent >= 1)
            say(follow, PARCEL_ALIVE, UINT32_MAX);
        if (clock_seconds() - follow->last_heard > PATIENCE_WITH_LEADER * job->patience)
            return error_set(follow->err, ERROR_SYSTEM, "", "process 0 has fallen silent");
        crew_wait(follow->crew);
    }
}

bool spread_follow(const struct spread_transport *transport, const struct spread_job *job, struct error *err)
{
    struct follow follow = {.transport = transport, .job = job, .last_heard = clock_seconds(), .err = err};
    struct crew_finished unwanted;
    follow.crew = crew_start(job, err);
    follow.wanted = follow.crew ? crew_size(follow.crew) + job->ahead : 0;
    bool good = follow.crew && follow_until_stopped(&follow);
    atomic_store(job->stop, true);
    if (follow.crew) {
        crew_end(follow.crew);
        while (crew_take(follow.crew, &unwanted))
            buffer_clear(&unwanted.unit.result);
        crew_free(follow.crew);
    }
    vector_clear(&follow.waiting);
    buffer_clear(&follow.result);
    return good;
}
