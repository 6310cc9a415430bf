// SPDX-License-Identifier: GPL-3.0-or-later
// The grammar is part of RFC 5321's: atoms with dots, and a domain; no quotes, comments, routes or literal addresses.
#include "server/mail/address.h"

#include "base/text.h"

#include <stddef.h>
#include <string.h>

enum { ADDRESS_MOST = 254, LOCAL_MOST = 64, LABEL_MOST = 63 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_alphanumeric(char c)
{
    return is_digit(c) || text_is_letter(c);
}

static bool is_local(const char *text, size_t length)
{
    if (length == 0 || length > LOCAL_MOST || text[length - 1] == '.')
        return false;
    // A leading sign could be an option, or a program, to somebody.
    if (!is_alphanumeric(text[0]) && text[0] != '_')
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '.' && text[i + 1] == '.')
            return false;
        if (!is_alphanumeric(text[i]) && !strchr("._+-=~'&", text[i]))
            return false;
    }
    return true;
}

static bool is_label(const char *text, size_t length)
{
    if (length == 0 || length > LABEL_MOST || text[0] == '-' || text[length - 1] == '-')
        return false;
    for (size_t i = 0; i < length; i++)
        if (!is_alphanumeric(text[i]) && text[i] != '-')
            return false;
    return true;
}

// At least two labels, the last of which is no number: those are parts of IP addresses.
static bool is_domain(const char *text)
{
    const char *label = text;
    for (;; label++) {
        size_t length = strcspn(label, ".");
        if (!is_label(label, length))
            return false;
        if (!label[length])
            return label != text && text_is_letter(label[0]);
        label += length;
    }
}

bool mail_address_is_valid(const char *text)
{
    const char *sign = strchr(text, '@');
    return sign && strlen(text) <= ADDRESS_MOST && is_local(text, (size_t)(sign - text)) &&
           is_domain(sign + 1);
}
