// SPDX-License-Identifier: GPL-3.0-or-later
// Describes a game to XBoard: the pictures of its pieces, how they move, and where the lifted piece may go.
#include "protocols/template.h"
#include "protocols/words.h"
#include "protocols/xboard/xboard_betza.h"
#include "protocols/xboard/xboard_parent.h"
#include "protocols/xboard/xboard_state.h"

#include "position/fen.h"

#include <string.h>

// XBoard's order of pictures, each with its default letter; the king's comes last.
static const char pictures[] = "PNBRQFEACWMOHIJGDVLSU";

enum { PICTURES = sizeof pictures - 1, FEN_FIELDS = 6 };

// XBoard takes a picture for the promoted form of the one that is so many places before it if the letter there is + or ~.
enum { PROMOTED_SHIFT = 11 };

// Pieces for which another picture than that of their letter is better. The pawn-like ones avoid XBoard's own
// lance (L), which it promotes on the last rank.
static const struct {
    const char *name;
    char picture;
} likenesses[] = {
    {"horizontal pawn", 'F'},
    {"vertical pawn", 'I'},
    {"guard", 'C'},
    {"charging rook", 'J'},
    {"charging knight", 'H'},
    {"colonel", 'C'},
    {"fibnif", 'I'},
    {"bede", 'E'},
    {"cardinal", 'A'},
    {"chancellor", 'C'},
    {"archbishop", 'A'},
    {"waffle", 'W'},
    {"fad", 'F'},
    {"short rook", 'G'},
    {"woody rook", 'O'},
    {"half-duck", 'V'},
};

enum { LIKENESSES = sizeof likenesses / sizeof *likenesses };

// ---- Pictures ----

static char wished_picture(const struct variant *variant, piece_type type)
{
    const struct piece_rules *rules = &variant->pieces[type];
    for (unsigned i = 0; i < LIKENESSES; i++)
        if (!strcmp(likenesses[i].name, rules->name))
            return likenesses[i].picture;
    // A king that may be captured must not be XBoard's king.
    return type_letter(type) == 'K' || type == variant->king ? 'M' : type_letter(type);
}

static bool is_promoted_from(const struct variant *variant, piece_type type, piece_type was)
{
    const struct piece_rules *rules = &variant->pieces[type];
    return rules->name && *rules->text[WHITE] == '+' &&
           variant_piece_letter(variant, piece_of(type, WHITE)) == type_letter(was);
}

static bool is_promoted_later(const struct variant *variant, piece_type was)
{
    for (unsigned type = LETTER_TYPES; type < PIECE_TYPES; type++)
        if (is_promoted_from(variant, (piece_type)type, was))
            return true;
    return false;
}

// Gives the type its preferred picture, or the first that is free; with a promoted form, among those that have one. XBoard has room beside the
// board for the first pictures only, so men that may be in hand are given these.
static void take_picture(const struct variant *variant, char table[PICTURES], piece_type type)
{
    bool early = is_promoted_later(variant, type) || (variant->drops && template_has_at_start(variant, type));
    size_t end = early ? PICTURES - PROMOTED_SHIFT : PICTURES;
    const char *wished = strchr(pictures, wished_picture(variant, type));
    size_t slot = wished ? (size_t)(wished - pictures) : 0;
    slot = slot < end ? slot : end - 1; // far from the pawn
    for (unsigned i = 0; table[slot] != '.' && i < end; i++)
        slot = i;
    // Others leave those places free.
    if (!early && variant->drops && slot < PICTURES - PROMOTED_SHIFT)
        for (slot = PICTURES - 1; table[slot] != '.' && slot > 0;)
            slot--;
    if (table[slot] == '.')
        table[slot] = type_letter(type);
}

static bool is_wishless(const struct piece_rules *rules)
{
    for (unsigned i = 0; i < LIKENESSES; i++)
        if (!strcmp(likenesses[i].name, rules->name))
            return false;
    return true;
}

// Gives promoted pieces the pictures that belong to them, where those are free.
static void mark_promoted(const struct variant *variant, char table[PICTURES])
{
    for (unsigned type = LETTER_TYPES; type < PIECE_TYPES; type++) {
        const struct piece_rules *rules = &variant->pieces[type];
        char letter = variant_piece_letter(variant, piece_of((piece_type)type, WHITE));
        const char *base = rules->name ? memchr(table, letter, PICTURES) : NULL;
        size_t slot = base ? (size_t)(base - table) + PROMOTED_SHIFT : PICTURES;
        if (slot < PICTURES && table[slot] == '.')
            table[slot] = *rules->text[WHITE] == '+' ? '+' : '~';
    }
}

// The letters of one side in the order of pictures; pieces whose letter is the picture's default go first.
static void fill_table(const struct variant *variant, char table[PICTURES + 2])
{
    memset(table, '.', PICTURES);
    for (int pass = 0; pass < 2; pass++)
        for (unsigned type = 1; type < LETTER_TYPES; type++) {
            const struct piece_rules *rules = &variant->pieces[type];
            bool is_xboards_king = type == variant->king && variant->royal;
            if (rules->name && !is_xboards_king && is_wishless(rules) == (pass == 0))
                take_picture(variant, table, (piece_type)type);
        }
    mark_promoted(variant, table);
    table[PICTURES] = variant->royal ? type_letter(variant->king) : '.';
    table[PICTURES + 1] = '\0';
}

