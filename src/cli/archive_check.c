// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper archive check`: examines a database, and replays every match in it by the rules.
#include "cli/archive.h"
#include "cli/command.h"
#include "cli/line/opening.h"
#include "server/match/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    struct archive *archive;
    size_t matches, turns, faults;
};

static void report(void *context, const char *what)
{
    struct check *check = context;
    check->faults++;
    printf("%s\n", what);
}

static void report_match(struct check *check, const char *id, const char *what)
{
    check->faults++;
    printf("match %s: %s\n", id, what);
}

// How the record of a match contradicts its turns; NULL if it does not.
static const char *find_contradiction(const struct archived_match *row, struct session *session)
{
    enum reason reason = row->outcome.reason;
    bool declared = reason == REASON_RESIGNATION || reason == REASON_AGREEMENT || reason == REASON_TIME ||
                    reason == REASON_CANCELLED || reason == REASON_ABORTED || reason == REASON_ABANDONED;
    if (session_side(session) != row->side && session_is_ongoing(session))
        return "the other side is to move";
    if (declared && session_is_ongoing(session))
        session->outcome = row->outcome;
    if (session->outcome.result != row->outcome.result || session->outcome.reason != row->outcome.reason)
        return "the recorded result does not match its turns";
    if (row->points && session_points(session) != row->points)
        return "the recorded points do not match its turns";
    return NULL;
}

static void replay(struct check *check, const struct archived_match *row, const struct archived_turns *turns)
{
    struct error err = {0};
    struct parameters parameters;
    char what[400];
    struct variant_file *file;
    const struct game *game = match_read_game(row, &file, &parameters, &err);
    struct session *session = game ? session_new(game, &parameters, row->start, &err) : NULL;
    variant_file_free(file);
    if (!session) {
        report_match(check, row->id, err.message);
        return;
    }
    for (size_t i = 0; i < turns->count; i++, check->turns++)
        if (!session_play_text(session, turns->texts[i], &err)) {
            snprintf(what, sizeof what, "turn %zu, %.60s: %s", i, turns->texts[i], err.message);
            report_match(check, row->id, what);
            session_free(session);
            return;
        }
    const char *contradiction = find_contradiction(row, session);
    if (contradiction)
        report_match(check, row->id, contradiction);
    session_free(session);
}

static void check_match(void *context, const char *id)
{
    struct check *check = context;
    struct archived_match row;
    struct archived_turns turns;
    struct error err = {0};
    check->matches++;
    if (!archive_load(check->archive, id, &row, &turns, &err)) {
        // A match deleted since the list was read is not a fault.
        if (err.code != ERROR_NOT_FOUND)
            report_match(check, id, err.message);
        return;
    }
    replay(check, &row, &turns);
    archived_match_clear(&row);
    archived_turns_clear(&turns);
}

struct settings {
    struct opening_files files;
    const char *database;
};

static int run(void *given)
{
    static const char command[] = "archive check";
    const struct settings *settings = given;
    struct error err = {0};
    char *path = archive_path(command, settings->database);
    if (!path)
        return EXIT_FAILED;
    struct check check = {.archive = archive_open_to_read(path, false, &err)};
    bool fine = check.archive && archive_examine(check.archive, report, &check, &err) &&
                archive_ids(check.archive, check_match, &check, &err);
    archive_close(check.archive);
    free(path);
    if (!fine)
        return failure_report(command, &err);
    printf("matches: %zu, turns: %zu, faults: %zu\n", check.matches, check.turns, check.faults);
    int status = output_finish(command);
    return status == EXIT_FINE && check.faults ? EXIT_FAILED : status;
}

static const struct argument operands[] = {
    {.name = "FILE", ARCHIVE_DATABASE, PATH(struct settings, database)},
    {.name = NULL},
};

const struct command command_archive_check = {
    .name = "archive check",
    .summary = "replay every match, report each fault",
    .text =
        "Examines the database, even while a server is using it: its structure, the checksum of every match and\n"
        "turn, and whether the turns of every match, played again by the rules, lead to what is recorded. Prints\n"
        "one line for each fault, and ends with status 1 if there are any.\n",
    .examples = "  leaper archive check\n"
                "  leaper archive check /srv/games.db\n",
    .operands = operands,
    .shared = {{&opening_files, offsetof(struct settings, files)}},
    .size = sizeof(struct settings),
    .run = run,
};
