// SPDX-License-Identifier: GPL-3.0-or-later
// Reading tours back from the formats of text.h.
#include "base/memory.h"
#include "base/text.h"
#include "tours/text/text.h"

#include <ctype.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tour_reader_init(struct tour_reader *reader, const char *text, size_t length)
{
    *reader = (struct tour_reader){.text = text, .length = length, .line = 1, .open = -1};
}

void tour_reader_clear(struct tour_reader *reader)
{
    free(reader->board);
    free(reader->leaper);
}

void tour_record_clear(struct tour_record *record)
{
    tour_board_clear(&record->board);
    free(record->cells);
}

static enum tour_reading fail(const struct tour_reader *reader, struct error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static enum tour_reading fail(const struct tour_reader *reader, struct error *err, const char *format, ...)
{
    char at[32], message[sizeof err->message];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    snprintf(at, sizeof at, "line %d", reader->line);
    error_set(err, ERROR_REQUEST, at, "%s", message);
    return TOUR_READ_ERROR;
}

// The end of the line that begins at `at`, without its newline and carriage return.
static size_t line_end(const struct tour_reader *reader, size_t at)
{
    const char *newline = memchr(reader->text + at, '\n', reader->length - at);
    size_t end = newline ? (size_t)(newline - reader->text) : reader->length;
    return end > at && reader->text[end - 1] == '\r' ? end - 1 : end;
}

static void next_line(struct tour_reader *reader)
{
    const char *newline = memchr(reader->text + reader->at, '\n', reader->length - reader->at);
    reader->at = newline ? (size_t)(newline - reader->text) + 1 : reader->length;
    reader->line++;
}

static void replace(char **text, const char *by, size_t length)
{
    free(*text);
    *text = NULL;
    if (by) {
        *text = memory_resize(NULL, length + 1, 1);
        memcpy(*text, by, length);
        (*text)[length] = '\0';
    }
}

// Takes the next word of a line; its length, 0 at the end.
static size_t next_word(const char **cursor, const char *end, const char *separators, const char **word)
{
    while (*cursor < end && strchr(separators, **cursor))
        ++*cursor;
    *word = *cursor;
    while (*cursor < end && !strchr(separators, **cursor))
        ++*cursor;
    return (size_t)(*cursor - *word);
}

// "# closed tours of N on 8x8"; any other line with '#' is a remark.
static void read_head(struct tour_reader *reader, const char *cursor, const char *end)
{
    const char *words[6];
    size_t lengths[6];
    for (int i = 0; i < 6; i++)
        if (!(lengths[i] = next_word(&cursor, end, " \t", &words[i])))
            return;
    bool open = lengths[0] == 4 && !memcmp(words[0], "open", 4);
    bool closed = lengths[0] == 6 && !memcmp(words[0], "closed", 6);
    if ((!open && !closed) || lengths[1] != 5 || memcmp(words[1], "tours", 5) != 0 || lengths[2] != 2 ||
        memcmp(words[2], "of", 2) != 0 || lengths[4] != 2 || memcmp(words[4], "on", 2) != 0)
        return;
    reader->open = open;
    replace(&reader->leaper, words[3], lengths[3]);
    replace(&reader->board, words[5], lengths[5]);
}

// Moves to the first line of the next tour, reading heads on the way. False at the end of the text.
static bool skip_to_tour(struct tour_reader *reader)
{
    while (reader->at < reader->length) {
        const char *cursor = reader->text + reader->at, *end = reader->text + line_end(reader, reader->at);
        while (cursor < end && (*cursor == ' ' || *cursor == '\t'))
            cursor++;
        if (cursor < end && *cursor != '#')
            return true;
        if (cursor < end)
            read_head(reader, cursor + 1, end);
        next_line(reader);
    }
    return false;
}

static void copy_board(struct tour_board *copy, const struct tour_board *board)
{
    tour_board_init(copy, board->width, board->height);
    for (int cell = 0; cell < board->width * board->height; cell++)
        if (!board->exists[cell])
            tour_board_remove(copy, cell);
}

// The board for squares: the caller's, or else the text's.
static bool find_board(struct tour_reader *reader, const struct tour_board *board, struct tour_record *record,
                       struct error *err)
{
    if (board) {
        copy_board(&record->board, board);
        return true;
    }
    if (!reader->board) {
        fail(reader, err, "a list of squares does not say of which board it is");
        return false;
    }
    struct error inner;
    if (tour_board_read(&record->board, reader->board, &inner))
        return true;
    fail(reader, err, "%s: %s", inner.at, inner.message);
    return false;
}

// Appends the cell that `length` bytes name; `capacity` grows with the list.
static bool add_square(struct tour_reader *reader, struct tour_record *record, int *capacity,
                       const char *word, size_t length, struct error *err)
{
    char name[TOUR_CELL_NAME_SIZE];
    struct error inner;
    int cell;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name), word);
    if (length >= sizeof name || !tour_board_cell_read(&record->board, name, &cell, "", &inner)) {
        fail(reader, err, "square %d: %s", record->count + 1,
             length < sizeof name ? inner.message : "no square has so long a name");
        return false;
    }
    if (record->count == *capacity) {
        *capacity = *capacity ? 2 * *capacity : 64;
        record->cells = memory_resize(record->cells, (size_t)*capacity, sizeof *record->cells);
    }
    record->cells[record->count++] = cell;
    return true;
}

