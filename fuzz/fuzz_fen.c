// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is either a position of which everything holds that positions promise, or refused with nothing changed.
//
// The first byte of the input chooses the game, the second its parameters, the rest is the FEN. From a position that
// was read, random turns are played: legal moves are legal, undo restores, the hash is the one computed afresh, and
// positions and turns survive being written and read.
#include "fuzz/property.h"

#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/integrity.h"
#include "position/moves/outcome.h"
#include "variants/games.h"

enum { TURNS_PLAYED = 6, ACTIONS_TRIED = 64 };

// A variant of each game and each way to set its first two parameters, made once.
static const struct variant *chosen_variant(unsigned game_byte, unsigned parameter_byte)
{
    static struct variant *made[256][16];
    unsigned count = 0;
    while (games_all()[count])
        count++;
    PROPERTY(count > 0);
    unsigned index = game_byte % count, way = parameter_byte % 16;
    if (!made[index][way]) {
        const struct game *game = games_all()[index];
        struct parameters values;
        game_defaults(game, &values);
        for (unsigned i = 0; i < game->parameter_count; i++) {
            const struct parameter *parameter = &game->parameters[i];
            int steps = parameter->maximum - parameter->minimum + 1;
            values.value[i] = parameter->minimum + (int)(way >> 2 * (i & 1) & 3) % steps;
        }
        made[index][way] = variant_new(game, &values, NULL);
        PROPERTY(made[index][way] != NULL);
    }
    return made[index][way];
}

// What was written reads back as the same, and is written the same again.
static void check_round_trip(const struct position *pos)
{
    struct buffer text, again;
    buffer_init(&text);
    buffer_init(&again);
    fen_write(pos, &text);
    struct position read;
    struct error err = {0};
    bool readable = fen_read(&read, pos->variant, buffer_text(&text), &err);
    if (!readable)
        fprintf(stderr, "%s: %s: %s\n", buffer_text(&text), err.at, err.message);
    PROPERTY(readable);
    PROPERTY(position_equal(pos, &read));
    PROPERTY(position_hash(pos) == position_hash(&read));
    fen_write(&read, &again);
    PROPERTY(strcmp(buffer_text(&text), buffer_text(&again)) == 0);
    buffer_clear(&text);
    buffer_clear(&again);
}

// Every action can be played and taken back, and never leaves a royal king to the enemy at the end of a turn.
static void check_actions(const struct position *start, const struct move_list *list)
{
    struct position pos = *start;
    unsigned step = list->count / ACTIONS_TRIED + 1;
    for (unsigned i = 0; i < list->count; i += step) {
        struct undo undo;
        PROPERTY(position_is_legal(&pos, list->moves[i]));
        position_apply(&pos, list->moves[i], &undo);
        PROPERTY(position_ok(&pos));
        PROPERTY(pos.state.hash == position_hash(&pos));
        if (pos.variant->royal && pos.state.actions == 0)
            PROPERTY(!position_attacked(&pos, pos.state.king[other_color(position_side(&pos))],
                                        position_side(&pos)));
        position_undo(&pos, &undo);
        PROPERTY(position_equal(&pos, start) && pos.state.hash == start->state.hash);
    }
}

struct choice {
    const struct position *pos;
    unsigned wanted, seen;
    struct turn turn;
};

static bool choose_turn(void *context, const struct turn *turn)
{
    struct choice *choice = context;
    choice->turn = *turn;
    return choice->seen++ < choice->wanted;
}

static bool same_turn(const struct turn *a, const struct turn *b)
{
    return a->count == b->count && memcmp(a->actions, b->actions, a->count * sizeof a->actions[0]) == 0;
}

// Both notations of a turn read back as that turn.
static void check_turn_text(const struct position *pos, const struct turn *turn)
{
    struct buffer text;
    struct turn read;
    buffer_init(&text);
    coordinate_write_turn(pos, turn, &text);
    PROPERTY(coordinate_read_turn(pos, buffer_text(&text), &read, NULL));
    PROPERTY(same_turn(&read, turn));

    buffer_reset(&text);
    san_write_turn(pos, turn, SAN_FUEL, &text);
    PROPERTY(san_read_turn(pos, buffer_text(&text), &read, NULL));
    PROPERTY(same_turn(&read, turn));
    buffer_clear(&text);
}

static void check_game(struct position *pos, uint32_t seed)
{
    for (int played = 0; played < TURNS_PLAYED; played++) {
        static struct move_list list;
        PROPERTY(position_ok(pos));
        check_round_trip(pos);
        position_actions(pos, &list);
        check_actions(pos, &list);
        if (list.count == 0 || position_outcome(pos, NULL).result != RESULT_ONGOING)
            return;
        seed = seed * 1664525 + 1013904223;
        struct choice choice = {.pos = pos, .wanted = (seed >> 16) % list.count};
        turn_each(pos, choose_turn, &choice);
        check_turn_text(pos, &choice.turn);
        turn_play(pos, &choice.turn);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const struct variant *variant = chosen_variant(data[0], data[1]);
    char *text = text_of(data + 2, size - 2);
    static struct position pos, untouched;
    memset(&pos, 0x5a, sizeof pos);
    untouched = pos;
    struct error err = {0};

    if (fen_read(&pos, variant, text, &err)) {
        check_game(&pos, (uint32_t)size * 2654435761U + data[size - 1]);
    } else {
        PROPERTY(err.code == ERROR_FEN && err.message[0] != '\0');
        PROPERTY(memcmp(&pos, &untouched, sizeof pos) == 0);
    }
    free(text);
    return 0;
}
