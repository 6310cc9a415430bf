// SPDX-License-Identifier: GPL-3.0-or-later
// Writes and reads messages.
#include "spread/parcel.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

bool parcel_send(const struct spread_transport *transport, int to, struct parcel_head head)
{
    return transport->send(transport->context, to, &head, sizeof head);
}

void parcel_write(struct parcel_head head, const void *text, size_t length, struct buffer *message)
{
    buffer_reset(message);
    buffer_add_bytes(message, (const char *)&head, sizeof head);
    buffer_add_bytes(message, text, length);
}

bool parcel_receive(const struct spread_transport *transport, struct parcel *parcel)
{
    size_t length;
    while ((parcel->bytes = transport->receive(transport->context, &parcel->from, &length))) {
        if (length >= sizeof parcel->head) {
            memcpy(&parcel->head, parcel->bytes, sizeof parcel->head);
            parcel->text = parcel->bytes + sizeof parcel->head;
            parcel->length = length - sizeof parcel->head;
            return true;
        }
        free(parcel->bytes);
    }
    return false;
}

void parcel_pause(void)
{
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, NULL);
}