static enum tour_reading read_squares(struct tour_reader *reader, const struct tour_board *board,
                                      struct tour_record *record, struct error *err)
{
    const char *cursor = reader->text + reader->at, *end = reader->text + line_end(reader, reader->at), *word;
    if (!find_board(reader, board, record, err))
        return TOUR_READ_ERROR;
    int capacity = 0;
    for (size_t length; (length = next_word(&cursor, end, " \t,;-", &word)) > 0;)
        if (!add_square(reader, record, &capacity, word, length, err))
            return TOUR_READ_ERROR;
    next_line(reader);
    return TOUR_READ;
}

// Whether the line at the reader's place is a row of a grid; counts its cells.
static bool is_row(const struct tour_reader *reader, size_t at, int *columns)
{
    const char *cursor = reader->text + at, *end = reader->text + line_end(reader, at), *word;
    *columns = 0;
    while (next_word(&cursor, end, " \t", &word)) {
        if (*word != '*' && *word != '.' && !isdigit((unsigned char)*word))
            return false;
        ++*columns;
    }
    return *columns > 0;
}

// Puts the cells of one row of the grid where their numbers say. `at[k]` is the cell with number k + 1, or -1.
static bool read_row(struct tour_reader *reader, struct tour_record *record, int *at, int y,
                     struct error *err)
{
    const char *cursor = reader->text + reader->at, *end = reader->text + line_end(reader, reader->at), *word;
    int cells = record->board.width * record->board.height;
    for (int x = 0; x < record->board.width; x++) {
        size_t length = next_word(&cursor, end, " \t", &word);
        int cell = y * record->board.width + x;
        char name[TOUR_CELL_NAME_SIZE];
        tour_board_cell_name(&record->board, cell, name);
        if (length == 1 && *word == '.')
            continue;
        if (length == 1 && *word == '*') {
            if (record->board.cells > 1) {
                tour_board_remove(&record->board, cell);
                continue;
            }
            fail(reader, err, "this board has holes only");
            return false;
        }
        unsigned number;
        const char *digits = word;
        if (!text_read_number(&digits, (unsigned)cells, &number) || digits != word + length || number == 0) {
            fail(reader, err, "%s has '%.*s', which is no number from 1 to %d", name,
                 (int)(length < 20 ? length : 20), word, cells);
            return false;
        }
        if (at[number - 1] >= 0) {
            char other[TOUR_CELL_NAME_SIZE];
            tour_board_cell_name(&record->board, at[number - 1], other);
            fail(reader, err, "the number %u is on %s and on %s", number, other, name);
            return false;
        }
        at[number - 1] = cell;
    }
    return true;
}

static enum tour_reading read_rows(struct tour_reader *reader, struct tour_record *record, int *at,
                                   struct error *err)
{
    int cells = record->board.width * record->board.height, columns;
    for (int i = 0; i < cells; i++)
        at[i] = -1;
    for (int y = record->board.height - 1; y >= 0; y--) {
        if (!is_row(reader, reader->at, &columns) || columns != record->board.width)
            return fail(reader, err, "this row has %d cells, the first has %d", columns, record->board.width);
        if (!read_row(reader, record, at, y, err))
            return TOUR_READ_ERROR;
        next_line(reader);
    }
    while (record->count < cells && at[record->count] >= 0)
        record->count++;
    for (int i = record->count; i < cells; i++)
        if (at[i] >= 0)
            return fail(reader, err, "the number %d is missing, though there is %d", record->count + 1,
                        i + 1);
    return TOUR_READ;
}