static void add_table(const struct variant *variant, struct buffer *out)
{
    char table[PICTURES + 2];
    fill_table(variant, table);
    buffer_add(out, table);
    for (char *c = table; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    buffer_add(out, table);
}

// ---- setup and piece ----

// The fields that every chess program knows.
static void add_common_fields(const struct position *pos, struct buffer *out)
{
    struct buffer fen;
    buffer_init(&fen);
    fen_write(pos, &fen);
    const char *end = buffer_text(&fen);
    for (int i = 0; i < FEN_FIELDS; i++)
        end += strspn(end, " "), end += strcspn(end, " ");
    buffer_add_bytes(out, buffer_text(&fen), (size_t)(end - buffer_text(&fen)));
    buffer_clear(&fen);
}

// Whether XBoard would be wrong about check and mate if it looked for them: other things end the game, or limit what may be played.
static bool is_misjudged(const struct variant *variant)
{
    const struct hooks *hooks = &variant->hooks;
    return variant->royal && (variant->checkmate != VALUE_LOSS || variant->stalemate != VALUE_DRAW ||
                              variant->royal_types || hooks->ended.count || hooks->restrict_turns.count);
}

static void say_piece(struct xboard *xboard, piece_type type)
{
    const struct variant *variant = xboard->session->variant;
    struct buffer white, black;
    buffer_init(&white);
    buffer_init(&black);
    xboard_betza_write(variant, type, WHITE, is_misjudged(variant), &white);
    xboard_betza_write(variant, type, BLACK, is_misjudged(variant), &black);
    const char *own = variant->pieces[type].text[WHITE], *other = variant->pieces[type].text[BLACK];
    if (!strcmp(buffer_text(&white), buffer_text(&black))) {
        xboard_say(xboard, "piece %s& %s", own, buffer_text(&white));
    } else {
        xboard_say(xboard, "piece %s %s", own, buffer_text(&white));
        xboard_say(xboard, "piece %s %s", other, buffer_text(&black));
    }
    buffer_clear(&white);
    buffer_clear(&black);
}

void xboard_describe(struct xboard *xboard)
{
    const struct variant *variant = xboard->session->variant;
    const struct xboard_parent parent = xboard_parent_of(variant);
    struct buffer line;
    if (xboard->plain)
        return;
    buffer_init(&line);
    buffer_add(&line, "setup (");
    add_table(variant, &line);
    buffer_addf(&line, ") %dx%d+%u%s%s ", variant->board.width, variant->board.height, parent.holdings,
                parent.name ? "_" : "", parent.name ? parent.name : "");
    add_common_fields(&xboard->session->position, &line);
    xboard_say_text(xboard, buffer_text(&line));
    buffer_clear(&line);
    for (unsigned type = 1; type < PIECE_TYPES; type++) {
        const struct piece_rules *rules = &variant->pieces[type];
        if (rules->name && (type < LETTER_TYPES || *rules->text[WHITE] == '+'))
            say_piece(xboard, (piece_type)type);
    }
}

// ---- highlight and choice ----

static bool read_square(const struct xboard *xboard, const char *text, square *s)
{
    const struct board *board = &xboard->session->variant->board;
    char inside[COMMAND_WORD_SIZE];
    const char *cursor = inside;
    text += strspn(text, " \t");
    return xboard_from_outside(xboard, text, inside, sizeof inside) &&
           square_read(&cursor, board->width, board->height, s);
}

static bool starts_on(move m, square from)
{
    return move_kind(m) <= MOVE_CASTLE && move_from(m) == from;
}

static char color_of(const struct position *pos, move m)
{
    if (move_kind(m) == MOVE_PROMOTION)
        return 'M';
    return position_captured(pos, m) != EMPTY ? 'R' : 'Y';
}

static void add_colors(const struct board *board, const char colors[GRID_SQUARES], struct buffer *out)
{
    for (int rank = board->height - 1; rank >= 0; rank--) {
        int run = 0;
        for (int file = 0; file < board->width; file++) {
            char color = colors[square_at(file, rank)];
            if (!color) {
                run++;
                continue;
            }
            if (run)
                buffer_addf(out, "%d", run);
            run = 0;
            buffer_add_char(out, color);
        }
        if (run)
            buffer_addf(out, "%d", run);
        if (rank)
            buffer_add_char(out, '/');
    }
}

// Forgets the holes that XBoard no longer draws, because a piece has stood there.
static void see_turn(void *context, size_t ply, const struct position *before, const struct turn *turn,
                     const struct position *after)
{
    struct set *drawn = context;
    (void)ply;
    (void)before;
    (void)after;
    for (unsigned i = 0; i < turn->count; i++)
        if (move_kind(turn->actions[i]) <= MOVE_CASTLE)
            set_remove(drawn, move_to(turn->actions[i]));
}

// Lower-case letters mark a location without making it a target: w where a square has come, d where one has gone.
static void color_squares(const struct session *session, char colors[GRID_SQUARES])
{
    const struct set *holes = &session->position.sets[SET_HOLE];
    struct set drawn = session->start.sets[SET_HOLE];
    square s;
    if (!session->variant->holes)
        return;
    session_each(session, 0, see_turn, &drawn);
    for (struct set_walk walk = set_walk(&session->variant->board.locations); set_next(&walk, &s);)
        if (set_has(holes, s) != set_has(&drawn, s))
            colors[s] = set_has(&drawn, s) ? 'w' : 'd';
}

static void say_colors(struct xboard *xboard, const char colors[GRID_SQUARES])
{
    struct buffer line;
    buffer_init(&line);
    buffer_add(&line, "highlight ");
    add_colors(&xboard->session->variant->board, colors, &line);
    xboard_say_text(xboard, buffer_text(&line));
    buffer_clear(&line);
}

void xboard_mark_squares(struct xboard *xboard)
{
    char colors[GRID_SQUARES] = {0};
    if (!xboard->session->variant->holes)
        return;
    color_squares(xboard->session, colors);
    say_colors(xboard, colors);
}

void xboard_lift(struct xboard *xboard, const char *rest)
{
    const struct position *pos = &xboard->session->position;
    char colors[GRID_SQUARES] = {0};
    struct move_list list;
    square from;
    if (!read_square(xboard, rest, &from) || xboard->work == WORK_THINK)
        return;
    xboard->lifted = from;
    list.count = 0;
    color_squares(xboard->session, colors);
    if (xboard_is_ongoing(xboard))
        position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (starts_on(list.moves[i], from))
            colors[move_to(list.moves[i])] = color_of(pos, list.moves[i]);
    say_colors(xboard, colors);
}

void xboard_put(struct xboard *xboard, const char *rest)
{
    struct move_list list;
    char letters[LETTER_TYPES + 1];
    unsigned count = 0;
    square to;
    if (!read_square(xboard, rest, &to) || xboard->work == WORK_THINK || !xboard_is_ongoing(xboard))
        return;
    position_actions(&xboard->session->position, &list);
    for (unsigned i = 0; i < list.count && count < LETTER_TYPES; i++) {
        move m = list.moves[i];
        if (move_kind(m) == MOVE_PROMOTION && move_from(m) == xboard->lifted && move_to(m) == to)
            letters[count++] =
                variant_piece_letter(xboard->session->variant, piece_of(piece_type_of(move_what(m)), WHITE));
    }
    letters[count] = '\0';
    if (count)
        xboard_say(xboard, "choice %s", letters);
}

// ---- What a board cannot show ----

static void add_fuel(const struct position *pos, enum color color, struct buffer *out)
{
    square s;
    buffer_addf(out, "\\n%s:", color_name(color));
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        char name[SQUARE_NAME_SIZE];
        square_name(s, name);
        buffer_addf(out, " %s%s %u,", pos->variant->pieces[piece_type_of(pos->pieces[s])].text[WHITE], name,
                    pos->fuel[s]);
    }
    buffer_truncate(out, out->length - 1);
}

