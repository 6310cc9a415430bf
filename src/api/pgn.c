// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes PGN, one game at a time.
#include "api/record.h"
#include "base/memory.h"
#include "notation/pgn/pgn_stream.h"

#include <stdlib.h>
#include <string.h>

char *leaper_record_pgn(const struct leaper_record *record, bool fuel, struct leaper_error *error)
{
    return leaper_record_pgn_with(record, fuel ? LEAPER_PGN_FUEL : 0, error);
}

char *leaper_record_pgn_with(const struct leaper_record *record, unsigned options, struct leaper_error *error)
{
    struct buffer text;
    if (options & ~(unsigned)(LEAPER_PGN_FUEL | LEAPER_PGN_TEXT)) {
        fail(error, LEAPER_ERROR_PARAMETER, "options", "there are no options %u of PGN", options);
        return NULL;
    }
    buffer_init(&text);
    pgn_write(&record->inside,
              (options & LEAPER_PGN_FUEL ? PGN_FUEL : 0) | (options & LEAPER_PGN_TEXT ? PGN_TEXT : 0), &text);
    return text_out(&text, error);
}

struct leaper_pgn_reader {
    struct pgn_stream stream;
    leaper_pgn_source source;
    void *context;
    char *text; // owned; NULL if the bytes come from a source
    size_t length, at;
};

static size_t read_source(void *context, char *bytes, size_t size)
{
    struct leaper_pgn_reader *reader = context;
    return reader->source(reader->context, bytes, size);
}

static size_t read_text(void *context, char *bytes, size_t size)
{
    struct leaper_pgn_reader *reader = context;
    size_t left = reader->length - reader->at, given = left < size ? left : size;
    memcpy(bytes, reader->text + reader->at, given);
    reader->at += given;
    return given;
}

static struct leaper_pgn_reader *allocate(pgn_source *source, struct leaper_error *error)
{
    struct leaper_pgn_reader *reader = memory_try_zeroed(1, sizeof *reader);
    if (!reader) {
        fail_no_memory(error);
        return NULL;
    }
    pgn_stream_init(&reader->stream, source, reader, PGN_PLAIN);
    return reader;
}

struct leaper_pgn_reader *leaper_pgn_reader_new(leaper_pgn_source source, void *context,
                                                struct leaper_error *error)
{
    struct leaper_pgn_reader *reader = allocate(read_source, error);
    if (reader) {
        reader->source = source;
        reader->context = context;
    }
    return reader;
}

struct leaper_pgn_reader *leaper_pgn_reader_of_text(const char *text, size_t length,
                                                    struct leaper_error *error)
{
    struct leaper_pgn_reader *reader = allocate(read_text, error);
    if (!reader)
        return NULL;
    reader->text = memory_try(NULL, length, 1);
    if (!reader->text) {
        leaper_pgn_reader_free(reader);
        fail_no_memory(error);
        return NULL;
    }
    if (length)
        memcpy(reader->text, text, length);
    reader->length = length;
    return reader;
}

void leaper_pgn_reader_free(struct leaper_pgn_reader *reader)
{
    if (!reader)
        return;
    pgn_stream_clear(&reader->stream);
    free(reader->text);
    free(reader);
}

void leaper_pgn_reader_set_past_draws(struct leaper_pgn_reader *reader, bool past_draws)
{
    reader->stream.reader.flags = past_draws ? PGN_PAST_DRAWS : PGN_PLAIN;
}

// Moves the record's own variant to a public one, from which the record then borrows it.
static struct leaper_record *wrap_owned(struct record *inside, struct leaper_error *error)
{
    struct variant *own = inside->own_variant;
    inside->own_variant = NULL;
    struct leaper_variant *variant = variant_wrap(own, error);
    if (!variant) {
        record_clear(inside);
        return NULL;
    }
    struct leaper_record *record = record_wrap(variant, inside, error);
    leaper_variant_free(variant);
    return record;
}

enum leaper_pgn_status leaper_pgn_next(struct leaper_pgn_reader *reader, struct leaper_record **record,
                                       struct leaper_error *error)
{
    struct error err = {0};
    struct record inside;
    *record = NULL;
    switch (pgn_stream_read(&reader->stream, &inside, &err)) {
    case PGN_GAME:
        *record = wrap_owned(&inside, error);
        return *record ? LEAPER_PGN_GAME : LEAPER_PGN_ERROR;
    case PGN_END:
        return LEAPER_PGN_END;
    default:
        fail_as(error, &err);
        return LEAPER_PGN_ERROR;
    }
}
