// SPDX-License-Identifier: GPL-3.0-or-later
// Tours as text, written and read in three formats.
//
//   grid      one number per cell, the top rank first, '*' for holes; an empty line after each tour
//   squares   one tour per line: "a1 b3 c5 …"
//   json      one object per line: {"board":"8x8","leaper":"N","kind":"closed","squares":["a1","b3",…]}
//
// Grids and squares begin with a header line, which the reader uses if it is there:
//
//   # closed tours of N on 8x8
#ifndef LEAPER_TOURS_TEXT_H
#define LEAPER_TOURS_TEXT_H

#include "tours/board/tour.h"

enum tour_format { TOUR_GRID, TOUR_SQUARES, TOUR_JSON };

// What is written about a tour besides its cells.
struct tour_subject {
    const struct tour_board *board;
    const struct tour_graph *graph;
    const char *leaper; // as the user wrote it
    bool open;
};

// Appends the header line; nothing for TOUR_JSON.
void tour_write_head(const struct tour_subject *subject, enum tour_format format, struct buffer *out);

// Appends a tour of all vertices of the graph. When memory runs out, `out` fails.
void tour_write(const struct tour_subject *subject, enum tour_format format, const int *tour,
                struct buffer *out);

// Reads a text tour by tour.
struct tour_reader {
    const char *text;
    size_t length, at;    // where the next tour begins
    int line;             // its number, from 1
    char *board, *leaper; // of the last header line or JSON object, or NULL; owned
    int open;             // likewise: 0 or 1, or -1 if the text does not say
};

// A list of cells that claims to be a tour.
struct tour_record {
    struct tour_board board; // from the header line, the JSON object, the grid, or the caller
    int *cells;
    int count;
    int line; // the line of the text where it begins, from 1
};

enum tour_reading { TOUR_READ, TOUR_READ_END, TOUR_READ_ERROR };

// The text must outlive the reader.
void tour_reader_init(struct tour_reader *reader, const char *text, size_t length);
void tour_reader_clear(struct tour_reader *reader);

// Reads the next tour into `record`, to be freed with tour_record_clear(). `board` (may be NULL) overrides what the text says;
// squares need it if the text has no header line. All cells of the record exist on its board, but nothing else is checked. The
// error is ERROR_REQUEST at "line N", or ERROR_SYSTEM when memory runs out; then nothing needs to be freed.
enum tour_reading tour_reader_next(struct tour_reader *reader, const struct tour_board *board,
                                   struct tour_record *record, struct error *err);
void tour_record_clear(struct tour_record *record);

#endif
