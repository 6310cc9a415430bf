// SPDX-License-Identifier: GPL-3.0-or-later
// The links in messages: each is a path with a secret in it that nobody can make up.
//
// Such a secret reaches the server in an address, which others do not, because mail programs follow that link by themselves. All that
// it can do is to end or to confirm the messages of one seat.
#ifndef LEAPER_SERVER_LINKS_H
#define LEAPER_SERVER_LINKS_H

#include "archive/archived.h"
#include "base/buffer.h"

#include <stdbool.h>

// What a link does: it ends the messages for that seat, whoever gets them, or confirms that they may be sent to that address.
enum link_kind { LINK_STOP, LINK_CONFIRM, LINK_KINDS };

// What comes after /mail/ in the path, and what it says.
struct link {
    enum link_kind kind;
    char id[ARCHIVE_ID_SIZE];
    enum color color;
    const char *secret; // within the path
};

// Appends the path of a link, "/mail/stop/ID/white/SECRET". `secret` is the archive's.
void link_write(const uint8_t *secret, enum link_kind kind, const struct archived_mail *mail,
                struct buffer *out);

// Reads what comes after "/mail/". False for anything that is not such a path; whether the secret is right is not known yet.
bool link_read(const char *path, struct link *link);

// Whether the link is one that link_write() has made; `mail` must have the id and the colour, and for LINK_CONFIRM the address.
bool link_is_right(const uint8_t *secret, const struct link *link, const struct archived_mail *mail);

#endif
