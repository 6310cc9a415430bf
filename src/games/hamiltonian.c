// SPDX-License-Identifier: GPL-3.0-or-later
// Hamiltonian Chess (David Fisher): place the enemy's pieces, then link your own and announce it (docs/rules.md, section 3).
#include "games/hamiltonian.h"

#include "games/rows.h"
#include "position/edit.h"
#include "position/moves/generate.h"
#include "position/moves/outcome.h"
#include "position/parameter.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/protection/protection_graph.h"
#include "position/variant.h"

#include <string.h>

// state.memory[0] records that somebody has announced, and what; [1] and [2] are the move's squares.
enum { MEMORY_ANNOUNCED, MEMORY_FROM, MEMORY_TO };
enum { ANNOUNCED = 128 };

static const char *const scorings[] = {"standard", "distance"};

static const struct parameter parameters[] = {
    {"scoring", "Scoring", "whether paths score by pieces or by distances", PARAMETER_CHOICE, 0, 1,
     SCORING_STANDARD, scorings},
};

static const struct piece_description *fide_piece(char letter)
{
    for (int i = 0; i < ARMY_PIECES && armies[0].pieces[i].letter; i++)
        if (armies[0].pieces[i].letter == letter)
            return &armies[0].pieces[i];
    return NULL;
}

static void prepare(struct variant *variant)
{
    variant_add_piece(variant, &king_description);
    for (const char *letter = "QRBN"; *letter; letter++)
        variant_add_piece(variant, fide_piece(*letter));
    variant->royal = false;
    variant->hands = true;
    variant->linked = true;
    struct buffer start;
    buffer_init(&start);
    buffer_add(&start, "8/8/8/8/8/8/8/8[KQRRBBNNkqrrbbnn] w - - 0 1");
    variant->start = buffer_take(&start);
}

static unsigned count_in_hand(const struct position *pos, enum color color)
{
    unsigned count = 0;
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        count += pos->hand[color][type];
    return count;
}

bool hamiltonian_placing(const struct position *pos)
{
    static const uint8_t empty[sizeof pos->hand];
    return memcmp(pos->hand, empty, sizeof empty) != 0;
}

bool hamiltonian_has_path(const struct position *pos, enum color color)
{
    if (hamiltonian_placing(pos))
        return false;
    struct protection_graph graph;
    protection_find(pos, color, &graph);
    return protection_has_path(&graph);
}

// ---- Turns ----

move hamiltonian_announced(const struct position *pos)
{
    const uint8_t *memory = pos->state.memory;
    if (!memory[MEMORY_ANNOUNCED])
        return MOVE_NONE;
    return move_make(MOVE_ANNOUNCE, memory[MEMORY_FROM], memory[MEMORY_TO],
                     memory[MEMORY_ANNOUNCED] & ~(unsigned)ANNOUNCED);
}

static void list_placements(const struct position *pos, struct move_list *list)
{
    enum color enemy = other_color(position_side(pos));
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        if (!pos->hand[enemy][type])
            continue;
        square s;
        for (struct set_walk walk = set_walk(&pos->sets[SET_EMPTY]); set_next(&walk, &s);)
            move_list_add(list, move_make(MOVE_DROP, 0, s, piece_of(type, enemy)));
    }
}

static move announce(enum color color)
{
    return move_make(MOVE_ANNOUNCE, 0, 0, color == BLACK);
}

// The only announcement listed is the mover's own without squares, which scores best.
//
// A side with pieces always has a move. Suppose it has none. Every piece can move onto an adjacent rank without a piece
// of its own side, so there is no such rank: the side has pieces on all eight. As it has at most eight pieces, each is
// alone on its rank, and the king can step sideways.
static void list_actions(const struct position *pos, struct move_list *list)
{
    enum color side = position_side(pos);
    if (hamiltonian_announced(pos) != MOVE_NONE)
        return;
    if (pos->state.actions) { // the turn goes on only if there is something to announce
        move_list_add(list, announce(side));
        move_list_add(list, move_make(MOVE_END_TURN, 0, 0, 0));
        return;
    }
    if (hamiltonian_placing(pos)) {
        list_placements(pos, list);
        return;
    }
    generate_pseudo(pos, list);
    if (hamiltonian_has_path(pos, side))
        move_list_add(list, announce(side));
}

