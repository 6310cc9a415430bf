// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out at every possible moment of a program that plays, reads, writes and searches: each call says so or
// succeeds, nothing crashes, nothing is lost, and what was made before still works.

#include "notation/pgn/pgn.h"
#include "notation/pgn/pgn_stream.h"
#include "notation/san.h"
#include "position/fen.h"
#include "search/level.h"
#include "search/search.h"
#include "session/session.h"
#include "session/thinker.h"
#include "support/exhaustion.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// ---- Scenes ----

static struct session *begin(const char *name)
{
    struct error err = {.code = ERROR_NONE};
    const struct game *game = game_find(name, &err);
    assert_non_null(game);
    struct session *session = session_new(game, NULL, NULL, &err);
    if (!session)
        exhaustion_check(&err);
    return session;
}

static void write_and_read(const struct session *session)
{
    struct record record, read;
    struct buffer text;
    struct error err = {.code = ERROR_NONE};
    buffer_init(&text);
    if (!session_to_record(session, &record, &err)) {
        exhaustion_check(&err);
        return;
    }
    if (!record_set_tag(&record, "White", "Ada") || !record_set_tag(&record, "White", "Bea"))
        assert_true(exhaustion_has_struck());
    pgn_write(&record, PGN_FUEL, &text);
    record_clear(&record);
    if (text.failed) {
        buffer_clear(&text);
        return;
    }
    struct pgn_fault fault;
    struct pgn_reader reader;
    pgn_reader_init(&reader, buffer_text(&text), text.length, PGN_PAST_DRAWS | PGN_VARIATIONS);
    reader.fault = &fault;
    switch (pgn_read(&reader, &read, &err)) {
    case PGN_GAME: {
        struct session *again = session_from_record(&read, &err);
        if (again)
            assert_int_equal(again->count, session->count);
        else
            exhaustion_check(&err);
        session_free(again);
        record_clear(&read);
        break;
    }
    case PGN_ERROR:
        exhaustion_check(&err);
        if (fault.found)
            record_clear(&fault.record);
        break;
    case PGN_END:
        fail_msg("the game has vanished");
    }
    buffer_clear(&text);
}

static void write_position(const struct session *session)
{
    struct buffer text;
    struct position pos;
    buffer_init(&text);
    fen_write(&session->position, &text);
    struct error err;
    if (!text.failed)
        assert_true(fen_read(&pos, session->variant, buffer_text(&text), &err));
    else
        assert_true(exhaustion_has_struck());
    buffer_clear(&text);
}

// A game is played as far as there is memory for it, written, read back, and taken back.
static void play(const char *name, const char *const *turns)
{
    struct session *session = begin(name);
    struct error err = {.code = ERROR_NONE};
    if (!session)
        return;
    for (; *turns; turns++)
        if (!session_play_text(session, *turns, &err)) {
            exhaustion_check(&err);
            break;
        }
    struct turn turn;
    assert_false(session_read(session, "Zz9", &turn, &err));
    assert_false(session_read(session, "Ke5", &turn, &err));
    write_position(session);
    write_and_read(session);
    if (!session_take_back(session, session->count, &err))
        fail_msg("%s", err.message);
    session_free(session);
}

static void play_chess(void)
{
    static const char *const turns[] = {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", NULL};
    play("chess", turns);
}

static void play_fuel(void)
{
    static const char *const turns[] = {"e4", "Nc6", "Nf3", NULL};
    play("fuel", turns);
}

static void play_squares(void)
{
    static const char *const turns[] = {"@@e3", "@@e6", "e3", "@@a3", "@@b3", NULL};
    play("hans38", turns);
}

static void play_hamiltonian(void)
{
    static const char *const turns[] = {"K@e4", "K@d4", "Q@a1", NULL};
    play("hamiltonian", turns);
}

static void play_hnefa(void)
{
    static const char *const turns[] = {"e8", "e9", NULL};
    play("hnefa", turns);
}

static void read_wrong_things(void)
{
    struct error err;
    struct parameters parameters;
    assert_null(game_find("no such game", &err));
    const struct game *game = game_find("chess", &err);
    game_defaults(game, &parameters);
    assert_false(parameter_read(&game->parameters[0], "no such army", &parameters.value[0], &err));
    assert_null(level_find("no such level", &err));
}

static void found(void *context, const struct search_result *result)
{
    *(int *)context = result->turn.count ? 1 : 2;
}

static void search(void)
{
    struct session *session = begin("chess");
    if (!session)
        return;
    struct error err = {.code = ERROR_NONE};
    struct search_request request = {
        .position = &session->position, .history = &session->history, .limits.depth = 2};
    struct thinker *thinker = thinker_new(1, 2, &err);
    int told = 0;
    if (thinker && thinker_start(thinker, &request, found, &told, &err)) {
        thinker_wait(thinker);
        assert_int_equal(told, 1);
    } else {
        exhaustion_check(&err);
    }
    thinker_free(thinker);
    session_free(session);
}

int main(void)
{
    // The registry of games is read once and kept.
    assert_non_null(*games_all());
    const struct CMUnitTest tests[] = {
        EXHAUSTION_TEST(play_chess), EXHAUSTION_TEST(play_fuel),        EXHAUSTION_TEST(play_squares),
        EXHAUSTION_TEST(play_hnefa), EXHAUSTION_TEST(play_hamiltonian), EXHAUSTION_TEST(read_wrong_things),
        EXHAUSTION_TEST(search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
