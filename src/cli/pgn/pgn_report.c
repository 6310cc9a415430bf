// SPDX-License-Identifier: GPL-3.0-or-later
// Reports games that were checked, as text and as JSON.
#include "cli/pgn/pgn_report.h"

#include "base/text.h"
#include "cli/line/json_out.h"
#include "notation/propose.h"
#include "position/game.h"

#include <stdio.h>
#include <string.h>

// Whether the text starts with a control character, including C1, which could control a terminal.
static bool is_control(const unsigned char *c)
{
    return *c < ' ' || *c == 127 || (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0);
}

// Prints a line with '?' in place of control characters.
static void print_line(const struct buffer *line)
{
    for (const unsigned char *c = (const unsigned char *)buffer_text(line); *c; c++) {
        bool control = is_control(c);
        putchar(control ? '?' : *c);
        c += control && *c == 0xc2;
    }
    putchar('\n');
}

// A move as written: figurines are UTF-8, and other bytes become '?'.
static void add_written(const char *text, struct buffer *line)
{
    bool utf8 = text_is_utf8(text, strlen(text));
    for (; *text; text++)
        buffer_add_char(line, utf8 || (unsigned char)*text < 127 ? *text : '?');
}

static void print_good(const char *name, unsigned number, const struct record *record)
{
    struct buffer line;
    size_t count = record->turns.count;
    buffer_init(&line);
    buffer_addf(&line, "%s: game %u, %s: %zu half-move%s, %s; ", name, number, record->variant->game->title,
                count, count == 1 ? "" : "s", count == 1 ? "legal" : "all legal");
    buffer_add(&line, result_name(record->outcome.result));
    if (record->outcome.reason)
        buffer_addf(&line, " (%s)", reason_name(record->outcome.reason));
    print_line(&line);
    buffer_clear(&line);
}

// The reason, without the move with which it may begin, which has already been printed.
static const char *plain_reason(const struct pgn_fault *fault)
{
    size_t length = strlen(fault->text);
    const char *reason = fault->reason.message;
    if (!strncmp(reason, fault->text, length) && !strncmp(reason + length, ": ", 2))
        return reason + length + 2;
    return reason;
}

// The suggestions, with the number of half-moves after each that are then legal.
struct meant {
    struct proposals proposals;
    unsigned follow[PROPOSALS_MAX], most;
};

static void find_meant(const struct position *pos, const struct pgn_fault *fault, struct meant *meant)
{
    *meant = (struct meant){.most = 0};
    if (fault->reason.code == ERROR_GAME_OVER)
        return;
    propose_turns(pos, fault->text, &meant->proposals);
    for (unsigned i = 0; i < meant->proposals.count; i++) {
        meant->follow[i] = pgn_fault_follow(fault, &meant->proposals.list[i].turn);
        meant->most = meant->follow[i] > meant->most ? meant->follow[i] : meant->most;
    }
}

// Appends "b7-b6 or c7-c6"; only those after which the most half-moves are legal.
static void add_proposals(const struct meant *meant, struct buffer *line)
{
    const struct proposals *proposals = &meant->proposals;
    unsigned written = 0;
    buffer_add(line, "  perhaps ");
    for (unsigned i = 0; i < proposals->count; i++)
        if (meant->follow[i] == meant->most)
            buffer_addf(line, "%s%s", written++ ? " or " : "", proposals->list[i].text);
    if (proposals->more)
        buffer_add(line, " or another");
    buffer_add(line, " was meant");
    if (meant->most == 1)
        buffer_add(line, "; then the next half-move is legal too");
    else if (meant->most)
        buffer_addf(line, "; then the next %u half-moves are legal too", meant->most);
}

static void print_fault(const char *name, unsigned number, const struct pgn_fault *fault,
                        const struct position *pos)
{
    struct meant meant;
    struct buffer line;
    buffer_init(&line);
    buffer_addf(&line, "%s: line %u, column %u: game %u, %s: move %u, %s: ", name, fault->line, fault->column,
                number, pos->variant->game->title, (unsigned)pos->state.fullmove,
                color_name(position_side(pos)));
    add_written(fault->text, &line);
    buffer_addf(&line, ": %s", plain_reason(fault));
    print_line(&line);
    find_meant(pos, fault, &meant);
    if (meant.proposals.count) {
        buffer_reset(&line);
        add_proposals(&meant, &line);
        print_line(&line);
    }
    buffer_clear(&line);
}

// Prints the warnings about a game, one a line.
static void print_warnings(const char *name, unsigned number, const struct variant *variant,
                           const struct pgn_warnings *warnings)
{
    struct buffer line;
    buffer_init(&line);
    for (size_t i = 0; i < warnings->count && i < PGN_WARNINGS_MAX; i++) {
        const struct pgn_warning *warning = &warnings->list[i];
        buffer_reset(&line);
        buffer_addf(&line, "%s: line %u: game %u, %s: ", name, warning->line, number, variant->game->title);
        if (warning->move)
            buffer_addf(&line, "move %u, %s: ", warning->move, color_name(warning->side));
        buffer_addf(&line, "warning: %s", warning->message);
        print_line(&line);
    }
    if (warnings->count > PGN_WARNINGS_MAX) {
        buffer_reset(&line);
        buffer_addf(&line, "%s: game %u: %zu more warnings", name, number,
                    warnings->count - PGN_WARNINGS_MAX);
        print_line(&line);
    }
    buffer_clear(&line);
}

