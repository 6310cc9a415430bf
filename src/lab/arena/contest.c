// SPDX-License-Identifier: GPL-3.0-or-later
// Plays the games of a match at tables, each of which has a pair of engines of its own and a thread.
#include "lab/arena/contest.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { JUDGE_HASH = 4 };

// One thread's.
struct table {
    bool laid;
    struct session *session;
    struct engine *judge; // of openings
    struct rival rivals[2];
    bool running[2];
};

struct contest {
    const struct contest_settings *settings;
    struct table *tables; // [concurrency]
    // Of the leader.
    struct bout_summary *games;
    bool *found;      // games that the ledger has had
    unsigned counted; // pairs
    struct contest_score *score;
};

// ---- Counting ----

static void count_game(struct contest_score *score, unsigned number, const struct bout_summary *game)
{
    bool first_white = bout_first_color(number) == WHITE;
    score->games++;
    score->wins += game->points == 2;
    score->draws += game->points == 1;
    score->losses += game->points == 0;
    score->white += game->points == (first_white ? 2 : 0);
    score->ends[game->end]++;
    if (game->end == BOUT_BY_RULES)
        score->reasons[game->reason]++;
    if (game->end >= BOUT_TIME)
        score->faults[game->at_fault]++;
    score->turns += game->turns;
    for (int player = 0; player < 2; player++) {
        score->made[player] += game->made[player];
        score->spent[player] += game->spent[player];
    }
}

// Counts the pairs that are complete, up to the first that is not or at which the test decides.
static void count_pairs(struct contest *contest)
{
    const struct contest_settings *settings = contest->settings;
    struct contest_score *score = contest->score;
    for (; contest->counted < settings->pairs && score->test.verdict == SEQUENTIAL_OPEN; contest->counted++) {
        const struct bout_summary *pair = &contest->games[2 * contest->counted];
        if (!pair[0].played || !pair[1].played)
            return;
        for (unsigned i = 0; i < 2; i++)
            count_game(score, i, &pair[i]);
        score->pairs.count[pair[0].points + pair[1].points]++;
        if (settings->test)
            sequential_evaluate(settings->test, &score->pairs, &score->test);
    }
    if (score->test.verdict != SEQUENTIAL_OPEN)
        atomic_store(settings->terms->stop, true);
}

// ---- A game ----

// Makes the player's engine ready; starts it if it is not running, or does not answer any more. False with what is wrong.
static bool make_ready(struct table *table, unsigned player, struct error *err)
{
    struct rival *rival = &table->rivals[player];
    for (int attempt = 0; attempt < 2; attempt++) {
        if (!table->running[player] && !(table->running[player] = rival_start(rival, err)))
            return false;
        if (rival_new_game(rival, table->session, err))
            return true;
        rival_quit(rival);
        table->running[player] = false;
    }
    return false;
}

static bool play_bout(struct table *table, unsigned number, struct bout *bout, struct error *err)
{
    const atomic_bool *stop = table->rivals[0].terms->stop;
    for (int side = 0; side < 2; side++) {
        struct error reason;
        unsigned player = bout_player(number, (enum color)side);
        bout->rivals[side] = &table->rivals[player];
        if (make_ready(table, player, &reason))
            continue;
        if (atomic_load(stop)) {
            bout->end = BOUT_DROPPED;
            return true;
        }
        // What this machine lacks is no fault of the engine: the match ends, and can be resumed.
        if (!table->rivals[player].launched || reason.no_memory) {
            *err = reason;
            return false;
        }
        bout_forfeit(bout, (enum color)side, reason.message);
        return true;
    }
    return bout_play(bout, err);
}

static void summarize(const struct bout *bout, unsigned number, struct bout_summary *game)
{
    *game = (struct bout_summary){
        .played = true,
        .points = (uint8_t)result_half_points(bout->outcome.result, bout_first_color(number)),
        .end = bout->end,
        .reason = bout->outcome.reason,
        .at_fault = (uint8_t)bout_player(number, bout->loser),
        .turns = (unsigned)bout->session->count,
    };
    for (size_t i = 0; i < bout->turns.count; i++) {
        unsigned player = bout_player(number, session_player_of(bout->session, i));
        game->made[player] += bout->turns.items[i].thought;
        game->spent[player] += bout->turns.items[i].spent;
    }
}

// What the leader is told of a game: its summary, and behind it the game as it is to stand in the file.
static bool describe(const struct contest_settings *settings, unsigned number, const struct bout *bout,
                     struct spread_unit *unit)
{
    const struct ledger_names names = {settings->words, settings->rivals};
    struct record record;
    struct bout_summary game;
    if (!bout_record(bout, &record, &unit->err))
        return false;
    summarize(bout, number, &game);
    buffer_add_bytes(&unit->result, (const char *)&game, sizeof game);
    ledger_describe(&names, number, &record, &unit->result);
    record_clear(&record);
    return true;
}

