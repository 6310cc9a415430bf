// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a database for measuring the server: many short matches that are over, and a few very long ones in progress.
//
//     matches FILE FINISHED LONG
//
// Prints the ids of the long ones. All seats are played by the token "bench" followed by 19 zeros.
#include "archive/archive.h"
#include "server/match/match.h"
#include "server/secret.h"
#include "variants/games.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// Concurrent writers, so that the archive can group their work; turns of a long match.
enum { THREADS = 96, LONG = 4990 };

static const char token[] = "bench0000000000000000000";

struct work {
    struct archive *archive;
    const struct session *session; // from which all matches begin
    atomic_int left;
    bool is_long;
};

static bool fail(const struct error *err)
{
    fprintf(stderr, "matches: %s\n", err->message);
    return false;
}

// Pieces that move back and forth at little cost, one pair after the other; Black does the same on its side.
static void write_turn(size_t number, char turn[8])
{
    static const struct {
        size_t until;
        const char *there, *back;
    } shuttles[] = {{1, "b1c3", "b1c3"},    {2, "g1f3", "g1f3"},    {996, "a1b1", "b1a1"},
                    {1990, "h1g1", "g1h1"}, {2240, "c3b1", "b1c3"}, {2500, "f3g1", "g1f3"}};
    size_t own = number / 2, i = 0;
    while (own >= shuttles[i].until)
        i++;
    snprintf(turn, 8, "%s", own % 2 ? shuttles[i].back : shuttles[i].there);
    if (i > 1 && own % 2 == 0)
        snprintf(turn, 8, "%s", shuttles[i].there);
    if (number % 2) {
        turn[1] = (char)('9' - turn[1] + '0');
        turn[3] = (char)('9' - turn[3] + '0');
    }
}

static bool play(struct archive *archive, struct archived_match *match, const char *turn, struct error *err)
{
    struct archive_event event = {.turn = turn};
    match->revision++;
    match->ply++;
    match->side = other_color(match->side);
    return archive_update(archive, match, &event, err) || fail(err);
}

static bool write_match(const struct work *work)
{
    struct archived_match match = {.listed = true};
    struct error err = {0};
    char turn[8];
    secret_make_id(match.id);
    match_fill_row(&match, work->session);
    for (int color = WHITE; color <= BLACK; color++) {
        match.seats[color].kind = SEAT_HUMAN;
        match.seats[color].has_token = true;
        secret_hash(match.seats[color].token, token);
    }
    bool fine = archive_create(work->archive, &match, NULL, &err) || fail(&err);
    if (!work->is_long) {
        match.outcome = (struct outcome){RESULT_WHITE, REASON_RESIGNATION};
        fine = fine && play(work->archive, &match, "e2e4", &err);
    }
    for (size_t i = 0; work->is_long && fine && i < LONG; i++) {
        write_turn(i, turn);
        fine = play(work->archive, &match, turn, &err);
    }
    if (work->is_long && fine)
        printf("%s\n", match.id);
    archived_match_clear(&match);
    return fine;
}

static void *write_some(void *context)
{
    struct work *work = context;
    while (atomic_fetch_sub(&work->left, 1) > 0 && write_match(work))
        ;
    return NULL;
}

static bool write_all(struct archive *archive, const char *game, int count, bool is_long)
{
    struct error err = {0};
    struct parameters parameters;
    const struct game *rules = game_find(game, &err);
    pthread_t threads[THREADS];
    int started = 0;
    if (!rules)
        return fail(&err);
    game_defaults(rules, &parameters);
    if (is_long)
        parameters.value[0] = 999; // units of fuel
    struct session *session = session_new(rules, &parameters, NULL, &err);
    if (!session)
        return fail(&err);
    struct work work = {archive, session, count, is_long};
    while (started < THREADS && pthread_create(&threads[started], NULL, write_some, &work) == 0)
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    session_free(session);
    return started > 0;
}

int main(int argc, char **argv)
{
    struct error err = {0};
    if (argc != 4) {
        fprintf(stderr, "usage: matches FILE FINISHED LONG\n");
        return 2;
    }
    struct archive *archive = archive_open(argv[1], &err);
    if (!archive)
        return fail(&err) ? 0 : 1;
    bool fine = write_all(archive, "chess", (int)strtol(argv[2], NULL, 10), false) &&
                write_all(archive, "fuel", (int)strtol(argv[3], NULL, 10), true);
    archive_close(archive);
    return fine ? 0 : 1;
}
