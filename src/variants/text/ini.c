// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a file of variants line by line.
#include "variants/text/ini.h"

#include "base/text.h"

#include <string.h>

struct reader {
    struct ini *ini;
    const struct source *source;
    struct pool *pool;
    struct report *report;
    const char *line; // the present one
    size_t length;
    bool skipping; // the entries of a section that cannot be used
};

size_t ini_find(const struct ini *ini, const char *name, size_t end)
{
    size_t i = 0;
    while (i < end && !text_equal_nocase(ini->sections.items[i].name, name))
        i++;
    return i;
}

void ini_link(struct ini *ini)
{
    size_t count = ini->sections.count;
    for (size_t i = 0; i < count; i++) {
        struct ini_section *section = &ini->sections.items[i];
        size_t parent = section->parent ? ini_find(ini, section->parent, count) : count;
        section->parent_index = parent < count ? (uint32_t)parent : PARENT_ELSEWHERE;
    }
}

bool ini_is_deep(const struct ini *ini, size_t index)
{
    uint32_t passed[PARENTS_MAX + 1];
    unsigned count = 0;
    for (uint32_t at = (uint32_t)index; at != PARENT_ELSEWHERE; count++) {
        for (unsigned i = 0; i < count; i++)
            if (passed[i] == at)
                return false;
        if (count > PARENTS_MAX)
            return true;
        passed[count] = at;
        at = ini->sections.items[at].parent_index;
    }
    return false;
}

void ini_clear(struct ini *ini)
{
    vector_clear(&ini->sections);
    vector_clear(&ini->entries);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// The position of a byte of the present line in the source.
static size_t position(const struct reader *reader, size_t in_line)
{
    return (size_t)(reader->line - reader->source->text) + in_line;
}

// Without a line that is not well formed the section would be another game than its author meant.
static void refuse(struct reader *reader, size_t in_line, size_t length, const char *message)
{
    if (reader->ini->sections.count && !reader->skipping)
        vector_last(&reader->ini->sections)->faulty = true;
    report_add(reader->report, reader->source, position(reader, in_line), length, "%s", message);
}

// Bytes of the present line from `start` to `end`, without the blanks around them.
struct span {
    size_t start, end;
};

static struct span trimmed(const struct reader *reader, size_t start, size_t end)
{
    while (start < end && is_blank(reader->line[start]))
        start++;
    while (end > start && is_blank(reader->line[end - 1]))
        end--;
    return (struct span){start, end};
}

static const char *copied(const struct reader *reader, struct span span)
{
    return pool_text(reader->pool, reader->line + span.start, span.end - span.start);
}

static size_t find(const struct reader *reader, size_t start, size_t end, char c)
{
    const char *found = memchr(reader->line + start, c, end - start);
    return found ? (size_t)(found - reader->line) : end;
}

static bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("-_+. ", c));
}

// A name is used in commands, tags and addresses, so that it has no other characters. (The blank is for "army NAME".)
static bool check_name(struct reader *reader, struct span name)
{
    if (name.start == name.end) {
        refuse(reader, name.start, 0, "a name is expected");
        return false;
    }
    if (name.end - name.start > NAME_MAX_BYTES) {
        refuse(reader, name.start, name.end - name.start, "a name has at most 60 characters");
        return false;
    }
    for (size_t i = name.start; i < name.end; i++)
        if (!is_name_character(reader->line[i])) {
            refuse(reader, i, 1, "a name consists of letters, digits, -, _, + and .");
            return false;
        }
    return true;
}

static bool is_comment(const struct reader *reader, size_t start)
{
    return reader->line[start] == ';' || reader->line[start] == '#';
}

// "[name]" or "[name:parent]"; ends the skipping if it can be used.
static void read_head(struct reader *reader)
{
    size_t close = find(reader, 0, reader->length, ']');
    size_t colon = find(reader, 0, close, ':');
    struct span name = trimmed(reader, 1, colon), parent = {0, 0};
    if (close == reader->length) {
        refuse(reader, reader->length, 0, "] is expected after the name of a variant");
        return;
    }
    struct span rest = trimmed(reader, close + 1, reader->length);
    if (rest.start < rest.end && !is_comment(reader, rest.start))
        refuse(reader, rest.start, rest.end - rest.start, "nothing is expected after ]");
    if (!check_name(reader, name))
        return;
    if (colon < close) {
        parent = trimmed(reader, colon + 1, close);
        if (!check_name(reader, parent))
            return;
    }
    if (reader->ini->sections.count == SECTIONS_MAX) {
        refuse(reader, 0, close + 1, "a file has at most 2000 variants");
        return;
    }
    struct ini_section section = {
        .name = copied(reader, name),
        .parent = colon < close ? copied(reader, parent) : NULL,
        .at = (uint32_t)position(reader, name.start),
        .parent_at = (uint32_t)position(reader, parent.start),
        .first = (uint32_t)reader->ini->entries.count,
    };
    if (!vector_push(&reader->ini->sections, section))
        reader->report->no_memory = true;
    else
        reader->skipping = false;
}

