// SPDX-License-Identifier: GPL-3.0-or-later
// Every address is sixteen bytes, whichever way it is written.
#include "server/http/address.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff}; // prefix of IPv4 addresses

bool address_is_ipv4(const struct address *address)
{
    return !memcmp(address->bytes, mapped, sizeof mapped);
}

static struct address from_ipv4(const void *four)
{
    struct address address;
    memcpy(address.bytes, mapped, sizeof mapped);
    memcpy(address.bytes + sizeof mapped, four, 4);
    return address;
}

struct address address_of_peer(const struct sockaddr *peer)
{
    struct address address = {0};
    if (peer->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, peer, sizeof in);
        address = from_ipv4(&in.sin_addr);
    } else if (peer->sa_family == AF_INET6) {
        struct sockaddr_in6 in6;
        memcpy(&in6, peer, sizeof in6);
        memcpy(address.bytes, &in6.sin6_addr, sizeof address.bytes);
    }
    return address;
}

// ---- Reading ----

static bool parse(struct address *address, const char *text)
{
    uint8_t four[4];
    if (inet_pton(AF_INET, text, four) == 1) {
        *address = from_ipv4(four);
        return true;
    }
    return inet_pton(AF_INET6, text, address->bytes) == 1;
}

static bool is_port(const char *text)
{
    size_t length = strlen(text);
    return length >= 1 && length <= 5 && strspn(text, "0123456789") == length;
}

bool address_read(struct address *address, const char *text, size_t length)
{
    char copy[64], *start = copy;
    if (length >= sizeof copy || memchr(text, '\0', length))
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (copy[0] == '[') {
        char *end = strchr(copy, ']');
        if (!end || (end[1] && !(end[1] == ':' && is_port(end + 2))))
            return false;
        *end = '\0';
        start = copy + 1;
        return strchr(start, ':') && parse(address, start);
    }
    char *colon = strchr(copy, ':');
    // A single colon precedes a port; IPv6 addresses have at least two.
    if (colon && !strchr(colon + 1, ':')) {
        if (!is_port(colon + 1))
            return false;
        *colon = '\0';
    }
    return parse(address, start);
}

static bool add_block(struct address_blocks *blocks, const char *text, size_t length)
{
    struct address_block block;
    const char *slash = memchr(text, '/', length);
    size_t named = slash ? (size_t)(slash - text) : length;
    char address[64];
    if (named >= sizeof address)
        return false;
    memcpy(address, text, named);
    address[named] = '\0';
    if (!parse(&block.first, address))
        return false;
    unsigned most = strchr(address, ':') ? 128 : 32;
    block.bits = 128;
    if (slash) {
        const char *digits = slash + 1;
        unsigned bits;
        if (!text_read_number(&digits, most, &bits) || digits != text + length)
            return false;
        block.bits = 128 - most + bits;
    }
    blocks->blocks[blocks->count++] = block;
    return true;
}

bool address_blocks_add(struct address_blocks *blocks, const char *text, struct error *err)
{
    for (;;) {
        size_t length = strcspn(text, ",");
        if (blocks->count == ADDRESS_BLOCKS_MAX)
            return error_set(err, ERROR_REQUEST, "", "there can be at most %d addresses", ADDRESS_BLOCKS_MAX);
        if (!add_block(blocks, text, length))
            return error_set(err, ERROR_REQUEST, "",
                             "'%.60s' is not an address; write 192.0.2.1, 192.0.2.0/24 or 2001:db8::/32",
                             text);
        if (!text[length])
            return true;
        text += length + 1;
    }
}

// ---- Comparing ----

static bool block_holds(const struct address_block *block, const struct address *address)
{
    unsigned whole = block->bits / 8, rest = block->bits % 8;
    if (memcmp(block->first.bytes, address->bytes, whole) != 0)
        return false;
    unsigned different = rest ? block->first.bytes[whole] ^ address->bytes[whole] : 0U;
    return different >> (8 - rest) == 0;
}

bool address_blocks_hold(const struct address_blocks *blocks, const struct address *address)
{
    for (unsigned i = 0; i < blocks->count; i++)
        if (block_holds(&blocks->blocks[i], address))
            return true;
    return false;
}

struct address address_client(const struct address *address)
{
    struct address client = *address;
    if (!address_is_ipv4(address))
        memset(client.bytes + 8, 0, 8);
    return client;
}

bool address_is_loopback(const struct address *address)
{
    static const struct address six = {.bytes[15] = 1};
    return address_is_ipv4(address) ? address->bytes[12] == 127 : address_equal(address, &six);
}

bool address_equal(const struct address *a, const struct address *b)
{
    return !memcmp(a->bytes, b->bytes, sizeof a->bytes);
}

// ---- Proxies ----

void address_follow(const struct address_blocks *trusted, const char *forwarded, struct address *client)
{
    size_t end = strlen(forwarded);
    while (end > 0 && address_blocks_hold(trusted, client)) {
        size_t start = end;
        while (start > 0 && forwarded[start - 1] != ',')
            start--;
        size_t first = start;
        while (first < end && (forwarded[first] == ' ' || forwarded[first] == '\t'))
            first++;
        while (end > first && (forwarded[end - 1] == ' ' || forwarded[end - 1] == '\t'))
            end--;
        // "unknown" and the like: the request then counts as the proxy's own.
        if (!address_read(client, forwarded + first, end - first))
            return;
        end = start > 0 ? start - 1 : 0;
    }
}
