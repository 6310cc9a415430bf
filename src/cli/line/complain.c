// SPDX-License-Identifier: GPL-3.0-or-later
// Prints error messages in a uniform format.
#include "cli/line/complain.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int usage_error(const char *command, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fprintf(stderr, "leaper%s%s: ", *command ? " " : "", command);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    return EXIT_USAGE;
}

int usage_report(const char *command, const struct error *err)
{
    if (err->at[0])
        return usage_error(command, "%s: %s", err->at, err->message);
    return usage_error(command, "%s", err->message);
}

int failure_report(const char *command, const struct error *err)
{
    usage_report(command, err);
    return EXIT_FAILED;
}

// Whether the reader of a pipe has gone away.
static bool is_abandoned(int fd)
{
    struct pollfd output = {.fd = fd, .events = POLLOUT};
    return poll(&output, 1, 0) > 0 && (output.revents & POLLERR);
}

int output_finish(const char *command)
{
    errno = 0;
    if (!fflush(stdout) && !ferror(stdout))
        return EXIT_FINE;
    // The errno of an earlier failure is no longer known.
    const char *reason = errno ? strerror(errno) : "an earlier write failed";
    if (errno != EPIPE && !is_abandoned(STDOUT_FILENO))
        usage_error(command, "cannot write the output: %s", reason);
    return EXIT_FAILED;
}
