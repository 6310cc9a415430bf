// SPDX-License-Identifier: GPL-3.0-or-later
// Rivals that speak CECP, the protocol of XBoard.
//
// Source: T. Mann and H. G. Muller, "Chess Engine Communication Protocol", version 2.
#include "base/clock.h"
#include "base/text.h"
#include "lab/arena/rival_driver.h"
#include "notation/coordinate_write.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/variant.h"
#include "variants/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How long a program of the first version, which does not say that it has named all its features, is waited for, in microseconds.
enum { SILENCE = 2000000 };

static bool does_not_read(const struct rival *rival, struct error *err)
{
    return error_set(err, ERROR_SYSTEM, "", "%.60s does not read", rival->spec->name);
}

// What the engine calls the game.
static const char *variant_name(const struct rival *rival)
{
    bool chess = rival->terms->variant->game == games_all()[0] && !rival->spec->variant;
    return chess ? "normal" : rival_variant_name(rival);
}

// ---- Features ----

struct feature {
    char name[32];
    const char *value; // without quotation marks
    size_t length;
};

// Reads NAME=VALUE, where a text is quoted, and moves on. False at the end.
static bool next_feature(const char **text, struct feature *feature)
{
    const char *c = *text + strspn(*text, " ");
    size_t length = strcspn(c, "= ");
    if (c[length] != '=' || length >= sizeof feature->name)
        return false;
    memcpy(feature->name, c, length);
    feature->name[length] = '\0';
    c += length + 1;
    bool quoted = *c == '"';
    c += quoted;
    feature->value = c;
    feature->length = strcspn(c, quoted ? "\"" : " ");
    *text = c + feature->length + (quoted && c[feature->length] == '"');
    return true;
}

static void take_variants(struct rival *rival, const struct feature *feature)
{
    const char *end = feature->value + feature->length;
    for (const char *c = feature->value; c < end;) {
        size_t length = strcspn(c, ", \"");
        if (length)
            rival_add_name(&rival->variants, c, length);
        c += length + strspn(c + length, ", ");
        if (*c == '"')
            break;
    }
}

// "Level -combo beginner /// *full": the name is what stands before the type.
static void take_option(struct rival *rival, const struct feature *feature)
{
    const char *end = strstr(feature->value, " -");
    if (end && end < feature->value + feature->length)
        rival_add_name(&rival->options, feature->value, (size_t)(end - feature->value));
}

static void take_feature(struct rival *rival, const struct feature *feature)
{
    bool yes = feature->length && *feature->value == '1';
    if (!strcmp(feature->name, "ping"))
        rival->state.ping = yes;
    else if (!strcmp(feature->name, "setboard"))
        rival->state.setboard = yes;
    else if (!strcmp(feature->name, "usermove"))
        rival->state.usermove = yes;
    else if (!strcmp(feature->name, "san"))
        rival->state.san = yes;
    else if (!strcmp(feature->name, "reuse"))
        rival->state.single_use = !yes;
    else if (!strcmp(feature->name, "memory") && yes)
        rival_add_name(&rival->options, "Hash", strlen("Hash"));
    else if (!strcmp(feature->name, "smp") && yes)
        rival_add_name(&rival->options, "Threads", strlen("Threads"));
    else if (!strcmp(feature->name, "variants"))
        take_variants(rival, feature);
    else if (!strcmp(feature->name, "option"))
        take_option(rival, feature);
}

// Takes the features up to done=1; those of a program that sends none are the protocol's defaults.
static bool take_features(struct rival *rival, struct error *err)
{
    int64_t deadline = clock_microseconds() + SILENCE;
    const char *line;
    enum program_event event;
    while ((event = rival_read(rival, deadline, &line)) == PROGRAM_LINE) {
        struct feature feature;
        if (!rival_word(&line, "feature"))
            continue;
        while (next_feature(&line, &feature)) {
            take_feature(rival, &feature);
            if (!strcmp(feature.name, "done") && *feature.value == '1')
                return true;
            if (!strcmp(feature.name, "done"))
                deadline = clock_microseconds() + rival->terms->patience * 1000;
        }
    }
    return event == PROGRAM_LATE ||
           error_set(err, ERROR_SYSTEM, "", "%.60s has ended instead of naming its features",
                     rival->spec->name);
}

// ---- Greeting ----

