// SPDX-License-Identifier: GPL-3.0-or-later
// Messages as mail programs read them, whatever is in their words; and how many of them there may be.
#include "server/limits.h"
#include "server/mail/links.h"
#include "server/mail/message.h"
#include "server/mail/meters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void write(const char *subject, const char *text, struct buffer *out)
{
    buffer_init(out);
    message_write(&(struct message){.from = "leaper@a.org",
                                    .to = "bea@b.org",
                                    .subject = subject,
                                    .text = text,
                                    .unsubscribe = "https://a.org/mail/stop/x",
                                    .id = "1",
                                    .host = "a.org",
                                    .date = 1795430418},
                  out);
}

static void test_a_plain_message(void **state)
{
    (void)state;
    struct buffer out;
    write("It is your turn", "One.\nTwo = 2.\n", &out);
    assert_string_equal(buffer_text(&out),
                        "From: Leaper <leaper@a.org>\nTo: <bea@b.org>\nSubject: It is your turn\n"
                        "Date: Mon, 23 Nov 2026 10:40:18 +0000\nMessage-ID: <1@a.org>\nMIME-Version: 1.0\n"
                        "Content-Type: text/plain; charset=utf-8\n"
                        "Content-Transfer-Encoding: quoted-printable\nAuto-Submitted: auto-generated\n"
                        "List-Unsubscribe: <https://a.org/mail/stop/x>\n"
                        "List-Unsubscribe-Post: List-Unsubscribe=One-Click\n\nOne.\nTwo =3D 2.\n");
    buffer_clear(&out);
}

// The number of lines before the first empty one, each of which must be short enough.
static int count_headers(const struct buffer *message)
{
    int count = 0;
    for (const char *line = buffer_text(message); *line && *line != '\n'; line = strchr(line, '\n') + 1) {
        assert_in_range(strcspn(line, "\n"), 1, 90);
        count++;
    }
    return count;
}

static void test_no_words_become_headers(void **state)
{
    (void)state;
    static const char *const subjects[] = {"x\nBcc: c@d.org", "x\r\n\r\nx", "\n",
                                           "=?UTF-8?B?eA==?=", "\x01\x7f"};
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        struct buffer out;
        write(subjects[i], "x\n", &out);
        assert_int_equal(count_headers(&out), 11);
        assert_null(strstr(buffer_text(&out), "Bcc"));
        assert_non_null(strstr(buffer_text(&out), "\nSubject: =?UTF-8?B?"));
        buffer_clear(&out);
    }
}

static void test_long_subjects_are_folded_between_characters(void **state)
{
    (void)state;
    char subject[3 * 40 + 1] = "";
    for (int i = 0; i < 40; i++)
        memcpy(subject + (size_t)(3 * i), "\xe7\x8e\x8b", 4);
    struct buffer out;
    write(subject, "x\n", &out);
    assert_int_equal(count_headers(&out), 13);
    // 45 bytes are 15 of these characters.
    assert_non_null(strstr(
        buffer_text(&out),
        "Subject: =?UTF-8?B?546L546L546L546L546L546L546L546L546L546L546L546L546L546L546L?=\n =?UTF-8?B?"));
    buffer_clear(&out);
}

static void test_text_is_quoted(void **state)
{
    (void)state;
    struct buffer out;
    char text[202];
    memset(text, 'a', 200);
    memcpy(text + 200, "\n", 2);
    write("x", text, &out);
    for (const char *line = buffer_text(&out); *line; line = strchr(line, '\n') + 1)
        assert_in_range(strcspn(line, "\n"), 0, 76);
    buffer_clear(&out);
    write("x", ".\nFrom me\n\xc3\xa9 \n\ttab\n", &out);
    assert_non_null(strstr(buffer_text(&out), "\n\n=2E\n=46rom me\n=C3=A9=20\n=09tab\n"));
    buffer_clear(&out);
}

static void test_links(void **state)
{
    (void)state;
    uint8_t secret[ARCHIVE_HASH_SIZE] = {1}, other[ARCHIVE_HASH_SIZE] = {2};
    struct archived_mail mail = {.id = "abc", .color = BLACK, .address = "bea@b.org"};
    struct link link;
    struct buffer path;
    buffer_init(&path);
    link_write(secret, LINK_CONFIRM, &mail, &path);
    assert_memory_equal(buffer_text(&path), "/mail/confirm/abc/black/", 24);
    assert_true(link_read(buffer_text(&path) + strlen("/mail/"), &link));
    assert_int_equal(link.kind, LINK_CONFIRM);
    assert_int_equal(link.color, BLACK);
    assert_string_equal(link.id, "abc");
    assert_true(link_is_right(secret, &link, &mail));
    assert_false(link_is_right(other, &link, &mail));
    mail.address[0] = 'B';
    assert_false(link_is_right(secret, &link, &mail));
    link.kind = LINK_STOP;
    mail.address[0] = 'b';
    assert_false(link_is_right(secret, &link, &mail));
    buffer_clear(&path);
    static const char *const wrong[] = {
        "",
        "stop",
        "stop/",
        "stop//white/x",
        "stop/abc/red/x",
        "go/abc/white/x",
        "stop/abc/white/",
        "stop/abc/white/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "stop/abc/white/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "stop/0123456789012345678901234567890123/white/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(link_read(wrong[i], &link));
}

static void test_meters(void **state)
{
    (void)state;
    struct mail_meters *meters = mail_meters_new();
    struct mail_charge charge = {"bea@b.org", "one", true, 1000};
    for (int i = 0; i < LIMIT_MAIL_ASKED; i++)
        assert_int_equal(mail_meters_spend(meters, &charge), 0);
    assert_in_range(mail_meters_spend(meters, &charge), 1, 86400000 / LIMIT_MAIL_ASKED);
    // The same box, written otherwise; one in another place; and messages that somebody has asked for.
    charge.address = "BEA+2@b.org";
    assert_true(mail_meters_spend(meters, &charge) > 0);
    charge.asks = false;
    for (int i = LIMIT_MAIL_ASKED; i < LIMIT_MAIL_ADDRESS; i++)
        assert_int_equal(mail_meters_spend(meters, &charge), 0);
    int64_t wait = mail_meters_spend(meters, &charge);
    assert_in_range(wait, 1, 86400000 / LIMIT_MAIL_ADDRESS);
    charge.now += wait;
    charge.match = "two";
    assert_int_equal(mail_meters_spend(meters, &charge), 0);
    assert_true(mail_meters_spend(meters, &charge) > 0);
    mail_meters_free(meters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_plain_message),
        cmocka_unit_test(test_no_words_become_headers),
        cmocka_unit_test(test_long_subjects_are_folded_between_characters),
        cmocka_unit_test(test_text_is_quoted),
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_meters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
