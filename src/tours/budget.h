// SPDX-License-Identifier: GPL-3.0-or-later
// Limits on the memory, disk space and time of long work, checked inside its loops and by every large allocation.
//
// A budget ends once, for the first reason that occurs. From then on all work that checks it stops, and unfinished results
// are discarded. Work without limits passes NULL for the budget.
#ifndef LEAPER_TOURS_BUDGET_H
#define LEAPER_TOURS_BUDGET_H

#include "base/error.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum budget_end {
    BUDGET_LASTS,
    BUDGET_MEMORY,    // more memory is needed than is allowed
    BUDGET_SYSTEM,    // the system refused memory within the bound
    BUDGET_DISK,      // temporary files would take more than is allowed
    BUDGET_FILES,     // a temporary file could not be created, or its disk is full
    BUDGET_CANCELLED, // goes_on() returned false
};

struct budget_bounds {
    size_t memory; // bytes, mapped files included; 0: no bound
    size_t disk;   // bytes that temporary files may take at any time; 0: none are made
    // Called every few milliseconds at most, by any thread but never by two at once; returning false ends the work. NULL: the
    // work goes on.
    bool (*goes_on)(void *context);
    void *context;
};

struct budget {
    struct budget_bounds bounds;
    size_t most;                // bytes of memory that may be held; the rest of the limit is for mapped files
    size_t window;              // bytes of mapped files that may be resident at any time
    size_t shared_before;       // bytes of files that were resident at the start: the program itself
    _Atomic(size_t) held, peak; // bytes of memory
    _Atomic(size_t) disk, spilled; // bytes in temporary files now; ever written to them
    _Atomic(int) end;              // enum budget_end
    _Atomic(int64_t) asked;        // when goes_on() was last called, in nanoseconds
    pthread_mutex_t asking;
};

void budget_init(struct budget *budget, const struct budget_bounds *bounds);
void budget_clear(struct budget *budget);

// Whether to continue. Cheap enough for any loop.
static inline bool budget_lasts(const struct budget *budget)
{
    return !budget || atomic_load_explicit(&budget->end, memory_order_acquire) == BUDGET_LASTS;
}

// The same, after calling goes_on() if that is due. For loops whose iterations take a few microseconds.
bool budget_poll(struct budget *budget);

// Ends the work, unless it has already ended for another reason.
void budget_finish(struct budget *budget, enum budget_end end);

// Replaces goes_on() and its context. No other thread may be working.
void budget_watch(struct budget *budget, bool (*goes_on)(void *context), void *context);

// Counts bytes as held if the total then does not exceed `most` (0: what the budget allows). Otherwise returns false and does not
// end the budget.
bool budget_hold(struct budget *budget, size_t bytes, size_t most);

// Counts bytes as held; ends the budget and returns false when it has no room for them.
bool budget_take(struct budget *budget, size_t bytes);
void budget_give(struct budget *budget, size_t bytes);

// The same for the bytes of temporary files.
bool budget_take_disk(struct budget *budget, size_t bytes);
void budget_give_disk(struct budget *budget, size_t bytes);

// Replaces `block` (of `before` elements, or NULL and 0) by memory for `count` elements of `size` bytes; the contents are lost.
// When there is no room, frees `block`, ends the budget and returns NULL. Freed by budget_free().
void *budget_renew(struct budget *budget, void *block, size_t before, size_t count, size_t size);
void budget_free(struct budget *budget, void *block, size_t count, size_t size);

// Whether more bytes of mapped files are resident than the window allows.
bool budget_is_window_full(const struct budget *budget);

// Why the budget ended: ERROR_TOO_LARGE, ERROR_SYSTEM or ERROR_BUSY. Returns false.
bool budget_error(const struct budget *budget, struct error *err);

// The resident bytes of this process, and how many of them belong to mapped files; 0 if the system does not tell.
size_t budget_resident(size_t *shared);

#endif
