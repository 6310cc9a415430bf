// SPDX-License-Identifier: GPL-3.0-or-later
// Says what every variant has: board, start position, pieces, and what is royal. The mechanisms say the rest.
#include "session/rules.h"

#include "notation/json/json_text.h"
#include "pieces/describe.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/position.h"
#include "position/variant.h"
#include "session/catalogue.h"

#include <string.h>

// ---- Start ----

static void say_choice(struct wording *wording, const struct parameter *parameter)
{
    char least[16], most[16], initial[16];
    parameter_write(parameter, parameter->minimum, least);
    parameter_write(parameter, parameter->maximum, most);
    parameter_write(parameter, parameter->initial, initial);
    struct buffer values;
    buffer_init(&values);
    if (parameter->kind == PARAMETER_NUMBER)
        buffer_addf(&values, "%s to %s", least, most);
    for (int i = 0; parameter->kind == PARAMETER_CHOICE && i <= parameter->maximum; i++)
        buffer_addf(&values, "%s%s",
                    i == 0                   ? ""
                    : i < parameter->maximum ? ", "
                                             : " or ",
                    parameter->choices[i]);
    wording_say(wording, WORDING_START, "Players may choose %s (“%s”): %s. The default is %s.",
                parameter->help, parameter->name, wording_keep(wording, &values), initial);
}

static struct set squares_of(const struct position *pos, piece p)
{
    struct set squares = {{0}};
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[piece_color(p)]); set_next(&walk, &s);)
        if (pos->pieces[s] == p)
            set_add(&squares, s);
    return squares;
}

static void add_pieces(struct wording *wording, const struct position *pos, piece p, struct buffer *list)
{
    struct set squares = squares_of(pos, p);
    if (set_empty(&squares))
        return;
    enum wording_form form = set_count(&squares) == 1 ? FORM_A : FORM_MANY;
    buffer_addf(list, "%s%s on %s", list->length ? ", " : "", wording_type(wording, piece_type_of(p), form),
                wording_squares(wording, &squares));
}

// The king, the others in the order of the text, pawns, and promoted pieces.
static void say_pieces_of(struct wording *wording, const struct position *pos, enum color color)
{
    const struct variant *variant = wording->variant;
    struct buffer list;
    buffer_init(&list);
    if (variant->king)
        add_pieces(wording, pos, piece_of(variant->king, color), &list);
    for (unsigned i = 0; i < variant->declared_count; i++)
        if (variant->declared[i] != variant->king && variant->declared[i] != variant->pawn)
            add_pieces(wording, pos, piece_of(variant->declared[i], color), &list);
    if (variant->pawn)
        add_pieces(wording, pos, piece_of(variant->pawn, color), &list);
    for (piece_type type = LETTER_TYPES; type < PIECE_TYPES; type++)
        add_pieces(wording, pos, piece_of(type, color), &list);
    if (list.length)
        wording_say(wording, WORDING_START, "%s has %s.", color_name(color), wording_keep(wording, &list));
    else
        buffer_clear(&list);
}

static void say_hand(struct wording *wording, const struct position *pos, enum color color)
{
    struct buffer list;
    buffer_init(&list);
    for (piece_type type = 1; pos->variant->hands && type < LETTER_TYPES; type++)
        if (pos->hand[color][type])
            buffer_addf(&list, "%s%s", list.length ? ", " : "",
                        wording_count(wording, pos->hand[color][type], type));
    if (list.length)
        wording_say(wording, WORDING_START, "%s has in hand: %s.", color_name(color),
                    wording_keep(wording, &list));
    else
        buffer_clear(&list);
}

// Whether Black's pieces are White's on the squares opposite: on the same file, or turned by half a turn.
static bool is_opposite(const struct position *pos, bool turned)
{
    const struct board *board = &pos->variant->board;
    for (int rank = 0; rank < board->height; rank++)
        for (int file = 0; file < board->width; file++) {
            square s = square_at(file, rank),
                   other = square_at(turned ? board->width - 1 - file : file, board->height - 1 - rank);
            piece p = pos->pieces[s], q = pos->pieces[other];
            if (is_piece(p) != is_piece(q) ||
                (is_piece(p) && q != piece_of(piece_type_of(p), other_color(piece_color(p)))))
                return false;
        }
    return true;
}

