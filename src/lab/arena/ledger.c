// SPDX-License-Identifier: GPL-3.0-or-later
// Writes and reads the file of a match.
#include "lab/arena/ledger.h"

#include "base/clock.h"
#include "base/file_input.h"
#include "base/file_output.h"
#include "base/text.h"
#include "notation/pgn/pgn.h"
#include "position/game.h"
#include "position/variant.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS_MAX = 10000000 };

static const char settings_tag[] = "MatchSettings", event[] = "leaper match";

// ---- Writing ----

static bool refused(const char *what, struct error *err)
{
    return error_set(err, ERROR_SYSTEM, "", "%s: %s", what, strerror(errno));
}

// "2026.11.23"; games are dated as everywhere in UTC.
static bool set_date(struct record *record)
{
    char date[16];
    time_t now = clock_wall_milliseconds() / 1000;
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(date, sizeof date, "%Y.%m.%d", &parts);
    return record_set_tag(record, "Date", date);
}

static bool set_tags(const struct ledger_names *names, unsigned number, struct record *record)
{
    char round[32];
    struct buffer control;
    const struct rival_spec *white = &names->rivals[bout_player(number, WHITE)],
                            *black = &names->rivals[bout_player(number, BLACK)];
    snprintf(round, sizeof round, "%u.%u", number / 2 + 1, number % 2 + 1);
    buffer_init(&control);
    allowance_write_pgn(&white->allowance, &control);
    bool good = record_set_tag(record, "Event", event) && set_date(record) &&
                record_set_tag(record, "Round", round) && record_set_tag(record, "White", white->name) &&
                record_set_tag(record, "Black", black->name) &&
                record_set_tag(record, "TimeControl", buffer_text(&control)) &&
                record_set_tag(record, settings_tag, names->settings);
    buffer_clear(&control);
    return good;
}

static bool write_all(int file, const char *text, size_t length)
{
    while (length) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return true;
}

void ledger_describe(const struct ledger_names *names, unsigned number, struct record *record,
                     struct buffer *out)
{
    static const struct buffer failed = {.failed = true};
    if (set_tags(names, number, record))
        pgn_write(record, PGN_PLAIN, out);
    else
        buffer_fail_with(out, &failed);
}

bool ledger_append(struct ledger *ledger, const char *text, size_t length, struct error *err)
{
    if (ledger->size + length > PGN_SIZE_MAX)
        return error_set(
            err, ERROR_TOO_LARGE, "",
            "the file of the games would exceed %d MB; go on with another file and another --seed",
            PGN_SIZE_MAX >> 20);
    if (!write_all(ledger->file, text, length) || fdatasync(ledger->file) != 0)
        return refused("the games cannot be written", err);
    ledger->size += length;
    return true;
}

void ledger_close(struct ledger *ledger)
{
    close(ledger->file);
    vector_clear(&ledger->games);
}

// ---- Reading ----

// Whether a game ends here: its last word is its result, and an empty line follows.
static bool ends_game(const char *text, size_t end)
{
    static const char *const results[] = {"1-0\n\n", "0-1\n\n", "1/2-1/2\n\n", "*\n\n"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        size_t size = strlen(results[i]);
        if (end > size && !memcmp(text + end - size, results[i], size) &&
            (text[end - size - 1] == ' ' || text[end - size - 1] == '\n'))
            return true;
    }
    return false;
}

// How much of the text is whole games of a match. After a power failure, zeros may stand where the rest of a game should.
static size_t whole_length(const char *text, size_t length)
{
    static const char first[] = "[Event \"leaper match\"]";
    while (length && !text[length - 1])
        length--;
    size_t end = length;
    while (end && !ends_game(text, end))
        end--;
    // What is no game of a match is not cut off but complained of.
    size_t there = length - end < sizeof first - 1 ? length - end : sizeof first - 1;
    return memcmp(text + end, first, there) != 0 ? length : end;
}

// "12.2" is game 23.
static bool read_round(const char *text, unsigned *number)
{
    unsigned pair, game;
    if (!text || !text_read_number(&text, ROUNDS_MAX, &pair) || *text++ != '.' ||
        !text_read_number(&text, 2, &game) || *text || !pair || !game)
        return false;
    *number = 2 * (pair - 1) + game - 1;
    return true;
}

