// SPDX-License-Identifier: GPL-3.0-or-later
// Rivals that speak UCI.
#include "base/text.h"
#include "lab/arena/rival_driver.h"
#include "notation/coordinate_write.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/variant.h"
#include "variants/games.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char variant_option[] = "UCI_Variant";

// ---- Greeting ----

// Takes the names behind each word `var`.
static void take_variants(struct rival *rival, const char *text)
{
    while ((text = strstr(text, " var "))) {
        text += strlen(" var ");
        size_t length = strcspn(text, " ");
        rival_add_name(&rival->variants, text, length);
    }
}

// "option name Hash type spin default 16 min 1 max 65536"
static void take_option(struct rival *rival, const char *line)
{
    if (!rival_word(&line, "option") || !rival_word(&line, "name"))
        return;
    const char *end = strstr(line, " type ");
    if (!end)
        return;
    if (!rival_add_name(&rival->options, line, (size_t)(end - line)))
        return;
    // Both lists have as many items, whatever happens.
    end += strlen(" type ");
    if (!rival_add_name(&rival->values, end, strlen(end))) {
        free(rival->options.items[--rival->options.count]);
        return;
    }
    if (text_equal_nocase(rival->options.items[rival->options.count - 1], variant_option))
        take_variants(rival, end);
}

// The number behind a word of the line.
static bool find_number(const char *line, const char *word, long long *number)
{
    const char *found = strstr(line, word);
    char *end;
    if (!found)
        return false;
    *number = strtoll(found + strlen(word), &end, 10);
    return end > found + strlen(word);
}

// Whether one of those that follow a word `var`; case does not matter.
static bool has_choice(const char *values, const char *value)
{
    static const char before[] = " var ";
    size_t length = strlen(value);
    for (const char *at = values; (at = strstr(at, before));) {
        at += sizeof before - 1;
        const char *end = strstr(at, before);
        size_t its_length = end ? (size_t)(end - at) : strlen(at);
        if (its_length == length && !strncasecmp(at, value, length))
            return true;
    }
    return false;
}

// An engine would ignore what it cannot take, or take what is nearest.
static bool takes(const char *values, const char *value)
{
    long long least, most;
    long number;
    if (!strncmp(values, "combo", strlen("combo")))
        return has_choice(values, value);
    if (!strncmp(values, "spin", strlen("spin")) && find_number(values, " min ", &least) &&
        find_number(values, " max ", &most))
        return text_read_integer(value, LONG_MIN, LONG_MAX, &number) && number >= least && number <= most;
    return true;
}

static bool set_option(struct rival *rival, const char *name, const char *value, struct error *err)
{
    for (size_t i = 0; i < rival->options.count; i++)
        if (text_equal_nocase(rival->options.items[i], name) && !takes(rival->values.items[i], value))
            return error_set(err, ERROR_PARAMETER, "",
                             "the option %.40s of %.60s cannot be '%.40s'; it is a %.90s", name,
                             rival->spec->name, value, rival->values.items[i]);
    return program_say(&rival->program, "setoption name %s value %s", name, value) ||
           error_set(err, ERROR_SYSTEM, "", "%.60s does not read", rival->spec->name);
}

// The game, unless it is chess and the engine knows nothing else.
static bool set_game(struct rival *rival, struct error *err)
{
    const char *name = rival_variant_name(rival);
    bool chess = rival->terms->variant->game == games_all()[0] && !rival->spec->variant;
    if (chess && !rival_has_name(&rival->options, variant_option))
        return true;
    return rival_has_name(&rival->variants, name) ? rival_set_option(rival, variant_option, name, err)
                                                  : rival_refuse_game(rival, err);
}

static bool be_ready(struct rival *rival, struct error *err)
{
    program_say_text(&rival->program, "isready");
    return rival_await(rival, "readyok", NULL, err);
}

// A variant is defined by a file that an option names, so the given options come first.
static bool greet(struct rival *rival, struct error *err)
{
    program_say_text(&rival->program, "uci");
    if (!rival_await(rival, "uciok", take_option, err))
        return false;
    return rival_set_options(rival, err) && set_game(rival, err) && rival_set_parameters(rival, err) &&
           be_ready(rival, err);
}

