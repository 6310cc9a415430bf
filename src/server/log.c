// SPDX-License-Identifier: GPL-3.0-or-later
// Makes each line as a JSON object, and writes it as JSON or as key=value.
#include "server/log.h"

#include "base/buffer.h"
#include "base/clock.h"

#include <arpa/inet.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *const log_format_names[LOG_FORMATS + 1] = {"none", "text", "json", NULL};
const char *const log_address_names[LOG_ADDRESSES + 1] = {"trimmed", "full", "none", NULL};

// Of numbers that are not whole: more would be noise.
#define DIGITS JSON_REAL_PRECISION(9)

static const char *const level_names[] = {"info", "warning", "error"};

static void add_now(json_t *line)
{
    int64_t now = clock_wall_milliseconds();
    time_t seconds = (time_t)(now / 1000);
    struct tm parts;
    char date[32], text[48];
    gmtime_r(&seconds, &parts);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text, sizeof text, "%s.%03dZ", date, (int)(now % 1000));
    json_object_set_new(line, "time", json_string(text));
}

static json_t *new_line(enum log_level level, const char *event)
{
    json_t *line = json_object();
    add_now(line);
    json_object_set_new(line, "level", json_string(level_names[level]));
    json_object_set_new(line, "event", json_string(event));
    return line;
}

static void add_text(json_t *line, const char *name, const char *text)
{
    if (text && text[0])
        json_object_set_new(line, name, json_string(text));
}

static void add_address(json_t *line, enum log_addresses how, const struct address *address)
{
    static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    struct address shown = *address;
    char text[INET6_ADDRSTRLEN] = "";
    bool old = !memcmp(shown.bytes, mapped, sizeof mapped);
    if (how == LOG_HIDDEN)
        return;
    if (how == LOG_TRIMMED && old)
        shown.bytes[15] = 0;
    else if (how == LOG_TRIMMED)
        memset(shown.bytes + 6, 0, 10);
    if (old)
        inet_ntop(AF_INET, shown.bytes + 12, text, sizeof text);
    else
        inet_ntop(AF_INET6, shown.bytes, text, sizeof text);
    add_text(line, "address", text);
}

// A value as text: bare if that is unambiguous, else quoted as in JSON.
static void write_value(json_t *value, struct buffer *out)
{
    const char *text = json_string_value(value);
    bool bare = text && !strpbrk(text, " \"=\\") && text[0];
    for (const char *c = text; bare && *c; c++)
        bare = *c > ' ';
    char *dumped = bare ? NULL : json_dumps(value, JSON_ENCODE_ANY | DIGITS);
    buffer_add(out, bare ? text : dumped ? dumped : "?");
    free(dumped);
}

static void write_text(json_t *line, struct buffer *out)
{
    const char *name;
    json_t *value;
    json_object_foreach(line, name, value)
    {
        bool plain = !strcmp(name, "time") || !strcmp(name, "level") || !strcmp(name, "event");
        buffer_addf(out, out->length ? " " : "");
        if (!plain)
            buffer_addf(out, "%s=", name);
        write_value(value, out);
    }
}

// Writes the line and takes its reference. A log that cannot be written must not stop the server.
static void finish(const struct log *log, json_t *line)
{
    struct buffer out;
    buffer_init(&out);
    char *json = log->format == LOG_JSON ? json_dumps(line, JSON_COMPACT | DIGITS) : NULL;
    if (json)
        buffer_add(&out, json);
    else
        write_text(line, &out);
    buffer_add_char(&out, '\n');
    if (write(STDERR_FILENO, out.text, out.length) < 0)
        buffer_reset(&out);
    buffer_clear(&out);
    free(json);
    json_decref(line);
}

void log_request(const struct log *log, const struct log_request *request)
{
    enum log_level level = request->status == 503   ? LOG_WARNING
                           : request->status >= 500 ? LOG_ERROR
                                                    : LOG_INFO;
    if (log->format == LOG_NONE && level != LOG_ERROR)
        return;
    json_t *line = new_line(level, "request");
    add_text(line, "id", request->id);
    add_text(line, "method", request->method);
    add_text(line, "route", request->route);
    json_object_set_new(line, "status", json_integer(request->status));
    // Microseconds are enough, and seventeen digits too many.
    json_object_set_new(line, "ms", json_real((double)(int64_t)(request->seconds * 1e6) / 1e3));
    if (request->bytes >= 0)
        json_object_set_new(line, "bytes", json_integer(request->bytes));
    add_address(line, log->addresses, request->address);
    add_text(line, "problem", request->problem);
    add_text(line, "cause", request->cause);
    if (request->aborted)
        json_object_set_new(line, "aborted", json_true());
    finish(log, line);
}

void log_event(const struct log *log, enum log_level level, const char *event, const char *cause)
{
    if (log->format == LOG_NONE && level != LOG_ERROR)
        return;
    json_t *line = new_line(level, event);
    add_text(line, "cause", cause);
    finish(log, line);
}
