// SPDX-License-Identifier: GPL-3.0-or-later
// Uses libsodium's random numbers, BLAKE2b, and comparison in constant time.
#include "server/secret.h"

#include "server/limits.h"

#include <sodium.h>
#include <string.h>

enum { SECRET_BYTES = 24, ID_BYTES = 12 };

static void encode(char *text, size_t size, const uint8_t *bytes, size_t count)
{
    sodium_bin2base64(text, size, bytes, count, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void secret_make(char secret[SECRET_SIZE])
{
    uint8_t bytes[SECRET_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    encode(secret, SECRET_SIZE, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

void secret_make_id(char id[ARCHIVE_ID_SIZE])
{
    uint8_t bytes[ID_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    encode(id, ARCHIVE_ID_SIZE, bytes, sizeof bytes);
}

void secret_derive(char token[SECRET_SIZE], const uint8_t *server, const char *id, const char *join,
                   const char *key)
{
    uint8_t bytes[SECRET_BYTES];
    crypto_generichash_state state;
    crypto_generichash_init(&state, server, ARCHIVE_HASH_SIZE, sizeof bytes);
    // With their final zeros, so that no two triples give the same input.
    crypto_generichash_update(&state, (const unsigned char *)id, strlen(id) + 1);
    crypto_generichash_update(&state, (const unsigned char *)join, strlen(join) + 1);
    crypto_generichash_update(&state, (const unsigned char *)key, strlen(key) + 1);
    crypto_generichash_final(&state, bytes, sizeof bytes);
    encode(token, SECRET_SIZE, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

void secret_hash(uint8_t hash[ARCHIVE_HASH_SIZE], const char *secret)
{
    crypto_generichash(hash, ARCHIVE_HASH_SIZE, (const unsigned char *)secret, strlen(secret), NULL, 0);
}

bool secret_matches(const uint8_t hash[ARCHIVE_HASH_SIZE], const char *secret)
{
    uint8_t other[ARCHIVE_HASH_SIZE];
    secret_hash(other, secret);
    return sodium_memcmp(hash, other, sizeof other) == 0;
}

bool secret_is_text(const char *text)
{
    size_t length = strlen(text);
    return length >= 1 && length <= LIMIT_SECRET &&
           strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}
