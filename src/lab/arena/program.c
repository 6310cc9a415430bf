// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a program with fork(), since only between that and exec() can a child ask to be killed with its parent.
#define _GNU_SOURCE // NOLINT(cert-dcl37-c): for pipe2() and ppoll()
#include "lab/arena/program.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// How long a program may leave its input unread, in microseconds.
enum { WRITE_PATIENCE = 5000000 };

// ---- Starting ----

static void close_pair(const int ends[2])
{
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
}

// In the child, where nothing may be called that another thread could have been in the middle of. All other descriptors are
// closed by exec().
__attribute__((noreturn)) static void become(const char *const *arguments, pid_t parent,
                                             const int standard[3], int report)
{
    sigset_t none;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent) {
        setpgid(0, 0); // Ctrl-C is meant for the match
        signal(SIGPIPE, SIG_DFL);
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        for (int i = 0; i < 3; i++)
            dup2(standard[i], i);
        execvp(arguments[0], (char *const *)(uintptr_t)arguments);
    }
    int failure = errno;
    ssize_t written = write(report, &failure, sizeof failure);
    (void)written;
    _exit(127);
}

// Returns 0 or the errno with which exec() has failed.
static int await_start(int report)
{
    int failure = 0;
    ssize_t got;
    do
        got = read(report, &failure, sizeof failure);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof failure ? failure : 0;
}

static int start(struct program *program, const char *const *arguments, const int input[2],
                 const int output[2], int report[2])
{
    pid_t parent = getpid();
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    pid_t pid = fork();
    if (pid == 0)
        become(arguments, parent, (const int[]){input[0], output[1], nowhere}, report[1]);
    int failure = pid < 0 ? errno : 0;
    close(nowhere);
    if (failure)
        return failure;
    setpgid(pid, pid); // whichever of the two is first
    close(report[1]);
    report[1] = -1; // by the time a failure is cleared up, another thread may have that number
    failure = await_start(report[0]);
    if (failure)
        waitpid(pid, NULL, 0);
    else
        program->pid = pid;
    return failure;
}

bool program_start(struct program *program, const char *const *arguments, struct error *err)
{
    int input[2] = {-1, -1}, output[2] = {-1, -1}, report[2] = {-1, -1};
    program->pid = 0;
    program->status = 0;
    program->used = 0;
    program->skips = false;
    program->from = program->to = 0;
    bool piped =
        pipe2(input, O_CLOEXEC) == 0 && pipe2(output, O_CLOEXEC) == 0 && pipe2(report, O_CLOEXEC) == 0;
    int failure = piped ? start(program, arguments, input, output, report) : errno;
    if (failure) {
        close_pair(input);
        close_pair(output);
        close_pair(report);
        return error_set(err, ERROR_SYSTEM, "", "cannot start '%.80s': %s", arguments[0], strerror(failure));
    }
    close(input[0]);
    close(output[1]);
    close(report[0]);
    program->input = input[1];
    program->output = output[0];
    fcntl(program->input, F_SETFL, O_NONBLOCK);
    fcntl(program->output, F_SETFL, O_NONBLOCK);
    return true;
}

// ---- Talking ----

static void note(const struct program *program, const char *arrow, const char *line)
{
    if (program->log)
        fprintf(program->log, "%.3f %s %s %s\n", clock_seconds(), program->log_name, arrow, line);
}

static void wait_for(int file, short events, int64_t microseconds)
{
    struct pollfd watched = {.fd = file, .events = events};
    struct timespec timeout = {microseconds / 1000000, (long)(microseconds % 1000000) * 1000};
    if (microseconds > 0)
        ppoll(&watched, 1, &timeout, NULL);
}

static bool write_all(const struct program *program, const char *text, size_t length)
{
    int64_t deadline = clock_microseconds() + WRITE_PATIENCE;
    while (length) {
        ssize_t written = write(program->input, text, length);
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        } else if ((errno != EAGAIN && errno != EINTR) || clock_microseconds() >= deadline) {
            return false;
        } else {
            wait_for(program->input, POLLOUT, deadline - clock_microseconds());
        }
    }
    return true;
}

bool program_say_text(struct program *program, const char *text)
{
    if (!program->pid)
        return false;
    note(program, "<", text);
    return write_all(program, text, strlen(text)) && write_all(program, "\n", 1);
}

bool program_say(struct program *program, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return program_say_text(program, text);
}

// Takes a line out of the bytes that are there, NULL if its end is not.
static const char *take_line(struct program *program)
{
    char *first = program->bytes + program->from;
    size_t left = program->to - program->from;
    char *end = memchr(first, '\n', left);
    bool full = left == sizeof program->bytes;
    if (!end && !full)
        return NULL;
    size_t length = end ? (size_t)(end - first) : left - 1;
    program->from += length + 1;
    first[length] = '\0';
    if (length && first[length - 1] == '\r')
        first[length - 1] = '\0';
    bool rest = program->skips;
    program->skips = !end;
    for (char *c = first; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    return rest ? "" : first;
}

// Returns false at the end of the output.
static bool read_more(struct program *program)
{
    memmove(program->bytes, program->bytes + program->from, program->to - program->from);
    program->to -= program->from;
    program->from = 0;
    ssize_t got = read(program->output, program->bytes + program->to, sizeof program->bytes - program->to);
    if (got > 0)
        program->to += (size_t)got;
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

enum program_event program_read(struct program *program, int64_t deadline, const char **line)
{
    enum { GRACE = 1000000 }; // for what was written before the deadline
    if (!program->pid)
        return PROGRAM_ENDED;
    for (;;) {
        int64_t left = deadline - clock_microseconds();
        if (left < -GRACE)
            return PROGRAM_LATE;
        *line = take_line(program);
        if (*line) {
            note(program, ">", *line);
            return PROGRAM_LINE;
        }
        size_t before = program->to - program->from;
        if (!read_more(program))
            return PROGRAM_ENDED;
        if (program->to > before)
            continue;
        if (left <= 0)
            return PROGRAM_LATE;
        wait_for(program->output, POLLIN, left);
    }
}

int64_t program_used(struct program *program)
{
    clockid_t clock;
    struct timespec used;
    if (program->pid && clock_getcpuclockid(program->pid, &clock) == 0 && clock_gettime(clock, &used) == 0)
        program->used = (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
    return program->used;
}

// ---- Ending ----

static bool has_ended(struct program *program)
{
    return waitpid(program->pid, &program->status, WNOHANG) != 0;
}

void program_end(struct program *program, int64_t patience)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    if (!program->pid)
        return;
    close(program->input);
    int64_t deadline = clock_milliseconds() + patience;
    bool ended = has_ended(program);
    while (!ended && clock_milliseconds() < deadline) {
        nanosleep(&pause, NULL);
        ended = has_ended(program);
    }
    kill(-program->pid, SIGKILL);
    if (!ended)
        waitpid(program->pid, &program->status, 0);
    close(program->output);
    program->pid = 0;
}

void program_write_status(const struct program *program, struct buffer *out)
{
    if (WIFSIGNALED(program->status))
        buffer_addf(out, "signal %d", WTERMSIG(program->status));
    else
        buffer_addf(out, "status %d", WEXITSTATUS(program->status));
}
