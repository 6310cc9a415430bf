// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of walling, as in Duck Chess and the Game of the Amazons. A wall is a location without a square.
#include "mechanics/actions/walling.h"

#include "position/edit.h"
#include "position/moves/attack.h"
#include "position/moves/generate.h"
#include "position/moves/outcome.h"
#include "position/position.h"
#include "position/words/wording.h"

// Within a turn, the square that matters for the wall: where the piece came from, or where it stands.
enum { MEMORY_SQUARE, MEMORY_SIZE };

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    (void)err;
    struct walling_settings *settings = part->settings;
    part->single_actions = settings->instead;
    settings->encloses = settings->rule != WALLING_DUCK && variant->stalemate == VALUE_LOSS &&
                         !variant->royal && !variant->royal_types;
    variant->holes = true;
    return true;
}

// ---- Where walls may go ----

// Where the piece could move on to.
static struct set reach_of(const struct position *pos, square from)
{
    struct set squares = {{0}};
    struct move_list list;
    list.count = 0;
    generate_from(pos, from, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (pos->pieces[move_to(list.moves[i])] == EMPTY)
            set_add(&squares, move_to(list.moves[i]));
    return squares;
}

// Whether there is a wall, perhaps one of the board itself, on one of the four sides of the square, or the board ends there.
static bool is_at_edge(const struct position *pos, square s)
{
    static const int8_t sides[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    const struct board *board = &pos->variant->board;
    for (unsigned i = 0; i < 4; i++) {
        int file = square_file(s) + sides[i][0], rank = square_rank(s) + sides[i][1];
        if (file < 0 || rank < 0 || file >= board->width || rank >= board->height ||
            pos->pieces[square_at(file, rank)] == HOLE)
            return true;
    }
    return false;
}

// What the rule says about empty squares; `square_moved` is what the turn remembers.
static struct set by_rule(const struct position *pos, enum walling_rule rule, square remembered)
{
    struct set squares = pos->sets[SET_EMPTY], only = {{0}};
    square s;
    switch (rule) {
    case WALLING_ARROW:
        only = reach_of(pos, remembered);
        set_keep_all(&squares, &only);
        return squares;
    case WALLING_PAST:
        set_add(&only, remembered);
        set_keep_all(&squares, &only);
        return squares;
    case WALLING_EDGE:
        for (struct set_walk walk = set_walk(&squares); set_next(&walk, &s);)
            if (!is_at_edge(pos, s))
                set_remove(&squares, s);
        return squares;
    default:
        return squares;
    }
}

static struct set places(const struct part *part, const struct position *pos)
{
    const struct walling_settings *settings = part->settings;
    struct set squares =
        by_rule(pos, (enum walling_rule)settings->rule, pos->state.memory[part->memory + MEMORY_SQUARE]);
    set_keep_all(&squares, &settings->region[position_side(pos)]);
    return squares;
}

// ---- Turns ----

static void lift_duck(struct position *pos, struct undo *undo)
{
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[SET_HOLE]); set_next(&walk, &s);)
        position_put(pos, s, EMPTY, 0, undo);
}

// Whether a wall can endanger the side that puts it up: it shuts lines, but pieces that jump need something to jump over.
static bool may_endanger(const struct position *pos)
{
    return attack_matters(pos) && special_jumps(pos->variant, other_color(position_side(pos)));
}

// Whether the side to move is safe wherever the duck goes: it is so without any duck, since a wall that nobody jumps over only shuts
// lines.
static bool is_safe_without_duck(const struct position *pos)
{
    struct position bare = *pos;
    lift_duck(&bare, NULL);
    return !attack_matters(pos) || attack_is_safe(pos, &bare, position_side(pos));
}

// Whether the capture that began the turn has destroyed the enemy's royal piece: then there is no need to be safe any more.
static bool has_won(const struct position *pos)
{
    struct outcome outcome;
    return pos->variant->blasts && pos->variant->royal_types && position_ended(pos, &outcome) &&
           outcome.reason == REASON_EXTINCTION;
}

static void go_on(const struct part *part, const struct position *pos, struct move_list *list)
{
    const struct walling_settings *settings = part->settings;
    struct set squares = places(part, pos);
    unsigned first = list->count;
    square s;
    for (struct set_walk walk = set_walk(&squares); set_next(&walk, &s);)
        move_list_add(list, move_make(MOVE_WALL, 0, s, 0));
    // The duck may have stood between the king and an enemy.
    if ((may_endanger(pos) || (settings->rule == WALLING_DUCK && !is_safe_without_duck(pos))) &&
        !has_won(pos))
        generate_keep_safe(pos, first, list);
}

