// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the users of a text.
#include "server/http/share.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct share *share_new(const char *text, size_t length)
{
    struct share *share = memory_resize(NULL, 1, sizeof *share + length);
    atomic_init(&share->users, 1);
    share->length = length;
    memcpy(share->text, text, length);
    return share;
}

struct share *share_keep(struct share *share)
{
    atomic_fetch_add(&share->users, 1);
    return share;
}

void share_drop(struct share *share)
{
    if (share && atomic_fetch_sub(&share->users, 1) == 1)
        free(share);
}
