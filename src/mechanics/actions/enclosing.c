// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of enclosing: where drops are legal, and which pieces change sides after a drop or a move.
#include "mechanics/actions/enclosing.h"

#include "position/edit.h"
#include "position/position.h"
#include "position/words/wording.h"

enum { QUEEN_DIRECTIONS = 8 };

// The square one step away, or SQUARE_NONE beyond the edge of the board.
static square next(const struct position *pos, square s, direction dir)
{
    return pos->variant->board.reach[s][dir] ? (square)(s + direction_step[dir].delta) : SQUARE_NONE;
}

// How many enemies of the colour stand in a row from the square on, up to a piece of its own; 0 if there is none at the end.
static int enclosed(const struct position *pos, square s, direction dir, enum color color)
{
    int count = 0;
    for (s = next(pos, s, dir); s != SQUARE_NONE && is_piece_of(pos->pieces[s], other_color(color));
         s = next(pos, s, dir))
        count++;
    return s != SQUARE_NONE && is_piece_of(pos->pieces[s], color) ? count : 0;
}

static bool encloses(const struct position *pos, square s, enum color color)
{
    for (direction dir = 0; dir < QUEEN_DIRECTIONS; dir++)
        if (enclosed(pos, s, dir, color))
            return true;
    return false;
}

// Whether a piece of the colour stands on a neighbouring square.
static bool is_beside(const struct position *pos, square s, enum color color, bool diagonally)
{
    for (direction dir = 0; dir < QUEEN_DIRECTIONS; dir++) {
        square t = next(pos, s, dir);
        bool straight = direction_step[dir].dx == 0 || direction_step[dir].dy == 0;
        if ((straight || diagonally) && t != SQUARE_NONE && is_piece_of(pos->pieces[t], color))
            return true;
    }
    return false;
}

static bool is_free(const struct position *pos, square s)
{
    return s != SQUARE_NONE && pos->pieces[s] == EMPTY;
}

// Whether a piece that is pushed in from an edge in that direction comes to stand there: it goes as far as it can.
static bool slides_to(const struct position *pos, square s, direction dir)
{
    direction back = direction_step[dir].opposite;
    if (is_free(pos, next(pos, s, dir)))
        return false;
    for (s = next(pos, s, back); s != SQUARE_NONE; s = next(pos, s, back))
        if (!is_free(pos, s))
            return false;
    return true;
}

static bool slides_in(const struct position *pos, square s)
{
    for (direction dir = 0; dir < QUEEN_DIRECTIONS; dir++)
        if ((direction_step[dir].dx == 0 || direction_step[dir].dy == 0) && slides_to(pos, s, dir))
            return true;
    return false;
}

static bool is_supported(const struct position *pos, square s)
{
    return square_rank(s) == 0 || is_piece(pos->pieces[s - GRID_SIDE]);
}

static bool has_free_start(const struct enclosing_settings *settings, const struct position *pos)
{
    for (unsigned w = 0; w < 4; w++)
        if (settings->start.word[w] & pos->sets[SET_EMPTY].word[w])
            return true;
    return false;
}

static bool may_drop(const struct part *part, const struct position *pos, square s)
{
    const struct enclosing_settings *settings = part->settings;
    enum color side = position_side(pos);
    if (settings->drop != ENCLOSING_NONE && has_free_start(settings, pos))
        return set_has(&settings->start, s);
    switch ((enum enclosing_rule)settings->drop) {
    case ENCLOSING_REVERSI:
        return encloses(pos, s, side);
    case ENCLOSING_ATAXX:
    case ENCLOSING_QUADWRANGLE:
        return is_beside(pos, s, side, true);
    case ENCLOSING_SNORT:
        return !is_beside(pos, s, other_color(side), false);
    case ENCLOSING_ANYSIDE:
        return slides_in(pos, s);
    case ENCLOSING_TOP:
        return is_supported(pos, s);
    default:
        return true;
    }
}

static void restrict_turns(const struct part *part, const struct position *pos, struct move_list *list)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < list->count; i++)
        if (move_kind(list->moves[i]) != MOVE_DROP || may_drop(part, pos, move_to(list->moves[i])))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

static void explain_restriction(const struct part *part, const struct position *pos, move m,
                                struct buffer *why)
{
    static const char *const reasons[] = {
        [ENCLOSING_NONE] = "",
        [ENCLOSING_REVERSI] = "the drop would enclose no piece of the enemy",
        [ENCLOSING_ATAXX] = "no own piece stands beside that square",
        [ENCLOSING_QUADWRANGLE] = "no own piece stands beside that square",
        [ENCLOSING_SNORT] = "an enemy stands beside that square",
        [ENCLOSING_ANYSIDE] = "no piece pushed in from an edge comes to stand there",
        [ENCLOSING_TOP] = "the square below is empty",
    };
    const struct enclosing_settings *settings = part->settings;
    if (move_kind(m) != MOVE_DROP || may_drop(part, pos, move_to(m)))
        return;
    buffer_add(why, has_free_start(settings, pos) ? "the first drops go to the squares of enclosingDropStart"
                                                  : reasons[settings->drop]);
}

// ---- Changing sides ----

static void flip(struct position *pos, square s, struct undo *undo)
{
    piece p = pos->pieces[s];
    position_set_castling(pos, pos->state.castling & ~position_rights_lost(pos, s));
    position_put(pos, s, piece_of(piece_type_of(p), other_color(piece_color(p))), pos->fuel[s], undo);
}

