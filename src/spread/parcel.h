// SPDX-License-Identifier: GPL-3.0-or-later
// What the leader and the others say to each other: a head, and behind some kinds of it a text.
#ifndef LEAPER_SPREAD_PARCEL_H
#define LEAPER_SPREAD_PARCEL_H

#include "spread/spread.h"

enum parcel_kind {
    PARCEL_WORK = 1, // from the leader: compute that unit
    PARCEL_STOP,     // from the leader
    PARCEL_ALIVE,    // from both
    PARCEL_WANT,     // to the leader: one more unit can be taken
    PARCEL_RESULT,   // of that unit; with the result
    PARCEL_DROPPED,  // that unit will not be computed here
    PARCEL_FAILED    // that unit cannot be computed; with a struct error
};

struct parcel_head {
    uint64_t kind, unit, print;
};

// How many times to try to send a message that must arrive, at intervals of 2 ms.
enum { PARCEL_TRIES = 1000 };

// Sends a message of a head alone. False when there is no memory at the moment.
bool parcel_send(const struct spread_transport *transport, int to, struct parcel_head head);

// Writes a message that has a text into a buffer, which fails without memory.
void parcel_write(struct parcel_head head, const void *text, size_t length, struct buffer *message);

// A message that has arrived.
struct parcel {
    char *bytes; // owned
    int from;
    struct parcel_head head;
    const char *text; // behind the head
    size_t length;    // of the text
};

// Takes the next message that has arrived. False if there is none. The bytes are freed with free().
bool parcel_receive(const struct spread_transport *transport, struct parcel *parcel);

// Sleeps for 2 ms.
void parcel_pause(void);

#endif
