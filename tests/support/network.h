// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that exchange messages like the processes of a job.
#ifndef LEAPER_TESTS_SUPPORT_NETWORK_H
#define LEAPER_TESTS_SUPPORT_NETWORK_H

#include "spread/spread.h"

#include <pthread.h>

enum { NETWORK_PROCESSES_MAX = 6 };

struct network_letter;

struct network_inbox {
    struct network_letter *first, **end;
};

struct network {
    pthread_mutex_t mutex;
    struct network_inbox inboxes[NETWORK_PROCESSES_MAX];
    struct network_endpoint {
        struct network *network;
        int self;
    } endpoints[NETWORK_PROCESSES_MAX];
};

void network_init(struct network *network);
// Throws away what nobody has received.
void network_clear(struct network *network);

// How the process of that number sends and receives.
struct spread_transport network_transport(struct network *network, int self, int count);

#endif