static bool set_option(struct rival *rival, const char *name, const char *value, struct error *err)
{
    bool said = !strcmp(name, "Hash")      ? program_say(&rival->program, "memory %s", value)
                : !strcmp(name, "Threads") ? program_say(&rival->program, "cores %s", value)
                                           : program_say(&rival->program, "option %s=%s", name, value);
    return said || does_not_read(rival, err);
}

static bool greet(struct rival *rival, struct error *err)
{
    const struct allowance *allowance = rival_allowance(rival);
    if (allowance->nodes)
        return error_set(err, ERROR_PARAMETER, "", "%.60s speaks CECP, which has no limit of nodes",
                         rival->spec->name);
    if (rival->spec->deaf && allowance->movetime % 1000)
        return error_set(err, ERROR_PARAMETER, "",
                         "%.60s cannot be stopped, and CECP counts the time of a turn in whole seconds",
                         rival->spec->name);
    program_say_text(&rival->program, "xboard");
    program_say_text(&rival->program, "protover 2");
    if (!take_features(rival, err))
        return false;
    bool normal = !strcmp(variant_name(rival), "normal");
    if (!normal && !rival_has_name(&rival->variants, variant_name(rival)))
        return rival_refuse_game(rival, err);
    return rival_set_options(rival, err) && rival_set_parameters(rival, err);
}

// ---- A new game ----

static void say_limits(struct rival *rival)
{
    const struct allowance *allowance = rival_allowance(rival);
    int64_t main = allowance->main / rival_side_by_side(rival);
    if (main)
        program_say(&rival->program, "level %u %d:%02d %g", allowance->moves, (int)(main / 60000),
                    (int)(main / 1000 % 60),
                    (double)allowance->increment / 1000 / (double)rival_side_by_side(rival));
    if (allowance->movetime)
        program_say(&rival->program, "st %d", (int)((rival_turn_limit(rival) + 999) / 1000));
    if (allowance->depth)
        program_say(&rival->program, "sd %d", allowance->depth);
}

// What it has said about the game before is read away.
static bool synchronize(struct rival *rival, struct error *err)
{
    enum { PAUSE = 100000 }; // microseconds
    const char *line;
    if (rival->state.ping) {
        program_say_text(&rival->program, "ping 1");
        return rival_await(rival, "pong", NULL, err);
    }
    int64_t deadline = clock_microseconds() + PAUSE;
    enum program_event event;
    do
        event = program_read(&rival->program, deadline, &line);
    while (event == PROGRAM_LINE);
    return event == PROGRAM_LATE || does_not_read(rival, err);
}

static bool set_start(struct rival *rival, const struct session *session, struct error *err)
{
    struct buffer text;
    if (rival_starts_as_usual(session))
        return true;
    if (!rival->state.setboard)
        return error_set(err, ERROR_REQUEST, "", "%.60s cannot begin from a position", rival->spec->name);
    buffer_init(&text);
    buffer_add(&text, "setboard ");
    fen_write(&session->start, &text);
    bool good = program_say_text(&rival->program, buffer_text(&text)) || does_not_read(rival, err);
    buffer_clear(&text);
    return good;
}

static bool new_game(struct rival *rival, const struct session *session, struct error *err)
{
    program_say_text(&rival->program, "new");
    if (strcmp(variant_name(rival), "normal") != 0)
        program_say(&rival->program, "variant %s", variant_name(rival));
    program_say_text(&rival->program, "force");
    program_say_text(&rival->program, "easy");
    program_say_text(&rival->program, "post");
    rival->state.told = 0;
    rival->state.plays = false;
    rival->state.sent[0] = '\0';
    if (!set_start(rival, session, err))
        return false;
    say_limits(rival);
    return synchronize(rival, err);
}

// ---- Thinking ----

struct telling {
    struct rival *rival;
    bool good;
};

static void tell_turn(void *context, size_t ply, const struct position *before, const struct turn *turn,
                      const struct position *after)
{
    struct telling *telling = context;
    struct rival *rival = telling->rival;
    struct buffer text;
    (void)ply;
    (void)after;
    buffer_init(&text);
    if (rival->state.san)
        san_write_turn(before, turn, SAN_PLAIN, &text);
    else
        coordinate_write_turn(before, turn, &text);
    snprintf(rival->state.sent, sizeof rival->state.sent, "%s", buffer_text(&text));
    if (telling->good && rival->state.usermove)
        telling->good = program_say(&rival->program, "usermove %s", buffer_text(&text));
    else if (telling->good)
        telling->good = program_say_text(&rival->program, buffer_text(&text));
    buffer_clear(&text);
}

