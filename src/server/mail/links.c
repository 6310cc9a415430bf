// SPDX-License-Identifier: GPL-3.0-or-later
// Secrets are derived from what the link is for, so none is stored.
#include "server/mail/links.h"

#include "server/secret.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const char *const kinds[LINK_KINDS] = {"stop", "confirm"};

static void derive(char secret[SECRET_SIZE], const uint8_t *server, enum link_kind kind,
                   const struct archived_mail *mail)
{
    char purpose[32];
    snprintf(purpose, sizeof purpose, "mail %s %s", kinds[kind], color_key(mail->color));
    secret_derive(secret, server, mail->id, purpose, kind == LINK_CONFIRM ? mail->address : "");
}

void link_write(const uint8_t *secret, enum link_kind kind, const struct archived_mail *mail,
                struct buffer *out)
{
    char derived[SECRET_SIZE];
    derive(derived, secret, kind, mail);
    buffer_addf(out, "/mail/%s/%s/%s/%s", kinds[kind], mail->id, color_key(mail->color), derived);
}

// The index of the part of the path up to the next slash, in a list of two, or -1; moves the path past it.
static int read_word(const char **path, const char *const words[2])
{
    size_t length = strcspn(*path, "/");
    for (int i = 0; i < 2; i++)
        if (strlen(words[i]) == length && !strncmp(*path, words[i], length) && (*path)[length] == '/') {
            *path += length + 1;
            return i;
        }
    return -1;
}

bool link_read(const char *path, struct link *link)
{
    const char *const colors[2] = {color_key(WHITE), color_key(BLACK)};
    int kind = read_word(&path, kinds);
    size_t length = strcspn(path, "/");
    if (kind < 0 || length == 0 || length >= sizeof link->id || !path[length])
        return false;
    memcpy(link->id, path, length);
    link->id[length] = '\0';
    path += length + 1;
    int color = read_word(&path, colors);
    link->kind = (enum link_kind)kind;
    link->color = color == 1 ? BLACK : WHITE;
    link->secret = path;
    return color >= 0 && strlen(path) == SECRET_SIZE - 1;
}

bool link_is_right(const uint8_t *secret, const struct link *link, const struct archived_mail *mail)
{
    char derived[SECRET_SIZE];
    derive(derived, secret, link->kind, mail);
    return sodium_memcmp(derived, link->secret, SECRET_SIZE - 1) == 0;
}
