// SPDX-License-Identifier: GPL-3.0-or-later
// A list of messages for each process.
#include "support/network.h"

#include <stdlib.h>
#include <string.h>

struct network_letter {
    struct network_letter *next;
    int from;
    size_t length;
    char *bytes;
};

static bool put(void *context, int to, const void *message, size_t length)
{
    struct network_endpoint *endpoint = context;
    struct network_inbox *inbox = &endpoint->network->inboxes[to];
    struct network_letter *letter = malloc(sizeof *letter);
    *letter = (struct network_letter){NULL, endpoint->self, length, malloc(length)};
    memcpy(letter->bytes, message, length);
    pthread_mutex_lock(&endpoint->network->mutex);
    *inbox->end = letter;
    inbox->end = &letter->next;
    pthread_mutex_unlock(&endpoint->network->mutex);
    return true;
}

static char *take(void *context, int *from, size_t *length)
{
    struct network_endpoint *endpoint = context;
    struct network_inbox *inbox = &endpoint->network->inboxes[endpoint->self];
    char *bytes = NULL;
    pthread_mutex_lock(&endpoint->network->mutex);
    struct network_letter *letter = inbox->first;
    if (letter) {
        inbox->first = letter->next;
        if (!inbox->first)
            inbox->end = &inbox->first;
        *from = letter->from;
        *length = letter->length;
        bytes = letter->bytes;
    }
    pthread_mutex_unlock(&endpoint->network->mutex);
    free(letter);
    return bytes;
}

void network_init(struct network *network)
{
    pthread_mutex_init(&network->mutex, NULL);
    for (int i = 0; i < NETWORK_PROCESSES_MAX; i++) {
        network->inboxes[i] = (struct network_inbox){NULL, &network->inboxes[i].first};
        network->endpoints[i] = (struct network_endpoint){network, i};
    }
}

void network_clear(struct network *network)
{
    int from;
    size_t length;
    for (int i = 0; i < NETWORK_PROCESSES_MAX; i++)
        for (char *bytes; (bytes = take(&network->endpoints[i], &from, &length));)
            free(bytes);
    pthread_mutex_destroy(&network->mutex);
}

struct spread_transport network_transport(struct network *network, int self, int count)
{
    return (struct spread_transport){self, count, put, take, &network->endpoints[self]};
}