static enum tour_reading read_grid(struct tour_reader *reader, struct tour_record *record, struct error *err)
{
    int width, columns, height = 1;
    struct tour_reader ahead = *reader;
    if (!is_row(reader, reader->at, &width))
        return fail(reader, err, "this is no row of numbers and '*'");
    for (next_line(&ahead); ahead.at < ahead.length && line_end(&ahead, ahead.at) > ahead.at;
         next_line(&ahead)) {
        if (!is_row(&ahead, ahead.at, &columns))
            break;
        height++;
    }
    if (width > TOUR_SIDE_MAX || height > TOUR_SIDE_MAX)
        return fail(reader, err, "a board has at most %d files and ranks", TOUR_SIDE_MAX);
    tour_board_init(&record->board, width, height);
    int *at = memory_resize(NULL, (size_t)width * (size_t)height, sizeof *at);
    enum tour_reading reading = read_rows(reader, record, at, err);
    record->cells = at;
    return reading;
}

static enum tour_reading take_json(struct tour_reader *reader, const json_t *json,
                                   const struct tour_board *board, struct tour_record *record,
                                   struct error *err)
{
    const char *place = json_string_value(json_object_get(json, "board"));
    const char *leaper = json_string_value(json_object_get(json, "leaper"));
    const char *kind = json_string_value(json_object_get(json, "kind"));
    // Earlier versions wrote this in place of "kind".
    const json_t *closed = json_object_get(json, "closed"), *squares = json_object_get(json, "squares");
    if (!json_is_array(squares))
        return fail(reader, err, "the object has no list \"squares\"");
    if (place)
        replace(&reader->board, place, strlen(place));
    if (leaper)
        replace(&reader->leaper, leaper, strlen(leaper));
    if (kind && strcmp(kind, "closed") != 0 && strcmp(kind, "open") != 0)
        return fail(reader, err, "\"kind\" is closed or open");
    if (kind)
        reader->open = *kind == 'o';
    else if (json_is_boolean(closed))
        reader->open = json_is_false(closed);
    if (!find_board(reader, board, record, err))
        return TOUR_READ_ERROR;
    int capacity = 0;
    for (size_t i = 0; i < json_array_size(squares); i++) {
        const char *name = json_string_value(json_array_get(squares, i));
        if (!name)
            return fail(reader, err, "square %zu is no text", i + 1);
        if (!add_square(reader, record, &capacity, name, strlen(name), err))
            return TOUR_READ_ERROR;
    }
    return TOUR_READ;
}

static enum tour_reading read_json(struct tour_reader *reader, const struct tour_board *board,
                                   struct tour_record *record, struct error *err)
{
    json_error_t problem;
    json_t *json = json_loadb(reader->text + reader->at, reader->length - reader->at,
                              JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &problem);
    if (!json) {
        reader->line += problem.line > 0 ? problem.line - 1 : 0;
        return fail(reader, err, "column %d: %s", problem.column, problem.text);
    }
    enum tour_reading reading = take_json(reader, json, board, record, err);
    json_decref(json);
    // jansson tells where the object ended; it may have gone over several lines.
    for (size_t end = reader->at + (size_t)problem.position; reader->at < end && reading == TOUR_READ;) {
        size_t stop = line_end(reader, reader->at);
        if (stop >= end)
            reader->at = end;
        else
            next_line(reader);
    }
    return reading;
}

enum tour_reading tour_reader_next(struct tour_reader *reader, const struct tour_board *board,
                                   struct tour_record *record, struct error *err)
{
    if (!skip_to_tour(reader))
        return TOUR_READ_END;
    *record = (struct tour_record){.line = reader->line};
    const char *first = reader->text + reader->at;
    while (*first == ' ' || *first == '\t')
        first++;
    enum tour_reading reading;
    if (*first == '{')
        reading = read_json(reader, board, record, err);
    else if (isalpha((unsigned char)*first))
        reading = read_squares(reader, board, record, err);
    else
        reading = read_grid(reader, record, err);
    if (reading == TOUR_READ_ERROR)
        tour_record_clear(record);
    return reading;
}
