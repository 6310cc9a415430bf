// SPDX-License-Identifier: GPL-3.0-or-later
// Reads files of openings.
#include "base/file_input.h"
#include "base/memory.h"
#include "base/random.h"
#include "lab/arena/openings.h"
#include "notation/pgn/pgn.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_line(struct book *book, struct book_line line, struct error *err)
{
    if (vector_push(book, line))
        return true;
    free(line.turns);
    return error_no_memory(err);
}

// ---- PGN ----

static bool same_variant(const struct variant *a, const struct variant *b)
{
    return a->game == b->game && !memcmp(&a->parameters, &b->parameters, sizeof a->parameters);
}

// Keeps the record's start and turns, with another copy of its variant.
static bool add_record(struct book *book, const struct record *record, const struct variant *variant,
                       struct error *err)
{
    struct book_line line = {.start = record->start, .count = record->turns.count};
    if (!same_variant(record->variant, variant))
        return error_set(err, ERROR_PGN, "", "a game of %s cannot begin a match in %s",
                         record->variant->game->title, variant->game->title);
    line.start.variant = variant;
    line.turns = memory_try(NULL, line.count, sizeof *line.turns);
    if (!line.turns)
        return error_no_memory(err);
    for (size_t i = 0; i < line.count; i++)
        line.turns[i] = record->turns.items[i].turn;
    return add_line(book, line, err);
}

static bool read_games(const struct buffer *text, const struct variant *variant, struct book *book,
                       struct error *err)
{
    struct pgn_reader reader;
    struct record record;
    enum pgn_status status;
    bool good = true;
    pgn_reader_init(&reader, buffer_text(text), text->length, PGN_PAST_DRAWS);
    reader.game_meant = variant->game;
    reader.parameters_meant = &variant->parameters;
    while (good && (status = pgn_read(&reader, &record, err)) != PGN_END) {
        good = status == PGN_GAME && add_record(book, &record, variant, err);
        if (status == PGN_GAME)
            record_clear(&record);
    }
    return good;
}

// ---- Positions ----

static bool read_position(char *line, const struct variant *variant, struct book *book, struct error *err)
{
    struct book_line opening = {.count = 0};
    line[strcspn(line, ";")] = '\0';
    size_t length = strlen(line);
    while (length && strchr(" \t\r", line[length - 1]))
        line[--length] = '\0';
    line += strspn(line, " \t");
    if (!*line || *line == '#')
        return true;
    return fen_read(&opening.start, variant, line, err) && add_line(book, opening, err);
}

static bool read_positions(struct buffer *text, const struct variant *variant, struct book *book,
                           struct error *err)
{
    unsigned number = 1;
    for (char *line = text->text; line; number++) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        if (!read_position(line, variant, book, err)) {
            char place[32];
            snprintf(place, sizeof place, "line %u", number);
            error_place(err, place);
            return false;
        }
        line = end ? end + 1 : NULL;
    }
    return true;
}

// ---- Both ----

bool book_read(const char *path, const struct variant *variant, struct book *book, struct error *err)
{
    struct buffer text;
    *book = (struct book){0};
    buffer_init(&text);
    bool good = input_read_file(path, PGN_SIZE_MAX, &text, err) && (!text.failed || error_no_memory(err));
    if (good) {
        const char *first = buffer_text(&text);
        first += strspn(first, " \t\r\n");
        good = *first == '[' || !strncmp(first, "1.", 2) ? read_games(&text, variant, book, err)
                                                         : read_positions(&text, variant, book, err);
    }
    buffer_clear(&text);
    return good && (book->count || error_set(err, ERROR_REQUEST, "", "%.80s has no openings", path));
}

void book_clear(struct book *book)
{
    for (size_t i = 0; i < book->count; i++)
        free(book->items[i].turns);
    vector_clear(book);
}

uint64_t book_print(const struct book *book)
{
    uint64_t print = book->count;
    for (size_t i = 0; i < book->count; i++) {
        const struct book_line *line = &book->items[i];
        print = random_mix(print ^ line->start.state.hash);
        for (size_t k = 0; k < line->count; k++)
            for (unsigned a = 0; a < line->turns[k].count; a++)
                print = random_mix(print ^ line->turns[k].actions[a]);
    }
    return print;
}
