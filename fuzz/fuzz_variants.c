// SPDX-License-Identifier: GPL-3.0-or-later
// Any file of variants is either read or refused with places in it, in bounded time; whatever is read can be played.
//
// The input is the file. Each of its first variants is built, its definition is written and reads back as the same game, and random turns are
// played from its start position: each can be undone, and each position survives being written and read.
#include "fuzz/property.h"

#include "base/random.h"
#include "position/fen.h"
#include "position/integrity.h"
#include "position/moves/outcome.h"
#include "position/variant.h"
#include "variants/games.h"

enum { VARIANTS_PLAYED = 4, TURNS_PLAYED = 30 };

static void check_fen(const struct position *pos)
{
    struct buffer text;
    struct position read;
    struct error err = {0};
    buffer_init(&text);
    fen_write(pos, &text);
    bool readable = fen_read(&read, pos->variant, buffer_text(&text), &err);
    if (!readable)
        fprintf(stderr, "%s: %s: %s\n", buffer_text(&text), err.at, err.message);
    PROPERTY(readable);
    PROPERTY(position_hash(&read) == position_hash(pos));
    buffer_clear(&text);
}

// Plays one action, after having played it and taken it back. False if there is none.
static bool play_action(struct position *pos, struct random *random)
{
    static struct move_list list;
    struct position before = *pos;
    struct undo undo;
    position_actions(pos, &list);
    if (!list.count)
        return false;
    move m = list.moves[random_below(random, list.count)];
    position_apply(pos, m, &undo);
    PROPERTY(position_ok(pos));
    PROPERTY(pos->state.hash == position_hash(pos));
    position_undo(pos, &undo);
    PROPERTY(position_equal(pos, &before) && pos->state.hash == before.state.hash);
    position_apply(pos, m, &undo);
    return true;
}

// What `leaper variants show` prints is the same game.
static void check_definition(const struct game *game)
{
    struct buffer text;
    struct report report = {0};
    uint64_t hash, again;
    buffer_init(&text);
    game_write_definition(game, &text);
    struct variant_file *file = games_read("shown", buffer_text(&text), text.length, &report);
    PROPERTY(file != NULL);
    if (!report_is_empty(&report) || file->games.count != 1)
        fprintf(stderr, "%s\n", buffer_text(&text));
    PROPERTY(report_is_empty(&report) && file->games.count == 1);
    PROPERTY(variant_text_hash(game_text(game), &hash));
    PROPERTY(variant_text_hash(game_text(&file->games.items[0]->game), &again));
    PROPERTY(hash == again);
    report_clear(&report);
    variant_file_free(file);
    buffer_clear(&text);
}

static void play(const struct game *game, struct random *random)
{
    struct error err = {0};
    struct position pos;
    struct variant *variant = variant_new(game, NULL, &err);
    PROPERTY(variant != NULL);
    PROPERTY(fen_read(&pos, variant, "startpos", &err));
    for (int played = 0; played < TURNS_PLAYED; played++) {
        if (!pos.state.actions) {
            check_fen(&pos);
            if (position_outcome(&pos, NULL).result != RESULT_ONGOING)
                break;
        }
        if (!play_action(&pos, random))
            break;
    }
    variant_free(variant);
}

static void check_report(const struct report *report)
{
    struct buffer text;
    buffer_init(&text);
    for (size_t i = 0; i < report->faults.count; i++)
        fault_write(&report->faults.items[i], &text);
    PROPERTY(report->faults.count == 0 || text.length > 0);
    buffer_clear(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct report report = {0};
    struct variant_file *file = games_read("input", (const char *)data, size, &report);
    PROPERTY(file != NULL);
    check_report(&report);
    struct random random = {.state = size};
    for (size_t i = 0; i < file->games.count && i < VARIANTS_PLAYED; i++) {
        check_definition(&file->games.items[i]->game);
        play(&file->games.items[i]->game, &random);
    }
    report_clear(&report);
    variant_file_free(file);
    return 0;
}
