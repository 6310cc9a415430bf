// SPDX-License-Identifier: GPL-3.0-or-later
// Writes headers in ASCII, other words in them by RFC 2047, and the text as quoted-printable (RFC 2045).
#include "server/mail/message.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

enum {
    WORD_BYTES = 45,    // of a subject in an encoded word, which may have 75 characters
    LINE_MOST = 76,     // characters in a line of quoted-printable text, with the sign that it goes on
    SUBJECT_PLAIN = 60, // characters of a subject that is written as it is
};

static bool is_plain(const char *text)
{
    size_t length = 0;
    for (; text[length]; length++)
        if (text[length] < ' ' || text[length] > '~')
            return false;
    return length <= SUBJECT_PLAIN && !strstr(text, "=?");
}

// How much of the text one encoded word takes: whole characters.
static size_t word_length(const char *text)
{
    size_t length = strlen(text);
    if (length <= WORD_BYTES)
        return length;
    length = WORD_BYTES;
    while (length > 1 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--;
    return length;
}

static void write_subject(const char *text, struct buffer *out)
{
    buffer_add(out, "Subject: ");
    if (is_plain(text)) {
        buffer_addf(out, "%s\n", text);
        return;
    }
    for (const char *rest = text; *rest;) {
        char word[sodium_base64_ENCODED_LEN(WORD_BYTES, sodium_base64_VARIANT_ORIGINAL)];
        size_t length = word_length(rest);
        sodium_bin2base64(word, sizeof word, (const unsigned char *)rest, length,
                          sodium_base64_VARIANT_ORIGINAL);
        buffer_addf(out, "%s=?UTF-8?B?%s?=", rest == text ? "" : "\n ", word);
        rest += length;
    }
    buffer_add_char(out, '\n');
}

// The names of days and months as RFC 5322 has them, whatever the locale.
static void write_date(int64_t seconds, struct buffer *out)
{
    static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t time = (time_t)seconds;
    struct tm parts;
    gmtime_r(&time, &parts);
    buffer_addf(out, "Date: %.3s, %d %.3s %d %02d:%02d:%02d +0000\n", days + (size_t)(3 * parts.tm_wday),
                parts.tm_mday, months + (size_t)(3 * parts.tm_mon), parts.tm_year + 1900, parts.tm_hour,
                parts.tm_min, parts.tm_sec);
}

// Long lines are broken, and everything but printable ASCII is written as its bytes, spaces before the end of a line as well.
static void write_text(const char *text, struct buffer *out)
{
    size_t column = 0;
    for (; *text; text++) {
        bool plain = *text >= ' ' && *text <= '~' && *text != '=' && !(*text == ' ' && text[1] == '\n');
        size_t width = plain ? 1 : 3;
        if (*text == '\n') {
            buffer_add_char(out, '\n');
            column = 0;
            continue;
        }
        if (column + width > LINE_MOST - 1) {
            buffer_add(out, "=\n");
            column = 0;
        }
        // A dot alone, or "From" at the beginning, ends or begins a message for some programs.
        if (column == 0 && (*text == '.' || *text == 'F')) {
            plain = false;
            width = 3;
        }
        buffer_addf(out, plain ? "%c" : "=%02X", (unsigned char)*text);
        column += width;
    }
}

void message_write(const struct message *message, struct buffer *out)
{
    buffer_addf(out, "From: Leaper <%s>\nTo: <%s>\n", message->from, message->to);
    write_subject(message->subject, out);
    write_date(message->date, out);
    buffer_addf(out,
                "Message-ID: <%s@%s>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
                "Content-Transfer-Encoding: quoted-printable\nAuto-Submitted: auto-generated\n"
                "List-Unsubscribe: <%s>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n\n",
                message->id, message->host, message->unsubscribe);
    write_text(message->text, out);
}
