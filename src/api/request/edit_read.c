// SPDX-License-Identifier: GPL-3.0-or-later
// The edits of {"do":"edit"}: each is an object whose first member says what it changes.
#include "api/request/edit.h"

#include "position/fen.h"
#include "position/setups/setup_edit.h"
#include "position/variant.h"

#include <stdio.h>
#include <string.h>

enum { EDITS_MAX = 1024, HAND_EDIT_MAX = 99 };

// One edit being read.
struct edit {
    struct request request; // its members that have not been read yet
    const struct variant *variant;
    struct setup *setup;
};

// ---- Members ----

static bool refuse(struct leaper_error *error, const char *place, const char *what)
{
    return fail(error, LEAPER_ERROR_PARAMETER, place, "%s", what);
}

// The location of the board that a member names.
static bool take_location(struct edit *edit, const char *name, square *s, struct leaper_error *error)
{
    const struct board *board = &edit->variant->board;
    const char *text;
    if (!take_text(&edit->request, name, &text, error))
        return false;
    if (!text || !square_read(&text, board->width, board->height, s) || *text)
        return fail(error, LEAPER_ERROR_PARAMETER, name, "%s must be the name of a square of the board",
                    name);
    return set_has(&board->locations, *s) || refuse(error, name, "this location is a wall of the board");
}

// A colour; -1 for "none" if that is allowed.
static bool take_color(struct edit *edit, const char *name, bool none, int *color, struct leaper_error *error)
{
    const char *text;
    if (!take_text(&edit->request, name, &text, error))
        return false;
    *color = !text                               ? -2
             : !strcmp(text, color_key(WHITE))   ? WHITE
             : !strcmp(text, color_key(BLACK))   ? BLACK
             : none && strcmp(text, "none") == 0 ? -1
                                                 : -2;
    return *color > -2 || fail(error, LEAPER_ERROR_PARAMETER, name, "%s must be \"white\"%s \"black\"%s",
                               name, none ? "," : " or", none ? " or \"none\"" : "");
}

// A piece of the game by its text for White, "N" or "+P"; TYPE_NONE if there is no such member.
static bool take_type(struct edit *edit, piece_type *type, struct leaper_error *error)
{
    const char *text;
    *type = TYPE_NONE;
    if (!take_text(&edit->request, "piece", &text, error))
        return false;
    if (text)
        *type = variant_type_of_text(edit->variant, text, strlen(text));
    return !text || *type != TYPE_NONE ||
           refuse(error, "piece", "no piece of this game is written like this");
}

static bool has_member(const struct edit *edit, const char *name)
{
    return json_object_get(edit->request.left, name) != NULL;
}

// ---- Locations ----

static bool edit_fuel(struct edit *edit, square s, struct leaper_error *error)
{
    int64_t fuel = edit->setup->fuel[s];
    if (!has_member(edit, "fuel"))
        return true;
    if (!edit->variant->metered || !is_piece(edit->setup->pieces[s]))
        return refuse(error, "fuel",
                      edit->variant->metered ? "only pieces have fuel" : "this game has no fuel");
    if (!take_number(&edit->request, "fuel", (struct bounds){0, FUEL_MAX}, &fuel, error))
        return false;
    edit->setup->fuel[s] = (uint16_t)fuel;
    return true;
}

static bool edit_owner(struct edit *edit, square s, struct leaper_error *error)
{
    int owner;
    if (!has_member(edit, "owner"))
        return true;
    if (!edit->variant->owners || edit->setup->pieces[s] != EMPTY)
        return refuse(error, "owner",
                      edit->variant->owners ? "owners are told of empty squares only"
                                            : "squares have no owners in this game");
    if (!take_color(edit, "owner", true, &owner, error))
        return false;
    setup_set_owner(edit->setup, s, owner);
    return true;
}

static bool edit_frozen(struct edit *edit, square s, struct leaper_error *error)
{
    bool frozen = false;
    if (!has_member(edit, "frozen"))
        return true;
    if (!edit->variant->reserves || edit->setup->pieces[s] == HOLE)
        return refuse(error, "frozen", "no square can be frozen here");
    if (!take_flag(&edit->request, "frozen", &frozen, error))
        return false;
    if (frozen)
        set_add(&edit->setup->frozen, s);
    else
        set_remove(&edit->setup->frozen, s);
    return set_count(&edit->setup->frozen) <= 2 || refuse(error, "frozen", "at most two squares are frozen");
}

