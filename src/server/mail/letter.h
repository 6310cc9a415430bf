// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the messages.
#ifndef LEAPER_SERVER_LETTER_H
#define LEAPER_SERVER_LETTER_H

#include "base/buffer.h"
#include "server/mail/plan.h"

struct letter_facts {
    const struct archived_mail *mail;
    const struct archived_match *row;
    const char *title;     // of the game
    const char *url;       // of the server, without a final slash
    const uint8_t *secret; // the archive's
    int64_t now;           // in the time served
};

struct letter_words {
    struct buffer subject, text;
    struct buffer unsubscribe; // the link
};

// Writes subject, text and link into buffers that have been initialized.
void letter_write(enum letter letter, const struct letter_facts *facts, struct letter_words *words);

#endif
