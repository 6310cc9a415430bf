// SPDX-License-Identifier: GPL-3.0-or-later
// Units of work as files.
#include "base/file_output.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "tours/frontier/residue.h"
#include "tours/natural.h"
#include "tours/units/unit.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1, PATH_SIZE = 4096, FILE_SIZE_MAX = 1 << 20, SUM_SIZE = 24 };

// ---- Writing ----

static uint64_t checksum(const char *text)
{
    uint64_t sum = 0;
    for (const char *c = text; *c; c++)
        sum = random_mix(sum ^ (unsigned char)*c);
    return sum;
}

// Writes the checksum of an object without its member "checksum". False when there is no memory.
static bool object_checksum(const json_t *object, char text[SUM_SIZE])
{
    json_t *copy = json_copy((json_t *)object);
    json_object_del(copy, "checksum");
    char *canonical = json_dumps(copy, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(12));
    if (canonical)
        snprintf(text, SUM_SIZE, "%016" PRIx64, checksum(canonical));
    bool good = canonical != NULL;
    free(canonical);
    json_decref(copy);
    return good;
}

// 64-bit numbers are strings in JSON, since not every reader preserves them.
static json_t *number_text(uint64_t number, bool hexadecimal)
{
    char text[24];
    if (hexadecimal)
        snprintf(text, sizeof text, "%016" PRIx64, number);
    else
        snprintf(text, sizeof text, "%" PRIu64, number);
    return json_string(text);
}

static void write_digits(const struct unit_job *job, uint32_t unit, char text[UNIT_CUT_MAX + 1])
{
    uint32_t code = job->codes[unit];
    text[job->cut] = '\0';
    for (int i = job->cut; i-- > 0; code /= 3)
        text[i] = (char)('0' + code % 3);
}

char *unit_write(const struct unit_job *job, const struct unit_result *result)
{
    char digits[UNIT_CUT_MAX + 1];
    const struct unit_subject *subject = &job->subject;
    json_t *primes = json_array(), *remainders = json_array();
    for (unsigned i = 0; i < job->primes; i++) {
        json_array_append_new(primes, number_text(job->prime[i], false));
        json_array_append_new(remainders, number_text(result->remainder[i], false));
    }
    write_digits(job, result->unit, digits);
    json_t *object = json_pack(
        "{s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:i, s:I, s:I, s:s, s:i, s:o, s:o, s:I, s:I, s:f, s:f}",
        "leaper_unit", FORMAT, "version", LEAPER_VERSION, "board", subject->board, "leaper", subject->leaper,
        "kind", subject->kind, "from", subject->from, "to", subject->to, "method",
        count_method_name(job->method), "graph", number_text(job->graph_print, true), "plan",
        number_text(job->plan_print, true), "cut", job->cut, "unit", (json_int_t)result->unit, "units",
        (json_int_t)job->units, "digits", digits, "weight", (int)job->weights[result->unit], "primes", primes,
        "remainders", remainders, "states", (json_int_t)result->states, "memory", (json_int_t)result->memory,
        "seconds", result->seconds, "cpu_seconds", result->cpu);
    char sum[SUM_SIZE], *text = NULL;
    // jansson leaves out values that it has no memory for.
    if (object && json_array_size(primes) == job->primes && json_array_size(remainders) == job->primes &&
        object_checksum(object, sum) && !json_object_set_new(object, "checksum", json_string(sum)))
        text = json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    json_decref(object);
    return text;
}

// ---- Reading ----

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static json_t *read_object(const char *text, const char *name, struct error *err)
{
    json_error_t json_err;
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, &json_err);
    if (!object && json_error_code(&json_err) == json_error_out_of_memory) {
        error_no_memory(err);
        return NULL;
    }
    if (!json_is_object(object) || json_integer_value(json_object_get(object, "leaper_unit")) != FORMAT) {
        json_decref(object);
        error_set(err, ERROR_SYSTEM, name, "this file is not a unit, or it is damaged");
        return NULL;
    }
    char sum[SUM_SIZE];
    bool summed = object_checksum(object, sum);
    if (summed && !strcmp(sum, text_of(object, "checksum")))
        return object;
    json_decref(object);
    if (summed)
        error_set(err, ERROR_SYSTEM, name, "the file is damaged: its checksum is wrong");
    else
        error_no_memory(err);
    return NULL;
}

