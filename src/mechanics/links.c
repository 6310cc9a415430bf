// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of links (David Fisher): whoever links all of its pieces into a path or circuit may announce it (docs/rules.md,
// section 3).
#include "mechanics/links.h"

#include "position/edit.h"
#include "position/moves/generate.h"
#include "position/moves/outcome.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/protection/protection_graph.h"
#include "position/variant.h"
#include "position/words/wording.h"

// The part's memory: that somebody has announced, and what; the move's squares.
enum { MEMORY_ANNOUNCED, MEMORY_FROM, MEMORY_TO, MEMORY_SIZE };
enum { ANNOUNCED = 128 };

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    (void)part;
    (void)err;
    variant->linked = true;
    return true;
}

bool links_has_path(const struct position *pos, enum color color)
{
    if (position_is_placing(pos))
        return false;
    struct protection_graph graph;
    protection_find(pos, color, &graph);
    return protection_has_path(&graph);
}

// ---- Turns ----

move links_announced(const struct part *part, const struct position *pos)
{
    const uint8_t *memory = pos->state.memory + part->memory;
    if (!memory[MEMORY_ANNOUNCED])
        return MOVE_NONE;
    return move_make(MOVE_ANNOUNCE, memory[MEMORY_FROM], memory[MEMORY_TO],
                     memory[MEMORY_ANNOUNCED] & ~(unsigned)ANNOUNCED);
}

static move announce(enum color color)
{
    return move_make(MOVE_ANNOUNCE, 0, 0, color == BLACK);
}

// After an announcement the game is over.
static bool phase(const struct part *part, const struct position *pos, struct move_list *list)
{
    (void)list;
    return links_announced(part, pos) != MOVE_NONE;
}

// The only announcement listed is the mover's own without squares, which scores best. It is not listed for a side that has no turn,
// for then the game is over by mate or stalemate.
//
// In Hamiltonian Chess, a side with pieces always has a move. Suppose it has none. Every piece can move onto an adjacent rank without a piece
// of its own side, so there is no such rank: the side has pieces on all eight. As it has at most eight pieces, each is
// alone on its rank, and the king can step sideways.
static void add(const struct part *part, const struct position *pos, struct move_list *list)
{
    enum color side = position_side(pos);
    (void)part;
    if (list->count && links_has_path(pos, side))
        move_list_add(list, announce(side));
}

// The turn goes on only if there is something to announce.
static void go_on(const struct part *part, const struct position *pos, struct move_list *list)
{
    (void)part;
    move_list_add(list, announce(position_side(pos)));
    move_list_add(list, move_make(MOVE_END_TURN, 0, 0, 0));
}

static void act(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    (void)undo;
    position_remember(pos, part->memory + MEMORY_ANNOUNCED, ANNOUNCED | m >> 20);
    position_remember(pos, part->memory + MEMORY_FROM, move_from(m));
    position_remember(pos, part->memory + MEMORY_TO, move_to(m));
}

static bool is_single(const struct position *pos, enum color color)
{
    return set_count(&pos->sets[color]) == 1;
}

static bool ends_by_single_piece(const struct position *pos)
{
    return (is_single(pos, WHITE) || is_single(pos, BLACK)) && !position_is_placing(pos);
}

static bool goes_on(const struct part *part, const struct position *pos, move m)
{
    (void)part;
    return move_kind(m) != MOVE_ANNOUNCE && !ends_by_single_piece(pos) &&
           links_has_path(pos, position_side(pos));
}

// ---- Endings ----

// The side wins by its path, unless the other side has one, too.
static struct outcome won_unless_both(const struct position *pos, enum color side, enum reason reason)
{
    bool both = links_has_path(pos, other_color(side));
    return (struct outcome){both ? RESULT_DRAW : result_of_winner(side), reason};
}

