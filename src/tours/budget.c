// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps track of memory and disk space, and asks from time to time whether to continue.
#include "tours/budget.h"

#include "base/clock.h"

#include <stdlib.h>

// The least time between two calls of goes_on(), in nanoseconds.
enum { ASK_EVERY = 20000000 };

// One part in this many of the limit is reserved for mapped files, if there may be any.
enum { WINDOW_PART = 8 };

void budget_init(struct budget *budget, const struct budget_bounds *bounds)
{
    *budget = (struct budget){.bounds = *bounds};
    budget->window = bounds->memory && bounds->disk ? bounds->memory / WINDOW_PART : 0;
    budget->most = bounds->memory - budget->window;
    if (budget->window)
        budget_resident(&budget->shared_before);
    pthread_mutex_init(&budget->asking, NULL);
}

void budget_clear(struct budget *budget)
{
    pthread_mutex_destroy(&budget->asking);
}

void budget_finish(struct budget *budget, enum budget_end end)
{
    int lasts = BUDGET_LASTS;
    atomic_compare_exchange_strong(&budget->end, &lasts, end);
}

void budget_watch(struct budget *budget, bool (*goes_on)(void *context), void *context)
{
    budget->bounds.goes_on = goes_on;
    budget->bounds.context = context;
}

bool budget_poll(struct budget *budget)
{
    if (!budget)
        return true;
    if (!budget->bounds.goes_on || !budget_lasts(budget))
        return budget_lasts(budget);
    int64_t time = clock_nanoseconds();
    if (time - atomic_load_explicit(&budget->asked, memory_order_relaxed) < ASK_EVERY ||
        pthread_mutex_trylock(&budget->asking))
        return true;
    if (!budget->bounds.goes_on(budget->bounds.context))
        budget_finish(budget, BUDGET_CANCELLED);
    atomic_store_explicit(&budget->asked, time, memory_order_relaxed);
    pthread_mutex_unlock(&budget->asking);
    return budget_lasts(budget);
}

bool budget_hold(struct budget *budget, size_t bytes, size_t most)
{
    if (!budget)
        return true;
    size_t held = atomic_fetch_add(&budget->held, bytes) + bytes, peak = atomic_load(&budget->peak);
    if (budget->bounds.memory && held > (most && most < budget->most ? most : budget->most)) {
        atomic_fetch_sub(&budget->held, bytes);
        return false;
    }
    while (held > peak && !atomic_compare_exchange_weak(&budget->peak, &peak, held))
        continue;
    return true;
}

bool budget_take(struct budget *budget, size_t bytes)
{
    bool held = budget_hold(budget, bytes, 0);
    if (!held)
        budget_finish(budget, BUDGET_MEMORY);
    return held;
}

void budget_give(struct budget *budget, size_t bytes)
{
    if (budget)
        atomic_fetch_sub(&budget->held, bytes);
}

bool budget_take_disk(struct budget *budget, size_t bytes)
{
    size_t disk = atomic_fetch_add(&budget->disk, bytes) + bytes;
    if (disk <= budget->bounds.disk) {
        atomic_fetch_add(&budget->spilled, bytes);
        return true;
    }
    atomic_fetch_sub(&budget->disk, bytes);
    budget_finish(budget, budget->bounds.disk ? BUDGET_DISK : BUDGET_MEMORY);
    return false;
}

void budget_give_disk(struct budget *budget, size_t bytes)
{
    atomic_fetch_sub(&budget->disk, bytes);
}

void *budget_renew(struct budget *budget, void *block, size_t before, size_t count, size_t size)
{
    budget_free(budget, block, before, size);
    if (!budget_take(budget, count * size))
        return NULL;
    void *fresh = malloc(count * size);
    if (!fresh) {
        budget_give(budget, count * size);
        if (budget)
            budget_finish(budget, BUDGET_SYSTEM);
    }
    return fresh;
}

void budget_free(struct budget *budget, void *block, size_t count, size_t size)
{
    if (block)
        budget_give(budget, count * size);
    free(block);
}

bool budget_is_window_full(const struct budget *budget)
{
    size_t shared = 0;
    if (!budget->window)
        return false;
    budget_resident(&shared);
    return shared > budget->shared_before + budget->window / 2;
}

bool budget_error(const struct budget *budget, struct error *err)
{
    size_t memory = budget->bounds.memory >> 20, disk = budget->bounds.disk >> 20;
    switch ((enum budget_end)atomic_load(&budget->end)) {
    case BUDGET_MEMORY:
        if (budget->bounds.disk)
            return error_set(err, ERROR_TOO_LARGE, "memory",
                             "the work needs more memory than the %zu MiB allowed, and this part of it "
                             "cannot go to files; allow more memory, or use fewer threads",
                             memory);
        return error_set(
            err, ERROR_TOO_LARGE, "memory",
            "the work needs more memory than the %zu MiB allowed; allow more memory, or disk space "
            "for temporary files",
            memory);
    case BUDGET_DISK:
        return error_set(
            err, ERROR_TOO_LARGE, "disk",
            "states need more than %zu MiB of memory and more than %zu MiB of temporary files; allow more "
            "of either",
            memory, disk);
    case BUDGET_FILES:
        return error_set(
            err, ERROR_TOO_LARGE, "disk",
            "states need more than %zu MiB of memory, and the directory for temporary files has no room for "
            "them; allow more memory, or choose another directory",
            memory);
    case BUDGET_SYSTEM:
        error_set(err, ERROR_SYSTEM, "memory", "the system has no memory left for this work");
        if (err)
            err->no_memory = true;
        return false;
    default:
        return error_set(err, ERROR_BUSY, "", "the work was interrupted");
    }
}