// Checks that a text in the file is the same as that in the job.
static bool same_text(const json_t *object, const char *key, const char *mine, const char *name,
                      struct error *err)
{
    const char *theirs = text_of(object, key);
    if (!strcmp(theirs, mine))
        return true;
    return error_set(err, ERROR_CONFLICT, name,
                     "this unit belongs to another count: its %s is '%s', not '%s'", key, theirs, mine);
}

static bool same_print(const json_t *object, const char *key, uint64_t mine, const char *name,
                       struct error *err)
{
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, mine);
    if (!strcmp(text, text_of(object, key)))
        return true;
    if (!strcmp(key, "graph"))
        return error_set(err, ERROR_CONFLICT, name, "this unit belongs to the graph of another leaper ('%s')",
                         text_of(object, "leaper"));
    return error_set(err, ERROR_CONFLICT, name, "this unit was cut by another version of the program (%s)",
                     text_of(object, "version"));
}

static bool same_job(const struct unit_job *job, const json_t *object, const char *name, struct error *err)
{
    const struct unit_subject *subject = &job->subject;
    if (!same_text(object, "board", subject->board, name, err) ||
        !same_text(object, "kind", subject->kind, name, err) ||
        !same_text(object, "from", subject->from, name, err) ||
        !same_text(object, "to", subject->to, name, err) ||
        !same_print(object, "graph", job->graph_print, name, err) ||
        !same_text(object, "method", count_method_name(job->method), name, err) ||
        !same_print(object, "plan", job->plan_print, name, err))
        return false;
    if (json_integer_value(json_object_get(object, "cut")) == job->cut &&
        json_integer_value(json_object_get(object, "units")) == job->units)
        return true;
    return error_set(err, ERROR_CONFLICT, name,
                     "this unit is one of %" JSON_INTEGER_FORMAT ", not of %" PRIu32,
                     json_integer_value(json_object_get(object, "units")), job->units);
}

static bool read_number(const json_t *text, uint64_t *number)
{
    const char *digits = json_string_value(text);
    return digits && text_read_uint64(digits, UINT64_MAX, number);
}

static bool read_remainders(const struct unit_job *job, const json_t *object, struct unit_result *result)
{
    const json_t *primes = json_object_get(object, "primes"),
                 *remainders = json_object_get(object, "remainders");
    if (json_array_size(primes) != job->primes || json_array_size(remainders) != job->primes)
        return false;
    for (unsigned i = 0; i < job->primes; i++) {
        uint64_t prime;
        if (!read_number(json_array_get(primes, i), &prime) || prime != job->prime[i] ||
            !read_number(json_array_get(remainders, i), &result->remainder[i]) ||
            result->remainder[i] >= prime)
            return false;
    }
    return true;
}

// Checks that the rest of the file agrees with the job, and that the remainders (there is one more than needed) belong to a number
// that is a multiple of the weight and does not exceed the bound on the number of tours.
static bool is_consistent(const struct unit_job *job, const json_t *object, const struct unit_result *result,
                          const char *name, struct error *err)
{
    char digits[UNIT_CUT_MAX + 1];
    const double seconds = json_number_value(json_object_get(object, "seconds")),
                 cpu = json_number_value(json_object_get(object, "cpu_seconds"));
    unsigned weight = job->weights[result->unit];
    write_digits(job, result->unit, digits);
    if (strcmp(text_of(object, "digits"), digits) != 0 ||
        json_integer_value(json_object_get(object, "weight")) != (json_int_t)weight ||
        json_integer_value(json_object_get(object, "states")) < 0 ||
        json_integer_value(json_object_get(object, "memory")) < 0 || !(seconds >= 0) || !(cpu >= 0))
        return error_set(err, ERROR_SYSTEM, name, "the numbers of this unit make no sense");
    char *text = residue_combine(result->remainder, job->primes, 1);
    struct natural number = {0};
    bool read = text && natural_set_text(&number, text);
    bool possible =
        job->subject.cycles->trivial || (natural_bits(&number) <= cycle_graph_bound(job->subject.cycles) &&
                                         natural_remainder(&number, weight) == 0);
    bool no_memory = !read || number.failed;
    natural_clear(&number);
    free(text);
    if (no_memory)
        return error_no_memory(err);
    return possible ||
           error_set(err, ERROR_SYSTEM, name,
                     "the remainders of this unit contradict each other: at least one of them is wrong");
}

