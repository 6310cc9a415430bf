// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a game as PGN.
//
// Source: Portable Game Notation standard (S. J. Edwards, 1994), section 8: export format.
#include "notation/pgn/pgn.h"
#include "notation/pgn/pgn_names.h"
#include "notation/pgn/pgn_text.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/protection/announcement.h"
#include "variants/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_COLUMNS = 80 };

// ---- Tags ----

static void write_tag(struct buffer *out, const char *name, const char *value)
{
    buffer_addf(out, "[%s \"", name);
    for (const char *c = value; *c; c++) {
        if (*c == '"' || *c == '\\')
            buffer_add_char(out, '\\');
        buffer_add_char(out, (unsigned char)*c < ' ' ? ' ' : *c);
    }
    buffer_add(out, "\"]\n");
}

static bool has_default_parameters(const struct variant *variant)
{
    for (int i = 0; i < variant->game->parameter_count; i++)
        if (variant->parameters.value[i] != variant->game->parameters[i].initial)
            return false;
    return true;
}

// Which definition was played, since anybody may write another one of the same name.
static void write_hash(const struct game *game, struct buffer *out)
{
    uint64_t hash;
    char text[17];
    if (!variant_text_hash(game_text(game), &hash)) {
        out->failed = true;
        return;
    }
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    write_tag(out, "VariantHash", text);
}

static void write_text(const struct game *game, struct buffer *out)
{
    struct buffer text;
    buffer_init(&text);
    pgn_text_write(game, &text);
    write_tag(out, "VariantText", buffer_text(&text));
    buffer_fail_with(out, &text);
    buffer_clear(&text);
}

static void write_variant(const struct variant *variant, unsigned flags, struct buffer *out)
{
    // The first game of the registry is what PGN means if it names none.
    if (variant->game == games_all()[0] && has_default_parameters(variant))
        return;
    write_tag(out, "Variant", variant->game->title);
    if (!game_is_own(variant->game))
        write_hash(variant->game, out);
    if (game_is_private(variant->game) || ((flags & PGN_TEXT) && !game_is_own(variant->game)))
        write_text(variant->game, out);
    for (int i = 0; i < variant->game->parameter_count; i++) {
        char value[16];
        parameter_write(&variant->game->parameters[i], variant->parameters.value[i], value);
        write_tag(out, variant->game->parameters[i].option, value);
    }
}

static void write_start(const struct record *record, struct buffer *out)
{
    struct buffer fen, normal;
    struct position start;
    buffer_init(&fen);
    buffer_init(&normal);
    fen_write(&record->start, &fen);
    fen_read(&start, record->variant, "startpos", NULL);
    fen_write(&start, &normal);
    if (strcmp(buffer_text(&fen), buffer_text(&normal)) != 0) {
        write_tag(out, "SetUp", "1");
        write_tag(out, "FEN", buffer_text(&fen));
    }
    buffer_fail_with(out, &fen);
    buffer_fail_with(out, &normal);
    buffer_clear(&fen);
    buffer_clear(&normal);
}

// The standard's word for how a game ended.
static const char *termination(struct outcome outcome)
{
    if (outcome.result == RESULT_ONGOING)
        return "unterminated";
    if (outcome.result == RESULT_NONE)
        return "abandoned";
    if (outcome.reason == REASON_ABANDONED)
        return "abandoned";
    return outcome.reason == REASON_TIME ? "time forfeit" : "normal";
}

// "16-0": White's and Black's points, in games with points.
static void write_points(const struct record *record, struct buffer *out)
{
    const struct game *game = record->variant->game;
    if (!game->scores || record->outcome.result == RESULT_ONGOING)
        return;
    struct position last;
    char text[32];
    record_position(record, record->turns.count, &last, NULL);
    unsigned points = position_points(&last, &record->outcome);
    snprintf(text, sizeof text, "%u-%u", record->outcome.result == RESULT_WHITE ? points : 0,
             record->outcome.result == RESULT_BLACK ? points : 0);
    write_tag(out, "Points", text);
}

