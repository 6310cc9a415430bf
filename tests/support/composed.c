// SPDX-License-Identifier: GPL-3.0-or-later
// Builds variants for tests, and asks and plays their positions.
#include "support/composed.h"

#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/integrity.h"
#include "position/moves/outcome.h"
#include "position/moves/perft.h"
#include "support/effort.h"
#include "support/scene.h"
#include "support/turns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct variant *composed_new(int width, int height, composed_prepare *prepare)
{
    static struct game game;
    struct error err = {0};
    game = (struct game){.name = "test",
                         .title = "Test",
                         .width = (uint8_t)width,
                         .height = (uint8_t)height,
                         .prepare = prepare};
    struct variant *variant = variant_new(&game, NULL, &err);
    if (!variant)
        fail_msg("%s: %s", err.at, err.message);
    return variant;
}

static void read_position(struct position *pos, const struct variant *variant, const char *fen)
{
    struct error err = {0};
    if (!fen_read(pos, variant, fen, &err))
        fail_msg("%s: %s %s", fen, err.at, err.message);
}

// The turns found so far.
struct found {
    const struct position *pos;
    const char *start;
    char *texts[1024];
    size_t count;
};

static bool note(void *context, const struct turn *turn)
{
    struct found *found = context;
    struct buffer text;
    buffer_init(&text);
    coordinate_write_turn(found->pos, turn, &text);
    if (!strncmp(buffer_text(&text), found->start, strlen(found->start))) {
        assert_true(found->count < sizeof found->texts / sizeof *found->texts);
        found->texts[found->count++] = buffer_take(&text);
    }
    buffer_clear(&text);
    return true;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void composed_only(const struct variant *variant, const char *fen, const char *start, const char *turns)
{
    struct position pos;
    read_position(&pos, variant, fen);
    scene_check_properties(&pos);
    struct found found = {.pos = &pos, .start = start};
    turn_each(&pos, note, &found);
    qsort(found.texts, found.count, sizeof *found.texts, compare_texts);
    struct buffer all;
    buffer_init(&all);
    for (size_t i = 0; i < found.count; i++) {
        buffer_addf(&all, "%s%s", i ? " " : "", found.texts[i]);
        free(found.texts[i]);
    }
    if (strcmp(buffer_text(&all), turns) != 0)
        fail_msg("%s, turns with %s: %s, not %s", fen, start, buffer_text(&all), turns);
    buffer_clear(&all);
}

void composed_refused(const struct variant *variant, const char *fen, const char *turn, const char *words)
{
    struct position pos;
    struct turn read;
    struct error err = {0};
    read_position(&pos, variant, fen);
    if (coordinate_read_turn(&pos, turn, &read, &err))
        fail_msg("%s: %s is legal", fen, turn);
    if (!strstr(err.message, words))
        fail_msg("%s: of %s it says: %s", fen, turn, err.message);
}

void composed_plays(const struct variant *variant, const char *fen, const char *turns, const char *result)
{
    struct position pos;
    struct error err = {0};
    struct buffer text;
    char word[64];
    read_position(&pos, variant, fen);
    for (int length; sscanf(turns, "%63s%n", word, &length) == 1; turns += length) {
        struct turn turn;
        if (!coordinate_read_turn(&pos, word, &turn, &err))
            fail_msg("%s: %s", fen, err.message);
        turn_play(&pos, &turn);
        scene_check_properties(&pos);
    }
    buffer_init(&text);
    fen_write(&pos, &text);
    assert_string_equal(buffer_text(&text), result);
    buffer_clear(&text);
}

uint64_t composed_perft(const struct variant *variant, const char *fen, int depth)
{
    struct position pos;
    read_position(&pos, variant, fen);
    return position_perft(&pos, depth);
}

// SAN and coordinate notation name the same turn.
static void check_san(const struct position *pos, const struct turn *turn)
{
    struct buffer text;
    struct turn read;
    struct error err = {0};
    buffer_init(&text);
    san_write_turn(pos, turn, SAN_PLAIN, &text);
    if (!san_read_turn(pos, buffer_text(&text), &read, &err))
        fail_msg("%s is not read back: %s", buffer_text(&text), err.message);
    assert_int_equal(read.count, turn->count);
    for (unsigned i = 0; i < turn->count; i++)
        assert_int_equal(read.actions[i], turn->actions[i]);
    buffer_clear(&text);
}

static int compare_moves(const void *a, const void *b)
{
    move left = *(const move *)a, right = *(const move *)b;
    return (left > right) - (left < right);
}

// The moves that follow from pins and checks are those of which trying shows that they are safe.
static void check_slow_generator(const struct position *pos)
{
    static struct variant slow;
    static struct move_list direct, tried;
    struct position copy = *pos;
    slow = *pos->variant;
    slow.plain = false;
    copy.variant = &slow;
    position_actions(pos, &direct);
    position_actions(&copy, &tried);
    qsort(direct.moves, direct.count, sizeof *direct.moves, compare_moves);
    qsort(tried.moves, tried.count, sizeof *tried.moves, compare_moves);
    assert_int_equal(direct.count, tried.count);
    assert_memory_equal(direct.moves, tried.moves, direct.count * sizeof *direct.moves);
}

static void play_random_game(const struct variant *variant, struct random *random, unsigned turns)
{
    static struct position pos;
    read_position(&pos, variant, "startpos");
    for (unsigned i = 0; i < turns && position_outcome(&pos, NULL).result == RESULT_ONGOING; i++) {
        struct turn turn;
        turns_random(&pos, random, &turn);
        check_san(&pos, &turn);
        if (pos.variant->plain)
            check_slow_generator(&pos);
        if (random_below(random, 8) == 0)
            scene_check_properties(&pos);
        turn_play(&pos, &turn);
        assert_true(position_ok(&pos));
    }
    // A game may end with the king in check of whoever has won, by blowing up another royal piece; no position string has that.
    enum color last = other_color(position_side(&pos));
    if (!pos.variant->blasts || !pos.variant->royal || pos.state.actions ||
        pos.state.king[last] == SQUARE_NONE ||
        !position_attacked(&pos, pos.state.king[last], position_side(&pos)))
        scene_check_properties(&pos);
}

void composed_random(const struct variant *variant, unsigned games, unsigned turns)
{
    struct random random = {15};
    for (unsigned i = 0; i < games / EFFORT_DIVISOR + 1; i++)
        play_random_game(variant, &random, turns);
}