// Turns alternate, as far as an engine has thought about them: announcements by the other side are made only by people.
static void add_times(const struct record *record, unsigned number, struct bout_summary *game)
{
    unsigned first = bout_player(number, position_side(&record->start));
    for (size_t i = 0; i < record->turns.count; i++) {
        int64_t spent = bout_recorded_spent(&record->turns.items[i]);
        unsigned player = (first + i) % 2;
        game->made[player] += spent >= 0;
        game->spent[player] += spent >= 0 ? spent : 0;
    }
}

static bool keep_game(struct ledger *ledger, const struct record *record, unsigned number, struct error *err)
{
    struct bout_summary game = {
        .played = true,
        .points = (uint8_t)result_half_points(record->outcome.result, bout_first_color(number)),
        .end = bout_recorded_end(record),
        .reason = record->outcome.reason,
        .turns = (unsigned)record->turns.count,
    };
    game.at_fault = game.points ? 1 : 0;
    add_times(record, number, &game);
    while (ledger->games.count <= number)
        if (!vector_push(&ledger->games, (struct bout_summary){0}))
            return error_no_memory(err);
    ledger->games.items[number] = game;
    return true;
}

static bool take_game(struct ledger *ledger, const struct record *record, struct error *err)
{
    const char *settings = record_tag(record, settings_tag);
    unsigned number;
    if (!settings || strcmp(settings, ledger->settings) != 0)
        return error_set(err, ERROR_CONFLICT, "", "%s%.200s",
                         settings ? "this match was played with other settings: "
                                  : "this is not the file of a match",
                         settings ? settings : "");
    if (!read_round(record_tag(record, "Round"), &number))
        return error_set(err, ERROR_PGN, "", "a game has no round of a match");
    return keep_game(ledger, record, number, err);
}

static bool read_games(struct ledger *ledger, const char *text, size_t length, const struct variant *variant,
                       struct error *err)
{
    struct pgn_reader reader;
    struct record record;
    enum pgn_status status;
    struct variant *lent = NULL;
    bool good = true;
    pgn_reader_init(&reader, text, length, PGN_PLAIN);
    reader.game_meant = variant->game;
    reader.parameters_meant = &variant->parameters;
    reader.lent = &lent;
    while (good && (status = pgn_read(&reader, &record, err)) != PGN_END) {
        good = status == PGN_GAME && take_game(ledger, &record, err);
        if (status == PGN_GAME)
            record_clear(&record);
    }
    variant_free(lent);
    return good;
}

static bool resume(struct ledger *ledger, const char *path, const struct variant *variant, struct error *err)
{
    struct buffer text;
    buffer_init(&text);
    bool good = input_read_file(path, PGN_SIZE_MAX, &text, err) && (!text.failed || error_no_memory(err));
    if (good) {
        size_t length = ledger->size = whole_length(buffer_text(&text), text.length);
        good = read_games(ledger, buffer_text(&text), length, variant, err) &&
               (ftruncate(ledger->file, (off_t)length) == 0 || refused(path, err));
    }
    buffer_clear(&text);
    return good;
}

bool ledger_open(struct ledger *ledger, const char *path, bool resumes, const struct variant *variant,
                 struct error *err)
{
    struct stat about;
    memset(&ledger->games, 0, sizeof ledger->games);
    ledger->size = 0;
    ledger->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (ledger->file < 0)
        return refused(path, err);
    bool good = flock(ledger->file, LOCK_EX | LOCK_NB) == 0 ||
                error_set(err, ERROR_CONFLICT, "", "%s: another match is writing to it", path);
    good = good && (fstat(ledger->file, &about) == 0 || refused(path, err));
    // Until its folder is on disk, so is no new file.
    if (good && !about.st_size)
        good = file_output_sync_folder(path) || refused(path, err);
    if (good && about.st_size && !resumes)
        good = error_set(err, ERROR_CONFLICT, "", "%s exists; --resume goes on with its match", path);
    else if (good && about.st_size)
        good = resume(ledger, path, variant, err);
    if (!good)
        ledger_close(ledger);
    return good;
}
