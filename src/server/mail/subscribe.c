// SPDX-License-Identifier: GPL-3.0-or-later
// Only the holder of the seat is told the address.
#include "server/mail/subscribe.h"

#include "base/memory.h"
#include "server/body_json.h"
#include "server/http/quota.h"
#include "server/mail/address.h"
#include "server/mail/mailer.h"
#include "server/mail/plan.h"
#include "server/match/commit.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool check_suits(const struct service *service, const struct match *match, struct problem *problem)
{
    if (!service->mailer)
        return problem_set(problem, PROBLEM_NO_MAIL, NULL, "this server sends no messages");
    if (!mail_suits(&match->row))
        return problem_set(problem, PROBLEM_NO_MAIL, NULL,
                           "messages are sent about matches with at least an hour for each turn only");
    return true;
}

// The address of a seat; `mail->address` is empty if there is none.
static bool find(struct service *service, const struct seated *seated, struct archived_mail *mail,
                 struct problem *problem)
{
    struct error err = {0};
    *mail = (struct archived_mail){.color = seated->seat};
    if (archive_find_mail(service->archive, seated->match->id, seated->seat, mail, &err))
        return true;
    return err.code == ERROR_NOT_FOUND || problem_set(problem, PROBLEM_DATABASE, NULL, "%s", err.message);
}

// {"address":…}, which may be null: *address is "" then.
static bool read_body(const struct call *call, char address[ARCHIVE_ADDRESS_SIZE], struct problem *problem)
{
    static const char *const members[] = {"address", NULL};
    json_t *object = body_object(call->body, call->length, members, problem);
    if (!object)
        return false;
    bool fine = true;
    const char *text = body_text(body_member(object, "address"), ARCHIVE_ADDRESS_SIZE - 1, &fine, problem);
    if (fine && !json_object_get(object, "address"))
        fine = problem_set(problem, PROBLEM_MISSING_FIELD, "address", "the member 'address' is missing");
    if (fine && text && !mail_address_is_valid(text))
        fine = problem_set(problem, PROBLEM_BAD_FIELD, "address",
                           "this is no address that messages can be sent to, like bea@example.org");
    snprintf(address, ARCHIVE_ADDRESS_SIZE, "%s", fine && text ? text : "");
    json_decref(object);
    return fine;
}

static bool set(struct service *service, const struct seated *seated, const char *address,
                struct archived_mail *mail, struct problem *problem)
{
    struct error err = {0};
    int64_t now = served_now(&service->served);
    if (!session_is_ongoing(seated->match->session))
        return problem_set(problem, PROBLEM_MATCH_OVER, NULL, "this match is over");
    unsigned pause = quotas_spend(service->quotas, &seated->address, QUOTA_MAIL);
    if (pause)
        return problem_too_many(problem, pause, "you have left too many addresses");
    *mail = (struct archived_mail){.color = seated->seat, .state = MAIL_NEW, .due = now};
    snprintf(mail->id, sizeof mail->id, "%s", seated->match->id);
    snprintf(mail->address, sizeof mail->address, "%s", address);
    if (!archive_put_mail(service->archive, mail, now, &err))
        return problem_set(problem, PROBLEM_DATABASE, NULL, "%s", err.message);
    mailer_wake(service->mailer, now);
    return true;
}

static bool forget(struct service *service, const struct seated *seated, struct archived_mail *mail,
                   struct problem *problem)
{
    struct error err = {0};
    mail->address[0] = '\0';
    return archive_forget_mail(service->archive, seated->match->id, seated->seat, &err) ||
           problem_set(problem, PROBLEM_DATABASE, NULL, "%s", err.message);
}

// With `address`, changes what is stored; the same once more changes nothing, so that no second message asks for a confirmation.
static bool run(const struct call *call, const struct seated *seated, const char *address,
                struct archived_mail *mail, struct problem *problem)
{
    struct service *service = call->service;
    if (!check_suits(service, seated->match, problem) || !find(service, seated, mail, problem))
        return false;
    if (!address || !strcmp(address, mail->address))
        return true;
    return *address ? set(service, seated, address, mail, problem) : forget(service, seated, mail, problem);
}

static void answer(struct call *call, const char *address)
{
    struct problem problem = {.code = PROBLEM_NONE};
    const struct match_request request = {call->service, call->id, &call->caller, &call->text, &problem};
    struct seated seated;
    struct archived_mail mail;
    // Not compressed: nobody is to guess the address from the length of the answer.
    call->gzip = false;
    bool fine = seat_enter(&request, &seated);
    if (fine) {
        fine = run(call, &seated, address, &mail, &problem);
        seat_leave(call->service, &seated);
    }
    if (!fine) {
        call_fail(call, &problem);
        return;
    }
    call_answer_json(call, json_pack("{s:s?, s:b}", "address", mail.address[0] ? mail.address : NULL,
                                     "confirmed", mail.address[0] && mail.state == MAIL_CONFIRMED));
}

void subscribe_get(struct call *call)
{
    answer(call, NULL);
}

void subscribe_post(struct call *call)
{
    char address[ARCHIVE_ADDRESS_SIZE];
    struct problem problem = {.code = PROBLEM_NONE};
    if (read_body(call, address, &problem))
        answer(call, address);
    else
        call_fail(call, &problem);
}