bool unit_read(const struct unit_job *job, const char *text, const char *name, struct unit_result *result,
               struct error *err)
{
    json_t *object = read_object(text, name, err);
    if (!object)
        return false;
    bool good = same_job(job, object, name, err);
    json_int_t unit = json_integer_value(json_object_get(object, "unit"));
    *result = (struct unit_result){0};
    if (good && (unit < 0 || unit >= job->units || !read_remainders(job, object, result)))
        good = error_set(err, ERROR_SYSTEM, name, "the numbers of this unit make no sense");
    result->unit = (uint32_t)unit;
    if (good)
        good = is_consistent(job, object, result, name, err);
    result->states = (uint64_t)json_integer_value(json_object_get(object, "states"));
    result->memory = (uint64_t)json_integer_value(json_object_get(object, "memory"));
    result->seconds = json_number_value(json_object_get(object, "seconds"));
    result->cpu = json_number_value(json_object_get(object, "cpu_seconds"));
    json_decref(object);
    return good;
}

bool unit_read_names(const char *text, const char *name, struct unit_names *names, struct error *err)
{
    json_t *object = read_object(text, name, err);
    if (!object)
        return false;
    names->board = memory_try_copy_text(text_of(object, "board"));
    names->leaper = memory_try_copy_text(text_of(object, "leaper"));
    names->kind = memory_try_copy_text(text_of(object, "kind"));
    names->from = memory_try_copy_text(text_of(object, "from"));
    names->to = memory_try_copy_text(text_of(object, "to"));
    names->cut = (int)json_integer_value(json_object_get(object, "cut"));
    json_decref(object);
    if (names->board && names->leaper && names->kind && names->from && names->to)
        return true;
    unit_names_clear(names);
    return error_no_memory(err);
}

void unit_names_clear(struct unit_names *names)
{
    free(names->board);
    free(names->leaper);
    free(names->kind);
    free(names->from);
    free(names->to);
}

// ---- Files ----

bool unit_save(const struct unit_job *job, const char *directory, const struct unit_result *result,
               struct error *err)
{
    char path[PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s/unit-%06" PRIu32 ".json", directory, result->unit);
    if (length >= PATH_SIZE)
        return error_set(err, ERROR_SYSTEM, "units", "the name of the directory is too long");
    char *text = unit_write(job, result);
    if (!text)
        return error_no_memory(err);
    bool good = file_output_replace(path, 0666, text, strlen(text));
    int reason = errno;
    free(text);
    return good || error_set(err, ERROR_SYSTEM, directory, "cannot write a unit to this directory: %s",
                             strerror(reason));
}

char *unit_read_file(const char *path, struct error *err)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        error_set(err, ERROR_NOT_FOUND, path, "cannot read the file: %s", strerror(errno));
        return NULL;
    }
    char *text = memory_try(NULL, FILE_SIZE_MAX + 1, 1);
    if (!text) {
        fclose(file);
        error_no_memory(err);
        return NULL;
    }
    size_t length = fread(text, 1, FILE_SIZE_MAX, file);
    text[length] = '\0';
    bool failed = ferror(file) || strlen(text) != length;
    fclose(file);
    if (!failed)
        return text;
    free(text);
    error_set(err, ERROR_SYSTEM, path, "this file is not a unit");
    return NULL;
}

static bool is_unit_name(const char *name)
{
    size_t length = strlen(name);
    return length > 10 && !strncmp(name, "unit-", 5) && !strcmp(name + length - 5, ".json");
}

static bool load_file(const struct unit_job *job, const char *path, bool *found, struct unit_result *results,
                      struct error *err)
{
    struct unit_result result;
    char *text = unit_read_file(path, err);
    bool good = text && unit_read(job, text, path, &result, err);
    free(text);
    if (good && found[result.unit])
        return error_set(err, ERROR_CONFLICT, path, "unit %" PRIu32 " appears twice", result.unit);
    if (good) {
        found[result.unit] = true;
        results[result.unit] = result;
    }
    return good;
}

bool unit_load(const struct unit_job *job, const char *directory, bool *found, struct unit_result *results,
               struct error *err)
{
    memset(found, 0, job->units * sizeof *found);
    DIR *list = opendir(directory);
    if (!list)
        return error_set(err, ERROR_NOT_FOUND, directory, "cannot read the directory: %s", strerror(errno));
    bool good = true;
    for (const struct dirent *entry = readdir(list); entry && good; entry = readdir(list)) {
        char path[PATH_SIZE];
        if (is_unit_name(entry->d_name) &&
            snprintf(path, sizeof path, "%s/%s", directory, entry->d_name) < PATH_SIZE)
            good = load_file(job, path, found, results, err);
    }
    closedir(list);
    return good;
}