static void act(struct position *pos, move m, struct undo *undo)
{
    if (move_kind(m) == MOVE_ANNOUNCE) {
        position_remember(pos, MEMORY_ANNOUNCED, ANNOUNCED | m >> 20);
        position_remember(pos, MEMORY_FROM, move_from(m));
        position_remember(pos, MEMORY_TO, move_to(m));
        return;
    }
    position_take_from_hand(pos, move_what(m), undo);
    position_put(pos, move_to(m), move_what(m), 0, undo);
    position_set_resets(pos, RESETS_CLOCK | RESETS_REVERSIBLE);
}

static bool is_single(const struct position *pos, enum color color)
{
    return set_count(&pos->sets[color]) == 1;
}

static bool ends_by_single_piece(const struct position *pos)
{
    return (is_single(pos, WHITE) || is_single(pos, BLACK)) && !hamiltonian_placing(pos);
}

static bool goes_on(const struct position *pos, move m)
{
    return move_kind(m) != MOVE_ANNOUNCE && !ends_by_single_piece(pos) &&
           hamiltonian_has_path(pos, position_side(pos));
}

// ---- Endings ----

// The side wins by its path, unless the other side has one, too.
static struct outcome won_unless_both(const struct position *pos, enum color side, enum reason reason)
{
    bool both = hamiltonian_has_path(pos, other_color(side));
    return (struct outcome){both ? RESULT_DRAW : result_of_winner(side), reason};
}

static bool ended(const struct position *pos, struct outcome *outcome)
{
    move m = hamiltonian_announced(pos);
    if (m != MOVE_NONE) {
        *outcome = won_unless_both(pos, announcement_by(m), REASON_ANNOUNCEMENT);
        return true;
    }
    if (!ends_by_single_piece(pos))
        return false;
    *outcome = won_unless_both(pos, is_single(pos, WHITE) ? WHITE : BLACK, REASON_SINGLE_PIECE);
    return true;
}

// ---- Points ----

unsigned hamiltonian_worth(const struct variant *variant, unsigned count, unsigned length, bool circuit)
{
    if (variant->parameters.value[0] == SCORING_STANDARD)
        return count * (circuit ? 2 : 1);
    return count == 1 ? DISTANCE_SINGLE : length * (circuit ? 2 : 1);
}

static unsigned named_length(const struct announcement *announcement)
{
    unsigned length = 0;
    for (unsigned i = 1; i < announcement->count; i++)
        length += (unsigned)square_distance(announcement->squares[i - 1], announcement->squares[i]);
    if (announcement->circuit)
        length += (unsigned)square_distance(announcement->squares[announcement->count - 1],
                                            announcement->squares[0]);
    return length;
}

void hamiltonian_claim(const struct position *pos, enum color color, struct claim *claim)
{
    *claim = (struct claim){.points = 0};
    protection_find(pos, color, &claim->graph);
    if (hamiltonian_placing(pos))
        return;
    claim->path = protection_longest_path(&claim->graph);
    claim->circuit = protection_longest_circuit(&claim->graph);
    unsigned count = claim->graph.count;
    unsigned path = claim->path.count ? hamiltonian_worth(pos->variant, count, claim->path.length, false) : 0;
    unsigned circuit =
        claim->circuit.count ? hamiltonian_worth(pos->variant, count, claim->circuit.length, true) : 0;
    claim->closes = circuit > path || (circuit && circuit == path);
    claim->points = claim->closes ? circuit : path;
}

unsigned hamiltonian_points(const struct position *pos, struct outcome outcome)
{
    if (outcome.result != RESULT_WHITE && outcome.result != RESULT_BLACK)
        return 0;
    enum color winner = outcome.result == RESULT_WHITE ? WHITE : BLACK;
    struct announcement announcement;
    move m = hamiltonian_announced(pos);
    if (m != MOVE_NONE && announcement_unpack(pos, m, &announcement) && announcement.named)
        return hamiltonian_worth(pos->variant, announcement.count, named_length(&announcement),
                                 announcement.circuit);
    if (outcome.reason == REASON_ANNOUNCEMENT || outcome.reason == REASON_SINGLE_PIECE) {
        struct claim claim;
        hamiltonian_claim(pos, winner, &claim);
        return claim.points;
    }
    // Whoever resigns or runs out of time pays for all pieces of the other side, as if they formed a circuit.
    return 2 * ((unsigned)set_count(&pos->sets[winner]) + count_in_hand(pos, winner));
}

