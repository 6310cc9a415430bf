// SPDX-License-Identifier: GPL-3.0-or-later
// The input of a checksum is the values one after the other: texts with their final zero, numbers as eight
// bytes.
#include "archive/checksum.h"

#include "base/buffer.h"

#include <sodium.h>
#include <string.h>

static void add_number(struct buffer *buffer, int64_t number)
{
    char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)((uint64_t)number >> (8 * i) & 0xff);
    buffer_add_bytes(buffer, bytes, sizeof bytes);
}

static void add_text(struct buffer *buffer, const char *text)
{
    buffer_add_bytes(buffer, text, strlen(text) + 1);
}

static void add_hash(struct buffer *buffer, bool there, const uint8_t hash[ARCHIVE_HASH_SIZE])
{
    add_number(buffer, there);
    if (there)
        buffer_add_bytes(buffer, (const char *)hash, ARCHIVE_HASH_SIZE);
}

static int64_t sum_up(const char *bytes, size_t length)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES];
    unsigned char hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, (const unsigned char *)bytes, length, key);
    int64_t sum;
    memcpy(&sum, hash, sizeof sum);
    return sum;
}

static int64_t sum_and_clear(struct buffer *buffer)
{
    int64_t sum = sum_up(buffer->text, buffer->length);
    buffer_clear(buffer);
    return sum;
}

int64_t checksum_of_match(const struct archived_match *match)
{
    struct buffer all;
    buffer_init(&all);
    const char *const texts[] = {match->id,
                                 match->game,
                                 match->parameters,
                                 match->start,
                                 match->rematch,
                                 result_name(match->outcome.result),
                                 reason_name(match->outcome.reason)};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        add_text(&all, texts[i]);
    const int64_t numbers[] = {match->created,
                               match->updated,
                               match->revision,
                               match->local,
                               (int64_t)match->ply,
                               match->side,
                               match->points,
                               match->finder,
                               match->draw_offer,
                               match->takeback,
                               (int64_t)match->takeback_ply,
                               match->listed,
                               match->series_before,
                               match->series_halves[WHITE],
                               match->series_halves[BLACK]};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        add_number(&all, numbers[i]);
    add_hash(&all, match->has_join, match->join);
    for (int color = WHITE; color <= BLACK; color++) {
        const struct seat *seat = &match->seats[color];
        add_number(&all, seat->kind);
        add_text(&all, seat->name);
        add_text(&all, seat->level);
        add_hash(&all, seat->has_token, seat->token);
    }
    // Nothing for the others, so that the checksums of older versions hold.
    if (match->has_text) {
        add_hash(&all, true, match->text_hash);
        add_text(&all, match->title);
        add_text(&all, match->definition);
    }
    const struct game_clock *clock = &match->clock;
    if (game_clock_is_used(clock)) {
        const int64_t times[] = {
            clock->control.mode, clock->control.main, clock->control.extra, clock->left[WHITE],
            clock->left[BLACK],  clock->side,         clock->running,       clock->running ? clock->since : 0,
            clock->used,         match->deadline};
        for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
            add_number(&all, times[i]);
    }
    return sum_and_clear(&all);
}

void checksum_hash_text(const char *text, uint8_t hash[ARCHIVE_HASH_SIZE])
{
    crypto_generichash(hash, ARCHIVE_HASH_SIZE, (const unsigned char *)text, strlen(text), NULL, 0);
}

int64_t checksum_of_turn(const char *id, int64_t ply, const char *turn, int64_t played, int64_t left)
{
    struct buffer all;
    buffer_init(&all);
    add_text(&all, id);
    add_number(&all, ply);
    add_text(&all, turn);
    add_number(&all, played);
    if (left != NO_TIME)
        add_number(&all, left);
    return sum_and_clear(&all);
}

int64_t checksum_of_key(const struct archived_key *key)
{
    struct buffer all;
    buffer_init(&all);
    add_text(&all, key->match);
    add_number(&all, key->color);
    add_hash(&all, true, key->hash);
    add_hash(&all, true, key->parent);
    add_text(&all, key->device);
    add_text(&all, key->name);
    add_number(&all, key->since);
    return sum_and_clear(&all);
}

int64_t checksum_of_secret(const uint8_t secret[ARCHIVE_HASH_SIZE])
{
    return sum_up((const char *)secret, ARCHIVE_HASH_SIZE);
}

int64_t checksum_of_served(int64_t served)
{
    struct buffer all;
    buffer_init(&all);
    add_number(&all, served);
    return sum_and_clear(&all);
}

static void sql_turn_checksum(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    const char *id = (const char *)sqlite3_value_text(values[0]),
               *turn = (const char *)sqlite3_value_text(values[2]);
    sqlite3_result_int64(context,
                         checksum_of_turn(id ? id : "", sqlite3_value_int64(values[1]), turn ? turn : "",
                                          sqlite3_value_int64(values[3]), NO_TIME));
}

bool checksum_define(sqlite3 *db)
{
    return sqlite3_create_function(db, "turn_checksum", 4, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                   sql_turn_checksum, NULL, NULL) == SQLITE_OK;
}
