// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds on what long work may take: memory, disk and time, asked inside its loops and by every large allocation.
//
// A budget ends once, for the first reason that comes up; from then on everything that asks it is told to stop, and what
// was under way is thrown away. Work that has no bounds passes NULL where a budget is asked for.
#ifndef LEAPER_TOURS_BUDGET_H
#define LEAPER_TOURS_BUDGET_H

#include "base/atomic.h"
#include "base/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum budget_end {
    BUDGET_LASTS,
    BUDGET_MEMORY,    // more would be held than is allowed
    BUDGET_SYSTEM,    // the system refused memory within the bound
    BUDGET_DISK,      // temporary files would take more than is allowed
    BUDGET_FILES,     // a temporary file could not be made, or its disk is full
    BUDGET_CANCELLED, // nobody wants the result any more
};

struct budget_bounds {
    size_t memory; // bytes, mapped files included; 0: no bound
    size_t disk;   // bytes that temporary files may take at a time; 0: none are made
    // Asked at most every few milliseconds, from any thread, one at a time; false ends the work. NULL: it goes on.
    bool (*goes_on)(void *context);
    void *context;
};

struct budget {
    struct budget_bounds bounds;
    size_t most;          // of memory that may be held; what else there is of the bound is for mapped files
    size_t window;        // bytes of mapped files that may be resident at a time
    size_t shared_before; // bytes of files that were resident at the start: the program itself
    LEAPER_ATOMIC(size_t) held, peak;    // bytes of memory
    LEAPER_ATOMIC(size_t) disk, spilled; // bytes in temporary files now; in all of them together
    LEAPER_ATOMIC(int) end;              // enum budget_end
    LEAPER_ATOMIC(int64_t) asked;        // when goes_on() was last asked, in nanoseconds
    pthread_mutex_t asking;
};

void budget_init(struct budget *budget, const struct budget_bounds *bounds);
void budget_clear(struct budget *budget);

// Whether the work goes on. Cheap enough for any loop.
static inline bool budget_lasts(const struct budget *budget)
{
    return !budget || atomic_load_explicit(&budget->end, memory_order_acquire) == BUDGET_LASTS;
}

// The same, having asked goes_on() if that is due. For loops whose rounds take some microseconds.
bool budget_poll(struct budget *budget);

// Ends the work, unless it has ended for another reason.
void budget_finish(struct budget *budget, enum budget_end end);

// Sets goes_on() and its context anew. No thread may be at work.
void budget_watch(struct budget *budget, bool (*goes_on)(void *context), void *context);

// Counts bytes as held if no more than `most` are then; 0: as many as the budget allows. False, and the budget lasts, if not.
bool budget_hold(struct budget *budget, size_t bytes, size_t most);

// Counts bytes as held; ends the budget and returns false when it has no room for them.
bool budget_take(struct budget *budget, size_t bytes);
void budget_give(struct budget *budget, size_t bytes);

// The same for bytes of a temporary file.
bool budget_take_disk(struct budget *budget, size_t bytes);
void budget_give_disk(struct budget *budget, size_t bytes);

// Memory of `count` elements of `size` bytes in place of `block` (of `before` elements, or NULL and 0), whose content is lost.
// NULL, with `block` freed and the budget at its end, when there is no room. Freed by budget_free().
void *budget_renew(struct budget *budget, void *block, size_t before, size_t count, size_t size);
// The same, but the content is kept, and with NULL `block` stays.
void *budget_grow(struct budget *budget, void *block, size_t before, size_t count, size_t size);
void budget_free(struct budget *budget, void *block, size_t count, size_t size);

// Whether more of mapped files is resident than the window allows.
bool budget_is_window_full(const struct budget *budget);

// Why the budget ended: ERROR_TOO_LARGE, ERROR_SYSTEM or ERROR_BUSY. Returns false.
bool budget_error(const struct budget *budget, struct error *err);

// Bytes of this process that are resident, and of these those of files; 0 where the system does not say.
size_t budget_resident(size_t *shared);

#ifdef __cplusplus
}
#endif

#endif