static void write_tags(const struct record *record, unsigned flags, struct buffer *out)
{
    for (int i = 0; pgn_roster[i].name; i++) {
        const char *value = record_tag(record, pgn_roster[i].name);
        write_tag(out, pgn_roster[i].name, value ? value : pgn_roster[i].unknown);
    }
    write_tag(out, "Result", pgn_result_text(record->outcome.result));
    write_variant(record->variant, flags, out);
    write_start(record, out);
    if (!record_tag(record, "Termination"))
        write_tag(out, "Termination", termination(record->outcome));
    if (record->outcome.reason != REASON_NONE && !record_tag(record, "Reason"))
        write_tag(out, "Reason", reason_name(record->outcome.reason));
    write_points(record, out);
    for (size_t i = 0; i < record->tags.count; i++)
        if (!pgn_roster_find(record->tags.items[i].name))
            write_tag(out, record->tags.items[i].name, record->tags.items[i].value);
}

// ---- Moves ----

// A text that is wrapped between words.
struct page {
    struct buffer *out;
    size_t column;  // in UTF-8 characters
    unsigned flags; // enum pgn_flags
    bool metered;   // of a game with fuel
    bool joins;     // the next word follows without a space
};

// Control characters too, as for those who read.
static const char blanks[] =
    " \001\002\003\004\005\006\007\010\011\012\013\014\015\016\017\020\021\022\023\024\025\026\027\030"
    "\031\032\033\034\035\036\037";

