// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper archive`: maintains a server's database.
#include "cli/archive.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/vector.h"
#include "cli/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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
     .missing = "which file? leaper archive backup TARGET"},
    {.name = NULL},
};

static const struct argument backup_options[] = {
    {.name = "db", .value = "FILE", ARCHIVE_DATABASE, PATH(struct backup_settings, database)},
    {.name = NULL},
};

static const struct command command_backup = {
    .name = "archive backup",
    .summary = "copy the database, even while a server is using it",
    .text =
        "Copies a snapshot of the database to a new file, even while a server is using it. The copy is read\n"
        "back, and every turn in it compared with its checksum, before it gets its name.\n"
        "Ends with status 1, and leaves no file, if the copy is not complete.\n",
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

typedef char match_id[ARCHIVE_ID_SIZE];

struct pruning {
    struct archive *archive;
    int64_t before;
    bool dry;
    size_t kept; // damaged matches, and those that cannot be deleted without changing a damaged one
    struct VECTOR_OF(match_id) ids; // of one kind
};

static const char prune_name[] = "archive prune";

static void keep(struct pruning *pruning, const char *id, const struct error *err)
{
    fprintf(stderr, "leaper %s: match %s is kept: %s\n", prune_name, id, err->message);
    pruning->kept++;
}

// Collects a match if it is intact: the date of a damaged one may be wrong as well.
static void add_id(void *context, const char *id)
{
    struct pruning *pruning = context;
    struct archived_match match;
    struct archived_turns turns;
    struct error err = {0};
    if (!archive_load(pruning->archive, id, &match, &turns, &err)) {
        keep(pruning, id, &err);
        return;
    }
    archived_match_clear(&match);
    archived_turns_clear(&turns);
    if (!vector_reserve(&pruning->ids, pruning->ids.count + 1))
        memory_exhausted();
    snprintf(pruning->ids.items[pruning->ids.count++], sizeof(match_id), "%s", id);
}

// Deletes matches together or, if one of them cannot be deleted, one by one. False if the disk cannot be
// written to.
static bool delete_some(struct pruning *pruning, const match_id *ids, size_t count, size_t *deleted,
                        struct error *err)
{
    if (archive_delete(pruning->archive, ids, count, pruning->before, NULL)) {
        *deleted += count;
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        struct error why;
        if (archive_delete(pruning->archive, ids + i, 1, pruning->before, &why))
            ++*deleted;
        else if (archive_check(pruning->archive, err))
            keep(pruning, ids[i], &why);
        else
            return false;
    }
    return true;
}

// Deletes matches of a kind, or only counts them.
static bool prune(struct pruning *pruning, enum age_kind kind, size_t *deleted, struct error *err)
{
    struct archive_age age = {kind, pruning->before, 0};
    bool fine = archive_old(pruning->archive, &age, add_id, pruning, err);
    if (fine && pruning->dry)
        *deleted = pruning->ids.count;
    for (size_t at = 0; !pruning->dry && fine && at < pruning->ids.count; at += BATCH) {
        size_t left = pruning->ids.count - at;
        fine = delete_some(pruning, (const match_id *)pruning->ids.items + at, left < BATCH ? left : BATCH,
                           deleted, err);
    }
    vector_clear(&pruning->ids);
    return fine;
}

static int prune_database(const char *path, const struct prune_settings *settings)
{
    struct error err = {0};
    bool both = settings->finished == settings->abandoned;
    struct pruning pruning = {.archive = settings->dry ? archive_open_to_read(path, false, &err)
                                                       : archive_open(path, &err),
                              .before = clock_wall_milliseconds() / 1000 - settings->older,
                              .dry = settings->dry};
    size_t ended = 0, left = 0;
    if (!pruning.archive)
        return failure_report(prune_name, &err);
    bool fine = (!both && !settings->finished) || prune(&pruning, AGE_FINISHED, &ended, &err);
    fine = fine && ((!both && !settings->abandoned) || prune(&pruning, AGE_ONGOING, &left, &err));
    archive_close(pruning.archive);
    printf("%s: %zu finished, %zu unfinished\n", pruning.dry ? "would be deleted" : "deleted", ended, left);
    if (!fine)
        return failure_report(prune_name, &err);
    int status = output_finish(prune_name);
    return pruning.kept ? EXIT_FAILED : status;
}

static int run_prune(void *given)
{
    const struct prune_settings *settings = given;
    char *path = archive_path(prune_name, settings->database);
    int status = path ? prune_database(path, settings) : EXIT_FAILED;
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
     .help = "minimum time without activity, in days, or as in 12h",
     SPAN(struct prune_settings, older),
     .missing = "how old? --older DAYS"},
    {.name = "finished", .help = "finished matches only", FLAG(struct prune_settings, finished)},
    {.name = "abandoned", .help = "unfinished matches only", FLAG(struct prune_settings, abandoned)},
    {.name = "dry-run",
     .help = "delete nothing, print how many would be deleted",
     FLAG(struct prune_settings, dry)},
    {.name = NULL},
};

static const struct command command_prune = {
    .name = prune_name,
    .summary = "delete old matches",
    .synopsis = "[FILE] --older DAYS [options]",
    .text =
        "Deletes matches in which nothing has happened for the time given: finished ones, and those that were\n"
        "left unfinished. The space is used again for new matches; a backup is as small as it can be. No server\n"
        "may be using the database. A damaged match is kept, since its date may be wrong, too; each is reported,\n"
        "and the command then ends with status 1.\n",
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
    .text = "Maintains the database in which 'leaper serve' stores its matches.\n",
    .subcommands = subcommands,
};