static bool ended(const struct part *part, const struct position *pos, struct outcome *outcome)
{
    move m = links_announced(part, pos);
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

// What a path or circuit with that many pieces and that length scores.
static unsigned worth(const struct part *part, unsigned count, unsigned length, bool circuit)
{
    const struct links_settings *settings = part->settings;
    if (settings->scoring == SCORING_STANDARD)
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

static void claim(const struct part *part, const struct position *pos, enum color color, struct claim *found)
{
    *found = (struct claim){.points = 0};
    protection_find(pos, color, &found->graph);
    if (position_is_placing(pos))
        return;
    found->path = protection_longest_path(&found->graph);
    found->circuit = protection_longest_circuit(&found->graph);
    unsigned count = found->graph.count;
    unsigned path = found->path.count ? worth(part, count, found->path.length, false) : 0;
    unsigned circuit = found->circuit.count ? worth(part, count, found->circuit.length, true) : 0;
    found->closes = circuit > path || (circuit && circuit == path);
    found->points = found->closes ? circuit : path;
}

static unsigned points(const struct part *part, const struct position *pos, const struct outcome *outcome)
{
    if (outcome->result != RESULT_WHITE && outcome->result != RESULT_BLACK)
        return 0;
    enum color winner = outcome->result == RESULT_WHITE ? WHITE : BLACK;
    struct announcement announcement;
    move m = links_announced(part, pos);
    if (m != MOVE_NONE && announcement_unpack(pos, m, &announcement) && announcement.named)
        return worth(part, announcement.count, named_length(&announcement), announcement.circuit);
    if (outcome->reason == REASON_ANNOUNCEMENT || outcome->reason == REASON_SINGLE_PIECE) {
        struct claim best;
        claim(part, pos, winner, &best);
        return best.points;
    }
    // Whoever resigns or runs out of time pays for all pieces of the other side, as if they formed a circuit.
    return 2 * ((unsigned)set_count(&pos->sets[winner]) + position_hand_count(pos, winner));
}

// ---- Counting ----

// Announcements are not counted, so there is no need to look for them.
static uint64_t perft(const struct part *part, struct position *pos, int depth)
{
    if (depth == 0)
        return 1;
    if (ends_by_single_piece(pos))
        return 0;
    struct move_list list;
    list.count = 0;
    if (!generate_phase(pos, &list))
        generate_legal(pos, &list);
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
        nodes += perft(part, pos, depth - 1);
        if (goes_on)
            position_undo(pos, &end);
        position_undo(pos, &undo);
    }
    return nodes;
}

// Who has no pieces has lost them without the game ending at the last but one, and the protection graph has room for no more than
// PROTECTION_MAX.
static bool validate(const struct part *part, const struct position *pos, struct error *err)
{
    (void)part;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        unsigned count = (unsigned)set_count(&pos->sets[color]) + position_hand_count(pos, (enum color)color);
        if (!count)
            return error_set(err, ERROR_FEN, "placement", "%s has no pieces", color_name((enum color)color));
        if (count > PROTECTION_MAX)
            return error_set(err, ERROR_FEN, "placement",
                             "%s has %u pieces, but paths are sought through at most %u",
                             color_name((enum color)color), count, PROTECTION_MAX);
    }
    return true;
}

static const char *const scorings[] = {"standard", "distance"};

static const struct key keys[] = {
    {"links", VALUE_FLAG, KEY_AT(struct links_settings, links), .preset = "false",
     .help = "whoever links all of its pieces into a path or circuit may announce it and wins",
     .example = "true"},
    {"linkScoring", VALUE_CHOICE, KEY_AT(struct links_settings, scoring), .maximum = SCORING_DISTANCE,
     .choices = scorings, .preset = "standard", .help = "whether paths score by pieces or by distances",
     .example = "distance"},
    {0},
};

static bool wanted(const void *settings)
{
    return ((const struct links_settings *)settings)->links;
}

static const struct exclusion excludes[] = {
    {"drops", "captured pieces would change sides, and paths are sought through eight pieces at most"},
    {NULL, NULL},
};

static void words(const struct part *part, struct wording *wording)
{
    const struct links_settings *settings = part->settings;
    wording_say(
        wording, WORDING_END,
        "A path visits all pieces that a side has left, each once. Every step goes from a piece to another one of its own side whose "
        "square it attacks. A circuit is a path that returns to where it began.");
    wording_say(
        wording, WORDING_END,
        "At any time once all pieces are on the board, a player may announce a path or circuit, also when the opponent is "
        "to move. If the other side has one as well, the game is drawn; otherwise the announcer wins.");
    wording_say(
        wording, WORDING_END,
        "A side that has a single piece left ends the game as if it had announced the circuit of that one piece.");
    wording_say(
        wording, WORDING_END,
        settings->scoring == SCORING_DISTANCE
            ? "A path scores the sum of the distances of its steps, counted as a king walks; a circuit twice that sum, its closing step included."
            : "A path scores one point for each piece, a circuit two.");
}

const struct mechanism links_mechanism = {
    .name = "links",
    .keys = keys,
    .excludes = excludes,
    .wanted = wanted,
    .settings_size = sizeof(struct links_settings),
    .memory = MEMORY_SIZE,
    .prepare = prepare,
    .phase = phase,
    .add = add,
    .goes_on = goes_on,
    .go_on = go_on,
    .kinds = 1U << MOVE_ANNOUNCE,
    .act = act,
    .explain = links_explain,
    .ended = ended,
    .announceable = links_announceable,
    .claim = claim,
    .points = points,
    .assess = links_assess,
    .perft = perft,
    .validate = validate,
    .words = words,
};