static void print_form(const char *name, const struct error *err)
{
    struct buffer line;
    buffer_init(&line);
    buffer_addf(&line, "%s: %s%s%s", name, err->at, err->at[0] ? ": " : "", err->message);
    print_line(&line);
    buffer_clear(&line);
}

// ---- As JSON ----

static json_t *begin(const struct pgn_report *report, unsigned number, bool legal)
{
    return json_pack("{s:o, s:I, s:b}", "file", json_foreign(report->file), "game", (json_int_t)number,
                     "legal", legal);
}

static void json_warnings(json_t *object, const struct pgn_warnings *warnings)
{
    if (!warnings->count)
        return;
    json_t *list = json_array();
    for (size_t i = 0; i < warnings->count && i < PGN_WARNINGS_MAX; i++) {
        const struct pgn_warning *warning = &warnings->list[i];
        json_t *one = json_pack("{s:I}", "line", (json_int_t)warning->line);
        if (warning->move) {
            json_object_set_new(one, "move", json_integer(warning->move));
            json_object_set_new(one, "side", json_string(color_key(warning->side)));
        }
        json_object_set_new(one, "message", json_string(warning->message));
        json_array_append_new(list, one);
    }
    json_object_set_new(object, "warnings", list);
    json_object_set_new(object, "warningCount", json_integer((json_int_t)warnings->count));
}

static void json_good(const struct pgn_report *report, unsigned number, const struct record *record,
                      const struct pgn_warnings *warnings)
{
    json_t *object = begin(report, number, true);
    json_object_set_new(object, "variant", json_string(record->variant->game->name));
    json_object_set_new(object, "turns", json_integer((json_int_t)record->turns.count));
    json_object_set_new(object, "result", json_string(result_name(record->outcome.result)));
    json_object_set_new(object, "reason", json_string(reason_name(record->outcome.reason)));
    json_warnings(object, warnings);
    json_print(object);
}

static void json_fault(const struct pgn_report *report, unsigned number, const struct pgn_fault *fault,
                       const struct position *pos, const struct pgn_warnings *warnings)
{
    struct meant meant;
    json_t *object = begin(report, number, false), *list = json_array();
    json_object_set_new(object, "variant", json_string(pos->variant->game->name));
    json_object_set_new(object, "code", json_string(error_code_name(fault->reason.code)));
    json_object_set_new(object, "line", json_integer(fault->line));
    json_object_set_new(object, "column", json_integer(fault->column));
    json_object_set_new(object, "move", json_integer(pos->state.fullmove));
    json_object_set_new(object, "side", json_string(color_key(position_side(pos))));
    json_object_set_new(object, "text", json_foreign(fault->text));
    json_object_set_new(object, "message", json_foreign(plain_reason(fault)));
    find_meant(pos, fault, &meant);
    for (unsigned i = 0; i < meant.proposals.count; i++)
        json_array_append_new(list,
                              json_pack("{s:o, s:i}", "text", json_foreign(meant.proposals.list[i].text),
                                        "follow", (int)meant.follow[i]));
    json_object_set_new(object, "proposals", list);
    json_warnings(object, warnings);
    json_print(object);
}

static void json_form(const struct pgn_report *report, unsigned number, const struct error *err)
{
    unsigned line = 0, column = 0;
    json_t *object = begin(report, number, false);
    json_object_set_new(object, "code", json_string(error_code_name(err->code)));
    if (sscanf(err->at, "line %u, column %u", &line, &column) == 2) {
        json_object_set_new(object, "line", json_integer(line));
        json_object_set_new(object, "column", json_integer(column));
    }
    json_object_set_new(object, "message", json_foreign(err->message));
    json_print(object);
}

// ---- Either ----

void pgn_report_good(const struct pgn_report *report, unsigned number, const struct record *record,
                     const struct pgn_warnings *warnings)
{
    if (report->as_json && (!report->quiet || warnings->count))
        json_good(report, number, record, warnings);
    else if (!report->as_json) {
        if (!report->quiet)
            print_good(report->file, number, record);
        print_warnings(report->file, number, record->variant, warnings);
    }
}

void pgn_report_fault(const struct pgn_report *report, unsigned number, const struct pgn_fault *fault,
                      const struct pgn_warnings *warnings)
{
    struct position pos;
    pgn_fault_position(fault, &pos);
    if (report->as_json) {
        json_fault(report, number, fault, &pos, warnings);
    } else {
        print_fault(report->file, number, fault, &pos);
        print_warnings(report->file, number, pos.variant, warnings);
    }
}

void pgn_report_form(const struct pgn_report *report, unsigned number, const struct error *err)
{
    if (report->as_json)
        json_form(report, number, err);
    else
        print_form(report->file, err);
}

void pgn_report_sum(const struct pgn_report *report, const struct pgn_sum *sum)
{
    if (report->as_json) {
        json_print(json_pack("{s:I, s:I, s:I}", "games", (json_int_t)sum->games, "faults",
                             (json_int_t)sum->faults, "warned", (json_int_t)sum->warned));
    } else if (sum->games > 1 && (!report->quiet || sum->faults || sum->warned)) {
        printf("%lu games, %lu of them with a fault", sum->games, sum->faults);
        if (sum->warned)
            printf(", %lu with warnings", sum->warned);
        putchar('\n');
    }
}
