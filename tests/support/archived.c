// SPDX-License-Identifier: GPL-3.0-or-later
// Makes and removes them.
#include "support/archived.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

int fixture_set_up(void **state)
{
    struct fixture *fixture = memory_resize(NULL, 1, sizeof *fixture);
    *fixture = (struct fixture){0};
    snprintf(fixture->directory, sizeof fixture->directory, "/tmp/leaper-archive-XXXXXX");
    if (!mkdtemp(fixture->directory))
        return -1;
    snprintf(fixture->path, sizeof fixture->path, "%s/games.db", fixture->directory);
    fixture->archive = archive_open(fixture->path, NULL);
    *state = fixture;
    return fixture->archive ? 0 : -1;
}

int fixture_tear_down(void **state)
{
    struct fixture *fixture = *state;
    archive_close(fixture->archive);
    unlink(fixture->path);
    int status = rmdir(fixture->directory);
    free(fixture);
    return status;
}

void fixture_open_again(struct fixture *fixture)
{
    archive_close(fixture->archive);
    fixture->archive = archive_open(fixture->path, NULL);
    assert_non_null(fixture->archive);
}

// A match of a person against an engine.
struct archived_match fixture_make_match(const char *id, const char *game)
{
    struct archived_match match = {
        .start = memory_copy_text("8/8 w"), .side = WHITE, .has_join = true, .listed = true};
    snprintf(match.id, sizeof match.id, "%s", id);
    snprintf(match.game, sizeof match.game, "%s", game);
    snprintf(match.parameters, sizeof match.parameters, "fuel=7");
    match.seats[WHITE].kind = SEAT_HUMAN;
    match.seats[WHITE].has_token = true;
    memset(match.seats[WHITE].token, 0x5a, ARCHIVE_HASH_SIZE);
    memset(match.join, 0xa5, ARCHIVE_HASH_SIZE);
    snprintf(match.seats[WHITE].name, sizeof match.seats[WHITE].name, "Ada'; DROP TABLE matches; --");
    match.seats[BLACK].kind = SEAT_ENGINE;
    snprintf(match.seats[BLACK].level, sizeof match.seats[BLACK].level, "club");
    return match;
}

struct archived_match fixture_create(struct fixture *fixture, const char *id, const char *game)
{
    struct archived_match match = fixture_make_match(id, game);
    struct error err = {0};
    if (!archive_create(fixture->archive, &match, NULL, &err))
        fail_msg("%s", err.message);
    return match;
}

void fixture_play(struct fixture *fixture, struct archived_match *match, const char *turn)
{
    struct error err = {0};
    struct archive_event event = {.turn = turn};
    match->revision++;
    match->ply++;
    match->side = other_color(match->side);
    if (!archive_update(fixture->archive, match, &event, &err))
        fail_msg("%s", err.message);
}

// The turns on disk, joined by blanks.
void fixture_assert_turns(struct fixture *fixture, const char *id, const char *expected)
{
    struct archived_match match;
    struct archived_turns turns;
    char joined[256] = "";
    assert_true(archive_load(fixture->archive, id, &match, &turns, NULL));
    for (size_t i = 0; i < turns.count; i++)
        snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s%s", i ? " " : "",
                 turns.texts[i]);
    assert_string_equal(joined, expected);
    assert_int_equal(match.ply, turns.count);
    archived_match_clear(&match);
    archived_turns_clear(&turns);
}
