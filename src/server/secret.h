// SPDX-License-Identifier: GPL-3.0-or-later
// Ids, seat tokens and join secrets: random, and stored only as hashes.
#ifndef LEAPER_SERVER_SECRET_H
#define LEAPER_SERVER_SECRET_H

#include "archive/archive.h"

// 192 bits in URL-safe base64 (A-Z a-z 0-9 - _), and the final zero.
enum { SECRET_SIZE = 33 };

// A new random token or join secret.
void secret_make(char secret[SECRET_SIZE]);

// A new random id of a match: 96 bits, 16 characters.
void secret_make_id(char id[ARCHIVE_ID_SIZE]);

// The token derived from a match id, a join secret and a key chosen by whoever joins: the same for the same three, and
// impossible to guess without `server` (the archive's secret).
void secret_derive(char token[SECRET_SIZE], const uint8_t *server, const char *id, const char *join,
                   const char *key);

// What is stored of a secret.
void secret_hash(uint8_t hash[ARCHIVE_HASH_SIZE], const char *secret);

// Whether the secret has that hash; compares in constant time.
bool secret_matches(const uint8_t hash[ARCHIVE_HASH_SIZE], const char *secret);

// Whether a text can be a token, join secret or key: 1 to 64 of the characters above.
bool secret_is_text(const char *text);

#endif