static void read_section(struct reader *reader)
{
    reader->skipping = true;
    read_head(reader);
    reader->ini->lost += reader->skipping;
}

static void read_entry(struct reader *reader)
{
    size_t equals = find(reader, 0, reader->length, '=');
    struct span key = trimmed(reader, 0, equals), value;
    if (equals == reader->length) {
        refuse(reader, reader->length, 0, "= is expected after the key");
        return;
    }
    value = trimmed(reader, equals + 1, reader->length);
    if (key.start == key.end)
        refuse(reader, equals, 1, "a key is expected before =");
    else if (key.end - key.start > KEY_MAX_BYTES)
        refuse(reader, key.start, key.end - key.start, "there is no key of more than 60 characters");
    else if (value.start == value.end)
        refuse(reader, equals + 1, 0, "a value is expected after =; write - for none");
    else if (value.end - value.start > VALUE_MAX_BYTES)
        refuse(reader, value.start, value.end - value.start, "a value has at most 8192 bytes");
    else if (!reader->ini->sections.count && !reader->skipping)
        refuse(reader, key.start, key.end - key.start,
               "an entry belongs to a variant, which begins with [name]");
    else if (!reader->skipping) {
        struct ini_entry entry = {
            .key = copied(reader, key),
            .value = copied(reader, value),
            .key_at = (uint32_t)position(reader, key.start),
            .value_at = (uint32_t)position(reader, value.start),
            .lines = 1,
        };
        if (!vector_push(&reader->ini->entries, entry))
            reader->report->no_memory = true;
        else
            vector_last(&reader->ini->sections)->count++;
    }
}

// An indented line continues the value above.
static void read_more(struct reader *reader, struct span rest)
{
    if (reader->skipping)
        return;
    if (!reader->ini->sections.count || !vector_last(&reader->ini->sections)->count) {
        refuse(reader, rest.start, rest.end - rest.start,
               "an indented line continues an entry, but there is none above");
        return;
    }
    struct ini_entry *entry = vector_last(&reader->ini->entries);
    size_t before = strlen(entry->value), more = rest.end - rest.start;
    if (before + 1 + more > VALUE_MAX_BYTES) {
        refuse(reader, rest.start, more, "a value has at most 8192 bytes");
        return;
    }
    if (before + more + 2 > entry->capacity) {
        size_t capacity = 2 * (before + more + 2);
        char *grown = pool_take(reader->pool, capacity, 1);
        if (!grown)
            return;
        memcpy(grown, entry->value, before);
        entry->value = entry->grown = grown;
        entry->capacity = (uint32_t)capacity;
    }
    entry->grown[before] = ' ';
    memcpy(entry->grown + before + 1, reader->line + rest.start, more);
    entry->lines++;
}

static void read_line(struct reader *reader)
{
    struct span all = trimmed(reader, 0, reader->length);
    if (all.start == all.end || is_comment(reader, all.start))
        return;
    if (*reader->line == '[')
        read_section(reader);
    else if (all.start)
        read_more(reader, all);
    else
        read_entry(reader);
}

// Reports the first byte that no text has. Lines end with LF or CR LF.
static bool check_characters(const struct source *source, struct report *report)
{
    for (size_t i = 0; i < source->length; i++) {
        unsigned char c = (unsigned char)source->text[i];
        bool line_end = c == '\n' || (c == '\r' && source->text[i + 1] == '\n');
        if ((c < 0x20 && c != '\t' && !line_end) || c == 0x7f) {
            report_add(report, source, i, 1, "the control character 0x%02x is not text", c);
            return false;
        }
    }
    if (text_is_utf8(source->text, source->length))
        return true;
    report_add(report, source, 0, 0, "the file is not valid UTF-8");
    return false;
}

void ini_read_trusted(struct ini *ini, const struct source *source, struct pool *pool, struct report *report)
{
    static const char mark[] = "\xef\xbb\xbf";
    struct reader reader = {.ini = ini, .source = source, .pool = pool, .report = report};
    const char *next = source->text, *end = source->text + source->length;
    if (!strncmp(next, mark, sizeof mark - 1))
        next += sizeof mark - 1;
    while (next < end) {
        const char *line_end = memchr(next, '\n', (size_t)(end - next));
        reader.line = next;
        next = line_end ? line_end + 1 : end;
        reader.length = (size_t)((line_end ? line_end : end) - reader.line);
        if (reader.length && reader.line[reader.length - 1] == '\r')
            reader.length--;
        read_line(&reader);
    }
    if (pool->failed)
        report->no_memory = true;
}

void ini_read(struct ini *ini, const struct source *source, struct pool *pool, struct report *report)
{
    if (source->length > SOURCE_MAX)
        report_add(report, source, 0, 0, "the file has more than 256 KiB");
    else if (check_characters(source, report))
        ini_read_trusted(ini, source, pool, report);
}
