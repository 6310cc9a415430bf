// SPDX-License-Identifier: GPL-3.0-or-later
// Reads tours in the formats of text.h.
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
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

// The end of the line that begins at `at`, without newline and carriage return.
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

// Replaces *text by `length` bytes. When there is no memory, returns false and leaves the text unchanged.
static bool replace(char **text, const char *by, size_t length)
{
    char *copy = memory_try(NULL, length + 1, 1);
    if (!copy)
        return false;
    memcpy(copy, by, length);
    copy[length] = '\0';
    free(*text);
    *text = copy;
    return true;
}

// Takes the next word of a line. Returns its length, 0 at the end.
static size_t next_word(const char **cursor, const char *end, const char *separators, const char **word)
{
    while (*cursor < end && strchr(separators, **cursor))
        ++*cursor;
    *word = *cursor;
    while (*cursor < end && !strchr(separators, **cursor))
        ++*cursor;
    return (size_t)(*cursor - *word);
}

// Reads "# closed tours of N on 8x8"; any other line with '#' is a comment. False when there is no memory.
static bool read_head(struct tour_reader *reader, const char *cursor, const char *end)
{
    const char *words[6];
    size_t lengths[6];
    for (int i = 0; i < 6; i++)
        if (!(lengths[i] = next_word(&cursor, end, " \t", &words[i])))
            return true;
    bool open = lengths[0] == 4 && !memcmp(words[0], "open", 4);
    bool closed = lengths[0] == 6 && !memcmp(words[0], "closed", 6);
    if ((!open && !closed) || lengths[1] != 5 || memcmp(words[1], "tours", 5) != 0 || lengths[2] != 2 ||
        memcmp(words[2], "of", 2) != 0 || lengths[4] != 2 || memcmp(words[4], "on", 2) != 0)
        return true;
    reader->open = open;
    return replace(&reader->leaper, words[3], lengths[3]) && replace(&reader->board, words[5], lengths[5]);
}

static enum tour_reading fail_memory(struct error *err)
{
    error_no_memory(err);
    return TOUR_READ_ERROR;
}

// Moves to the first line of the next tour, reading header lines on the way.
static enum tour_reading skip_to_tour(struct tour_reader *reader, struct error *err)
{
    while (reader->at < reader->length) {
        const char *cursor = reader->text + reader->at, *end = reader->text + line_end(reader, reader->at);
        while (cursor < end && (*cursor == ' ' || *cursor == '\t'))
            cursor++;
        if (cursor < end && *cursor != '#')
            return TOUR_READ;
        if (cursor < end && !read_head(reader, cursor + 1, end))
            return fail_memory(err);
        next_line(reader);
    }
    return TOUR_READ_END;
}

// Finds the board for squares: the caller's, otherwise that of the text.
static bool find_board(struct tour_reader *reader, const struct tour_board *board, struct tour_record *record,
                       struct error *err)
{
    if (board) {
        if (!tour_board_init(&record->board, board->width, board->height))
            return error_no_memory(err);
        for (int cell = 0; cell < board->width * board->height; cell++)
            if (!board->exists[cell])
                tour_board_remove(&record->board, cell);
        return true;
    }
    if (!reader->board) {
        fail(reader, err, "the text does not say which board the squares belong to");
        return false;
    }
    struct error inner;
    if (tour_board_read(&record->board, reader->board, &inner))
        return true;
    if (inner.code == ERROR_SYSTEM)
        return error_no_memory(err);
    fail(reader, err, "%s: %s", inner.at, inner.message);
    return false;
}

struct cells VECTOR_OF(int);

// The squares of the record being read.
struct squares {
    struct tour_reader *reader;
    const struct tour_board *board;
    struct cells cells;
};

// Appends the square named by `length` bytes.
static bool add_square(struct squares *squares, const char *word, size_t length, struct error *err)
{
    char name[TOUR_CELL_NAME_SIZE];
    struct error inner;
    int cell;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name), word);
    if (length >= sizeof name || !tour_board_cell_read(squares->board, name, &cell, "", &inner)) {
        fail(squares->reader, err, "square %zu: %s", squares->cells.count + 1,
             length < sizeof name ? inner.message : "no square has so long a name");
        return false;
    }
    return vector_push(&squares->cells, cell) || error_no_memory(err);
}

// Moves the squares to the record.
static void take_squares(struct tour_record *record, const struct squares *squares)
{
    record->cells = squares->cells.items;
    record->count = (int)squares->cells.count;
}

