// SPDX-License-Identifier: GPL-3.0-or-later
// A text that several streams send at the same time: made once, freed by the last.
#ifndef LEAPER_SERVER_SHARE_H
#define LEAPER_SERVER_SHARE_H

#include <stdatomic.h>
#include <stddef.h>

struct share {
    atomic_uint users;
    size_t length;
    char text[];
};

// A copy of the text with one user.
struct share *share_new(const char *text, size_t length);

// One user more; returns the share.
struct share *share_keep(struct share *share);

// One user less; NULL is allowed.
void share_drop(struct share *share);

#endif