static void flip_rows(struct position *pos, square from, enum color side, struct undo *undo)
{
    for (direction dir = 0; dir < QUEEN_DIRECTIONS; dir++) {
        square s = from;
        for (int left = enclosed(pos, from, dir, side); left; left--) {
            s = next(pos, s, dir);
            flip(pos, s, undo);
        }
    }
}

static void flip_neighbours(struct position *pos, square from, enum color side, struct undo *undo)
{
    for (direction dir = 0; dir < QUEEN_DIRECTIONS; dir++) {
        square s = next(pos, from, dir);
        if (s != SQUARE_NONE && is_piece_of(pos->pieces[s], other_color(side)))
            flip(pos, s, undo);
    }
}

static void after(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    const struct enclosing_settings *settings = part->settings;
    enum color side = position_side(pos);
    if (settings->flip == ENCLOSING_NONE || move_kind(m) > MOVE_DROP)
        return;
    if (settings->flip == ENCLOSING_REVERSI)
        flip_rows(pos, move_to(m), side, undo);
    else if (settings->flip == ENCLOSING_ATAXX || move_kind(m) != MOVE_DROP ||
             is_beside(pos, move_to(m), side, true))
        flip_neighbours(pos, move_to(m), side, undo);
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct enclosing_settings *settings = part->settings;
    if (settings->flip > ENCLOSING_QUADWRANGLE)
        return error_set(err, ERROR_VARIANT, "flipEnclosedPieces",
                         "flipEnclosedPieces is none, reversi, ataxx or quadwrangle");
    if (settings->flip == ENCLOSING_NONE)
        return true;
    if (variant->royal)
        return error_set(err, ERROR_VARIANT, "flipEnclosedPieces", "a royal king cannot change sides");
    variant->changes_sides = variant->pawns_anywhere = true;
    return true;
}

#define AT(member) KEY_AT(struct enclosing_settings, member)

static const char *const rules[] = {"none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"};

static const struct key keys[] = {
    {"enclosingDrop", VALUE_CHOICE, AT(drop), .maximum = ENCLOSING_TOP, .choices = rules, .preset = "none",
     .help = "where a drop is legal: where it encloses enemies, beside an own piece, beside no enemy, "
             "where a piece comes from an edge, or on top of others",
     .example = "reversi"},
    {"enclosingDropStart", VALUE_SQUARES, AT(start),
     .help = "as long as one of these squares is empty, enclosing drops go there", .example = "d4 e4 d5 e5"},
    {"flipEnclosedPieces", VALUE_CHOICE, AT(flip), .maximum = ENCLOSING_TOP, .choices = rules,
     .preset = "none",
     .help = "enemies that change sides after a move or drop: those enclosed in rows, or all neighbours",
     .example = "ataxx"},
    {0},
};

static void say_where(const struct enclosing_settings *settings, struct wording *wording)
{
    static const char *const places[] = {
        [ENCLOSING_REVERSI] =
            "where it encloses enemies: they stand in an unbroken row, straight or diagonal, "
            "between the new piece and another of its side",
        [ENCLOSING_ATAXX] = "beside a piece of its own side, also diagonally",
        [ENCLOSING_QUADWRANGLE] = "beside a piece of its own side, also diagonally",
        [ENCLOSING_SNORT] = "where no enemy stands beside it on its file or rank",
        [ENCLOSING_ANYSIDE] = "where it comes to stand when it is pushed in from an edge, straight ahead and "
                              "as far as it can go",
        [ENCLOSING_TOP] = "on the first rank or above another piece",
    };
    if (settings->drop == ENCLOSING_NONE)
        return;
    wording_say(wording, WORDING_TURNS, "A piece is dropped only %s.", places[settings->drop]);
    if (!set_empty(&settings->start))
        wording_say(wording, WORDING_TURNS, "As long as one of the squares %s is empty, drops go there.",
                    wording_any_of(wording, &settings->start));
}

static void words(const struct part *part, struct wording *wording)
{
    const struct enclosing_settings *settings = part->settings;
    say_where(settings, wording);
    if (settings->flip == ENCLOSING_REVERSI)
        wording_say(wording, WORDING_TURNS,
                    "Enemies enclosed in rows by a piece that has moved or been dropped change sides.");
    else if (settings->flip != ENCLOSING_NONE)
        wording_say(wording, WORDING_TURNS,
                    "All enemies beside a piece that has moved or been dropped change sides%s.",
                    settings->flip == ENCLOSING_QUADWRANGLE
                        ? ", except after a drop beside no piece of its own side"
                        : "");
}

static bool wanted(const void *settings)
{
    const struct enclosing_settings *own = settings;
    return own->drop != ENCLOSING_NONE || own->flip != ENCLOSING_NONE;
}

static const struct exclusion excludes[] = {
    {"squares", "a square could carry a piece away before its neighbours change sides"},
    {"links", "a path would lose and gain pieces"},
    {"blast", "it is not said whether pieces explode before they change sides"},
    {"placing",
     "pieces that are placed are the opponent's, and would enclose or be enclosed before the game begins"},
    {NULL, NULL},
};

const struct mechanism enclosing_mechanism = {
    .name = "enclosing",
    .keys = keys,
    .settings_size = sizeof(struct enclosing_settings),
    .wanted = wanted,
    .excludes = excludes,
    .prepare = prepare,
    .assess = enclosing_assess,
    .words = words,
    .restrict_turns = restrict_turns,
    .explain_restriction = explain_restriction,
    .after = after,
};
