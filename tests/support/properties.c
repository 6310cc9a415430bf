// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold in every position of every game.
#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "position/fen.h"
#include "position/integrity.h"
#include "position/moves/count.h"
#include "position/moves/generate.h"
#include "position/moves/key.h"
#include "support/effort.h"
#include "support/scene.h"
#include "support/turns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int compare_moves(const void *left, const void *right)
{
    move a = *(const move *)left, b = *(const move *)right;
    return (a > b) - (a < b);
}

static void check_unique(const struct move_list *list)
{
    static move sorted[MOVE_LIST_MAX];
    memcpy(sorted, list->moves, list->count * sizeof *sorted);
    qsort(sorted, list->count, sizeof *sorted, compare_moves);
    for (unsigned i = 1; i < list->count; i++)
        assert_int_not_equal(sorted[i], sorted[i - 1]);
}

// Whether pieces may change sides without being captured.
static bool changes_sides(const struct variant *variant)
{
    for (unsigned i = 0; i < variant->part_count; i++)
        if (!strcmp(variant->parts[i].mechanism->name, "enclosing"))
            return true;
    return false;
}

static int count_pieces(const struct position *pos)
{
    return set_count(&pos->sets[WHITE]) + set_count(&pos->sets[BLACK]);
}

// `before` is a byte for byte copy of `pos`.
static void check_one_action(struct position *pos, const struct position *before, move m)
{
    struct undo undo;
    enum color side = position_side(pos);
    piece captured = position_captured(pos, m);
    unsigned cost = position_cost(pos, m), fuel = pos->fuel[move_from(m)];

    position_apply(pos, m, &undo);
    assert_true(position_ok(pos));
    assert_true(pos->state.hash == position_hash(pos));
    assert_true(pos->state.hash != before->state.hash);
    bool placed = move_kind(m) == MOVE_DROP && piece_color(move_what(m)) != side;
    bool blast = captured != EMPTY && (pos->variant->blasts || !is_piece_of(pos->pieces[move_to(m)], side));
    bool flips = changes_sides(pos->variant);
    if (flips)
        assert_int_equal(count_pieces(pos),
                         count_pieces(before) - is_piece(captured) + (move_kind(m) == MOVE_DROP));
    else if (!blast)
        assert_int_equal(set_count(&pos->sets[other_color(side)]),
                         set_count(&before->sets[other_color(side)]) - is_piece(captured) + placed);
    if (move_kind(m) <= MOVE_CASTLE && !blast) {
        assert_int_equal(pos->fuel[move_to(m)], fuel - cost);
        assert_true(flips || set_count(&pos->sets[side]) == set_count(&before->sets[side]));
    }
    // Whoever blows up another royal piece wins, whatever becomes of the own king.
    bool over =
        pos->variant->blasts && pos->variant->royal_types && position_ended(pos, &(struct outcome){0});
    square king = pos->state.king[side]; // an army may have none
    if (pos->variant->royal && king != SQUARE_NONE && !pos->state.actions && move_kind(m) != MOVE_ANNOUNCE &&
        !over)
        assert_false(position_attacked(pos, king, other_color(side)));

    position_undo(pos, &undo);
    assert_memory_equal(pos, before, sizeof *pos);
}

// An action that begins or continues a turn is offered only if the turn can be completed.
static void check_completable(struct position *pos, move m)
{
    static struct move_list list;
    struct undo undo;
    position_apply(pos, m, &undo);
    if (pos->state.actions) {
        position_actions(pos, &list);
        assert_true(list.count > 0);
    }
    position_undo(pos, &undo);
}

static void check_one_turn(const struct position *pos, const struct turn *turn)
{
    struct buffer text;
    struct turn read = {0};
    struct error err;
    buffer_init(&text);
    coordinate_write_turn(pos, turn, &text);
    if (!coordinate_read_turn(pos, buffer_text(&text), &read, &err))
        fail_msg("%s is not read back: %s", buffer_text(&text), err.message);
    buffer_clear(&text);
    assert_int_equal(read.count, turn->count);
    for (unsigned i = 0; i < turn->count; i++)
        assert_int_equal(read.actions[i], turn->actions[i]);
}

