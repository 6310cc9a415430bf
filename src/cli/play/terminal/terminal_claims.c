// SPDX-License-Identifier: GPL-3.0-or-later
// Lists links, reads announcements, and says what decided the game.
#include "cli/play/terminal/terminal_claims.h"

#include "notation/json/describe.h"
#include "position/position.h"
#include "position/protection/protection_graph.h"
#include "protocols/words.h"

#include <stdio.h>
#include <string.h>

static enum terminal_answer say(const char *text)
{
    printf("%s\n", text);
    return TERMINAL_SAME;
}

// ---- Links ----

// "Qd1"
static void add_piece(const struct position *pos, square s, struct buffer *out)
{
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    buffer_addf(out, "%s%s", pos->variant->pieces[piece_type_of(pos->pieces[s])].text[WHITE], name);
}

// " Ke2 Rb3", or " nothing" for no piece.
static void add_pieces(const struct position *pos, const struct protection_graph *graph, unsigned pieces,
                       struct buffer *out)
{
    if (!pieces)
        buffer_add(out, " nothing");
    for (; pieces; pieces &= pieces - 1) {
        buffer_add_char(out, ' ');
        add_piece(pos, graph->squares[__builtin_ctz(pieces)], out);
    }
}

static unsigned pieces_without(const uint8_t links[PROTECTION_MAX], unsigned count)
{
    unsigned without = 0;
    for (unsigned i = 0; i < count; i++)
        without |= links[i] ? 0 : 1U << i;
    return without;
}

static void add_side(const struct position *pos, enum color color, struct buffer *out)
{
    struct protection_graph graph;
    protection_find(pos, color, &graph);
    buffer_addf(out, "%s:\n", color_name(color));
    for (unsigned i = 0; i < graph.count; i++) {
        buffer_add(out, "  ");
        add_piece(pos, graph.squares[i], out);
        buffer_add(out, " to");
        add_pieces(pos, &graph, graph.to[i], out);
        buffer_add_char(out, '\n');
    }
    unsigned no_entry = pieces_without(graph.from, graph.count);
    if (no_entry) {
        buffer_add(out, "  no link leads to");
        add_pieces(pos, &graph, no_entry, out);
        buffer_add_char(out, '\n');
    }
}

static void add_links_of(const struct position *pos, square s, struct buffer *out)
{
    struct protection_graph graph;
    protection_find(pos, piece_color(pos->pieces[s]), &graph);
    unsigned i = 0;
    while (graph.squares[i] != s)
        i++;
    add_piece(pos, s, out);
    buffer_add(out, " links to");
    add_pieces(pos, &graph, graph.to[i], out);
    buffer_add(out, ", and to it link");
    add_pieces(pos, &graph, graph.from[i], out);
    buffer_add(out, ".\n");
}

enum terminal_answer terminal_links(struct terminal_game *terminal, const char *rest)
{
    const struct position *pos = &terminal->session->position;
    square only = SQUARE_NONE;
    if (!pos->variant->game->announces)
        return say("There are no links in this game.");
    if (!terminal_read_square(pos, rest, &only))
        return say("'links' takes the name of a square, such as e2, or nothing.");
    if (only != SQUARE_NONE && !is_piece(pos->pieces[only]))
        return say("There is no piece on that square.");
    struct buffer text;
    buffer_init(&text);
    for (int color = WHITE; only == SQUARE_NONE && color <= BLACK; color++)
        add_side(pos, (enum color)color, &text);
    if (only != SQUARE_NONE)
        add_links_of(pos, only, &text);
    fputs(buffer_text(&text), stdout);
    buffer_clear(&text);
    return TERMINAL_SAME;
}

// ---- Announcing ----

// Strips the name of a colour from the beginning of a text.
static bool take_color(const char **text, enum color *color)
{
    static const char *const names[] = {[WHITE] = "white", [BLACK] = "black"};
    for (int i = WHITE; i <= BLACK; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(*text, names[i], length) != 0 || ((*text)[length] && (*text)[length] != ' '))
            continue;
        *color = (enum color)i;
        *text += length;
        return true;
    }
    return false;
}

enum terminal_answer terminal_announce(struct terminal_game *terminal, const char *rest)
{
    struct session *session = terminal->session;
    if (!session->variant->game->announces)
        return say("There are no announcements in this game.");
    enum color by = terminal_speaker(terminal);
    take_color(&rest, &by);
    struct buffer text;
    struct error err;
    buffer_init(&text);
    buffer_add(&text, by == session_side(session) ? "!" : ",!");
    for (; *rest; rest++)
        if (!strchr(" \t,", *rest))
            buffer_add_char(&text, *rest);
    bool fine = terminal_play(terminal, buffer_text(&text), &err);
    buffer_clear(&text);
    return fine ? TERMINAL_CHANGED : say(err.message);
}

// ---- The end ----

static void add_claim(const json_t *claim, const char *side, struct buffer *out)
{
    if (!json_is_object(claim)) {
        buffer_addf(out, "%s: neither path nor circuit\n", side);
        return;
    }
    const json_t *squares = json_object_get(claim, "squares");
    bool circuit = json_is_true(json_object_get(claim, "circuit"));
    buffer_addf(out, "%s: %s ", side, circuit ? "circuit" : "path");
    for (size_t i = 0; i < json_array_size(squares); i++)
        buffer_addf(out, "%s%s", i ? "-" : "", json_string_value(json_array_get(squares, i)));
    buffer_addf(out, ", worth %d\n", (int)json_integer_value(json_object_get(claim, "points")));
}

void terminal_write_claims(const struct session *session, struct buffer *out)
{
    const struct turn none = {.count = 0};
    json_t *claims = describe_claims(session->count ? &session->turns[session->count - 1] : &none,
                                     &session->position, session->outcome);
    if (!claims)
        return;
    add_claim(json_object_get(claims, "white"), color_name(WHITE), out);
    add_claim(json_object_get(claims, "black"), color_name(BLACK), out);
    json_decref(claims);
}
