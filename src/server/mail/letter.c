// SPDX-License-Identifier: GPL-3.0-or-later
// Short sentences, and links at the end. A message that asks for a confirmation goes to somebody who may not know of it, so it says
// nothing that another person has chosen, such as names.
#include "server/mail/letter.h"

#include "protocols/words.h"
#include "server/mail/links.h"

#include <inttypes.h>

static void write_name(const struct seat *seat, struct buffer *out)
{
    buffer_add(out, seat->name[0] ? seat->name : "your opponent");
}

// In the largest unit of which there are at least two, rounded down.
static void write_time(int64_t milliseconds, struct buffer *out)
{
    int64_t minutes = milliseconds > 0 ? milliseconds / 60000 : 0, hours = minutes / 60, days = hours / 24;
    if (days >= 2)
        buffer_addf(out, "%" PRId64 " days", days);
    else if (hours >= 2)
        buffer_addf(out, "%" PRId64 " hours", hours);
    else
        buffer_addf(out, minutes == 1 ? "one minute" : "%" PRId64 " minutes", minutes);
}

static void write_subject(enum letter letter, const struct letter_facts *facts, struct buffer *out)
{
    static const char *const begins[LETTER_KINDS] = {
        [LETTER_TURN] = "It is your turn against ",
        [LETTER_SHORT] = "Your time is short against ",
        [LETTER_OVER] = "Your match is over against ",
    };
    buffer_add(out, begins[letter]);
    write_name(&facts->row->seats[other_color(facts->mail->color)], out);
    buffer_addf(out, " in %s", facts->title);
    if (letter == LETTER_OVER)
        return;
    buffer_add(out, ": ");
    write_time(facts->row->deadline - facts->now, out);
    buffer_add(out, " left");
}

static void write_confirmation(const struct letter_facts *facts, struct letter_words *words)
{
    buffer_add(&words->subject, "Messages about your match at Leaper?");
    buffer_addf(
        &words->text,
        "Somebody who plays a match at\n%s\nasks for messages to this address when it is his or her turn.\n\n"
        "If that is you, follow this link within three days:\n%s",
        facts->url, facts->url);
    link_write(facts->secret, LINK_CONFIRM, facts->mail, &words->text);
    buffer_add(&words->text, "\n\nIf not, do nothing: no other message about it will be sent.\n");
}

void letter_write(enum letter letter, const struct letter_facts *facts, struct letter_words *words)
{
    buffer_add(&words->unsubscribe, facts->url);
    link_write(facts->secret, LINK_STOP, facts->mail, &words->unsubscribe);
    if (letter == LETTER_CONFIRM) {
        write_confirmation(facts, words);
        return;
    }
    struct buffer *text = &words->text;
    write_subject(letter, facts, &words->subject);
    buffer_addf(text, "%s.\n", buffer_text(&words->subject));
    if (letter == LETTER_OVER) {
        words_outcome(&facts->row->outcome, facts->row->side, text);
        buffer_addf(text,
                    "\n%s/#/match/%s\n\nThis was the last message about it; your address has been deleted.\n",
                    facts->url, facts->mail->id);
        return;
    }
    buffer_addf(text, "\n%s/#/match/%s\n\nNo more messages about this match:\n%s\n", facts->url,
                facts->mail->id, buffer_text(&words->unsubscribe));
}
