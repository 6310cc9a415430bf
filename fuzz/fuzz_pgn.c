// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is a list of games and refusals: what was read can be written, reads back as the same game, and every
// refusal names a place; the reader always comes to an end, and a stream with a small window tells the same.
#include "fuzz/property.h"

#include "notation/pgn/pgn_stream.h"
#include "position/game.h"
#include "position/integrity.h"

enum { FLAGS = PGN_PAST_DRAWS | PGN_VARIATIONS };

static void write_game(const struct record *record, struct buffer *text)
{
    buffer_init(text);
    pgn_write(record, PGN_PLAIN, text);
}

// Every turn was legal where it was played, and nothing got out of step on the way.
static void check_turns(const struct record_turns *turns, struct position pos)
{
    PROPERTY(position_ok(&pos));
    for (size_t i = 0; i < turns->count; i++) {
        const struct turn *turn = &turns->items[i].turn;
        const struct record_lines *variations = &turns->items[i].variations;
        for (size_t k = 0; k < variations->count; k++)
            check_turns(&variations->items[k].turns, pos);
        PROPERTY(turn->count > 0 && position_is_legal(&pos, turn->actions[0]));
        turn_play(&pos, turn);
        PROPERTY(position_ok(&pos));
    }
}

static void check_same_turns(const struct record_turns *a, const struct record_turns *b)
{
    PROPERTY(a->count == b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct turn *left = &a->items[i].turn, *right = &b->items[i].turn;
        const struct record_lines *x = &a->items[i].variations, *y = &b->items[i].variations;
        PROPERTY(left->count == right->count);
        PROPERTY(memcmp(left->actions, right->actions, left->count * sizeof left->actions[0]) == 0);
        PROPERTY(x->count == y->count);
        for (size_t k = 0; k < x->count; k++)
            check_same_turns(&x->items[k].turns, &y->items[k].turns);
    }
}

static void check_same(const struct record *a, const struct record *b)
{
    // A game whose text stands in the PGN is made anew each time.
    PROPERTY(a->variant->game->fingerprint == b->variant->game->fingerprint);
    PROPERTY(strcmp(a->variant->game->name, b->variant->game->name) == 0);
    PROPERTY(memcmp(&a->variant->parameters, &b->variant->parameters, sizeof a->variant->parameters) == 0);
    PROPERTY(position_hash(&a->start) == position_hash(&b->start));
    PROPERTY(a->outcome.result == b->outcome.result);
    // Values are mended when they are written (broken UTF-8, control characters); none may be lost.
    for (size_t i = 0; i < a->tags.count; i++)
        PROPERTY(record_tag(b, a->tags.items[i].name) != NULL);
    check_same_turns(&a->turns, &b->turns);
}

static void check_round_trip(const struct record *record)
{
    struct buffer text, again;
    write_game(record, &text);
    struct pgn_reader reader;
    struct record read;
    struct error err = {0};
    pgn_reader_init(&reader, buffer_text(&text), text.length, FLAGS);
    enum pgn_status status = pgn_read(&reader, &read, &err);
    if (status != PGN_GAME)
        fprintf(stderr, "%s\n%s: %s\n", buffer_text(&text), err.at, err.message);
    PROPERTY(status == PGN_GAME);
    check_same(record, &read);
    write_game(&read, &again);
    PROPERTY(strcmp(buffer_text(&text), buffer_text(&again)) == 0);
    record_clear(&read);
    buffer_clear(&text);
    buffer_clear(&again);
}

// The text as a stream.
struct input {
    const uint8_t *data;
    size_t left;
};

static size_t give(void *context, char *bytes, size_t size)
{
    struct input *input = context;
    size_t count = size < input->left ? size : input->left;
    if (count)
        memcpy(bytes, input->data, count);
    input->data += count;
    input->left -= count;
    return count;
}

// Reads the next game of the stream, which must be like what the reader of the whole text has found.
static void check_stream(struct pgn_stream *stream, enum pgn_status status, const struct record *record,
                         const struct error *err)
{
    struct record read;
    struct error reason = {0};
    PROPERTY(pgn_stream_read(stream, &read, &reason) == status);
    if (status == PGN_ERROR)
        PROPERTY(strcmp(reason.at, err->at) == 0 && strcmp(reason.message, err->message) == 0);
    if (status != PGN_GAME)
        return;
    PROPERTY(read.turns.count == record->turns.count && read.tags.count == record->tags.count);
    record_clear(&read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pgn_reader reader;
    struct input input = {data, size};
    struct pgn_stream stream;
    struct variant *lent = NULL;
    pgn_reader_init(&reader, (const char *)data, size, FLAGS);
    pgn_stream_init(&stream, give, &input, FLAGS);
    stream.first = 64;
    stream.reader.lent = &lent;
    for (;;) {
        struct record record;
        struct error err = {0};
        size_t before = reader.at;
        enum pgn_status status = pgn_read(&reader, &record, &err);
        check_stream(&stream, status, &record, &err);
        if (status == PGN_END) {
            pgn_stream_clear(&stream);
            variant_free(lent);
            return 0;
        }
        PROPERTY(reader.at > before && reader.at <= size);
        if (status == PGN_GAME) {
            check_turns(&record.turns, record.start);
            check_round_trip(&record);
            record_clear(&record);
        } else {
            PROPERTY(err.code != ERROR_NONE && err.message[0] != '\0');
            PROPERTY(strncmp(err.at, "line ", 5) == 0);
        }
    }
}