// A wall is no answer to a check.
static void add(const struct part *part, const struct position *pos, struct move_list *list)
{
    const struct walling_settings *settings = part->settings;
    if (settings->instead && !position_in_check(pos))
        go_on(part, pos, list);
}

static bool goes_on(const struct part *part, const struct position *pos, move m)
{
    (void)part;
    (void)pos;
    return move_kind(m) <= MOVE_CASTLE;
}

static bool needs_memory(const struct walling_settings *settings)
{
    return !settings->instead && (settings->rule == WALLING_ARROW || settings->rule == WALLING_PAST);
}

static void after(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    const struct walling_settings *settings = part->settings;
    (void)undo;
    if (needs_memory(settings) && move_kind(m) <= MOVE_CASTLE)
        position_remember(pos, part->memory + MEMORY_SQUARE,
                          settings->rule == WALLING_ARROW ? move_to(m) : move_from(m));
}

// Whether a wall can follow the move.
static bool can_follow(const struct part *part, const struct position *pos, move m)
{
    struct position moved = *pos;
    struct undo undo;
    struct move_list walls;
    walls.count = 0;
    position_apply(&moved, m, &undo);
    go_on(part, &moved, &walls);
    return walls.count > 0;
}

// Whether that need not be asked: the square that has been left is empty, and no wall can be unsafe.
static bool always_follows(const struct part *part, const struct position *pos, move m)
{
    const struct walling_settings *settings = part->settings;
    return settings->rule != WALLING_ARROW && settings->rule != WALLING_EDGE && move_kind(m) != MOVE_CASTLE &&
           (settings->rule != WALLING_DUCK || !attack_matters(pos)) && !may_endanger(pos) &&
           set_has(&settings->region[position_side(pos)], move_from(m));
}

