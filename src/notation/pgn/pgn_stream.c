// SPDX-License-Identifier: GPL-3.0-or-later
// Slides a window over a stream of games. A game that ends near the end of the window is read again once the window
// holds more; games are far shorter than windows, so this is rare.
#include "notation/pgn/pgn_stream.h"

#include "base/memory.h"
#include "notation/pgn/pgn_token.h"

#include <stdlib.h>
#include <string.h>

// A window grows until a game of the largest size fits, with whatever may precede it. A little of what the reader has
// passed is kept, because the line before a game shows where it begins.
enum { WINDOW_FIRST = 1 << 20, WINDOW_MAX = 4 * PGN_GAME_SIZE_MAX, BEHIND = 16 };

void pgn_stream_init(struct pgn_stream *stream, pgn_source *source, void *context, unsigned flags)
{
    *stream = (struct pgn_stream){.source = source, .context = context, .first = WINDOW_FIRST};
    pgn_reader_init(&stream->reader, "", 0, flags);
    // Nothing has been read yet: the first game will ask for more.
    stream->touched = true;
}

void pgn_stream_clear(struct pgn_stream *stream)
{
    free(stream->window);
    *stream = (struct pgn_stream){.ended = true};
    pgn_reader_init(&stream->reader, "", 0, PGN_PLAIN);
}

// Discards what the reader has passed, and fills the window; false if there is no memory.
static bool fill(struct pgn_stream *stream)
{
    struct pgn_reader *reader = &stream->reader;
    size_t gone = reader->at > BEHIND ? reader->at - BEHIND : 0, kept = reader->length - gone;
    size_t capacity = stream->capacity ? stream->capacity : stream->first;
    if (kept > capacity / 2 && capacity < WINDOW_MAX)
        capacity *= 2;
    if (!stream->window || capacity != stream->capacity) {
        char *window = memory_try(stream->window, capacity, 1);
        if (!window)
            return false;
        stream->window = window;
        stream->capacity = capacity;
    }
    if (kept)
        memmove(stream->window, stream->window + gone, kept);
    while (kept < capacity && !stream->ended) {
        size_t got = stream->source(stream->context, stream->window + kept, capacity - kept);
        kept += got;
        stream->ended = got == 0;
    }
    reader->text = stream->window;
    reader->length = kept;
    reader->at -= gone;
    return true;
}

// Skips the byte-order mark that some editors put at the very beginning.
static void skip_mark(struct pgn_reader *reader)
{
    if (!reader->game && !reader->at && reader->length >= 3 && memcmp(reader->text, "\xef\xbb\xbf", 3) == 0)
        reader->at = 3;
}

static enum pgn_status fail_memory(struct pgn_stream *stream, struct error *err)
{
    stream->ended = stream->skipping = true;
    stream->reader.at = stream->reader.length;
    error_no_memory(err);
    return PGN_ERROR;
}

static void forget(struct pgn_stream *stream, enum pgn_status status, struct record *record)
{
    struct pgn_fault *fault = stream->reader.fault;
    if (status == PGN_GAME)
        record_clear(record);
    else if (status == PGN_ERROR && fault && fault->found)
        record_clear(&fault->record);
}

// Whether the window can show more of what follows.
static bool can_grow(const struct pgn_stream *stream)
{
    return !stream->ended && (stream->reader.at > BEHIND || stream->reader.length < WINDOW_MAX);
}

// Skips lines without content, up to the last that begins in the window.
static void skip_lines(struct pgn_reader *reader)
{
    size_t end = reader->length;
    while (end > reader->at && reader->text[end - 1] != '\n')
        end--;
    if (end == reader->at) { // the line is too long to be of any use
        reader->at = reader->length;
        return;
    }
    for (; reader->at < end; reader->at++)
        reader->line += reader->text[reader->at] == '\n';
    reader->column = 1;
}

// Skips the rest of a game that no window holds.
static bool skip(struct pgn_stream *stream)
{
    while (stream->skipping) {
        stream->touched = false;
        token_skip_game(&stream->reader);
        stream->skipping = stream->touched && !stream->ended;
        // The line before the next game may be in the part that has not been read yet.
        if (stream->skipping && stream->reader.at > BEHIND / 2)
            stream->reader.at -= BEHIND / 2;
        if (stream->skipping && !fill(stream))
            return false;
    }
    return true;
}

enum pgn_status pgn_stream_read(struct pgn_stream *stream, struct record *record, struct error *err)
{
    struct pgn_reader *reader = &stream->reader;
    if (!stream->window && !stream->ended && !fill(stream))
        return fail_memory(stream, err);
    skip_mark(reader);
    if (!skip(stream))
        return fail_memory(stream, err);
    for (;;) {
        struct pgn_reader before = *reader;
        stream->touched = false;
        reader->touched = &stream->touched;
        enum pgn_status status = pgn_read(reader, record, err);
        if (!stream->touched || stream->ended)
            return status;
        struct pgn_reader behind = *reader;
        *reader = before;
        if (can_grow(stream)) {
            forget(stream, status, record);
        } else if (status == PGN_END) {
            skip_lines(reader);
        } else {
            // No window holds this game: it is too long.
            *reader = behind;
            stream->skipping = status == PGN_ERROR;
            return status;
        }
        if (!fill(stream))
            return fail_memory(stream, err);
    }
}