static enum spread_end play_game(const struct contest_settings *settings, struct table *table,
                                 struct spread_unit *unit)
{
    unsigned number = unit->number;
    struct bout bout = {.session = table->session, .umpire = settings->umpire};
    session_begin(table->session, &settings->session->start);
    bool good = openings_play(settings->openings, number / 2, table->judge, table->session, &unit->err) &&
                play_bout(table, number, &bout, &unit->err);
    for (int side = 0; side < 2; side++) {
        unsigned player = bout_player(number, (enum color)side);
        if (table->running[player] && bout_has_broken(&bout, (enum color)side)) {
            rival_quit(&table->rivals[player]);
            table->running[player] = false;
        }
    }
    bool dropped = bout.end == BOUT_DROPPED;
    if (good && !dropped)
        good = describe(settings, number, &bout, unit);
    bout_clear(&bout);
    return !good ? SPREAD_FAILED : dropped ? SPREAD_DROPPED : SPREAD_DONE;
}

// ---- Tables ----

// The first engines show whether they can play at all.
static bool start_engines(struct table *table, struct error *err)
{
    for (int player = 0; player < 2; player++) {
        struct rival *rival = &table->rivals[player];
        table->running[player] = rival_start(rival, err);
        if (!table->running[player] || !rival_new_game(rival, table->session, err))
            return false;
    }
    return true;
}

static bool lay_table(const struct contest_settings *settings, struct table *table, struct error *err)
{
    *table = (struct table){.session = session_beside(settings->session, err)};
    for (int player = 0; player < 2; player++)
        table->rivals[player] = (struct rival){.spec = &settings->rivals[player], .terms = settings->terms};
    if (table->session)
        table->judge = engine_new(JUDGE_HASH, 1, err);
    return table->judge && start_engines(table, err);
}

static void clear_table(struct table *table)
{
    for (int player = 0; player < 2; player++)
        rival_quit(&table->rivals[player]);
    engine_free(table->judge);
    session_free(table->session);
    *table = (struct table){0};
}

// Engines end with the thread that has started them, so it is the one that plays all games of a table.
static enum spread_end play_at_table(void *context, struct spread_unit *unit)
{
    const struct contest *contest = context;
    struct table *table = &contest->tables[unit->worker];
    if (!table->laid && !lay_table(contest->settings, table, &unit->err)) {
        clear_table(table);
        return atomic_load(contest->settings->terms->stop) ? SPREAD_DROPPED : SPREAD_FAILED;
    }
    table->laid = true;
    return play_game(contest->settings, table, unit);
}

static void leave_table(void *context, unsigned worker)
{
    const struct contest *contest = context;
    if (contest->tables[worker].laid)
        clear_table(&contest->tables[worker]);
}

// ---- All of it ----

static bool keep_game(void *context, uint32_t number, const char *result, size_t length, struct error *err)
{
    struct contest *contest = context;
    const struct contest_settings *settings = contest->settings;
    struct bout_summary game;
    if (length < sizeof game)
        return error_set(err, ERROR_CONFLICT, "", "a game comes from another version of the program");
    memcpy(&game, result, sizeof game);
    if (settings->ledger && !ledger_append(settings->ledger, result + sizeof game, length - sizeof game, err))
        return false;
    contest->games[number] = game;
    count_pairs(contest);
    if (settings->report)
        settings->report(settings->context, number, &game, contest->score);
    return true;
}

static void take_over(struct contest *contest, const struct ledger *ledger)
{
    for (size_t i = 0; ledger && i < ledger->games.count && i < 2 * (size_t)contest->settings->pairs; i++) {
        contest->games[i] = ledger->games.items[i];
        contest->found[i] = contest->games[i].played;
    }
    count_pairs(contest);
}

static bool play_all(struct contest *contest, int *lost, struct error *err)
{
    const struct contest_settings *settings = contest->settings;
    const struct spread_job job = {.print = spread_print(settings->words),
                                   .units = 2 * settings->pairs,
                                   .found = contest->found,
                                   .workers = settings->concurrency,
                                   .patience = settings->patience,
                                   .stop = settings->terms->stop,
                                   .compute = play_at_table,
                                   .leave = leave_table,
                                   .accept = keep_game,
                                   .context = contest};
    struct spread_outcome outcome;
    if (settings->transport->self) {
        bool followed = spread_follow(settings->transport, &job, err);
        *lost = !followed;
        return followed;
    }
    take_over(contest, settings->ledger);
    bool good = spread_lead(settings->transport, &job, &outcome, err);
    *lost = outcome.lost;
    return good;
}

bool contest_play(const struct contest_settings *settings, struct contest_score *score, int *lost,
                  struct error *err)
{
    struct contest contest = {.settings = settings, .score = score};
    size_t games = 2 * (size_t)settings->pairs;
    *score = (struct contest_score){0};
    *lost = 0;
    if (settings->test)
        sequential_evaluate(settings->test, &score->pairs, &score->test);
    contest.tables = memory_try_zeroed(settings->concurrency, sizeof *contest.tables);
    contest.games = memory_try_zeroed(games, sizeof *contest.games);
    contest.found = memory_try_zeroed(games, sizeof *contest.found);
    bool ready = contest.tables && contest.games && contest.found;
    bool good = ready ? play_all(&contest, lost, err) : error_no_memory(err);
    if (!ready && settings->transport->self == 0)
        spread_dismiss(settings->transport);
    free(contest.tables);
    free(contest.games);
    free(contest.found);
    return good;
}