// ---- Set-up ----

// How many pieces of a type a side has at the start.
static unsigned complement(piece_type type)
{
    switch (type_letter(type)) {
    case 'K':
    case 'Q':
        return 1;
    default:
        return 2;
    }
}

static unsigned count_pieces(const struct position *pos, piece p)
{
    unsigned count = pos->hand[piece_color(p)][piece_type_of(p)];
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[piece_color(p)]); set_next(&walk, &s);)
        count += pos->pieces[s] == p;
    return count;
}

static bool validate_side(const struct position *pos, enum color color, struct error *err)
{
    unsigned total = 0;
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        const struct piece_rules *rules = &pos->variant->pieces[type];
        unsigned count = rules->name ? count_pieces(pos, piece_of(type, color)) : pos->hand[color][type];
        total += count;
        if (!rules->name && count)
            return error_set(err, ERROR_FEN, "hand", "no piece of this game has the letter %c",
                             type_letter(type));
        if (rules->name && count > complement(type))
            return error_set(err, ERROR_FEN, "placement", "%s has %u pieces '%s', and at most %u exist",
                             color_name(color), count, rules->name, complement(type));
    }
    return total ? true : error_set(err, ERROR_FEN, "placement", "%s has no pieces", color_name(color));
}

// White places first and Black last, one piece at a time.
static bool validate(const struct position *pos, struct error *err)
{
    if (!validate_side(pos, WHITE, err) || !validate_side(pos, BLACK, err))
        return false;
    unsigned white = count_in_hand(pos, WHITE), black = count_in_hand(pos, BLACK);
    if (white != black + (position_side(pos) == BLACK) && (white || black))
        return error_set(err, ERROR_FEN, "hand",
                         "with %s to move there must be %s white pieces in hand %s black ones, not %u and %u",
                         color_name(position_side(pos)),
                         position_side(pos) == BLACK ? "one more of the" : "as many",
                         position_side(pos) == BLACK ? "than of the" : "as", white, black);
    return true;
}

// ---- Counting ----

// Announcements are not counted, so there is no need to look for them.
static uint64_t perft(struct position *pos, int depth)
{
    if (depth == 0)
        return 1;
    if (ends_by_single_piece(pos))
        return 0;
    struct move_list list = {.count = 0};
    if (hamiltonian_placing(pos))
        list_placements(pos, &list);
    else
        generate_pseudo(pos, &list);
    if (depth == 1)
        return list.count;
    uint64_t nodes = 0;
    for (unsigned i = 0; i < list.count; i++) {
        struct undo undo;
        position_apply(pos, list.moves[i], &undo);
        // A turn that may continue with an announcement ends without one.
        struct undo end;
        bool goes_on = pos->state.actions;
        if (goes_on)
            position_apply(pos, move_make(MOVE_END_TURN, 0, 0, 0), &end);
        nodes += perft(pos, depth - 1);
        if (goes_on)
            position_undo(pos, &end);
        position_undo(pos, &undo);
    }
    return nodes;
}

const struct game game_hamiltonian = {
    .name = "hamiltonian",
    .title = "Hamiltonian Chess",
    .author = "David Fisher",
    .summary = "Place the enemy's pieces, then link your own into a path or circuit and announce it.",
    .width = 8,
    .height = 8,
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .help = hamiltonian_help,
    .prepare = prepare,
    .actions = list_actions,
    .act = act,
    .goes_on = goes_on,
    .explain = hamiltonian_explain,
    .announceable = hamiltonian_announceable,
    .claim = hamiltonian_claim,
    .points = hamiltonian_points,
    .ended = ended,
    .assess = hamiltonian_assess,
    .perft = perft,
    .validate = validate,
};