static bool visit_turn(void *context, const struct turn *turn)
{
    check_one_turn(context, turn);
    return true;
}

// All turns of the position, or some where they are many; where squares are moved, reading takes long.
static void check_turns(const struct position *pos)
{
    enum { SAMPLE = 2 + 28 / EFFORT_DIVISOR };
    size_t most = pos->variant->holes ? 2 * SAMPLE : 1000;
    struct random random = {pos->state.hash};
    struct turn turn;
    if (turns_count(pos, most) < most) {
        assert_true(turn_each(pos, visit_turn, (void *)(uintptr_t)pos));
        return;
    }
    for (int i = 0; i < SAMPLE; i++) {
        turns_random(pos, &random, &turn);
        check_one_turn(pos, &turn);
    }
}

static void check_fen(const struct position *pos)
{
    static struct position read;
    struct buffer text, again;
    struct error err;
    // That somebody has announced something is no part of a position string.
    if (position_outcome(pos, NULL).reason == REASON_ANNOUNCEMENT)
        return;
    buffer_init(&text);
    buffer_init(&again);
    fen_write(pos, &text);
    if (!fen_read(&read, pos->variant, buffer_text(&text), &err))
        fail_msg("%s is not read back: %s, %s", buffer_text(&text), err.at, err.message);
    assert_true(position_equal(&read, pos));
    assert_true(position_ok(&read));
    assert_true(read.state.hash == pos->state.hash);
    assert_true(position_key(&read) == position_key(pos));
    fen_write(&read, &again);
    assert_string_equal(buffer_text(&again), buffer_text(&text));
    buffer_clear(&again);
    buffer_clear(&text);
}

// Generated for each type and target, and the castlings, moves are the same as all at once; and there are as many as are counted.
static void check_moves_by_target(const struct position *pos)
{
    static struct move_list all, parts;
    all.count = parts.count = 0;
    generate_legal(pos, &all);
    generate_castlings(pos, &parts);
    for (unsigned i = 0; i < parts.count; i++)
        assert_int_equal(move_kind(parts.moves[i]), MOVE_CASTLE);
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        for (square to = 0; pos->variant->pieces[type].name && to < GRID_SQUARES; to++) {
            unsigned before = parts.count;
            generate_legal_to(pos, type, to, &parts);
            for (unsigned i = before; i < parts.count; i++) {
                assert_int_equal(piece_type_of(pos->pieces[move_from(parts.moves[i])]), type);
                assert_int_equal(move_to(parts.moves[i]), to);
            }
        }
    assert_int_equal(parts.count, all.count);
    assert_int_equal(count_legal(pos), all.count);
    qsort(all.moves, all.count, sizeof *all.moves, compare_moves);
    qsort(parts.moves, parts.count, sizeof *parts.moves, compare_moves);
    assert_memory_equal(parts.moves, all.moves, all.count * sizeof *all.moves);
}

void scene_check_properties(const struct position *pos)
{
    check_moves_by_target(pos);
    static struct position copy;
    static struct move_list list;
    memcpy(&copy, pos, sizeof copy);
    assert_true(position_ok(&copy));
    position_actions(&copy, &list);
    check_unique(&list);
    // Where squares are placed there are many actions much alike, and to ask what goes on after one takes long.
    unsigned stride = pos->variant->holes ? 1 + list.count * EFFORT_DIVISOR / 256 : 1;
    unsigned long_stride = pos->variant->holes ? 1 + list.count * EFFORT_DIVISOR / 16 : 1;
    for (unsigned i = 0; i < list.count; i++) {
        if (i % stride == 0)
            check_one_action(&copy, pos, list.moves[i]);
        if (i % long_stride == 0) {
            assert_true(position_is_legal(&copy, list.moves[i]));
            check_completable(&copy, list.moves[i]);
        }
    }
    if (!pos->state.actions) {
        check_turns(pos);
        check_fen(pos);
    }
}
