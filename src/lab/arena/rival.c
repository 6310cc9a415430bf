// SPDX-License-Identifier: GPL-3.0-or-later
// Starts rivals, and watches their time while they think.
#include "lab/arena/rival.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MILLISECOND = 1000 }; // in microseconds

// ---- Start and end ----

static void clear_names(struct rival_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->items[i]);
    vector_clear(names);
}

static bool start_program(struct rival *rival, struct error *err)
{
    const char *const *own = rival->terms->own_arguments;
    struct VECTOR_OF(const char *) arguments = {0};
    bool good = true;
    for (size_t i = 0; good && i < rival->spec->arguments.count; i++)
        good = vector_push(&arguments, rival->spec->arguments.items[i]);
    good = good && vector_push(&arguments, NULL);
    if (!good)
        error_no_memory(err);
    else
        good = program_start(&rival->program, rival->spec->arguments.count ? arguments.items : own, err);
    vector_clear(&arguments);
    return good;
}

bool rival_start(struct rival *rival, struct error *err)
{
    rival->driver = rival->spec->protocol == RIVAL_CECP ? &rival_cecp : &rival_uci;
    rival->program.log = rival->terms->log;
    rival->program.log_name = rival->spec->name;
    rival->launched = start_program(rival, err);
    if (rival->launched && rival->driver->greet(rival, err))
        return true;
    rival_quit(rival);
    return false;
}

bool rival_new_game(struct rival *rival, const struct session *session, struct error *err)
{
    if (rival->state.single_use && rival->state.used) {
        rival_quit(rival);
        if (!rival_start(rival, err))
            return false;
    }
    rival->state.used = true;
    return rival->driver->new_game(rival, session, err);
}

void rival_quit(struct rival *rival)
{
    if (rival->program.pid)
        program_say_text(&rival->program, rival->driver->quit);
    program_end(&rival->program, RIVAL_QUIT_PATIENCE);
    clear_names(&rival->options);
    clear_names(&rival->variants);
    clear_names(&rival->values);
    memset(&rival->state, 0, sizeof rival->state);
}

// ---- Thinking ----

// The time of one turn, in microseconds.
struct watch {
    struct rival *rival;
    struct rival_thought *thought;
    int64_t began, used; // by the wall and by the processor, when it began
    int64_t budget;      // after which it is told to stop; INT64_MAX: it is not
    int64_t allowed;     // after which it has lost on time; INT64_MAX: never
    int64_t stalled;     // when it counts as stalled, by the clock on the wall
    bool stopped;
};

static int64_t charge(const struct watch *watch)
{
    const struct rival *rival = watch->rival;
    return rival->terms->by_processor ? program_used(&watch->rival->program) - watch->used
                                      : clock_microseconds() - watch->began;
}

static void begin_watch(struct watch *watch, const struct rival_clocks *clocks, enum color side)
{
    struct rival *rival = watch->rival;
    const struct allowance *allowance = rival_allowance(rival);
    int64_t most = INT64_MAX;
    if (allowance->movetime)
        most = allowance->movetime * MILLISECOND;
    if (allowance->main && clocks->left[side] < most)
        most = clocks->left[side];
    watch->began = clock_microseconds();
    watch->used = program_used(&rival->program);
    watch->budget = rival_is_timed_here(rival) ? allowance->movetime * MILLISECOND : INT64_MAX;
    watch->allowed = most == INT64_MAX ? most : most + rival->terms->margin * MILLISECOND;
    watch->stalled = watch->began + rival->terms->patience * MILLISECOND;
    if (most != INT64_MAX)
        watch->stalled += most * (rival->terms->by_processor ? RIVAL_SHARED_BY : 1);
}

// How long nothing can become due, in microseconds: threads spend processor time side by side. Whether the match has been stopped is
// looked at several times a second.
static int64_t next_look(const struct watch *watch, int64_t charged)
{
    enum { SHORTEST = 200, LONGEST = 100000 };
    int64_t due = watch->stopped || watch->budget > watch->allowed ? watch->allowed : watch->budget;
    int64_t wait = watch->stalled - clock_microseconds();
    int64_t side_by_side = rival_side_by_side(watch->rival);
    if (due != INT64_MAX && (due - charged) / side_by_side < wait)
        wait = (due - charged) / side_by_side;
    return wait < SHORTEST ? SHORTEST : wait > LONGEST ? LONGEST : wait;
}

static void end_by_crash(struct rival *rival, struct rival_thought *thought)
{
    struct buffer status;
    buffer_init(&status);
    rival_end(rival, &status);
    // Whoever ends the match may have ended its engines as well.
    thought->end = atomic_load(rival->terms->stop) ? RIVAL_DROPPED : RIVAL_CRASHED;
    snprintf(thought->remark, sizeof thought->remark, "%s", buffer_text(&status));
    buffer_clear(&status);
}

// Looks at the time. Whether it is over.
static bool is_over(struct watch *watch, int64_t charged)
{
    struct rival *rival = watch->rival;
    if (charged >= watch->budget && !watch->stopped) {
        program_say_text(&rival->program, rival->driver->stop);
        watch->stopped = true;
        // If this program had to wait for a processor itself, that is not the engine's fault.
        watch->allowed = charged + rival->terms->margin * MILLISECOND;
    }
    if (atomic_load(rival->terms->stop)) {
        watch->thought->end = RIVAL_DROPPED;
        return true;
    }
    if (charged > watch->allowed) {
        watch->thought->end = RIVAL_OUT_OF_TIME;
        return true;
    }
    if (clock_microseconds() >= watch->stalled) {
        watch->thought->end = RIVAL_STALLED;
        return true;
    }
    return false;
}

// Until the turn ends in one way or another.
static void wait_for_move(struct watch *watch)
{
    struct rival *rival = watch->rival;
    for (;;) {
        const char *line;
        int64_t charged = charge(watch);
        if (is_over(watch, charged))
            return;
        switch (program_read(&rival->program, clock_microseconds() + next_look(watch, charged), &line)) {
        case PROGRAM_LINE:
            if (rival->driver->hear(rival, line, watch->thought))
                return;
            break;
        case PROGRAM_ENDED:
            end_by_crash(rival, watch->thought);
            return;
        case PROGRAM_LATE:
            break;
        }
    }
}

void rival_think(struct rival *rival, const struct session *session, const struct rival_clocks *clocks,
                 struct rival_thought *thought)
{
    struct watch watch = {.rival = rival, .thought = thought};
    *thought = (struct rival_thought){.end = RIVAL_MOVED};
    begin_watch(&watch, clocks, session_side(session));
    struct rival_clocks told = *clocks;
    told.left[session_side(session)] /= rival_side_by_side(rival);
    told.increment[session_side(session)] /= rival_side_by_side(rival);
    if (rival->driver->go(rival, session, &told))
        wait_for_move(&watch);
    else
        end_by_crash(rival, thought);
    thought->spent = charge(&watch);
    thought->waited = clock_microseconds() - watch.began;
    if (thought->end == RIVAL_MOVED && thought->spent > watch.allowed)
        thought->end = RIVAL_OUT_OF_TIME;
}