static enum tour_reading read_squares(struct tour_reader *reader, const struct tour_board *board,
                                      struct tour_record *record, struct error *err)
{
    const char *cursor = reader->text + reader->at, *end = reader->text + line_end(reader, reader->at), *word;
    if (!find_board(reader, board, record, err))
        return TOUR_READ_ERROR;
    struct squares squares = {.reader = reader, .board = &record->board};
    enum tour_reading reading = TOUR_READ;
    for (size_t length; reading == TOUR_READ && (length = next_word(&cursor, end, " \t,;-", &word)) > 0;)
        if (!add_square(&squares, word, length, err))
            reading = TOUR_READ_ERROR;
    take_squares(record, &squares);
    next_line(reader);
    return reading;
}

// Whether the line that begins at `at` is a row of a grid. Counts its cells.
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

// Records the cells of one row of the grid by their numbers: `at[k]` is the cell with the number k + 1, or -1.
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
            fail(reader, err, "this board has only holes");
            return false;
        }
        unsigned number;
        const char *digits = word;
        if (!text_read_number(&digits, (unsigned)cells, &number) || digits != word + length || number == 0) {
            fail(reader, err, "%s has '%.*s', which is not a number from 1 to %d", name,
                 (int)(length < 20 ? length : 20), word, cells);
            return false;
        }
        if (at[number - 1] >= 0) {
            char other[TOUR_CELL_NAME_SIZE];
            tour_board_cell_name(&record->board, at[number - 1], other);
            fail(reader, err, "the number %u is on both %s and %s", number, other, name);
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
            return fail(reader, err, "the number %d is missing, but %d is there", record->count + 1, i + 1);
    return TOUR_READ;
}

static enum tour_reading read_grid(struct tour_reader *reader, struct tour_record *record, struct error *err)
{
    int width, columns, height = 1;
    struct tour_reader ahead = *reader;
    if (!is_row(reader, reader->at, &width))
        return fail(reader, err, "this is not a row of numbers and '*'");
    for (next_line(&ahead); ahead.at < ahead.length && line_end(&ahead, ahead.at) > ahead.at;
         next_line(&ahead)) {
        if (!is_row(&ahead, ahead.at, &columns))
            break;
        height++;
    }
    if (width > TOUR_SIDE_MAX || height > TOUR_SIDE_MAX)
        return fail(reader, err, "a board has at most %d files and ranks", TOUR_SIDE_MAX);
    int *at = memory_try(NULL, (size_t)width * (size_t)height, sizeof *at);
    if (!at || !tour_board_init(&record->board, width, height)) {
        free(at);
        return fail_memory(err);
    }
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
    // Earlier versions wrote this instead of "kind".
    const json_t *closed = json_object_get(json, "closed"), *squares = json_object_get(json, "squares");
    if (!json_is_array(squares))
        return fail(reader, err, "the object has no array \"squares\"");
    if ((place && !replace(&reader->board, place, strlen(place))) ||
        (leaper && !replace(&reader->leaper, leaper, strlen(leaper))))
        return fail_memory(err);
    if (kind && strcmp(kind, "closed") != 0 && strcmp(kind, "open") != 0)
        return fail(reader, err, "\"kind\" must be closed or open");
    if (kind)
        reader->open = *kind == 'o';
    else if (json_is_boolean(closed))
        reader->open = json_is_false(closed);
    if (!find_board(reader, board, record, err))
        return TOUR_READ_ERROR;
    struct squares list = {.reader = reader, .board = &record->board};
    enum tour_reading reading = TOUR_READ;
    for (size_t i = 0; reading == TOUR_READ && i < json_array_size(squares); i++) {
        const char *name = json_string_value(json_array_get(squares, i));
        if (!name)
            reading = fail(reader, err, "square %zu is not a string", i + 1);
        else if (!add_square(&list, name, strlen(name), err))
            reading = TOUR_READ_ERROR;
    }
    take_squares(record, &list);
    return reading;
}

static enum tour_reading read_json(struct tour_reader *reader, const struct tour_board *board,
                                   struct tour_record *record, struct error *err)
{
    json_error_t problem;
    json_t *json = json_loadb(reader->text + reader->at, reader->length - reader->at,
                              JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &problem);
    if (!json && json_error_code(&problem) == json_error_out_of_memory)
        return fail_memory(err);
    if (!json) {
        reader->line += problem.line > 0 ? problem.line - 1 : 0;
        return fail(reader, err, "column %d: %s", problem.column, problem.text);
    }
    enum tour_reading reading = take_json(reader, json, board, record, err);
    json_decref(json);
    // jansson reports where the object ends, which may be several lines later.
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
    enum tour_reading reading = skip_to_tour(reader, err);
    if (reading != TOUR_READ)
        return reading;
    *record = (struct tour_record){.line = reader->line};
    const char *first = reader->text + reader->at;
    while (*first == ' ' || *first == '\t')
        first++;
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
