// SPDX-License-Identifier: GPL-3.0-or-later
// Writes turns and games in every notation and reads them again.
#include "support/read_back.h"

#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "notation/pgn/pgn.h"
#include "notation/san.h"
#include "position/fen.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// A legal turn made of actions chosen at random.
static bool choose_turn(const struct position *pos, struct random *random, struct turn *turn)
{
    struct position now = *pos;
    turn->count = 0;
    do {
        struct move_list legal;
        struct undo undo;
        position_actions(&now, &legal);
        if (!legal.count) {
            assert_int_equal(turn->count, 0); // what may be begun can be completed
            return false;
        }
        move m = legal.moves[random_below(random, legal.count)];
        if (move_kind(m) != MOVE_END_TURN)
            turn->actions[turn->count++] = m;
        position_apply(&now, m, &undo);
    } while (now.state.actions);
    return true;
}

static void expect_same(const struct position *pos, const struct turn *turn, const char *text)
{
    struct turn read;
    struct error err = {0};
    struct buffer fen;
    buffer_init(&fen);
    fen_write(pos, &fen);
    if (!san_read_turn(pos, text, &read, &err))
        fail_msg("%s: %s: %s", buffer_text(&fen), text, err.message);
    bool same = read.count == turn->count;
    for (unsigned i = 0; same && i < turn->count; i++)
        same = read.actions[i] == turn->actions[i];
    if (!same)
        fail_msg("%s: %s is read as another turn", buffer_text(&fen), text);
    buffer_clear(&fen);
}

// Ng1-f3,@g8-e6, with ':' for captures.
static void write_long(const struct position *pos, const struct turn *turn, struct buffer *out)
{
    char from[SQUARE_NAME_SIZE], to[SQUARE_NAME_SIZE];
    for (unsigned i = 0; i < turn->count; i++) {
        move m = turn->actions[i];
        square_name(move_from(m), from);
        square_name(move_to(m), to);
        if (i)
            buffer_add_char(out, ',');
        if (move_kind(m) >= MOVE_CASTLE) {
            coordinate_write(pos, m, out);
            continue;
        }
        piece_type type = piece_type_of(pos->pieces[move_from(m)]);
        if (type != TYPE_PAWN)
            buffer_add_char(out, type_letter(type));
        buffer_addf(out, "%s%c%s", from, position_captured(pos, m) == EMPTY ? '-' : ':', to);
        if (move_kind(m) == MOVE_PROMOTION)
            buffer_addf(out, "=%c", type_letter(piece_type_of(move_what(m))));
    }
}

static void check_turn(const struct position *pos, const struct turn *turn)
{
    struct buffer text;
    struct turn read;
    struct error err = {0};
    buffer_init(&text);
    coordinate_write_turn(pos, turn, &text);
    expect_same(pos, turn, buffer_text(&text));
    if (!coordinate_read_turn(pos, buffer_text(&text), &read, &err))
        fail_msg("%s: %s", buffer_text(&text), err.message);
    assert_int_equal(read.count, turn->count);
    buffer_reset(&text);
    san_write_turn(pos, turn, SAN_PLAIN, &text);
    expect_same(pos, turn, buffer_text(&text));
    buffer_reset(&text);
    write_long(pos, turn, &text);
    expect_same(pos, turn, buffer_text(&text));
    buffer_clear(&text);
}

static void check_pgn(const struct record *record)
{
    struct buffer text, again;
    struct pgn_reader reader;
    struct record read;
    struct error err = {0};
    buffer_init(&text);
    buffer_init(&again);
    pgn_write(record, PGN_PLAIN, &text);
    pgn_reader_init(&reader, buffer_text(&text), text.length, PGN_PLAIN);
    if (pgn_read(&reader, &read, &err) != PGN_GAME)
        fail_msg("%s: %s\n%s", err.at, err.message, buffer_text(&text));
    assert_int_equal(read.turns.count, record->turns.count);
    pgn_write(&read, PGN_PLAIN, &again);
    assert_string_equal(buffer_text(&again), buffer_text(&text));
    record_clear(&read);
    buffer_clear(&text);
    buffer_clear(&again);
}

void read_back_game(const char *game, const char *parameters, struct random *random, int plies)
{
    struct variant *variant = scene_variant(game, parameters);
    struct record record;
    struct history history;
    struct turn turn;
    record_init(&record, variant, NULL);
    history_init(&history);
    struct position pos = record.start;
    for (int ply = 0; ply < plies; ply++) {
        record.outcome = position_outcome(&pos, &history);
        if (record.outcome.result != RESULT_ONGOING)
            break;
        for (int i = 0; i < 4; i++) {
            assert_true(choose_turn(&pos, random, &turn));
            check_turn(&pos, &turn);
        }
        history_push(&history, &pos);
        record_add_turn(&record, &turn);
        turn_play(&pos, &turn);
    }
    record.outcome = position_outcome(&pos, &history);
    check_pgn(&record);
    record_clear(&record);
    history_clear(&history);
    variant_free(variant);
}