// {"at":"e4","kind":"square"}, or "hole".
static bool edit_kind(struct edit *edit, square s, struct leaper_error *error)
{
    const char *kind;
    if (!take_text(&edit->request, "kind", &kind, error))
        return false;
    bool hole = kind && !strcmp(kind, "hole");
    if (!kind || (!hole && strcmp(kind, "square") != 0))
        return !kind || refuse(error, "kind", "kind must be \"square\" or \"hole\"");
    if (hole && !edit->variant->holes)
        return refuse(error, "kind", "the board of this game has no holes");
    setup_put(edit->setup, edit->variant, s, hole ? HOLE : EMPTY);
    return true;
}

static bool edit_piece(struct edit *edit, square s, struct leaper_error *error)
{
    piece_type type;
    int color;
    if (!take_type(edit, &type, error))
        return false;
    if (type == TYPE_NONE)
        return true;
    if (!take_color(edit, "color", false, &color, error))
        return false;
    setup_put(edit->setup, edit->variant, s, piece_of(type, (enum color)color));
    return true;
}

// {"at":"e4", …}, with what the location gets: "kind" or "piece" and "color", and "fuel", "owner", "frozen".
static bool edit_location(struct edit *edit, struct leaper_error *error)
{
    square s = SQUARE_NONE;
    return take_location(edit, "at", &s, error) && edit_kind(edit, s, error) && edit_piece(edit, s, error) &&
           edit_fuel(edit, s, error) && edit_owner(edit, s, error) && edit_frozen(edit, s, error);
}

static bool edit_move(struct edit *edit, struct leaper_error *error)
{
    square from = SQUARE_NONE, to = SQUARE_NONE;
    if (!take_location(edit, "from", &from, error) || !take_location(edit, "to", &to, error))
        return false;
    if (!is_piece(edit->setup->pieces[from]))
        return refuse(error, "from", "there is no piece on this square");
    if (edit->setup->pieces[to] == HOLE)
        return refuse(error, "to", "there is no square at this location");
    setup_move(edit->setup, edit->variant, from, to);
    return true;
}

static bool edit_board(struct edit *edit, struct leaper_error *error)
{
    const char *what;
    struct error err;
    if (!take_text(&edit->request, "board", &what, error))
        return false;
    if (!strcmp(what, "start"))
        return fen_read_setup(edit->setup, edit->variant, "startpos", NULL, &err) || fail_as(error, &err);
    if (!strcmp(what, "empty"))
        setup_clear(edit->setup, edit->variant);
    else if (!strcmp(what, "mirror"))
        setup_mirror(edit->setup, edit->variant);
    else if (!strcmp(what, "exchange"))
        setup_exchange(edit->setup, edit->variant);
    else
        return refuse(error, "board", "board must be \"start\", \"empty\", \"mirror\" or \"exchange\"");
    return true;
}

static bool edit_side(struct edit *edit, struct leaper_error *error)
{
    int color;
    if (!take_color(edit, "side", false, &color, error))
        return false;
    edit->setup->side = (enum color)color;
    return true;
}

// ---- What is not on the board ----

static bool edit_hand(struct edit *edit, struct leaper_error *error)
{
    int color;
    int64_t count = -1;
    piece_type type;
    if (!take_color(edit, "hand", false, &color, error) || !take_type(edit, &type, error) ||
        !take_number(&edit->request, "count", (struct bounds){0, HAND_EDIT_MAX}, &count, error))
        return false;
    if (!edit->variant->hands)
        return refuse(error, "hand", "this game has no pieces in hand");
    if (type == TYPE_NONE || type >= LETTER_TYPES || count < 0)
        return refuse(error, "hand", "a hand has a piece that is not promoted, and its count");
    edit->setup->hand[color][type] = (uint8_t)count;
    return true;
}

static bool edit_reserve(struct edit *edit, struct leaper_error *error)
{
    int color;
    int64_t count = 0;
    if (!take_color(edit, "reserve", false, &color, error))
        return false;
    if (!edit->variant->reserves || edit->variant->most_reserve == RESERVE_INFINITE)
        return refuse(error, "reserve", "reserves cannot change in this game");
    if (!take_number(&edit->request, "count", (struct bounds){0, edit->variant->most_reserve}, &count, error))
        return false;
    edit->setup->reserve[color] = (uint16_t)count;
    return true;
}

static bool edit_right(struct edit *edit, struct leaper_error *error)
{
    const char *letter;
    bool has = false;
    return take_text(&edit->request, "right", &letter, error) &&
           take_flag(&edit->request, "has", &has, error) &&
           ((letter[0] && !letter[1] && setup_set_right(edit->setup, edit->variant, letter[0], has)) ||
            refuse(error, "right", "this position cannot have this right"));
}

