// SPDX-License-Identifier: GPL-3.0-or-later
// Before a message is sent, it is stored that it is to be tried again later; after that, how it went. So a server that is killed meanwhile
// sends a message twice rather than never.
#include "server/mail/mailer.h"

#include "base/memory.h"
#include "base/vector.h"
#include "server/limits.h"
#include "server/mail/address.h"
#include "server/mail/letter.h"
#include "server/mail/message.h"
#include "server/mail/meters.h"
#include "server/presence/presence.h"
#include "server/process/child.h"
#include "server/secret.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

// Addresses that are looked up together; milliseconds until the next look when the archive cannot be used, and until a message is tried
// again whose command was cut off with the server.
enum { GROUP = 64, PATIENCE = 10000, CLAIM = 600000, LATER = 3600000 };

struct mailer {
    struct service *service;
    char *words; // of the command, cut at its blanks
    struct VECTOR_OF(const char *) arguments;
    char *url, *from;
    const char *host; // within the address it comes from
    struct mail_meters *meters;
    pthread_t thread;
    bool running;
    int stop; // a descriptor that can be read when the server ends
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool stopping; // guarded, like the next one, by the lock
    int64_t next;  // when somebody is due, or earlier
};

struct group {
    struct archived_mail mails[GROUP];
    size_t count;
};

// What is known of a match while a message about it is made.
struct scene {
    struct archived_match row; // without its texts
    char title[161];
    bool watching;
};

// ---- Options ----

bool mailer_takes_url(const char *url)
{
    const char *host = !strncmp(url, "https://", 8) ? url + 8 : !strncmp(url, "http://", 7) ? url + 7 : "";
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-:[]";
    return *host && strlen(url) <= LIMIT_URL && strspn(host, allowed) == strlen(host);
}

static void split(struct mailer *mailer)
{
    static const char blanks[] = " \t";
    for (char *word = mailer->words + strspn(mailer->words, blanks); *word; word += strspn(word, blanks)) {
        if (!vector_push(&mailer->arguments, (const char *)word))
            memory_exhausted();
        word += strcspn(word, blanks);
        if (*word)
            *word++ = '\0';
    }
    if (!vector_push(&mailer->arguments, (const char *)NULL))
        memory_exhausted();
}

static char *usual_sender(const char *url)
{
    struct buffer from;
    buffer_init(&from);
    const char *host = strstr(url, "//") + 2;
    buffer_addf(&from, "leaper@%.*s", (int)strcspn(host, ":"), host);
    return buffer_take(&from);
}

static bool check(const struct mailer_options *options, struct error *err)
{
    if (!options->url || !mailer_takes_url(options->url))
        return error_set(
            err, ERROR_REQUEST, "",
            "messages have links: --url must say where this server is, as in https://chess.example.org");
    if (options->from && !mail_address_is_valid(options->from))
        return error_set(err, ERROR_REQUEST, "", "messages cannot come from this address: %.80s",
                         options->from);
    return true;
}

struct mailer *mailer_new(struct service *service, const struct mailer_options *options, struct error *err)
{
    if (!check(options, err))
        return NULL;
    struct mailer *mailer = memory_resize(NULL, 1, sizeof *mailer);
    *mailer = (struct mailer){.service = service, .words = memory_copy_text(options->command)};
    mailer->url = memory_copy_text(options->url);
    mailer->from = options->from ? memory_copy_text(options->from) : usual_sender(options->url);
    mailer->host = strchr(mailer->from, '@') + 1;
    mailer->meters = mail_meters_new();
    mailer->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&mailer->lock, NULL);
    pthread_cond_init(&mailer->changed, NULL);
    split(mailer);
    if (mailer->arguments.count > 1 && mailer->stop >= 0)
        return mailer;
    error_set(err, ERROR_REQUEST, "", "messages need a command that sends them");
    mailer_free(mailer);
    return NULL;
}

void mailer_free(struct mailer *mailer)
{
    if (!mailer)
        return;
    if (mailer->stop >= 0)
        close(mailer->stop);
    pthread_mutex_destroy(&mailer->lock);
    pthread_cond_destroy(&mailer->changed);
    mail_meters_free(mailer->meters);
    vector_clear(&mailer->arguments);
    free(mailer->words);
    free(mailer->url);
    free(mailer->from);
    free(mailer);
}

// ---- One message ----

