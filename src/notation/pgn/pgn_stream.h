// SPDX-License-Identifier: GPL-3.0-or-later
// Reading PGN of any length through a window: memory depends on the longest game, not on the file.
#ifndef LEAPER_NOTATION_PGN_STREAM_H
#define LEAPER_NOTATION_PGN_STREAM_H

#include "notation/pgn/pgn.h"

// Reads up to `size` bytes and returns how many; 0 at the end or after an error.
typedef size_t pgn_source(void *context, char *bytes, size_t size);

struct pgn_stream {
    struct pgn_reader
        reader; // the members "for the caller to set" may be set; lines and games are counted through the whole stream
    pgn_source *source;
    void *context;
    char *window; // owned; the reader's text
    size_t capacity;
    size_t first;  // bytes of the first window; may be set before the first game is read
    bool ended;    // the source has
    bool touched;  // the last game came near the end of the window
    bool skipping; // within the rest of a game that is too long for any window
};

// Reads nothing yet. `flags`: enum pgn_flags.
void pgn_stream_init(struct pgn_stream *stream, pgn_source *source, void *context, unsigned flags);
void pgn_stream_clear(struct pgn_stream *stream);

// As pgn_read(), for the next game of the stream. The text that a fault points to is valid until the next call.
// PGN_ERROR with ERROR_SYSTEM if there is no memory; the stream has then ended.
enum pgn_status pgn_stream_read(struct pgn_stream *stream, struct record *record, struct error *err);

#endif