static bool edit_part(struct edit *edit, const char *name, unsigned part, struct leaper_error *error)
{
    const char *text;
    struct error err;
    if (!take_text(&edit->request, name, &text, error))
        return false;
    if (!text || !*text || strpbrk(text, " \t\r\n"))
        return fail(error, LEAPER_ERROR_PARAMETER, name, "%s must be one field of a position string", name);
    return fen_read_part(edit->setup, edit->variant, part, text, &err) || fail_as(error, &err);
}

static bool edit_target(struct edit *edit, struct leaper_error *error)
{
    return edit_part(edit, "target", FEN_TARGET, error);
}

static bool edit_field(struct edit *edit, struct leaper_error *error)
{
    int64_t number = 0;
    return take_number(&edit->request, "field", (struct bounds){0, edit->variant->hooks.field_count - 1},
                       &number, error) &&
           edit_part(edit, "text", FEN_GAME_FIELD + (unsigned)number, error);
}

static bool edit_count(struct edit *edit, const char *name, struct bounds bounds, uint16_t *count,
                       struct leaper_error *error)
{
    int64_t number = *count;
    if (!take_number(&edit->request, name, bounds, &number, error))
        return false;
    *count = (uint16_t)number;
    return true;
}

static bool edit_halfmove(struct edit *edit, struct leaper_error *error)
{
    return edit_count(edit, "halfmove", (struct bounds){0, HALFMOVE_MAX}, &edit->setup->halfmove, error);
}

static bool edit_fullmove(struct edit *edit, struct leaper_error *error)
{
    return edit_count(edit, "fullmove", (struct bounds){1, FULLMOVE_MAX}, &edit->setup->fullmove, error);
}

// ---- All of them ----

static const struct {
    const char *name;  // the member that every edit of this kind has
    bool moves_pieces; // so that rights may end
    bool (*apply)(struct edit *edit, struct leaper_error *error);
} kinds[] = {
    {"at", true, edit_location},        {"from", true, edit_move},          {"board", false, edit_board},
    {"side", true, edit_side},          {"hand", true, edit_hand},          {"reserve", false, edit_reserve},
    {"right", false, edit_right},       {"target", false, edit_target},     {"field", false, edit_field},
    {"halfmove", false, edit_halfmove}, {"fullmove", false, edit_fullmove},
};

static bool apply(struct edit *edit, struct leaper_error *error)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!has_member(edit, kinds[i].name))
            continue;
        struct setup before = *edit->setup;
        if (!kinds[i].apply(edit, error) || !all_taken(&edit->request, error))
            return false;
        return !kinds[i].moves_pieces || setup_forget(edit->setup, edit->variant, &before) ||
               fail_no_memory(error);
    }
    return fail(error, LEAPER_ERROR_REQUEST, "", "an edit says what it changes");
}

// Puts "edits[N]" before the place of an error.
static void place_at(struct leaper_error *error, size_t number)
{
    char inner[sizeof error->place];
    snprintf(inner, sizeof inner, "%s", error->place);
    snprintf(error->place, sizeof error->place, "edits[%zu]%s%.32s", number, *inner ? ": " : "", inner);
}

bool edit_apply(const json_t *edits, const struct variant *variant, struct setup *setup,
                struct leaper_error *error)
{
    if (json_array_size(edits) > EDITS_MAX)
        return fail(error, LEAPER_ERROR_TOO_LARGE, "edits", "a request has at most %d edits", EDITS_MAX);
    json_t *kept = json_array();
    bool good = kept || fail_no_memory(error);
    for (size_t i = 0; good && i < json_array_size(edits); i++) {
        const json_t *object = json_array_get(edits, i);
        // Without memory for all members, jansson 2.14 copies some of them.
        json_t *left = json_is_object(object) ? json_copy((json_t *)object) : NULL;
        bool copied = left && json_object_size(left) == json_object_size(object);
        struct edit edit = {{left, kept, NULL}, variant, setup};
        if (!json_is_object(object))
            good = fail(error, LEAPER_ERROR_REQUEST, "", "an edit is an object");
        else
            good = copied ? apply(&edit, error) : fail_no_memory(error);
        json_decref(left);
        if (!good && error->code != LEAPER_ERROR_NO_MEMORY)
            place_at(error, i);
    }
    json_decref(kept);
    return good;
}
