// SPDX-License-Identifier: GPL-3.0-or-later
// A reference-counted text that several streams send at the same time.
#ifndef LEAPER_SERVER_SHARE_H
#define LEAPER_SERVER_SHARE_H

#include <stdatomic.h>
#include <stddef.h>

struct share {
    atomic_uint users;
    size_t length;
    char text[];
};

// Copies the text; the new share has one user.
struct share *share_new(const char *text, size_t length);

// Adds a user; returns the share.
struct share *share_keep(struct share *share);

// Removes a user, and frees the share after the last; NULL is allowed.
void share_drop(struct share *share);

#endif
