// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is planned ahead but the moment at which to look again: what is sent depends on what there is to see then.
#include "server/mail/plan.h"

// Attempts to send a message; the time before the second, which doubles, and the most.
enum { ATTEMPTS = 10 };
#define PAUSE_FIRST (INT64_C(60) * 1000)
#define PAUSE_MOST  (INT64_C(4) * 60 * 60 * 1000)

static bool is_over(const struct archived_match *row)
{
    return row->outcome.result != RESULT_ONGOING;
}

bool mail_suits(const struct archived_match *row)
{
    const struct time_control *control = &row->clock.control;
    return !row->local && control->mode == TIME_FIXED && control->main >= MAIL_TURN_LEAST;
}

int64_t mail_moment(const struct archived_match *before, const struct archived_match *after, int64_t now)
{
    if (!mail_suits(after))
        return 0;
    if (is_over(after) && !is_over(before))
        return now;
    return before->ply != after->ply || archived_match_is_open(before) != archived_match_is_open(after)
               ? now + MAIL_DELAY
               : 0;
}

static void plan_confirmation(const struct archived_mail *mail, const struct mail_view *view,
                              struct mail_plan *plan)
{
    // One that has been asked is due when it has not answered for long enough.
    plan->forget = is_over(view->row) || mail->state == MAIL_ASKED;
    if (plan->forget)
        return;
    plan->letter = LETTER_CONFIRM;
    plan->after.state = MAIL_ASKED;
    plan->after.due = view->now + MAIL_PATIENCE;
}

// The player is to move, has been for a while, and is not there.
static void plan_turn(const struct archived_mail *mail, const struct mail_view *view, struct mail_plan *plan)
{
    const struct archived_match *row = view->row;
    int64_t turn = (int64_t)row->ply + 1, time = row->clock.control.main;
    int64_t begun = row->deadline - time,
            late = row->deadline - (time >= 2 * MAIL_SHORT ? MAIL_SHORT : time / 4);
    struct archived_mail *after = &plan->after;
    bool told = mail->told == turn;
    int64_t from = told ? late : begun + MAIL_DELAY;
    if (told && mail->reminded == turn)
        return;
    if (view->now < from || view->watching) {
        after->due = view->now < from ? from : view->now + MAIL_DELAY;
        return;
    }
    plan->letter = told ? LETTER_SHORT : LETTER_TURN;
    after->told = turn;
    if (view->now >= late)
        after->reminded = turn;
    else
        after->due = late;
}

void mail_plan(const struct archived_mail *mail, const struct mail_view *view, struct mail_plan *plan)
{
    const struct archived_match *row = view->row;
    *plan = (struct mail_plan){.letter = LETTER_NONE, .after = *mail};
    plan->after.failures = 0;
    plan->after.due = NO_DEADLINE;
    if (mail->state != MAIL_CONFIRMED) {
        plan_confirmation(mail, view, plan);
    } else if (is_over(row)) {
        plan->forget = true;
        if (!view->watching && row->outcome.reason != REASON_CANCELLED)
            plan->letter = LETTER_OVER;
    } else if (row->side == mail->color && !archived_match_is_open(row) && row->deadline != NO_DEADLINE) {
        plan_turn(mail, view, plan);
    }
}

void mail_plan_again(const struct archived_mail *mail, int64_t now, struct mail_plan *plan)
{
    if (mail->failures + 1 >= ATTEMPTS) {
        // An address that could not even be asked is of no use.
        plan->forget = plan->forget || plan->letter == LETTER_CONFIRM;
        return;
    }
    int64_t pause = PAUSE_FIRST << mail->failures;
    plan->forget = false;
    plan->after = *mail;
    plan->after.failures++;
    plan->after.due = now + (pause < PAUSE_MOST ? pause : PAUSE_MOST);
}