// Hands a message to the command. CHILD_DONE if that took it.
static enum child_end run_command(struct mailer *mailer, const struct buffer *message, struct error *err)
{
    // Where programs are, whose settings they read, and a language: nothing else of what this server was started with.
    const char *path = getenv("PATH"), *home = getenv("HOME");
    struct buffer variables[2];
    for (int i = 0; i < 2; i++)
        buffer_init(&variables[i]);
    buffer_addf(&variables[0], "PATH=%s", path ? path : "/usr/local/bin:/usr/bin:/bin");
    buffer_addf(&variables[1], "HOME=%s", home ? home : "/");
    const char *environment[] = {buffer_text(&variables[0]), buffer_text(&variables[1]), "LC_ALL=C.UTF-8",
                                 NULL};
    const struct child_request request = {.program = mailer->arguments.items[0],
                                          .environment = environment,
                                          .arguments = mailer->arguments.items,
                                          .input = message->text,
                                          .length = message->length,
                                          .seconds = LIMIT_MAIL_SECONDS,
                                          .client = -1,
                                          .stop = mailer->stop};
    double used;
    enum child_end end = child_run(&request, NULL, &used, err);
    for (int i = 0; i < 2; i++)
        buffer_clear(&variables[i]);
    return end;
}

static bool deliver(struct mailer *mailer, enum letter letter, const struct archived_mail *mail,
                    const struct scene *scene)
{
    struct service *service = mailer->service;
    const struct letter_facts facts = {mail,
                                       &scene->row,
                                       scene->title,
                                       mailer->url,
                                       archive_secret(service->archive),
                                       served_now(&service->served)};
    struct letter_words words;
    struct buffer message;
    buffer_init(&words.subject);
    buffer_init(&words.text);
    buffer_init(&words.unsubscribe);
    buffer_init(&message);
    letter_write(letter, &facts, &words);
    char id[SECRET_SIZE];
    secret_make(id);
    message_write(&(struct message){.from = mailer->from,
                                    .to = mail->address,
                                    .subject = buffer_text(&words.subject),
                                    .text = buffer_text(&words.text),
                                    .unsubscribe = buffer_text(&words.unsubscribe),
                                    .id = id,
                                    .host = mailer->host,
                                    .date = (int64_t)time(NULL)},
                  &message);
    static const char *const kinds[LETTER_KINDS] = {"", "confirm", "turn", "short", "over"};
    struct error err = {0};
    enum child_end end = run_command(mailer, &message, &err);
    metrics_add(service->metrics, METRICS_MAIL, kinds[letter], end == CHILD_DONE ? "sent" : "failed", 1);
    if (end == CHILD_CRASHED)
        log_event(&service->log, LOG_ERROR, "the command for mail failed", err.message);
    if (end == CHILD_LIMIT)
        log_event(&service->log, LOG_ERROR, "the command for mail took too long", NULL);
    buffer_clear(&words.subject);
    buffer_clear(&words.text);
    buffer_clear(&words.unsubscribe);
    buffer_clear(&message);
    return end == CHILD_DONE;
}

// ---- One address ----

static bool look_at(struct mailer *mailer, const struct archived_mail *mail, struct scene *scene)
{
    struct service *service = mailer->service;
    struct problem problem = {.code = PROBLEM_NONE};
    struct match *match = hub_acquire(service->hub, mail->id, &problem);
    if (!match)
        return false;
    pthread_mutex_lock(&match->lock);
    scene->row = match->row;
    scene->row.start = scene->row.text = NULL;
    snprintf(scene->title, sizeof scene->title, "%s", match->session->variant->game->title);
    pthread_mutex_unlock(&match->lock);
    hub_release(service->hub, match);
    scene->watching = presence_is_there(service->presence, mail->id, mail->color);
    return true;
}

// If the player has done something about the address in the meantime, that stays.
static bool store(struct mailer *mailer, const struct archived_mail *before, const struct mail_plan *plan)
{
    struct service *service = mailer->service;
    struct error err = {0};
    if (plan->forget)
        return archive_forget_mail(service->archive, before->id, before->color, NULL);
    mailer_wake(mailer, plan->after.due);
    return archive_change_mail(service->archive, before, &plan->after, served_now(&service->served), &err) ||
           err.code == ERROR_CONFLICT;
}