static void add_squares(const char *what, const struct set *set, struct buffer *out)
{
    square s;
    buffer_addf(out, "\\n%s:", what);
    if (set_empty(set))
        buffer_add(out, " none");
    for (struct set_walk walk = set_walk(set); set_next(&walk, &s);) {
        char name[SQUARE_NAME_SIZE];
        square_name(s, name);
        buffer_addf(out, " %s", name);
    }
}

static void add_reserves(const struct position *pos, struct buffer *out)
{
    struct set frozen = {{0}};
    for (int i = 0; i < 2; i++)
        if (pos->state.frozen[i] < GRID_SQUARES)
            set_add(&frozen, pos->state.frozen[i]);
    if (pos->state.reserve[WHITE] != RESERVE_INFINITE)
        buffer_addf(out, "\\nSquares in reserve: White %u, Black %u", pos->state.reserve[WHITE],
                    pos->state.reserve[BLACK]);
    add_squares("Empty squares", &pos->sets[SET_EMPTY], out);
    if (pos->variant->owners) {
        add_squares("White owns", &pos->owned[WHITE], out);
        add_squares("Black owns", &pos->owned[BLACK], out);
    }
    add_squares("May not be moved now", &frozen, out);
}

void xboard_show_state(struct xboard *xboard)
{
    const struct position *pos = &xboard->session->position;
    struct buffer text;
    buffer_init(&text);
    // Two backslashes at the beginning ask XBoard to read \n as the end of a line.
    buffer_add(&text, "telluser \\\\");
    buffer_addf(&text, "%s. ", pos->variant->game->title);
    words_outcome(&xboard->session->outcome, session_side(xboard->session), &text);
    if (pos->variant->metered) {
        buffer_add(&text, "\\nFuel left.");
        add_fuel(pos, WHITE, &text);
        add_fuel(pos, BLACK, &text);
    }
    if (pos->variant->reserves)
        add_reserves(pos, &text);
    xboard_say_text(xboard, buffer_text(&text));
    buffer_clear(&text);
}
