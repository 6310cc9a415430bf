// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a program with posix_spawn(), and waits for its output, its exit, the client, or the end of the server, whichever comes first.
#define _GNU_SOURCE // NOLINT(cert-dcl37-c): for memfd_create(), POLLRDHUP and wait4()
#include "server/process/child.h"

#include "base/clock.h"
#include "server/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// How many descriptors the process may have open; its niceness.
enum { CHILD_FILES = 32, CHILD_NICE = 4 };

// ---- Starting ----

// The input as a file in memory, which, unlike a pipe, can be written all at once. -1 with errno.
static int open_input(const struct child_request *request)
{
    int file = memfd_create("leaper-input", MFD_CLOEXEC);
    if (file < 0)
        return -1;
    size_t written = 0;
    while (written < request->length) {
        ssize_t count = write(file, request->input + written, request->length - written);
        if (count <= 0)
            break;
        written += (size_t)count;
    }
    if (written == request->length && lseek(file, 0, SEEK_SET) == 0)
        return file;
    close(file);
    return -1;
}

// Returns 0 or an errno. The process gets input and output but none of the other descriptors, no signals blocked or ignored, and its
// own process group, so that Ctrl-C in the server's terminal does not reach it: the server ends it.
static int spawn(const struct child_request *request, int input, int output, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (request->program)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    char *const *arguments = (char *const *)(uintptr_t)request->arguments, *const *environment =
                                                                               (char *const *)(uintptr_t)
                                                                                   request->environment;
    int failure = request->program
                      ? posix_spawnp(pid, request->program, &actions, &attributes, arguments, environment)
                      : posix_spawn(pid, "/proc/self/exe", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

// Opens where the output goes, ends[1], and in ends[0] from where it can be read; that stays -1 if it is discarded.
static bool open_output(const struct child_request *request, int ends[2])
{
    if (!request->program)
        return pipe2(ends, O_CLOEXEC) == 0;
    ends[1] = open("/dev/null", O_WRONLY | O_CLOEXEC);
    return ends[1] >= 0;
}

static void close_if_open(int file)
{
    if (file >= 0)
        close(file);
}

// A process whose output is discarded is watched by itself: others may hold on to its output for as long as they like.
static int watch_exit(pid_t pid, int *failure)
{
    int watched = (int)syscall(SYS_pidfd_open, pid, 0);
    if (watched >= 0)
        return watched;
    *failure = errno;
    kill(-pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return -1;
}

// Starts the process; sets the descriptor that can be read when there is output, or when it has exited. -1 with an error.
static pid_t start(const struct child_request *request, int *watched, struct error *err)
{
    int ends[2] = {-1, -1}, input = open_input(request);
    pid_t pid = -1;
    int failure = input < 0 || !open_output(request, ends) ? errno : spawn(request, input, ends[1], &pid);
    close_if_open(input);
    close_if_open(ends[1]);
    *watched = !failure && request->program ? watch_exit(pid, &failure) : ends[0];
    if (!failure)
        return pid;
    close_if_open(*watched);
    error_set(err, ERROR_SYSTEM, "", "cannot start a process: %s", strerror(failure));
    return -1;
}

// ---- Watching ----

// How long to wait before looking at the clock again, in milliseconds.
enum { LOOK_EVERY = 1000 };

// Returns why watching ended; CHILD_DONE at the end of the output, or at the exit of a process whose output is discarded.
static enum child_end watch(const struct child_request *request, int process, double deadline,
                            struct buffer *output)
{
    enum { PROCESS, CLIENT, STOP, WATCHED };
    struct pollfd watched[WATCHED] = {
        [PROCESS] = {.fd = process, .events = POLLIN},
        [CLIENT] = {.fd = request->client, .events = POLLRDHUP},
        [STOP] = {.fd = request->stop, .events = POLLIN},
    };
    char bytes[16384];
    for (;;) {
        double left = (deadline - clock_seconds()) * 1e3;
        if (left <= 0)
            return CHILD_LIMIT;
        if (poll(watched, WATCHED, left < LOOK_EVERY ? (int)left + 1 : LOOK_EVERY) < 0 && errno != EINTR)
            return CHILD_CRASHED;
        if (watched[STOP].revents)
            return CHILD_STOPPED;
        if (watched[CLIENT].revents)
            return CHILD_LEFT;
        if (!watched[PROCESS].revents)
            continue;
        if (request->program)
            return CHILD_DONE;
        ssize_t count = read(process, bytes, sizeof bytes);
        if (count == 0)
            return CHILD_DONE;
        if (count < 0 || output->length + (size_t)count > LIMIT_CHILD_OUTPUT)
            return CHILD_CRASHED;
        buffer_add_bytes(output, bytes, (size_t)count);
    }
}

// Waits until the deadline for the process, which has closed its output and so is about to exit; then kills it.
static void await_exit(pid_t pid, double deadline, int *status, struct rusage *usage)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    pid_t gone;
    while ((gone = wait4(pid, status, WNOHANG, usage)) == 0 || (gone < 0 && errno == EINTR)) {
        if (clock_seconds() > deadline)
            kill(-pid, SIGKILL);
        nanosleep(&pause, NULL);
    }
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

// What the exit status means, if the server has not killed the process.
static enum child_end judge(int status, bool answered, struct error *err)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && answered)
        return CHILD_DONE;
    if (WIFEXITED(status) && WEXITSTATUS(status) == CHILD_EXIT_MEMORY)
        return CHILD_LIMIT;
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
        return CHILD_LIMIT; // out of processor time, or killed because the system ran out of memory
    error_set(err, ERROR_SYSTEM, "", "the process ended with %s %d",
              WIFSIGNALED(status) ? "signal" : "status",
              WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return CHILD_CRASHED;
}

enum child_end child_run(const struct child_request *request, struct buffer *output, double *used,
                         struct error *err)
{
    int process, status = 0;
    struct rusage usage = {0};
    double deadline = clock_seconds() + request->seconds;
    *used = 0;
    pid_t pid = start(request, &process, err);
    if (pid < 0)
        return CHILD_CRASHED;
    error_set(err, ERROR_SYSTEM, "", "the process wrote more than it may");
    enum child_end end = watch(request, process, deadline, output);
    close(process);
    if (end != CHILD_DONE)
        kill(-pid, SIGKILL);
    await_exit(pid, deadline, &status, &usage);
    *used = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    return end == CHILD_DONE ? judge(status, request->program || output->length, err) : end;
}

// ---- In the process ----

static bool bound(int resource, rlim_t soft, rlim_t hard)
{
    const struct rlimit limit = {soft, hard};
    return setrlimit((__rlimit_resource_t)resource, &limit) == 0;
}

// Sanitizers need terabytes of address space for their tables.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CHILD_IS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(CHILD_IS_SANITIZED)
enum { BOUND_MEMORY = false };
#else
enum { BOUND_MEMORY = true };
#endif

bool child_confine(const struct child_bounds *bounds, struct error *err)
{
    // A write beyond the size of a file, which is 0, is then an error like that of a full disk.
    signal(SIGXFSZ, SIG_IGN);
    bool fine = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                setpriority(PRIO_PROCESS, 0, CHILD_NICE) == 0 && bound(RLIMIT_CORE, 0, 0) &&
                bound(RLIMIT_FSIZE, 0, 0) && bound(RLIMIT_NOFILE, CHILD_FILES, CHILD_FILES) &&
                bound(RLIMIT_CPU, bounds->seconds, bounds->seconds + 1) &&
                (!BOUND_MEMORY || bound(RLIMIT_AS, bounds->memory, bounds->memory));
    if (!fine)
        return error_set(err, ERROR_SYSTEM, "", "the system refuses to limit this process: %s",
                         strerror(errno));
    // The server may have ended before PR_SET_PDEATHSIG took effect.
    return (long)getppid() == bounds->parent ||
           error_set(err, ERROR_SYSTEM, "", "this command is internal; only the server may start it");
}
