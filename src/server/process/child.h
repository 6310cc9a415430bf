// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a process: starts it, feeds it, watches it and, if need be, kills it.
//
// Untrusted work is done by this program itself, which sets its own limits, enforced by the system, before it reads anything
// (child_confine()); the server kills it when nobody is waiting for the answer any more.
#ifndef LEAPER_SERVER_CHILD_H
#define LEAPER_SERVER_CHILD_H

#include "base/buffer.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

// The exit status of a process that ran out of memory.
enum { CHILD_EXIT_MEMORY = 3 };

enum child_end {
    CHILD_DONE,    // the answer is complete
    CHILD_LIMIT,   // not enough time or memory
    CHILD_LEFT,    // the client has gone
    CHILD_STOPPED, // the server is shutting down
    CHILD_CRASHED, // it ended in any other way
    CHILD_ENDS
};

struct child_request {
    const char *program;            // in the server's PATH; NULL: this program, with the server's environment
    const char *const *environment; // of that program
    const char *const *arguments;   // argv[0] included, NULL at the end
    const char *input;              // what it reads on standard input
    size_t length;
    double seconds; // by the clock
    int client;     // a socket; when its other end is closed, nobody waits for the answer. -1: none
    int stop;       // a descriptor that becomes readable when the server ends
};

// Runs the process to its end and appends the standard output of this program, at most LIMIT_CHILD_OUTPUT bytes; what another
// program writes is discarded, its complaints as well. When this returns, the process is gone, and its group too, if it was killed.
// `used`: the processor time that it took, in seconds. For CHILD_CRASHED, `err` says what was wrong.
enum child_end child_run(const struct child_request *request, struct buffer *output, double *used,
                         struct error *err);

struct child_bounds {
    unsigned seconds; // of a processor
    size_t memory;    // bytes of address space, the program itself included
    long parent;      // process id: when that ends, so does this one
};

// Puts the calling process under these limits for good: processor time and memory, nothing written to any file, few descriptors,
// no core dump, no new privileges, low priority, and killed with its parent.
bool child_confine(const struct child_bounds *bounds, struct error *err);

#endif
