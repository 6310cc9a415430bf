// SPDX-License-Identifier: GPL-3.0-or-later
// Tells keys of pieces from others.
#include "variants/cast/piece_key.h"

#include "base/text.h"
#include "pieces/standard.h"

#include <string.h>

bool is_piece_key(const char *key)
{
    static const char custom[] = "customPiece";
    enum { CUSTOM_PIECES = 25 };
    if (strncmp(key, custom, sizeof custom - 1) != 0)
        return standard_piece_find(key) != NULL;
    const char *digits = key + sizeof custom - 1;
    uint64_t number;
    return *digits != '0' && text_read_uint64(digits, CUSTOM_PIECES, &number);
}
