// SPDX-License-Identifier: GPL-3.0-or-later
// Writes and reads session records: PGN with additional tags for sides, level and time.
#include "cli/play/play_keep.h"

#include "base/file_output.h"
#include "base/text.h"
#include "cli/play/play_files.h"
#include "notation/pgn/pgn.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "% leaper play ", version[] = "1\n";

// For each word: whether the engine plays White, and Black.
const char *const play_sides[] = {"white", "black", "both", "none", NULL};
static const bool engine_sides[][2] = {{false, true}, {true, false}, {false, false}, {true, true}};

enum { SIDES = sizeof engine_sides / sizeof *engine_sides, MILLISECONDS_MAX = 3600000, HALVES_MAX = 1000000 };

const char *play_side_name(const bool engine_plays[2])
{
    for (int i = 0; i < SIDES; i++)
        if (!memcmp(engine_sides[i], engine_plays, sizeof engine_sides[i]))
            return play_sides[i];
    return "";
}

void play_side_set(int side, bool engine_plays[2])
{
    memcpy(engine_plays, engine_sides[side], sizeof engine_sides[side]);
}

static bool read_side(const char *word, bool engine_plays[2])
{
    for (int i = 0; i < SIDES; i++)
        if (!strcmp(word, play_sides[i])) {
            play_side_set(i, engine_plays);
            return true;
        }
    return false;
}

static bool set_tags(const struct terminal_game *terminal, struct record *record)
{
    char time[32], match[64];
    struct buffer clock;
    buffer_init(&clock);
    terminal_clock_keep(&terminal->clock, &clock);
    bool good = record_set_tag(record, "PlayClock", buffer_text(&clock)) &&
                terminal_clock_annotate(&terminal->clock, record);
    buffer_clear(&clock);
    snprintf(time, sizeof time, "%" PRId64, terminal->movetime);
    snprintf(match, sizeof match, "%u %u %u", terminal->games, terminal->totals[WHITE],
             terminal->totals[BLACK]);
    return good && record_set_tag(record, "PlayYou", play_side_name(terminal->engine_plays)) &&
           record_set_tag(record, "PlayLevel", terminal->level->key) &&
           record_set_tag(record, "PlayTime", time) && record_set_tag(record, "PlayMatch", match);
}

static bool write_file(const char *path, const struct buffer *text, struct error *err)
{
    return file_output_replace(path, 0600, text->text, text->length) ||
           error_set(err, ERROR_SYSTEM, "", "cannot write %s: %s", path, strerror(errno));
}

bool play_keep(const struct terminal_game *terminal, const char *path, struct error *err)
{
    struct record record;
    struct buffer text;
    if (!session_to_record(terminal->session, &record, err))
        return false;
    buffer_init(&text);
    buffer_addf(&text, "%s%s", head, version);
    bool good = set_tags(terminal, &record);
    pgn_write(&record, PGN_PLAIN, &text);
    record_clear(&record);
    good = good && !text.failed ? write_file(path, &text, err) : error_no_memory(err);
    buffer_clear(&text);
    return good;
}

static bool is_kept_game(const char *text, const char *path, struct error *err)
{
    if (strncmp(text, head, sizeof head - 1) != 0)
        return error_set(err, ERROR_REQUEST, "",
                         "%s is not a game saved by 'leaper play'; --load reads games from PGN files", path);
    const char *found = text + sizeof head - 1;
    if (strncmp(found, version, sizeof version - 1) != 0)
        return error_set(
            err, ERROR_REQUEST, "",
            "%s was saved by another version of 'leaper play' (format %.*s; this one reads %.1s)", path,
            (int)strcspn(found, "\r\n") < 20 ? (int)strcspn(found, "\r\n") : 20, found, version);
    return true;
}

static bool wrong_tag(const char *path, const char *tag, struct error *err)
{
    return error_set(err, ERROR_REQUEST, "", "%s: the tag [%s] is missing or invalid", path, tag);
}

// Sets everything but the game itself from the tags.
static bool set_table(struct terminal_game *terminal, const struct record *record, const char *path,
                      const struct play_taken *taken, struct error *err)
{
    static const char *const names[] = {"PlayYou", "PlayLevel", "PlayTime", "PlayMatch"};
    const char *tags[4];
    for (int i = 0; i < 4; i++)
        if (!(tags[i] = record_tag(record, names[i])))
            return wrong_tag(path, names[i], err);
    bool plays[2];
    long time;
    unsigned games, white, black;
    const struct level *level = level_find(tags[1], NULL);
    if (!read_side(tags[0], plays))
        return wrong_tag(path, names[0], err);
    if (!level)
        return wrong_tag(path, names[1], err);
    if (!text_read_integer(tags[2], 1, MILLISECONDS_MAX, &time))
        return wrong_tag(path, names[2], err);
    if (sscanf(tags[3], "%6u %7u %7u", &games, &white, &black) != 3)
        return wrong_tag(path, names[3], err);
    if (taken->you)
        memcpy(terminal->engine_plays, plays, sizeof plays);
    if (taken->level)
        terminal->level = level;
    if (taken->time)
        terminal->movetime = time;
    // Games saved before there were clocks have none.
    const char *clock = record_tag(record, "PlayClock");
    if (clock && !terminal_clock_restore(&terminal->clock, clock, record))
        return wrong_tag(path, "PlayClock", err);
    terminal->games = games;
    terminal->totals[WHITE] = white;
    terminal->totals[BLACK] = black;
    return true;
}

static bool take_record(struct terminal_game *terminal, const struct record *record, const char *path,
                        const struct play_taken *taken, struct error *err)
{
    struct session *session = session_from_record(record, err);
    if (!session)
        return false;
    if (!session_is_ongoing(session)) {
        session_free(session);
        return error_set(err, ERROR_GAME_OVER, "", "the game in %s is over; begin a new one", path);
    }
    session_free(terminal->session);
    terminal->session = session;
    return set_table(terminal, record, path, taken, err);
}

bool play_take_up(struct terminal_game *terminal, const char *path, const struct play_taken *taken,
                  struct error *err)
{
    struct buffer text;
    struct pgn_reader reader;
    struct record record;
    bool good = false;
    buffer_init(&text);
    if (play_file_read(path, &text, err) && is_kept_game(buffer_text(&text), path, err)) {
        pgn_reader_init(&reader, buffer_text(&text), text.length, PGN_PLAIN);
        switch (pgn_read(&reader, &record, err)) {
        case PGN_GAME:
            good = take_record(terminal, &record, path, taken, err);
            record_clear(&record);
            break;
        case PGN_END:
            error_set(err, ERROR_PGN, "", "there is no game in %s", path);
            break;
        case PGN_ERROR:
            error_place(err, path);
        }
    }
    buffer_clear(&text);
    return good;
}
