// SPDX-License-Identifier: GPL-3.0-or-later
// Two pages, and what their buttons do. They work without scripts and without the rest of the page.
#include "server/mail/pages.h"

#include "server/mail/links.h"
#include "server/mail/mailer.h"

#include <string.h>

struct words {
    const char *title, *text;
    const char *button; // NULL: none
};

static void show(struct call *call, unsigned status, const struct words *words)
{
    buffer_addf(&call->text,
                "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<meta name=\"robots\" content=\"noindex\">\n<title>%s - Leaper</title>\n"
                "<style>:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }\n"
                "body { max-width: 36rem; margin: 3rem auto; padding: 0 1rem }\n"
                "button { font: inherit; padding: 0.5rem 1rem }</style>\n</head>\n<body>\n<main>\n"
                "<h1>%s</h1>\n<p>%s</p>\n",
                words->title, words->title, words->text);
    if (words->button)
        buffer_addf(&call->text, "<form method=\"post\"><button>%s</button></form>\n", words->button);
    buffer_add(&call->text, "</main>\n</body>\n</html>\n");
    call->type = "text/html; charset=utf-8";
    call->form = words->button != NULL;
    call->status = status;
}

static void show_wrong(struct call *call)
{
    show(call, MHD_HTTP_NOT_FOUND,
         &(struct words){"This link is not valid",
                         "It has been damaged, or the match is over and the address has been deleted.",
                         NULL});
}

static void show_failure(struct call *call)
{
    show(call, MHD_HTTP_SERVICE_UNAVAILABLE,
         &(struct words){"This did not work",
                         "The server cannot store anything at the moment. Please try again.", NULL});
}

static void stop(struct call *call, const struct link *link)
{
    if (strcmp(call->method, "POST") != 0)
        show(call, MHD_HTTP_OK,
             &(struct words){"No more messages?", "Leaper will send you no more messages about this match.",
                             "No more messages"});
    else if (archive_forget_mail(call->service->archive, link->id, link->color, NULL))
        show(call, MHD_HTTP_OK,
             &(struct words){
                 "Done", "You get no more messages about this match. Your address has been deleted.", NULL});
    else
        show_failure(call);
}

// Stores that messages may be sent. The address may have been asked at this very moment, so it is read again if it has changed.
static bool store_confirmation(struct service *service, struct archived_mail *mail)
{
    struct error err = {.code = ERROR_CONFLICT};
    while (err.code == ERROR_CONFLICT && mail->state != MAIL_CONFIRMED) {
        int64_t now = served_now(&service->served);
        struct archived_mail after = *mail;
        after.state = MAIL_CONFIRMED;
        after.due = now;
        if (archive_change_mail(service->archive, mail, &after, now, &err)) {
            mailer_wake(service->mailer, now);
            return true;
        }
        if (err.code == ERROR_CONFLICT &&
            (!archive_find_mail(service->archive, after.id, after.color, mail, &err) ||
             strcmp(mail->address, after.address) != 0))
            return false;
    }
    return mail->state == MAIL_CONFIRMED;
}

static void confirm(struct call *call, struct archived_mail *mail)
{
    if (strcmp(call->method, "POST") != 0 && mail->state != MAIL_CONFIRMED)
        show(call, MHD_HTTP_OK,
             &(struct words){"Messages about your match?",
                             "Leaper will write to you when it is your turn and you are not there.",
                             "Yes, send me messages"});
    else if (store_confirmation(call->service, mail))
        show(call, MHD_HTTP_OK,
             &(struct words){
                 "Done",
                 "Leaper will write to you when it is your turn. Each message has a link to end that.",
                 NULL});
    else
        show_failure(call);
}

// Called by a thread that may wait for the disk.
static void work(struct call *call)
{
    struct service *service = call->service;
    const uint8_t *secret = archive_secret(service->archive);
    struct archived_mail mail;
    struct link link;
    struct error err = {0};
    bool there = link_read(call->rest, &link);
    if (there && link.kind == LINK_STOP) {
        mail = (struct archived_mail){.color = link.color};
        memcpy(mail.id, link.id, sizeof mail.id);
    } else if (there) {
        there = archive_find_mail(service->archive, link.id, link.color, &mail, &err);
    }
    if (err.code != ERROR_NONE && err.code != ERROR_NOT_FOUND)
        show_failure(call);
    else if (!there || !link_is_right(secret, &link, &mail))
        show_wrong(call);
    else if (link.kind == LINK_STOP)
        stop(call, &link);
    else
        confirm(call, &mail);
}

void pages_run(struct call *call)
{
    bool known =
        !strcmp(call->method, "GET") || !strcmp(call->method, "HEAD") || !strcmp(call->method, "POST");
    call->note.route = "/mail/:link";
    call->rest = call->path + strlen("/mail/");
    if (known) {
        call->waits = true;
        call->later = work;
        return;
    }
    call_refuse_method(call, "GET, HEAD, POST, ");
}
