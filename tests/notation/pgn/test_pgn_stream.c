// SPDX-License-Identifier: GPL-3.0-or-later
// A stream gives the same games, at the same places, as the text as a whole, whatever the window and however the bytes come.

#include "notation/pgn/pgn_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A text that comes in chunks of at most `chunk` bytes.
struct text {
    const char *bytes;
    size_t length, at, chunk;
};

static size_t give(void *context, char *bytes, size_t size)
{
    struct text *text = context;
    size_t left = text->length - text->at, count = size < text->chunk ? size : text->chunk;
    count = count < left ? count : left;
    memcpy(bytes, text->bytes + text->at, count);
    text->at += count;
    return count;
}

// What is told of a game, or of its fault, in a line.
static void tell(enum pgn_status status, const struct pgn_reader *reader, struct record *record,
                 struct error *err, struct buffer *out)
{
    if (status == PGN_GAME) {
        buffer_addf(out, "game %u: %zu turns, %u\n", reader->game, record->turns.count,
                    record->outcome.result);
        record_clear(record);
        return;
    }
    buffer_addf(out, "game %u: %s: %s\n", reader->game, err->at, err->message);
    if (reader->fault->found) {
        struct turn turn = {.count = 0};
        const struct record *before = &reader->fault->record;
        struct position pos;
        struct move_list list;
        pgn_fault_position(reader->fault, &pos);
        position_actions(&pos, &list);
        if (list.count) {
            turn = (struct turn){.count = 1, .actions = {list.moves[0]}};
            buffer_addf(out, "  %zu turns before, %u behind\n", before->turns.count,
                        pgn_fault_follow(reader->fault, &turn));
        }
        record_clear(&reader->fault->record);
    }
}

static char *tell_whole(const char *bytes, size_t length)
{
    struct pgn_reader reader;
    struct pgn_fault fault;
    struct record record;
    struct error err;
    struct buffer out;
    enum pgn_status status;
    buffer_init(&out);
    pgn_reader_init(&reader, bytes, length, PGN_PLAIN);
    reader.fault = &fault;
    while ((status = pgn_read(&reader, &record, &err)) != PGN_END)
        tell(status, &reader, &record, &err, &out);
    return buffer_take(&out);
}

static char *tell_stream(const char *bytes, size_t length, size_t window, size_t chunk)
{
    struct text text = {bytes, length, 0, chunk};
    struct pgn_stream stream;
    struct pgn_fault fault;
    struct record record;
    struct error err;
    struct buffer out;
    struct variant *variant = NULL;
    enum pgn_status status;
    buffer_init(&out);
    pgn_stream_init(&stream, give, &text, PGN_PLAIN);
    if (window)
        stream.first = window;
    stream.reader.fault = &fault;
    stream.reader.lent = &variant;
    while ((status = pgn_stream_read(&stream, &record, &err)) != PGN_END)
        tell(status, &stream.reader, &record, &err, &out);
    pgn_stream_clear(&stream);
    variant_free(variant);
    return buffer_take(&out);
}

static void check_same(const char *bytes)
{
    static const size_t windows[] = {64, 65, 77, 128, 1000, 0}, chunks[] = {1, 7, 1000000};
    size_t length = strlen(bytes);
    char *whole = tell_whole(bytes, length);
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
        for (size_t j = 0; j < sizeof chunks / sizeof *chunks; j++) {
            char *stream = tell_stream(bytes, length, windows[i], chunks[j]);
            assert_string_equal(stream, whole);
            free(stream);
        }
    free(whole);
}

static void test_any_window_shows_the_same(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "   \n\n",
        "1. e4 e5 1-0",
        "\xef\xbb\xbf[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 *\n",
        "[Event \"a\"]\n[White \"b\"]\n\n1. e4 {a comment that is rather long, and longer still, and longer} e5 (1... c5 2. Nf3 (2. "
        "c3 d5) d6) 2. Ke3 Nc6 3. Nf3 Nf6 *\n\n[Event \"c\"]\n\n1. d4 d5 1/2-1/2\n",
        "1. e4 e5 2. Ke3 d6 *\n1. d4 d5 *\n1. c4 {no end",
        "[Variant \"fuel\"]\n[Fuel \"3\"]\n\n1. e4 *\n\n[Variant \"fuel\"]\n\n1. e4 *\n\n[Variant \"none\"]\n\n1. e4 *\n\n[Result "
        "\"1-0\"]\n\n1. e4 1-0\n",
        "% skipped\n; also\n{and this}\n[Event \"a\"]\r\n\r\n1. e4 e6 0-1\r\n\r\n[White \"x\"]\r\n\r\n1. d4 -- *\r\n",
        "[Event \"a]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3 *\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_same(texts[i]);
}

// More than any window holds.
static void test_longer_than_the_window(void **state)
{
    (void)state;
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"too long\"]\n\n1. e4 {");
    for (int i = 0; i < 1000000; i++)
        buffer_add(&text, "words ");
    buffer_add(&text, "} e5 *\n\n");
    for (int i = 0; i < 5000000; i++)
        buffer_add_char(&text, ' ');
    buffer_add(&text, "\n\n[Event \"b\"]\n\n1. d4 d5 2. c4 *\n");
    for (int i = 0; i < 100000; i++)
        buffer_add(&text, "\n[Event \"c\"]\n\n1. d4 d5 2. c4 1-0\n");
    char *told = tell_stream(text.text, text.length, 0, 100000);
    assert_non_null(strstr(told, "game 1: 2 turns, 0\n"));
    assert_non_null(strstr(told, "game 2: line 7, column"));
    assert_non_null(strstr(told, "game 3: 3 turns, 0\ngame 4: 3 turns, 1\n"));
    assert_non_null(strstr(told, "game 100003: 3 turns, 1\n"));
    assert_null(strstr(told, "game 100004"));
    free(told);
    buffer_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_window_shows_the_same),
        cmocka_unit_test(test_longer_than_the_window),
    };
    return cmocka_run_group_tests_name("pgn stream", tests, NULL, NULL);
}