// Does what is to be done about one address. False if the archive cannot be used.
static bool attend(struct mailer *mailer, const struct archived_mail *mail)
{
    struct service *service = mailer->service;
    int64_t now = served_now(&service->served);
    struct scene scene;
    struct mail_plan plan = {.after = *mail};
    // One that nobody could have entered is the work of a failing disk.
    if (!mail_address_is_valid(mail->address))
        return archive_forget_mail(service->archive, mail->id, mail->color, NULL);
    plan.after.due = now + LATER;
    if (!look_at(mailer, mail, &scene))
        return store(mailer, mail, &plan);
    mail_plan(mail, &(struct mail_view){&scene.row, scene.watching, now}, &plan);
    if (plan.letter == LETTER_NONE)
        return store(mailer, mail, &plan);
    const struct mail_charge charge = {mail->address, mail->id, plan.letter == LETTER_CONFIRM, now};
    int64_t wait = mail_meters_spend(mailer->meters, &charge);
    struct mail_plan claim = {.after = *mail};
    claim.after.due = now + (wait ? wait : CLAIM);
    bool stored = store(mailer, mail, &claim);
    if (!stored || wait)
        return stored;
    if (!deliver(mailer, plan.letter, mail, &scene))
        mail_plan_again(mail, served_now(&service->served), &plan);
    return store(mailer, &claim.after, &plan);
}

// ---- The thread ----

static void collect(void *context, const struct archived_mail *mail)
{
    struct group *group = context;
    group->mails[group->count++] = *mail;
}

static bool is_stopping(struct mailer *mailer)
{
    pthread_mutex_lock(&mailer->lock);
    bool stopping = mailer->stopping;
    pthread_mutex_unlock(&mailer->lock);
    return stopping;
}

// Attends to all who are due. False if the archive cannot be used.
static bool attend_all(struct mailer *mailer)
{
    struct service *service = mailer->service;
    struct group *group = memory_resize(NULL, 1, sizeof *group);
    bool fine = true;
    do {
        group->count = 0;
        fine = archive_due_mail(service->archive, served_now(&service->served), GROUP, collect, group, NULL);
        for (size_t i = 0; fine && i < group->count && !is_stopping(mailer); i++)
            fine = attend(mailer, &group->mails[i]);
    } while (fine && group->count == GROUP && !is_stopping(mailer));
    free(group);
    return fine;
}

// Waits until somebody is due. False when the thread is to end.
static bool await_due(struct mailer *mailer)
{
    pthread_mutex_lock(&mailer->lock);
    while (!mailer->stopping && mailer->next > served_now(&mailer->service->served))
        pthread_cond_wait(&mailer->changed, &mailer->lock);
    bool goes_on = !mailer->stopping;
    mailer->next = NO_DEADLINE;
    pthread_mutex_unlock(&mailer->lock);
    return goes_on;
}

static void *run(void *context)
{
    struct mailer *mailer = context;
    while (await_due(mailer)) {
        int64_t next, now = served_now(&mailer->service->served);
        bool fine = attend_all(mailer) && archive_next_mail(mailer->service->archive, &next, NULL);
        mailer_wake(mailer, fine ? next : now + PATIENCE);
    }
    return NULL;
}

bool mailer_start(struct mailer *mailer, struct error *err)
{
    // The first look finds who is due already.
    mailer->next = 0;
    int failure = pthread_create(&mailer->thread, NULL, run, mailer);
    mailer->running = failure == 0;
    return mailer->running ||
           error_set(err, ERROR_SYSTEM, "", "cannot start a thread: %s", strerror(failure));
}

void mailer_stop(struct mailer *mailer)
{
    if (!mailer || !mailer->running)
        return;
    pthread_mutex_lock(&mailer->lock);
    mailer->stopping = true;
    pthread_cond_signal(&mailer->changed);
    pthread_mutex_unlock(&mailer->lock);
    eventfd_write(mailer->stop, 1);
    pthread_join(mailer->thread, NULL);
    mailer->running = false;
}

void mailer_wake(struct mailer *mailer, int64_t due)
{
    if (!mailer || due == 0)
        return;
    pthread_mutex_lock(&mailer->lock);
    if (due < mailer->next)
        mailer->next = due;
    if (mailer->next <= served_now(&mailer->service->served))
        pthread_cond_signal(&mailer->changed);
    pthread_mutex_unlock(&mailer->lock);
}

void mailer_tick(struct mailer *mailer)
{
    mailer_wake(mailer, NO_DEADLINE);
}
