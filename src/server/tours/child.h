// SPDX-License-Identifier: GPL-3.0-or-later
// A process of this program for one piece of untrusted work: started, fed, watched and, if need be, killed.
//
// The process limits itself by the system's means before it reads anything (child_confine()); whoever started it ends it
// when nobody waits for the answer any more.
#ifndef LEAPER_SERVER_CHILD_H
#define LEAPER_SERVER_CHILD_H

#include "base/buffer.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

// What the process returns as its exit status when there was no memory left for its work.
enum { CHILD_EXIT_MEMORY = 3 };

enum child_end {
    CHILD_DONE,    // the answer is complete
    CHILD_LIMIT,   // time or memory did not suffice
    CHILD_LEFT,    // the client has gone
    CHILD_STOPPED, // the server ends
    CHILD_CRASHED, // it ended in another way
    CHILD_ENDS
};

struct child_request {
    const char *const *arguments; // of the program, argv[0] included, NULL at the end
    const char *input;            // what it reads on standard input
    size_t length;
    double seconds; // by the clock
    int client;     // a socket; when its other end is closed, nobody waits for the answer. -1: none
    int stop;       // a descriptor that becomes readable when the server ends
};

// Runs the process to its end; appends its standard output, of which LIMIT_CHILD_OUTPUT bytes are taken. It is gone in any case
// when this returns. `used`: seconds of a processor that it had. `err` says what was wrong for CHILD_CRASHED.
enum child_end child_run(const struct child_request *request, struct buffer *output, double *used,
                         struct error *err);

struct child_bounds {
    unsigned seconds; // of a processor
    size_t memory;    // bytes of address space, the program itself included
    long parent;      // process id: when that ends, so does this one
};

// Puts the calling process under these bounds for good: no more processor time and memory, no byte written to any file, few
// descriptors, no core dump, no new privileges, behind all others in the queue for processors, and killed with its parent.
bool child_confine(const struct child_bounds *bounds, struct error *err);

#endif
