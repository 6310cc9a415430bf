// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the themes of a problem by replaying its solution.
#include "lab/problems/themes.h"

#include "position/game.h"
#include "position/protection/announcement.h"

// The solution, with the position before each turn and after the last.
struct problem_story {
    const struct problem *problem;
    bool zugzwang;
    struct position at[PROBLEM_LINE_MAX + 1];
};

enum { MINIATURE = 7 };

static bool ends_by(const struct problem_story *story, enum reason reason)
{
    return story->problem->outcome.reason == reason;
}

// ---- How it ends ----

static bool is_checkmate(const struct problem_story *story)
{
    return ends_by(story, REASON_CHECKMATE);
}

static bool is_stalemate(const struct problem_story *story)
{
    return ends_by(story, REASON_STALEMATE) || ends_by(story, REASON_STALEMATE_WINS);
}

static bool is_out_of_fuel(const struct problem_story *story)
{
    return ends_by(story, REASON_NO_FUEL);
}

static bool is_corner(const struct problem_story *story)
{
    return ends_by(story, REASON_CORNER);
}

static bool is_selfmate(const struct problem_story *story)
{
    return ends_by(story, REASON_MATE_LOSES);
}

static bool is_announcement(const struct problem_story *story)
{
    return ends_by(story, REASON_ANNOUNCEMENT);
}

static bool is_single_piece(const struct problem_story *story)
{
    return ends_by(story, REASON_SINGLE_PIECE);
}

static bool announces_circuit(const struct problem_story *story, bool circuit)
{
    struct claim claim;
    if (!ends_by(story, REASON_ANNOUNCEMENT))
        return false;
    position_claim(&story->at[story->problem->count], problem_winner(story->problem), &claim);
    return (claim.circuit.count > 0) == circuit;
}

static bool is_path(const struct problem_story *story)
{
    return announces_circuit(story, false);
}

static bool is_circuit(const struct problem_story *story)
{
    return announces_circuit(story, true);
}

// ---- What the winner does ----

// Whether the winner plays such an action in any of its turns.
static bool winner_plays(const struct problem_story *story,
                         bool (*is_such)(const struct position *before, move m))
{
    for (unsigned i = 0; i < story->problem->count; i += 2) {
        struct position pos = story->at[i];
        const struct turn *turn = &story->problem->line[i];
        for (unsigned j = 0; j < turn->count; j++) {
            struct undo undo;
            turn_reach(&pos, turn->actions[j]);
            if (is_such(&pos, turn->actions[j]))
                return true;
            position_apply(&pos, turn->actions[j], &undo);
        }
    }
    return false;
}

static bool is_piece_move(move m)
{
    return move_kind(m) <= MOVE_CASTLE;
}

static bool takes_square(const struct position *before, move m)
{
    return is_piece_move(m) && set_has(&before->owned[other_color(position_side(before))], move_to(m));
}

static bool is_square_capture(const struct problem_story *story)
{
    return winner_plays(story, takes_square);
}

static bool places_square(const struct position *before, move m)
{
    (void)before;
    return move_kind(m) == MOVE_ADD_SQUARE;
}

static bool is_square_placed(const struct problem_story *story)
{
    return winner_plays(story, places_square);
}

static bool moves_square(const struct position *before, move m)
{
    (void)before;
    return move_kind(m) == MOVE_SHIFT_SQUARE;
}

static bool is_square_moved(const struct problem_story *story)
{
    return winner_plays(story, moves_square);
}

static bool promotes(const struct position *before, move m)
{
    (void)before;
    return move_kind(m) == MOVE_PROMOTION;
}

static bool is_promotion(const struct problem_story *story)
{
    return winner_plays(story, promotes);
}

static bool promotes_to_less(const struct position *before, move m)
{
    return promotes(before, m) &&
           piece_type_of(move_what(m)) != before->variant->promotions[position_side(before)][0];
}

static bool is_underpromotion(const struct problem_story *story)
{
    return winner_plays(story, promotes_to_less);
}

static bool castles(const struct position *before, move m)
{
    (void)before;
    return move_kind(m) == MOVE_CASTLE;
}

static bool is_castling(const struct problem_story *story)
{
    return winner_plays(story, castles);
}

static bool captures_en_passant(const struct position *before, move m)
{
    (void)before;
    return move_kind(m) == MOVE_EN_PASSANT;
}

static bool is_en_passant(const struct problem_story *story)
{
    return winner_plays(story, captures_en_passant);
}

static bool burns_all(const struct position *before, move m)
{
    return before->variant->metered && is_piece_move(m) &&
           before->fuel[move_from(m)] == position_cost(before, m);
}

static bool is_last_unit(const struct problem_story *story)
{
    return winner_plays(story, burns_all);
}

// ---- How the first turn looks, and what it costs ----

