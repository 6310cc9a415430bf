// SPDX-License-Identifier: GPL-3.0-or-later
// The thread that watches memory and signals, and the options for limits.
#include "cli/tours/tours_limits.h"

#include "base/clock.h"
#include "base/file_output.h"
#include "cli/line/complain.h"
#include "cli/ranks/ranks.h"
#include "tours/budget.h"

#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

// How often the watch checks, in nanoseconds.
enum { LOOK_EVERY = 50000000 };
// How long work may continue after it was told to stop, in seconds.
static const double MOMENT = 0.7;

// Memory that the program takes beyond what the work accounts for, such as stacks and the heap's bookkeeping: one part in
// SPARE_PART of the limit, and at least SPARE_LEAST bytes.
enum { SPARE_PART = 32, SPARE_LEAST = 3 << 20, WORK_LEAST = 4 << 20 };

// Blocks of at least MAPPED_FROM bytes are returned to the system as soon as they are freed, smaller ones once enough bytes are free
// at the end of the heap. Nobody accounts for the latter, so they may be only one part in TRIMMED_PART of what is spare; but the
// fewer they are, the more often the system has to supply cleared pages, which takes time.
enum { MAPPED_FROM = 1 << 20, TRIMMED_LEAST = 1 << 20, TRIMMED_MOST = 8 << 20, TRIMMED_PART = 3 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define IS_SANITIZED true
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED false
#endif

static struct {
    const char *command;
    atomic_bool interrupted;
    _Atomic size_t memory;   // bytes that may be resident; 0: no limit
    _Atomic double patience; // seconds after Ctrl-C; negative: until the second Ctrl-C
} watch;

// Ends the program at once. Temporary files have no names; unfinished checkpoints and units have, and are removed.
static _Noreturn void end(const char *text)
{
    char message[256];
    file_output_discard_all();
    // A progress bar may be on the line.
    int length = snprintf(message, sizeof message, "%sleaper %s: %s\n", isatty(STDERR_FILENO) ? "\n" : "",
                          watch.command, text);
    // Not by stdio: another thread may hold its locks.
    ssize_t written = write(STDERR_FILENO, message, (size_t)length);
    (void)written;
    _exit(EXIT_FAILED);
}

static void look_at_memory(void)
{
    size_t most = atomic_load(&watch.memory);
    char text[128];
    if (!most || budget_resident(NULL) <= most)
        return;
    snprintf(text, sizeof text, "the work exceeds the %zu MiB that --memory allows", most >> 20);
    end(text);
}

static void *keep_watch(void *context)
{
    const sigset_t *signals = context;
    const struct timespec soon = {0, LOOK_EVERY};
    double told = 0;
    for (;;) {
        bool came = sigtimedwait(signals, NULL, &soon) > 0, again = came && atomic_load(&watch.interrupted);
        double patience = atomic_load(&watch.patience);
        if (came && !again) {
            told = clock_seconds();
            atomic_store(&watch.interrupted, true);
        }
        if (again || (atomic_load(&watch.interrupted) && patience >= 0 && clock_seconds() > told + patience))
            end("interrupted");
        look_at_memory();
    }
    return NULL;
}

void tours_catch_interrupts(const char *command)
{
    static sigset_t signals;
    pthread_t thread;
    watch.command = command;
    if (atomic_load(&watch.patience) == 0)
        atomic_store(&watch.patience, MOMENT);
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    if (pthread_create(&thread, NULL, keep_watch, &signals))
        // Without the watch, signals must end the program in the default way.
        pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    else
        pthread_detach(thread);
}

bool tours_is_interrupted(void)
{
    return atomic_load_explicit(&watch.interrupted, memory_order_relaxed);
}

void tours_save_first(double seconds)
{
    atomic_store(&watch.patience, seconds);
}

unsigned tours_threads(long given)
{
    return given ? (unsigned)given : ranks_processors();
}

size_t tours_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages < 1 || size < 1 ? (size_t)1 << 30 : (size_t)pages / 4 * 3 * (size_t)size;
}

bool tours_memory_apply(const char *command, long megabytes, size_t standard, size_t *work)
{
    size_t asked = megabytes ? (size_t)megabytes << 20 : standard, spare = asked / SPARE_PART,
           program = IS_SANITIZED ? 0 : budget_resident(NULL);
    if (spare < SPARE_LEAST)
        spare = SPARE_LEAST;
    if (asked < program + spare + WORK_LEAST) {
        usage_error(command, "--memory: the program itself takes %zu MiB, so it needs at least %zu",
                    (program + spare) >> 20, ((program + spare + WORK_LEAST) >> 20) + 1);
        return false;
    }
    *work = asked - program - spare;
    mallopt(M_MMAP_THRESHOLD, MAPPED_FROM);
    size_t trimmed = spare / TRIMMED_PART;
    mallopt(M_TRIM_THRESHOLD, trimmed < TRIMMED_LEAST  ? TRIMMED_LEAST
                              : trimmed > TRIMMED_MOST ? TRIMMED_MOST
                                                       : (int)trimmed);
    // Under a sanitizer, the program takes several times the memory that the work accounts for.
    if (!IS_SANITIZED)
        atomic_store(&watch.memory, asked);
    return true;
}

size_t tours_disk(long megabytes, const char *directory)
{
    struct statvfs status;
    if (megabytes >= 0)
        return (size_t)megabytes << 20;
    // If there is no such directory, an error is reported when the first file is created.
    if (statvfs(directory ? directory : "/var/tmp", &status))
        return (size_t)1 << 30;
    return (size_t)status.f_bavail * status.f_frsize / 2;
}

bool tours_bounds_apply(const char *command, const struct tours_bound_settings *bounds,
                        struct count_request *request)
{
    request->threads = tours_threads(bounds->threads);
    request->disk = tours_disk(bounds->disk, bounds->spill);
    request->directory = bounds->spill;
    return tours_memory_apply(command, bounds->memory, tours_memory(), &request->memory);
}

static const struct argument *bound_rows(void)
{
    static const struct argument rows[] = {
        {TOURS_THREADS_OPTION(struct tours_bound_settings, threads)},
        {.name = "memory",
         .value = "MIB",
         .help = "limit on the program's memory, mapped files included, in MiB",
         NUMBER(struct tours_bound_settings, memory),
         .minimum = 1,
         .maximum = 1 << 20,
         .otherwise = "3/4 of the machine's memory"},
        {.name = "spill",
         .value = "DIRECTORY",
         .help = "directory for states that do not fit into memory",
         PATH(struct tours_bound_settings, spill),
         .otherwise = "/var/tmp"},
        {.name = "disk",
         .value = "MIB",
         .help = "how much space these files may take, in MiB; 0: use none",
         NUMBER(struct tours_bound_settings, disk),
         .minimum = 0,
         .maximum = 1 << 30,
         .initial = -1,
         .otherwise = "half of the free space there"},
        {.name = NULL},
    };
    return rows;
}

const struct argument_group tours_bound_options = {NULL, bound_rows};
