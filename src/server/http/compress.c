// SPDX-License-Identifier: GPL-3.0-or-later
// Accept-Encoding as RFC 9110 has it (section 12.5.3), and zlib.
#include "server/http/compress.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

const char *const coding_names[CODINGS] = {"identity", "gzip", "br"};
const char *const coding_suffixes[CODINGS] = {"", ".gz", ".br"};

// The weight of an item of the list, such as "gzip;q=0.5": 0 … 1. A weight that cannot be read counts as a refusal.
static double quality_of(const char *member, size_t length)
{
    const char *semicolon = memchr(member, ';', length);
    if (!semicolon)
        return 1;
    const char *end = member + length;
    do
        semicolon++;
    while (semicolon < end && (*semicolon == ' ' || *semicolon == '\t'));
    if (end - semicolon < 3 || strncasecmp(semicolon, "q=", 2) != 0 || semicolon[2] < '0' ||
        semicolon[2] > '1')
        return 0;
    double quality = semicolon[2] - '0', unit = 1;
    for (const char *digit = semicolon + 4;
         digit < end && semicolon[3] == '.' && *digit >= '0' && *digit <= '9'; digit++)
        quality += (*digit - '0') * (unit /= 10);
    return quality > 1 ? 1 : quality;
}

static bool names(const char *member, size_t length, const char *name)
{
    size_t own = strcspn(member, ";, \t");
    if (own > length)
        own = length;
    return own == strlen(name) && strncasecmp(member, name, own) == 0;
}

double coding_wanted(const char *accept, enum coding coding)
{
    // Without the header, any coding would be allowed; but a client that sends none can hardly decompress.
    double any = coding == CODING_IDENTITY ? 0.001 : 0;
    while (accept && *accept) {
        accept += strspn(accept, " \t,");
        size_t length = strcspn(accept, ",");
        if (names(accept, length, coding_names[coding]) ||
            (coding == CODING_GZIP && names(accept, length, "x-gzip")))
            return quality_of(accept, length);
        if (names(accept, length, "*"))
            any = quality_of(accept, length);
        accept += length;
    }
    return any;
}

bool coding_takes_gzip(const char *accept)
{
    double wanted = coding_wanted(accept, CODING_GZIP);
    return wanted > 0 && wanted >= coding_wanted(accept, CODING_IDENTITY);
}

bool compress_gzip(struct buffer *text)
{
    // A window of 15 bits; adding 16 selects gzip's header. Level 1, since answers are compressed for each request.
    z_stream stream = {0};
    if (deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    char *packed = memory_resize(NULL, text->length, 1);
    stream.next_in = (Bytef *)text->text;
    stream.avail_in = (uInt)text->length;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)text->length;
    bool shorter = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    if (shorter) {
        buffer_reset(text);
        buffer_add_bytes(text, packed, stream.total_out);
    }
    deflateEnd(&stream);
    free(packed);
    return shorter;
}