static size_t count_columns(const char *text, size_t length)
{
    size_t columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

static void add_word(struct page *page, const char *word, size_t length)
{
    size_t columns = count_columns(word, length);
    bool breaks = page->column && page->column + !page->joins + columns > LINE_COLUMNS;
    if (breaks) {
        buffer_add_char(page->out, '\n');
        page->column = 0;
    }
    // Readers would skip a line that begins with %.
    if ((page->column && !page->joins) || (breaks && *word == '%')) {
        buffer_add_char(page->out, ' ');
        page->column++;
    }
    page->joins = false;
    buffer_add_bytes(page->out, word, length);
    page->column += columns;
}

static void add_text(struct page *page, const char *text)
{
    add_word(page, text, strlen(text));
}

static void add_buffer(struct page *page, const struct buffer *text)
{
    add_text(page, buffer_text(text));
    buffer_fail_with(page->out, text);
}

// Begins a line for a comment that reaches up to its end.
static void begin_line_comment(struct page *page)
{
    if (page->column)
        buffer_add_char(page->out, '\n');
    buffer_add_char(page->out, ';');
    page->column = 1;
}

// The comment on lines of its own, which readers join.
static void add_line_comment(struct page *page, const char *comment)
{
    begin_line_comment(page);
    for (const char *c = comment + strspn(comment, blanks); *c;) {
        size_t length = strcspn(c, blanks), columns = count_columns(c, length);
        if (page->column > 1 && page->column + 1 + columns > LINE_COLUMNS)
            begin_line_comment(page);
        buffer_add_char(page->out, ' ');
        buffer_add_bytes(page->out, c, length);
        page->column += 1 + columns;
        c += length + strspn(c + length, blanks);
    }
    buffer_add_char(page->out, '\n');
    page->column = 0;
    page->joins = false;
}

// Whether braces around a comment would make another one of it: they cannot hold a closing brace, and in games with fuel readers skip
// a number in braces, which tells the fuel.
static bool needs_lines(const struct page *page, const char *comment)
{
    bool number = comment[strspn(comment, blanks)] && !comment[strspn(comment, " 0123456789")];
    return strchr(comment, '}') || (page->metered && number);
}

// Words with a brace before the first and after the last, or on lines of their own.
static void add_comment(struct page *page, const char *comment)
{
    struct buffer text;
    if (needs_lines(page, comment)) {
        add_line_comment(page, comment);
        return;
    }
    buffer_init(&text);
    buffer_add_char(&text, '{');
    for (const char *c = comment + strspn(comment, " \t\r\n"); *c; c++)
        buffer_add_char(&text, (unsigned char)*c < ' ' ? ' ' : *c);
    while (text.length > 1 && text.text[text.length - 1] == ' ')
        buffer_truncate(&text, text.length - 1);
    buffer_add_char(&text, '}');
    for (const char *c = buffer_text(&text); *c;) {
        size_t length = strcspn(c, " ");
        add_word(page, c, length);
        c += length + strspn(c + length, " ");
    }
    buffer_fail_with(page->out, &text);
    buffer_clear(&text);
}

static void add_number(struct page *page, const struct position *pos)
{
    struct buffer number;
    buffer_init(&number);
    buffer_addf(&number, position_side(pos) == WHITE ? "%u." : "%u...", (unsigned)pos->state.fullmove);
    add_buffer(page, &number);
    buffer_clear(&number);
}

// Writes what follows a turn; true if that included a comment.
static bool add_remarks(struct page *page, const struct record_turn *turn, const struct position *after)
{
    struct buffer word;
    buffer_init(&word);
    for (unsigned i = 0; i < turn->nag_count; i++) {
        buffer_reset(&word);
        buffer_addf(&word, "$%u", turn->nags[i]);
        add_buffer(page, &word);
    }
    bool fuel = (page->flags & PGN_FUEL) && after->variant->metered && turn->turn.count;
    if (fuel) {
        buffer_reset(&word);
        buffer_addf(&word, "{%u}", (unsigned)after->fuel[move_to(turn->turn.actions[0])]);
        add_buffer(page, &word);
    }
    buffer_clear(&word);
    if (turn->comment)
        add_comment(page, turn->comment);
    return fuel || turn->comment;
}

static void add_san(struct page *page, const struct position *pos, const struct turn *turn)
{
    struct buffer san;
    buffer_init(&san);
    san_write_turn(pos, turn, SAN_PLAIN, &san);
    add_buffer(page, &san);
    buffer_clear(&san);
}

static void add_turns(struct page *page, const struct record_turns *turns, struct position pos);

static void add_variation(struct page *page, const struct record_line *line, const struct position *from)
{
    add_text(page, "(");
    page->joins = true;
    if (line->comment)
        add_comment(page, line->comment);
    add_turns(page, &line->turns, *from);
    page->joins = true;
    add_text(page, ")");
}

// Recursion is as deep as the variations.
static void add_turns(struct page *page, const struct record_turns *turns, struct position pos)
{
    bool number = true; // needed at the beginning, after comments and variations, and before White's turns
    for (size_t i = 0; i < turns->count; i++) {
        const struct record_turn *turn = &turns->items[i];
        const struct record_lines *variations = &turn->variations;
        const struct position before = pos;
        if (number || position_side(&pos) == WHITE)
            add_number(page, &pos);
        add_san(page, &pos, &turn->turn);
        turn_play(&pos, &turn->turn);
        number = add_remarks(page, turn, &pos) || variations->count;
        for (size_t k = 0; k < variations->count; k++)
            add_variation(page, &variations->items[k], &before);
    }
}

static void write_turns(const struct record *record, unsigned flags, struct buffer *out)
{
    struct page page = {.out = out, .flags = flags, .metered = record->variant->metered};
    if (record->comment)
        add_comment(&page, record->comment);
    add_turns(&page, &record->turns, record->start);
    add_text(&page, pgn_result_text(record->outcome.result));
}

void pgn_write(const struct record *record, unsigned flags, struct buffer *out)
{
    write_tags(record, flags, out);
    buffer_add_char(out, '\n');
    write_turns(record, flags, out);
    buffer_add(out, "\n\n");
}
