// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper archive`: looks after a server's database; one subcommand a table row.
#include "cli/archive.h"

#include "base/memory.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/suggest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

char *archive_path(const char *command, const char *given)
{
    struct error err = {0};
    char *path = given ? memory_copy_text(given) : archive_default_path(&err);
    if (!path)
        archive_complain(command, &err);
    return path;
}

int archive_complain(const char *command, const struct error *err)
{
    fprintf(stderr, "leaper %s: %s\n", command, err->message);
    return EXIT_FAILED;
}

// ---- Backup ----

static const struct usage backup_usage = {
    "leaper archive backup TARGET [options]",
    "Copies the database into a new file, as it is at one moment, also while a server is using it. The\n"
    "copy is read through and every turn in it compared with its checksum before it gets its name.\n"
    "Ends with 1, and leaves no file, when the copy is not whole.\n",
    "  leaper archive backup games-2026-11-22.db\n"
    "  leaper archive backup /backup/games.db --db /srv/games.db\n",
    false,
};

enum { BACKUP_DATABASE, BACKUP_OPTIONS };

static int cmd_backup(int argc, char **argv)
{
    struct option given[BACKUP_OPTIONS + 1] = {
        [BACKUP_DATABASE] = {"db", "FILE", "database (in the user's data directory)", NULL},
    };
    struct arguments arguments;
    int status = options_read(&backup_usage, given, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count != 1)
        return usage_error(argv[0],
                           arguments.count ? "'%s' is one word too many" : "where to? leaper %s TARGET",
                           arguments.count ? arguments.words[1] : argv[0]);
    char *path = archive_path(argv[0], given[BACKUP_DATABASE].given);
    if (!path)
        return EXIT_FAILED;
    struct error err = {0};
    int64_t count = 0;
    struct archive *archive = archive_open_to_read(path, false, &err);
    bool fine = archive && archive_backup(archive, arguments.words[0], &count, &err);
    archive_close(archive);
    free(path);
    if (!fine)
        return archive_complain(argv[0], &err);
    printf("copied to %s; matches: %" PRId64 "\n", arguments.words[0], count);
    return output_finish(argv[0]);
}

// ---- Prune ----

static const struct usage prune_usage = {
    "leaper archive prune [FILE] --older DAYS [options]",
    "Deletes matches that nothing has happened in for so long: finished ones, and those that were left\n"
    "unfinished. The room is used again for new matches; a backup is as small as it can be. No server may\n"
    "be using the database.\n",
    "  leaper archive prune --older 90 --dry-run    only says how many there are\n"
    "  leaper archive prune /srv/games.db --older 365 --finished\n",
    false,
};

enum { PRUNE_OLDER, PRUNE_FINISHED, PRUNE_ABANDONED, PRUNE_DRY, PRUNE_OPTIONS };

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

static int prune_database(const char *command, const char *path, const struct option *given, int64_t seconds)
{
    struct error err = {0};
    bool dry = given[PRUNE_DRY].given != NULL,
         both = !given[PRUNE_FINISHED].given == !given[PRUNE_ABANDONED].given;
    struct archive *archive = archive_open(path, &err);
    if (!archive)
        return archive_complain(command, &err);
    int64_t before = (int64_t)time(NULL) - seconds;
    struct archive_age finished = {AGE_FINISHED, before, 0}, ongoing = {AGE_ONGOING, before, 0};
    size_t ended = 0, left = 0;
    bool fine = (!both && !given[PRUNE_FINISHED].given) || prune(archive, &finished, dry, &ended, &err);
    fine = fine && ((!both && !given[PRUNE_ABANDONED].given) || prune(archive, &ongoing, dry, &left, &err));
    archive_close(archive);
    printf("%s: %zu finished, %zu unfinished\n", dry ? "would be deleted" : "deleted", ended, left);
    return fine ? output_finish(command) : archive_complain(command, &err);
}

static int cmd_prune(int argc, char **argv)
{
    struct option given[PRUNE_OPTIONS + 1] = {
        [PRUNE_OLDER] = {"older", "DAYS", "how long nothing has happened (90; or 12h and the like)", NULL},
        [PRUNE_FINISHED] = {"finished", NULL, "finished matches only", NULL},
        [PRUNE_ABANDONED] = {"abandoned", NULL, "unfinished matches only", NULL},
        [PRUNE_DRY] = {"dry-run", NULL, "delete nothing, say how many there are", NULL},
    };
    struct arguments arguments;
    int64_t seconds;
    int status = options_read(&prune_usage, given, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error(argv[0], "'%s' is one word too many", arguments.words[1]);
    if (!given[PRUNE_OLDER].given)
        return usage_error(argv[0], "how old? --older DAYS");
    if (!option_span(argv[0], &given[PRUNE_OLDER], &seconds))
        return EXIT_USAGE;
    char *path = archive_path(argv[0], arguments.count ? arguments.words[0] : NULL);
    status = path ? prune_database(argv[0], path, given, seconds) : EXIT_FAILED;
    free(path);
    return status;
}

// ---- The table ----

// argv[0] of a subcommand is its full name, so that messages name it.
static const struct {
    struct command command;
    char full_name[24];
} commands[] = {
    {{"backup", "copy the database while a server is using it", cmd_backup}, "archive backup"},
    {{"check", "replay every match, name each fault", cmd_archive_check}, "archive check"},
    {{"prune", "delete old matches", cmd_prune}, "archive prune"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int print_help(void)
{
    printf("Looks after the database in which 'leaper serve' keeps its matches.\n"
           "\n"
           "Usage: leaper archive SUBCOMMAND [options]\n"
           "       leaper archive SUBCOMMAND --help   what a subcommand does, with examples\n"
           "\n"
           "Subcommands:\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-8s %s\n", commands[i].command.name, commands[i].command.summary);
    return output_finish("archive");
}

static int unknown_command(const char *name)
{
    struct suggestion suggestion = {name, NULL, 0};
    for (int i = 0; i < COMMANDS; i++)
        suggest_offer(&suggestion, commands[i].command.name);
    if (suggestion.nearest)
        return usage_error("archive", "there is no subcommand '%s'; did you mean '%s'?", name,
                           suggestion.nearest);
    return usage_error("archive", "there is no subcommand '%s'; 'leaper archive --help' lists them", name);
}

int cmd_archive(int argc, char **argv)
{
    if (argc < 2)
        return usage_error("archive", "which subcommand? 'leaper archive --help' lists them");
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i].command.name, argv[1])) {
            char name[sizeof commands[i].full_name];
            memcpy(name, commands[i].full_name, sizeof name);
            argv[1] = name;
            return commands[i].command.run(argc - 1, argv + 1);
        }
    if (!strcmp(argv[argc - 1], "--help") || !strcmp(argv[argc - 1], "-h"))
        return print_help();
    return unknown_command(argv[1]);
}
