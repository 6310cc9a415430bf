// SPDX-License-Identifier: GPL-3.0-or-later
// A monotonic clock that tests move: when preloaded, it is ahead by as many milliseconds as the file MOVED_CLOCK says, eight bytes of
// this machine's order. Threads that wait for a moment of that clock wake when the system's own clock has come that far.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Later seconds than these are those of a calendar.
enum { UPTIME = 500000000 };

static int64_t ahead(void)
{
    static _Atomic(const volatile int64_t *) shared;
    const volatile int64_t *at = atomic_load(&shared);
    if (!at) {
        const char *path = getenv("MOVED_CLOCK");
        int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        void *mapped = file >= 0 ? mmap(NULL, sizeof *at, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
        if (file >= 0)
            close(file);
        if (mapped == MAP_FAILED)
            return 0;
        at = mapped;
        atomic_store(&shared, at);
    }
    return *at;
}

static void add(struct timespec *time, int64_t milliseconds)
{
    int64_t nanoseconds = time->tv_nsec + milliseconds % 1000 * 1000000;
    time->tv_sec += milliseconds / 1000 + (nanoseconds < 0 ? -1 : nanoseconds / 1000000000);
    time->tv_nsec = nanoseconds < 0 ? nanoseconds + 1000000000 : nanoseconds % 1000000000;
}

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the library's names are reserved
int clock_gettime(clockid_t clock, struct timespec *time)
{
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (status == 0 && clock == CLOCK_MONOTONIC)
        add(time, ahead());
    return status;
}

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *end)
{
    static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    struct timespec own = *end;
    if (own.tv_sec < UPTIME)
        add(&own, -ahead());
    return real(condition, lock, &own);
}
