// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper archive`: looks after a server's database.
#include "cli/archive.h"

#include "base/memory.h"
#include "cli/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

char *archive_path(const char *command, const char *given)
{
    struct error err = {0};
    char *path = given ? memory_copy_text(given) : archive_default_path(&err);
    if (!path)
        failure_report(command, &err);
    return path;
}

// ---- Backup ----

struct backup_settings {
    const char *target, *database;
};

static int run_backup(void *given)
{
    static const char command[] = "archive backup";
    const struct backup_settings *settings = given;
    char *path = archive_path(command, settings->database);
    if (!path)
        return EXIT_FAILED;
    struct error err = {0};
    int64_t count = 0;
    struct archive *archive = archive_open_to_read(path, false, &err);
    bool fine = archive && archive_backup(archive, settings->target, &count, &err);
    archive_close(archive);
    free(path);
    if (!fine)
        return failure_report(command, &err);
    printf("copied to %s; matches: %" PRId64 "\n", settings->target, count);
    return output_finish(command);
}

static const struct argument backup_operands[] = {
    {.name = "TARGET",
     .help = "the new file",
     PATH(struct backup_settings, target),
     .missing = "where to? leaper archive backup TARGET"},
    {.name = NULL},
};

static const struct argument backup_options[] = {
    {.name = "db", .value = "FILE", ARCHIVE_DATABASE, PATH(struct backup_settings, database)},
    {.name = NULL},
};

static const struct command command_backup = {
    .name = "archive backup",
    .summary = "copy the database, also while a server is using it",
    .text =
        "Copies the database into a new file, as it is at one moment, also while a server is using it. The\n"
        "copy is read back, and every turn in it compared with its checksum, before it gets its name.\n"
        "Ends with status 1, and leaves no file, when the copy is not complete.\n",
    .examples = "  leaper archive backup games-2026-11-22.db\n"
                "  leaper archive backup /backup/games.db --db /srv/games.db\n",
    .operands = backup_operands,
    .options = backup_options,
    .size = sizeof(struct backup_settings),
    .run = run_backup,
};

// ---- Prune ----

struct prune_settings {
    const char *database;
    int64_t older; // seconds
    bool finished, abandoned, dry;
};

enum { BATCH = 256 };

struct ids {
    char (*ids)[ARCHIVE_ID_SIZE];
    size_t count, room;
};

static void add_id(void *context, const char *id)
{
    struct ids *ids = context;
    if (ids->count == ids->room) {
        ids->room = ids->room ? 2 * ids->room : 1024;
        ids->ids = memory_resize(ids->ids, ids->room, sizeof *ids->ids);
    }
    snprintf(ids->ids[ids->count++], ARCHIVE_ID_SIZE, "%s", id);
}

// Deletes matches of a kind, or only counts them.
static bool prune(struct archive *archive, const struct archive_age *age, bool dry, size_t *count,
                  struct error *err)
{
    struct ids ids = {NULL, 0, 0};
    bool fine = archive_old(archive, age, add_id, &ids, err);
    for (size_t at = 0; !dry && fine && at < ids.count; at += BATCH) {
        size_t some = ids.count - at < BATCH ? ids.count - at : BATCH;
        fine =
            archive_delete(archive, (const char(*)[ARCHIVE_ID_SIZE])(ids.ids + at), some, age->before, err);
        *count += fine ? some : 0;
    }
    if (dry)
        *count = ids.count;
    free(ids.ids);
    return fine;
}

static int prune_database(const char *command, const char *path, const struct prune_settings *settings)
{
    struct error err = {0};
    bool both = settings->finished == settings->abandoned;
    struct archive *archive = archive_open(path, &err);
    if (!archive)
        return failure_report(command, &err);
    int64_t before = (int64_t)time(NULL) - settings->older;
    struct archive_age finished = {AGE_FINISHED, before, 0}, ongoing = {AGE_ONGOING, before, 0};
    size_t ended = 0, left = 0;
    bool fine = (!both && !settings->finished) || prune(archive, &finished, settings->dry, &ended, &err);
    fine = fine && ((!both && !settings->abandoned) || prune(archive, &ongoing, settings->dry, &left, &err));
    archive_close(archive);
    printf("%s: %zu finished, %zu unfinished\n", settings->dry ? "would be deleted" : "deleted", ended, left);
    return fine ? output_finish(command) : failure_report(command, &err);
}

static int run_prune(void *given)
{
    static const char command[] = "archive prune";
    const struct prune_settings *settings = given;
    char *path = archive_path(command, settings->database);
    int status = path ? prune_database(command, path, settings) : EXIT_FAILED;
    free(path);
    return status;
}

static const struct argument prune_operands[] = {
    {.name = "FILE", ARCHIVE_DATABASE, PATH(struct prune_settings, database)},
    {.name = NULL},
};

static const struct argument prune_options[] = {
    {.name = "older",
     .value = "DAYS",
     .help = "how long nothing has happened: 90, or 12h and the like",
     SPAN(struct prune_settings, older),
     .missing = "how old? --older DAYS"},
    {.name = "finished", .help = "finished matches only", FLAG(struct prune_settings, finished)},
    {.name = "abandoned", .help = "unfinished matches only", FLAG(struct prune_settings, abandoned)},
    {.name = "dry-run", .help = "delete nothing, print how many there are", FLAG(struct prune_settings, dry)},
    {.name = NULL},
};

static const struct command command_prune = {
    .name = "archive prune",
    .summary = "delete old matches",
    .synopsis = "[FILE] --older DAYS [options]",
    .text =
        "Deletes matches in which nothing has happened for the time given: finished ones, and those that were\n"
        "left unfinished. The space is used again for new matches; a backup is as small as it can be. No server\n"
        "may be using the database.\n",
    .examples = "  leaper archive prune --older 90 --dry-run    only says how many there are\n"
                "  leaper archive prune /srv/games.db --older 365 --finished\n",
    .operands = prune_operands,
    .options = prune_options,
    .size = sizeof(struct prune_settings),
    .run = run_prune,
};

// ---- The list ----

static const struct command *const subcommands[] = {
    &command_backup,
    &command_archive_check,
    &command_prune,
    NULL,
};

const struct command command_archive = {
    .name = "archive",
    .summary = "check, prune or back up a server's database",
    .text = "Looks after the database in which 'leaper serve' keeps its matches.\n",
    .subcommands = subcommands,
};