static void say_start(struct wording *wording)
{
    const struct variant *variant = wording->variant;
    struct position pos;
    const struct game *game = variant->game;
    wording_say(wording, WORDING_START, "The board has %d files and %d ranks.", variant->board.width,
                variant->board.height);
    if (!fen_read(&pos, variant, "startpos", NULL))
        return;
    if (!set_empty(&pos.sets[SET_HOLE]) && variant->holes)
        wording_say(wording, WORDING_START,
                    variant->reserves ? "At first there is no square on %s."
                                      : "At first there are walls on %s.",
                    wording_any_of(wording, &pos.sets[SET_HOLE]));
    say_pieces_of(wording, &pos, WHITE);
    if (set_empty(&pos.sets[WHITE]) && set_empty(&pos.sets[BLACK]))
        wording_say(wording, WORDING_START, "The board is empty at first.");
    else if (is_opposite(&pos, false))
        wording_say(wording, WORDING_START, "Black has the same pieces on the same files, at the other end.");
    else if (is_opposite(&pos, true))
        wording_say(wording, WORDING_START,
                    "Black has the same pieces, with the board turned by half a turn.");
    else
        say_pieces_of(wording, &pos, BLACK);
    say_hand(wording, &pos, WHITE);
    say_hand(wording, &pos, BLACK);
    wording_say(wording, WORDING_START, "%s moves first.", color_name(position_side(&pos)));
    for (int i = 0; i < game->parameter_count; i++)
        say_choice(wording, &game->parameters[i]);
}

// ---- Pieces ----

// "The chancellor (C) moves as a rook or a knight."
static void say_piece(struct wording *wording, piece_type type)
{
    const struct piece_rules *rules = &wording->variant->pieces[type];
    struct buffer words, subject;
    buffer_init(&words);
    buffer_init(&subject);
    if (rules->is_pawn)
        movement_describe(&rules->movement[WHITE], &words);
    else
        wording_movement(rules, &words);
    const char *text = wording_keep(wording, &words);
    bool verb = !strncmp(text, "Moves", 5) || !strncmp(text, "Leaps", 5) || !strncmp(text, "Does", 4);
    buffer_add(&subject, wording_type(wording, type, FORM_THE));
    if (rules->name[1])
        buffer_addf(&subject, " (%s)", rules->text[WHITE]);
    if (*text)
        wording_say(wording, WORDING_PIECES, "%s %s%c%s", wording_keep(wording, &subject),
                    verb                      ? ""
                    : !strncmp(text, "A ", 2) ? "moves by "
                                              : "moves ",
                    *text + ('a' - 'A'), text + 1);
    else
        buffer_clear(&subject);
}

// ---- Check ----

static void say_royal(struct wording *wording)
{
    const struct variant *variant = wording->variant;
    if (variant->royal)
        wording_say(wording, WORDING_CHECK,
                    "%s is royal: a side whose %s is attacked is in check, and no turn may leave it so.",
                    wording_type(wording, variant->king, FORM_THE),
                    wording_type(wording, variant->king, FORM_NAME));
    else if (!variant->royal_types)
        wording_say(wording, WORDING_CHECK,
                    "No piece is royal: there is neither check nor mate, and any piece may be captured.");
}

bool rules_compose(const struct variant *variant, struct wording *wording)
{
    wording_start(wording, variant);
    say_start(wording);
    for (unsigned i = 0; i < variant->declared_count; i++)
        if (wording->occurring >> variant->declared[i] & 1)
            say_piece(wording, variant->declared[i]);
    say_royal(wording);
    for (unsigned i = 0; i < variant->part_count; i++)
        if (variant->parts[i].mechanism->words)
            variant->parts[i].mechanism->words(&variant->parts[i], wording);
    wording_say(wording, WORDING_END, "%s", catalogue_rule_on_time);
    if (!wording->lines[WORDING_CASTLING].length)
        wording_say(wording, WORDING_CASTLING, "There is no castling.");
    return !wording->no_memory;
}

// ---- JSON ----

static json_t *describe_lines(const char *lines)
{
    json_t *list = json_array();
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        json_append(&list, json_stringn(lines, length));
        lines += length + (lines[length] != '\0');
    }
    return list;
}

json_t *rules_json(const struct variant *variant)
{
    const struct game *game = variant->game;
    struct wording wording;
    json_t *sections = json_array();
    bool composed = rules_compose(variant, &wording);
    for (int i = 0; composed && i < WORDING_SECTIONS; i++) {
        const char *lines = buffer_text(&wording.lines[i]);
        if (*lines)
            json_append(&sections, json_pack("{s:s, s:o}", "title", wording_title((enum wording_section)i),
                                             "lines", describe_lines(lines)));
    }
    wording_clear(&wording);
    if (!composed) {
        json_decref(sections);
        return NULL;
    }
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "game", game->name, "title", game->title,
                     "author", game->author, "summary", game->summary, "help", catalogue_help(game), "pieces",
                     catalogue_pieces(variant), "sections", sections);
}