static bool new_game(struct rival *rival, const struct session *session, struct error *err)
{
    (void)session;
    program_say_text(&rival->program, "ucinewgame");
    return be_ready(rival, err);
}

// ---- Thinking ----

static void write_start(const struct session *session, struct buffer *out)
{
    if (rival_starts_as_usual(session)) {
        buffer_add(out, "startpos");
    } else {
        buffer_add(out, "fen ");
        fen_write(&session->start, out);
    }
}

static void add_turn(void *context, size_t ply, const struct position *before, const struct turn *turn,
                     const struct position *after)
{
    struct buffer *out = context;
    (void)after;
    buffer_add(out, ply ? " " : " moves ");
    coordinate_write_turn_for_uci(before, turn, out);
}

static bool say_position(struct rival *rival, const struct session *session)
{
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "position ");
    write_start(session, &text);
    session_each(session, 0, add_turn, &text);
    bool good = !text.failed && program_say_text(&rival->program, buffer_text(&text));
    buffer_clear(&text);
    return good;
}

static int64_t in_milliseconds(int64_t microseconds)
{
    return microseconds < 1000 ? 1 : microseconds / 1000;
}

static bool say_go(struct rival *rival, const struct rival_clocks *clocks)
{
    const struct allowance *allowance = rival_allowance(rival);
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "go");
    if (allowance->main) {
        buffer_addf(&text, " wtime %" PRId64 " btime %" PRId64, in_milliseconds(clocks->left[WHITE]),
                    in_milliseconds(clocks->left[BLACK]));
        buffer_addf(&text, " winc %" PRId64 " binc %" PRId64, clocks->increment[WHITE] / 1000,
                    clocks->increment[BLACK] / 1000);
        if (clocks->moves_to_go)
            buffer_addf(&text, " movestogo %u", clocks->moves_to_go);
    }
    if (allowance->nodes)
        buffer_addf(&text, " nodes %" PRIu64, allowance->nodes);
    if (allowance->depth)
        buffer_addf(&text, " depth %d", allowance->depth);
    // Not `infinite`: an engine that has nothing left to think about would wait for ever.
    if (allowance->movetime)
        buffer_addf(&text, " movetime %" PRId64, rival_turn_limit(rival));
    bool good = program_say_text(&rival->program, buffer_text(&text));
    buffer_clear(&text);
    return good;
}

static bool go(struct rival *rival, const struct session *session, const struct rival_clocks *clocks)
{
    return say_position(rival, session) && say_go(rival, clocks);
}

// ---- Listening ----

static int bounded(long long number)
{
    enum { MOST = 1000000 };
    return (int)(number > MOST ? MOST : number < -MOST ? -MOST : number);
}

// Scores of the best line only, and no bounds.
static void hear_info(const char *line, struct rival_thought *thought)
{
    long long number;
    if (strstr(line, " string ") || strstr(line, "bound") ||
        (find_number(line, " multipv ", &number) && number != 1))
        return;
    if (find_number(line, " score cp ", &number)) {
        thought->scored = true;
        thought->score = (struct search_score){SCORE_CENTIPAWNS, bounded(number)};
    } else if (find_number(line, " score mate ", &number)) {
        thought->scored = true;
        thought->score = (struct search_score){number > 0 ? SCORE_WON : SCORE_LOST,
                                               bounded(number < 0 ? -number : number)};
    }
    if (find_number(line, " depth ", &number))
        thought->depth = bounded(number);
    if (find_number(line, " nodes ", &number) && number >= 0)
        thought->nodes = (uint64_t)number;
}

static bool hear(struct rival *rival, const char *line, struct rival_thought *thought)
{
    const char *rest = line;
    (void)rival;
    if (rival_word(&rest, "bestmove")) {
        snprintf(thought->move, sizeof thought->move, "%.*s", (int)strcspn(rest, " "), rest);
        thought->end = RIVAL_MOVED;
        return true;
    }
    if (rival_word(&rest, "info"))
        hear_info(line, thought);
    return false;
}

const struct rival_driver rival_uci = {greet, set_option, new_game, go, hear, "stop", "quit"};
