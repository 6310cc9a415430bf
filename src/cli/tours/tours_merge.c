// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours merge`: combines the units of a count.
#include "base/memory.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_units.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct settings {
    struct words paths;
    bool as_json;
};

struct merge {
    const char *command;
    bool has_job;
    struct tours_job job;
    bool *found;
    struct unit_result *results;
};

// The first unit says what was counted.
static bool read_job(struct merge *merge, const char *text, const char *path)
{
    struct unit_names names;
    struct error err;
    if (!unit_read_names(text, path, &names, &err)) {
        usage_report(merge->command, &err);
        return false;
    }
    const struct tours_job_request request = tours_job_named(&names);
    merge->has_job = tours_job_init(&merge->job, merge->command, &request) == EXIT_FINE;
    if (merge->has_job)
        merge->results = tours_job_results(&merge->job, &merge->found);
    unit_names_clear(&names);
    if (merge->has_job && !merge->results)
        usage_error(merge->command, "out of memory");
    return merge->has_job && merge->results;
}

static bool add_file(struct merge *merge, const char *path)
{
    struct error err;
    struct unit_result result;
    char *text = unit_read_file(path, &err);
    if (!text) {
        usage_report(merge->command, &err);
        return false;
    }
    bool good = merge->has_job || read_job(merge, text, path);
    if (good && !unit_read(&merge->job.job, text, path, &result, &err)) {
        usage_report(merge->command, &err);
        good = false;
    }
    if (good && merge->found[result.unit]) {
        usage_error(merge->command, "%s: unit %" PRIu32 " appears twice", path, result.unit);
        good = false;
    }
    if (good) {
        merge->found[result.unit] = true;
        merge->results[result.unit] = result;
    }
    free(text);
    return good;
}

static bool add_directory(struct merge *merge, const char *directory)
{
    struct dirent **entries;
    int count = scandir(directory, &entries, NULL, alphasort);
    bool good = count >= 0;
    if (!good)
        usage_error(merge->command, "cannot read %s: %s", directory, strerror(errno));
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        size_t length = strlen(name);
        if (good && !strncmp(name, "unit-", 5) && length > 10 && !strcmp(name + length - 5, ".json")) {
            struct buffer path;
            buffer_init(&path);
            buffer_addf(&path, "%s/%s", directory, name);
            good = add_file(merge, buffer_text(&path));
            buffer_clear(&path);
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return good;
}

static int finish(struct merge *merge, bool json)
{
    uint32_t missing = 0, first = 0;
    double seconds = 0;
    if (!merge->has_job)
        return usage_error(merge->command, "no units were found");
    for (uint32_t u = merge->job.job.units; u-- > 0;)
        if (!merge->found[u]) {
            missing++;
            first = u;
        }
    if (missing) {
        usage_error(merge->command,
                    "%" PRIu32 " of %" PRIu32 " units are missing; the first is number %" PRIu32, missing,
                    merge->job.job.units, first);
        return EXIT_FAILED;
    }
    for (uint32_t u = 0; u < merge->job.job.units; u++)
        seconds += merge->results[u].seconds;
    return tours_job_print(merge->command, &merge->job, merge->results, json, seconds);
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct merge merge = {.command = "tours merge"};
    bool good = true;
    for (int i = 0; i < settings->paths.count && good; i++) {
        const char *path = settings->paths.words[i];
        struct stat about;
        bool is_directory = !stat(path, &about) && S_ISDIR(about.st_mode);
        good = is_directory ? add_directory(&merge, path) : add_file(&merge, path);
    }
    int status = good ? finish(&merge, settings->as_json) : EXIT_USAGE;
    if (merge.has_job)
        tours_job_clear(&merge.job);
    free(merge.found);
    free(merge.results);
    return status;
}

static const struct argument operands[] = {
    {.name = "DIRECTORY",
     .help = "directories or files with units",
     WORDS(struct settings, paths),
     .missing = "which units? Name the directory that contains them"},
    {.name = NULL},
};

static const struct argument options[] = {
    {.name = "json", .help = "print the result as JSON", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_tours_merge = {
    .name = "tours merge",
    .summary = "combine the units of a count",
    .text =
        "Reads the units that 'leaper tours unit' or 'leaper tours count --units' wrote, from directories or\n"
        "files, and combines them. All units must belong to the same count, and each must occur exactly once;\n"
        "checksums and, in the end, the remainders modulo several primes must agree.\n",
    .examples = "  leaper tours merge units\n"
                "  leaper tours merge from-here from-there --json\n",
    .operands = operands,
    .options = options,
    .size = sizeof(struct settings),
    .run = run,
};