static void restrict_turns(const struct part *part, const struct position *pos, struct move_list *list)
{
    const struct walling_settings *settings = part->settings;
    unsigned kept = 0;
    if (settings->instead)
        return;
    for (unsigned i = 0; i < list->count; i++)
        if (move_kind(list->moves[i]) > MOVE_CASTLE || always_follows(part, pos, list->moves[i]) ||
            can_follow(part, pos, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

static void explain_restriction(const struct part *part, const struct position *pos, move m,
                                struct buffer *why)
{
    const struct walling_settings *settings = part->settings;
    if (!settings->instead && move_kind(m) <= MOVE_CASTLE && !can_follow(part, pos, m))
        buffer_add(why, "no wall could be put anywhere after it");
}

static void act(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    const struct walling_settings *settings = part->settings;
    if (settings->rule == WALLING_DUCK) {
        lift_duck(pos, undo);
    } else {
        position_set_resets(pos, RESETS_REVERSIBLE);
    }
    position_put(pos, move_to(m), HOLE, 0, undo);
    position_remember(pos, part->memory + MEMORY_SQUARE, 0);
    // What a pawn has passed is a wall now.
    if (pos->pieces[move_to(m)] == HOLE && pos->state.en_passant == move_to(m))
        position_set_en_passant(pos, SQUARE_NONE);
}

// ---- Words ----

static void explain(const struct part *part, const struct position *pos, move m, struct buffer *why)
{
    const struct walling_settings *settings = part->settings;
    char name[SQUARE_NAME_SIZE];
    square_name(move_to(m), name);
    if (move_kind(m) == MOVE_END_TURN)
        buffer_add(why, settings->rule == WALLING_DUCK ? "the duck must be moved" : "a wall must follow");
    else if (!settings->instead && !pos->state.actions)
        buffer_add(why, "a wall follows the move of a piece");
    else if (settings->instead && position_in_check(pos))
        buffer_add(why, "a wall is no answer to a check");
    else if (pos->pieces[move_to(m)] == HOLE)
        buffer_addf(why,
                    settings->rule == WALLING_DUCK ? "the duck may not stay on %s" : "%s is a wall already",
                    name);
    else if (pos->pieces[move_to(m)] != EMPTY)
        buffer_addf(why, "%s is occupied", name);
    else if (!set_has(&settings->region[position_side(pos)], move_to(m)))
        buffer_addf(why, "%s cannot put a wall on %s", color_name(position_side(pos)), name);
    else if (settings->rule == WALLING_ARROW)
        buffer_addf(why, "the piece that has moved could not move on to %s", name);
    else if (settings->rule == WALLING_PAST)
        buffer_addf(why, "the wall goes where the piece has come from, which is not %s", name);
    else if (settings->rule == WALLING_DUCK)
        buffer_add(why, "the duck protects the king where it stands");
    else if (settings->rule == WALLING_EDGE && !is_at_edge(pos, move_to(m)))
        buffer_addf(why, "%s is neither at the edge of the board nor beside a wall", name);
}

static bool validate(const struct part *part, const struct position *pos, struct error *err)
{
    const struct walling_settings *settings = part->settings;
    int count = set_count(&pos->sets[SET_HOLE]);
    return settings->rule != WALLING_DUCK || count <= 1 ||
           error_set(err, ERROR_FEN, "placement", "there is one duck at most, not %d", count);
}

// ---- Keys ----

static const char *const rules[] = {"none", "arrow", "duck", "edge", "past", "static"};

static const struct key keys[] = {
    {"wallingRule", VALUE_CHOICE, KEY_AT(struct walling_settings, rule), .maximum = WALLING_STATIC,
     .choices = rules, .preset = "none", .help = "a wall is put up after each move of a piece: where",
     .example = "duck"},
    {"wallingRegion", VALUE_SQUARES, KEY_AT(struct walling_settings, region), .both = true,
     .preset = "a1-p16", .help = "where walls may be put", .example = "d4-e5"},
    {"wallingRegionWhite", VALUE_SQUARES, KEY_AT(struct walling_settings, region[WHITE]), .preset = "a1-p16",
     .help = "where White may put walls", .example = "*1 *2 *3 *4"},
    {"wallingRegionBlack", VALUE_SQUARES, KEY_AT(struct walling_settings, region[BLACK]), .preset = "a1-p16",
     .help = "where Black may put walls", .example = "*5 *6 *7 *8"},
    {"wallOrMove", VALUE_FLAG, KEY_AT(struct walling_settings, instead),
     .help = "a turn is a move of a piece or a wall, not both", .example = "true"},
    {0},
};

static bool wanted(const void *settings)
{
    return ((const struct walling_settings *)settings)->rule != WALLING_NONE;
}

static const struct exclusion excludes[] = {
    {"squares", "walls and squares that are placed or moved would be the same locations"},
    {NULL, NULL},
};

static void words(const struct part *part, struct wording *wording)
{
    static const char *const places[] = {
        [WALLING_ARROW] =
            "a square to which the piece could move on from where it has arrived, without capturing",
        [WALLING_DUCK] = "an empty square",
        [WALLING_EDGE] = "an empty square on the edge of the board or beside a wall",
        [WALLING_PAST] = "the square that the piece has left",
        [WALLING_STATIC] = "an empty square",
    };
    const struct walling_settings *settings = part->settings;
    const char *place = places[settings->rule];
    if (settings->instead)
        wording_say(
            wording, WORDING_TURNS,
            "A turn is a move of a piece or a wall that is put on %s. A wall is no answer to a check.",
            place);
    else
        wording_say(
            wording, WORDING_TURNS,
            "After each move of a piece, the player puts a wall on %s. A move after which that is impossible is illegal.",
            place);
    if (settings->rule == WALLING_DUCK)
        wording_say(wording, WORDING_TURNS, "There is only one wall, which is taken from where it was.");
    wording_say(wording, WORDING_TURNS, "Nothing enters a wall or slides through it; leaps pass over it.");
    if (!wording_is_all(wording, &settings->region[WHITE]) ||
        !wording_is_all(wording, &settings->region[BLACK]))
        wording_say(wording, WORDING_TURNS, "Walls are put only on %s.",
                    wording_regions(wording, settings->region));
}

const struct mechanism walling_mechanism = {
    .name = "walling",
    .keys = keys,
    .settings_size = sizeof(struct walling_settings),
    .memory = MEMORY_SIZE,
    .wanted = wanted,
    .excludes = excludes,
    .prepare = prepare,
    .add = add,
    .restrict_turns = restrict_turns,
    .explain_restriction = explain_restriction,
    .goes_on = goes_on,
    .go_on = go_on,
    .one_action = true,
    .kinds = 1U << MOVE_WALL,
    .act = act,
    .explain = explain,
    .after = after,
    .assess = walling_assess,
    .validate = validate,
    .words = words,
};
