// SPDX-License-Identifier: GPL-3.0-or-later
// A message as mail programs read it (RFC 5322): headers, an empty line, text. Its lines end as those of text files do, which is how
// programs that send mail want to be given it.
#ifndef LEAPER_SERVER_MESSAGE_H
#define LEAPER_SERVER_MESSAGE_H

#include "base/buffer.h"

#include <stdint.h>

struct message {
    const char *from, *to;   // addresses
    const char *subject;     // UTF-8; one line
    const char *text;        // UTF-8, with a line feed after each line
    const char *unsubscribe; // the address of a page that ends such messages, also by one click (RFC 8058)
    const char *id, *host;   // make up the message's id: something that no other message has, and whose it is
    int64_t date;            // in seconds since 1970
};

// Appends it. Whatever the subject and the text are, nothing of them becomes a header.
void message_write(const struct message *message, struct buffer *out);

#endif