static void say_clocks(struct rival *rival, const struct rival_clocks *clocks, enum color side)
{
    if (!rival_allowance(rival)->main)
        return;
    program_say(&rival->program, "time %" PRId64, clocks->left[side] / 10000);
    program_say(&rival->program, "otim %" PRId64, clocks->left[other_color(side)] / 10000);
}

// A program that plays answers to the other side's turn; at first it is in force mode, and gets the opening.
static bool go(struct rival *rival, const struct session *session, const struct rival_clocks *clocks)
{
    struct telling telling = {rival, true};
    if (rival->state.plays)
        say_clocks(rival, clocks, session_side(session));
    session_each(session, rival->state.told, tell_turn, &telling);
    if (!rival->state.plays) {
        say_clocks(rival, clocks, session_side(session));
        telling.good = telling.good && program_say_text(&rival->program, "go");
    }
    rival->state.plays = true;
    rival->state.told = (unsigned)session->count + 1; // its own turn
    rival->state.side = session_side(session);
    return telling.good;
}

// ---- Listening ----

// "9 156 1084 48000 Nf3 Nc6": depth, centipawns, time and nodes; wins in N are 100000 + N.
static void hear_thinking(const char *line, struct rival_thought *thought)
{
    enum { DECIDED = 100000 };
    char *end;
    long numbers[4];
    for (int i = 0; i < 4; i++) {
        numbers[i] = strtol(line, &end, 10);
        if (end == line)
            return;
        line = end + (i == 0 && strchr(".+&%$#", *end) != NULL && *end);
    }
    if (numbers[1] > INT32_MAX || numbers[1] < -INT32_MAX || numbers[0] > INT16_MAX)
        return;
    int score = (int)numbers[1], far = abs(score) - DECIDED;
    thought->scored = true;
    thought->score = far < 0 ? (struct search_score){SCORE_CENTIPAWNS, score}
                             : (struct search_score){score > 0 ? SCORE_WON : SCORE_LOST, far};
    thought->depth = (int)numbers[0];
    thought->nodes = numbers[3] > 0 ? (uint64_t)numbers[3] : 0;
}

// A result instead of a turn: our rules would have ended the game, so it can only mean that the engine gives it up.
static bool hear_result(const struct rival *rival, const char *line, struct rival_thought *thought)
{
    const char *lost = rival->state.side == WHITE ? "0-1" : "1-0",
               *won = rival->state.side == WHITE ? "1-0" : "0-1";
    const char *rest = line;
    if (rival_word(&rest, lost)) {
        thought->end = RIVAL_RESIGNED;
        return true;
    }
    if (!rival_word(&rest, won) && !rival_word(&rest, "1/2-1/2"))
        return false;
    thought->end = RIVAL_COMPLAINED;
    return true;
}

// "Error (ambiguous move): Nf3" is about the turn that it was told last. Others are about words that it does not know, such as "otim", and it
// thinks nevertheless.
static bool is_error_of_turn(const struct rival *rival, const char *line)
{
    const char *rest = strchr(line, ':');
    if (strncmp(line, "Error", strlen("Error")) != 0 || !rest)
        return false;
    rest++;
    rival_word(&rest, "usermove");
    return rival->state.sent[0] && rival_word(&rest, rival->state.sent);
}

static bool hear_complaint(const struct rival *rival, const char *line, struct rival_thought *thought)
{
    if (strncmp(line, "Illegal move", strlen("Illegal move")) != 0 && !is_error_of_turn(rival, line))
        return false;
    thought->end = RIVAL_COMPLAINED;
    return true;
}

static bool hear(struct rival *rival, const char *line, struct rival_thought *thought)
{
    const char *rest = line + strspn(line, " ");
    if (*rest >= '0' && *rest <= '9')
        hear_thinking(rest, thought);
    if (rival_word(&rest, "move")) {
        snprintf(thought->move, sizeof thought->move, "%.*s", (int)strcspn(rest, " "), rest);
        thought->end = RIVAL_MOVED;
        return true;
    }
    if (rival_word(&rest, "resign")) {
        thought->end = RIVAL_RESIGNED;
        return true;
    }
    if (!hear_result(rival, rest, thought) && !hear_complaint(rival, rest, thought))
        return false;
    snprintf(thought->remark, sizeof thought->remark, "%.*s", (int)sizeof thought->remark - 1, rest);
    return true;
}

const struct rival_driver rival_cecp = {greet, set_option, new_game, go, hear, "?", "quit"};