static bool is_quiet(const struct problem_story *story)
{
    const struct turn *turn = &story->problem->line[0];
    for (unsigned j = 0; j < turn->count; j++) {
        enum move_kind kind = move_kind(turn->actions[j]);
        if (kind == MOVE_EN_PASSANT || kind == MOVE_PROMOTION || kind == MOVE_ANNOUNCE)
            return false;
        if (is_piece_move(turn->actions[j]) && is_piece(story->at[0].pieces[move_to(turn->actions[j])]))
            return false;
    }
    return story->problem->turns > 1 && !position_in_check(&story->at[1]);
}

static bool begins_with_king(const struct problem_story *story)
{
    move m = story->problem->line[0].actions[0];
    return position_has_king(&story->at[0], problem_winner(story->problem)) && is_piece_move(m) &&
           move_from(m) == story->at[0].state.king[problem_winner(story->problem)];
}

static bool begins_in_check(const struct problem_story *story)
{
    return position_in_check(&story->at[0]);
}

// Whether a piece that has just moved without capturing anything is captured at once.
static bool is_sacrifice(const struct problem_story *story)
{
    for (unsigned i = 0; i + 1 < story->problem->count; i += 2) {
        move m = story->problem->line[i].actions[0], reply = story->problem->line[i + 1].actions[0];
        piece lost = story->at[i + 1].pieces[move_to(m)];
        if (is_piece_move(m) && is_piece_move(reply) && move_to(m) == move_to(reply) && is_piece(lost) &&
            piece_type_of(lost) != story->at[i].variant->pawn &&
            !is_piece(position_captured(&story->at[i], m)))
            return true;
    }
    return false;
}

static bool is_zugzwang(const struct problem_story *story)
{
    return story->zugzwang;
}

// Whether the winner could, at some turn of the line, give mate and so lose.
static bool has_mate_to_avoid(const struct problem_story *story)
{
    if (!variant_mate_loses(story->at[0].variant))
        return false;
    for (unsigned i = 0; i < story->problem->count; i += 2) {
        struct move_list list;
        position_actions(&story->at[i], &list);
        for (unsigned j = 0; j < list.count; j++) {
            struct position after = story->at[i];
            struct undo undo;
            position_apply(&after, list.moves[j], &undo);
            if (!after.state.actions && position_in_check(&after) &&
                position_outcome(&after, NULL).reason == REASON_MATE_LOSES)
                return true;
        }
    }
    return false;
}

static bool is_miniature(const struct problem_story *story)
{
    const struct position *pos = &story->at[0];
    return set_count(&pos->sets[SET_WHITE]) + set_count(&pos->sets[SET_BLACK]) <= MINIATURE;
}

const struct problem_theme problem_themes[] = {
    {"checkmate", "the solution ends with checkmate", is_checkmate},
    {"stalemate", "it ends because the loser has no turn, but is not in check", is_stalemate},
    {"out-of-fuel", "it ends because the loser's pieces lack the fuel for any move", is_out_of_fuel},
    {"corner", "the winner's king reaches a corner", is_corner},
    {"selfmate", "the loser is forced to give mate, which loses", is_selfmate},
    {"announcement", "the winner announces a path or circuit", is_announcement},
    {"path", "what is announced is a path, and no circuit", is_path},
    {"circuit", "what is announced is a circuit", is_circuit},
    {"single-piece", "a side is reduced to a single piece", is_single_piece},
    {"square-capture", "the winner moves a piece onto an empty square of the loser's, which changes owner",
     is_square_capture},
    {"square-placed", "the winner places a square", is_square_placed},
    {"square-moved", "the winner moves a square", is_square_moved},
    {"promotion", "the winner promotes a pawn", is_promotion},
    {"underpromotion", "the winner promotes a pawn to another piece than the strongest", is_underpromotion},
    {"castling", "the winner castles", is_castling},
    {"en-passant", "the winner captures en passant", is_en_passant},
    {"last-unit", "a piece of the winner's burns the last of its fuel", is_last_unit},
    {"quiet-first-turn", "the first turn captures nothing, gives no check and does not promote", is_quiet},
    {"king-move", "the first turn is one of the king", begins_with_king},
    {"in-check", "the winner is in check at first", begins_in_check},
    {"sacrifice",
     "a piece of the winner's, but no pawn, moves without capturing anything and is captured at once",
     is_sacrifice},
    {"zugzwang", "if the loser could pass after the first turn, the win would take longer", is_zugzwang},
    {"mate-to-avoid", "in the course of the solution the winner could give mate, which would lose",
     has_mate_to_avoid},
    {"miniature", "there are at most seven pieces on the board", is_miniature},
    {NULL, NULL, NULL},
};

uint32_t problem_find_themes(const struct problem *problem, bool zugzwang)
{
    struct problem_story story = {.problem = problem, .zugzwang = zugzwang};
    uint32_t themes = 0;
    story.at[0] = problem->start;
    for (unsigned i = 0; i < problem->count; i++) {
        story.at[i + 1] = story.at[i];
        turn_play(&story.at[i + 1], &problem->line[i]);
    }
    for (unsigned i = 0; problem_themes[i].name; i++)
        themes |= (uint32_t)problem_themes[i].happens(&story) << i;
    return themes;
}
