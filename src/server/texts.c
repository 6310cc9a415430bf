// SPDX-License-Identifier: GPL-3.0-or-later
// Reads texts of variants, a few at a time.
#include "server/texts.h"

#include "server/limits.h"
#include "server/service.h"
#include "session/checkup.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- A few at a time ----

static struct {
    pthread_mutex_t lock;
    pthread_cond_t free;
    unsigned reading, waiting;
} gate = {.lock = PTHREAD_MUTEX_INITIALIZER, .free = PTHREAD_COND_INITIALIZER};

// How long this thread has been running.
static double processor_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void count(const struct texts *texts, const char *end)
{
    if (texts->metrics)
        metrics_add(texts->metrics, METRICS_TEXTS, end, NULL, 1);
}

// False if too many are waiting. Stores the time of the processor.
static bool enter(double *begun, struct problem *problem)
{
    pthread_mutex_lock(&gate.lock);
    bool fine = gate.waiting < LIMIT_TEXTS_WAITING;
    if (fine) {
        gate.waiting++;
        while (gate.reading == LIMIT_TEXTS_AT_ONCE)
            pthread_cond_wait(&gate.free, &gate.lock);
        gate.waiting--;
        gate.reading++;
    }
    pthread_mutex_unlock(&gate.lock);
    *begun = processor_seconds();
    return fine || problem_set(problem, PROBLEM_BUSY, NULL, "too many texts are being read at the moment");
}

// Charges for the time since enter(): a text that takes as long as ten counts as ten.
static void leave(const struct texts *texts, double begun)
{
    double spent = processor_seconds() - begun;
    if (texts->quotas)
        quotas_charge(texts->quotas, texts->client, QUOTA_TEXTS, floor(spent * 1000 / LIMIT_TEXT_TIME));
    if (texts->metrics)
        metrics_add(texts->metrics, METRICS_TEXTS_SECONDS, NULL, NULL, spent);
    pthread_mutex_lock(&gate.lock);
    gate.reading--;
    pthread_cond_signal(&gate.free);
    pthread_mutex_unlock(&gate.lock);
}

struct texts texts_of(struct service *service, const struct address *client, struct buffer *faults)
{
    return (struct texts){
        .quotas = service->quotas, .metrics = service->metrics, .client = client, .faults = faults};
}

// ---- Reading ----

static bool read_uncounted(const struct texts *texts, const char *text, struct games_loaded *loaded,
                           struct error *err, struct problem *problem)
{
    *loaded = (struct games_loaded){0};
    unsigned wait = texts->quotas ? quotas_spend(texts->quotas, texts->client, QUOTA_TEXTS) : 0;
    if (wait)
        return problem_too_many(problem, wait, "you have sent too many texts");
    double begun;
    if (!enter(&begun, problem))
        return false;
    const struct games_input input = {CHECKUP_NAME, text, strlen(text), false};
    bool fine = games_load_alone(&input, loaded, err);
    leave(texts, begun);
    if (!fine && err->code == ERROR_TOO_LARGE)
        return problem_set(problem, PROBLEM_BAD_FIELD, "variants", "%s", err->message);
    if (!fine && err->no_memory)
        return problem_set(problem, PROBLEM_INTERNAL, NULL, "out of memory");
    return true;
}

// Reads a text, in part if some of it has faults. `loaded` must be cleared, and its file freed, in any case.
static bool read_text(const struct texts *texts, const char *text, struct games_loaded *loaded,
                      struct error *err, struct problem *problem)
{
    bool fine = read_uncounted(texts, text, loaded, err, problem);
    count(texts, !fine ? "refused" : report_is_empty(&loaded->report) ? "read" : "faults");
    return fine;
}

// Appends a member of a JSON object as text, and frees the object. False without memory.
static bool write_json(json_t *json, const char *member, struct buffer *out)
{
    char *text = json ? json_dumps(member ? json_object_get(json, member) : json, JSON_COMPACT) : NULL;
    json_decref(json);
    if (text)
        buffer_add(out, text);
    free(text);
    return text != NULL;
}

static const struct game *find(const struct texts *texts, struct games_loaded *loaded, const char *name,
                               struct problem *problem)
{
    const struct variant_file *file = loaded->file;
    const struct game *game = NULL;
    struct error err = {0};
    if (file && name)
        game = variant_file_find(file, name);
    else if (file && file->games.count == 1 && report_is_empty(&loaded->report))
        game = &file->games.items[0]->game;
    if (game)
        return game;
    if (!report_is_empty(&loaded->report)) {
        report_error(&loaded->report, &err);
        problem_set(problem, PROBLEM_BAD_VARIANT, "variants", "%s: %s", err.at, err.message);
        if (texts->faults)
            write_json(checkup_describe(NULL, &loaded->report), "faults", texts->faults);
    } else if (!name) {
        problem_set(problem, PROBLEM_MISSING_FIELD, "game", "which game of the text is meant?");
    } else if (!(game = game_find(name, &err))) {
        problem_set(problem, PROBLEM_NO_GAME, "game", "neither the text nor the program has a game '%.60s'",
                    name);
    }
    return game;
}

const struct game *texts_find(const struct texts *texts, const char *text, const char *name,
                              struct variant_file **file, struct problem *problem)
{
    struct games_loaded loaded;
    struct error err = {0};
    *file = NULL;
    if (!read_text(texts, text, &loaded, &err, problem)) {
        games_loaded_clear(&loaded);
        return NULL;
    }
    const struct game *game = find(texts, &loaded, name, problem);
    games_loaded_clear(&loaded);
    if (game && loaded.file && variant_file_find(loaded.file, game->name) == game)
        *file = loaded.file;
    else
        variant_file_free(loaded.file);
    return game;
}

bool texts_check(const struct texts *texts, const char *text, struct buffer *out, struct problem *problem)
{
    struct games_loaded loaded;
    struct error err = {0};
    double begun;
    bool fine = read_text(texts, text, &loaded, &err, problem) && enter(&begun, problem);
    if (fine) {
        fine = write_json(checkup_describe(loaded.file, &loaded.report), NULL, out) ||
               problem_set(problem, PROBLEM_INTERNAL, NULL, "out of memory");
        leave(texts, begun);
    }
    games_loaded_clear(&loaded);
    variant_file_free(loaded.file);
    return fine;
}
