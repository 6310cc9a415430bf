// SPDX-License-Identifier: GPL-3.0-or-later
// Describes a match: JSON as in docs/api.md, and PGN.
#include "notation/json/describe.h"
#include "notation/pgn/pgn.h"
#include "server/limits.h"
#include "server/match/match.h"
#include "server/presence/away.h"
#include "server/time/match_clock.h"
#include "session/clock_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void match_write_time(int64_t seconds, char text[32])
{
    time_t time = (time_t)seconds;
    struct tm parts;
    if (!gmtime_r(&time, &parts) || !strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts))
        snprintf(text, 32, "1970-01-01T00:00:00Z");
}

static void set_text(json_t *object, const char *name, const char *text)
{
    json_object_set_new(object, name, json_string(text));
}

static void set_text_or_null(json_t *object, const char *name, const char *text)
{
    json_object_set_new(object, name, text && text[0] ? json_string(text) : json_null());
}

static void set_time(json_t *object, const char *name, int64_t seconds)
{
    char text[32];
    match_write_time(seconds, text);
    set_text(object, name, text);
}

static json_t *describe_players(const struct archived_match *row)
{
    static const char *const kinds[] = {"open", "human", "engine"};
    json_t *players = json_object();
    for (int color = WHITE; color <= BLACK; color++) {
        const struct seat *seat = &row->seats[color];
        json_t *player = json_object();
        set_text(player, "kind", kinds[seat->kind]);
        set_text(player, "name", seat->name);
        if (seat->kind == SEAT_ENGINE)
            set_text(player, "level", seat->level);
        json_object_set_new(players, color_key((enum color)color), player);
    }
    return players;
}

// Nothing if there is no clock.
static void set_control(json_t *object, const struct time_control *control)
{
    struct buffer text;
    if (control->mode == TIME_UNLIMITED)
        return;
    buffer_init(&text);
    time_control_write(control, &text);
    set_text(object, "control", buffer_text(&text));
    buffer_clear(&text);
}

json_t *match_describe_terms(const char *id, const struct archived_match *row, json_t *parameters)
{
    json_t *terms = json_object();
    set_text(terms, "id", id);
    set_text(terms, "game", row->game);
    if (row->has_text) {
        set_text(terms, "title", row->title);
        set_text(terms, "hash", row->definition);
    }
    json_object_set_new(terms, "parameters", parameters);
    set_control(terms, &row->clock.control);
    set_time(terms, "created", row->created);
    return terms;
}

// The members that an entry of the list and the match itself begin with.
static json_t *describe_head(const struct archived_match *row, json_t *parameters)
{
    json_t *head = match_describe_terms(row->id, row, parameters);
    set_time(head, "updated", row->updated);
    json_object_set_new(head, "players", describe_players(row));
    json_object_set_new(head, "local", json_boolean(row->local));
    return head;
}

static void set_outcome(json_t *object, const struct outcome *outcome)
{
    set_text(object, "result", result_name(outcome->result));
    set_text(object, "reason", reason_name(outcome->reason));
}

// "last" of a state: the turn before ply number `ply`.
static json_t *describe_last_at(const struct session *session, size_t ply)
{
    if (ply == 0)
        return json_null();
    struct position before;
    session_position_at(session, ply - 1, &before);
    return describe_last(&before, &session->turns[ply - 1]);
}

void match_hide_help(const struct match *match, json_t *state)
{
    static const char *const help[] = {"path", "circuit", "score"};
    bool shown = match->row.finder || !session_is_ongoing(match->session);
    for (size_t i = 0; !shown && i < sizeof help / sizeof help[0]; i++)
        json_object_del(state, help[i]);
}

static json_t *describe_now(const struct match *match)
{
    const struct session *session = match->session;
    json_t *state =
        describe_present(&session->position, &session->history, describe_last_at(session, session->count),
                         session_is_ongoing(session), LIMIT_ACTIONS);
    match_hide_help(match, state);
    return state;
}

// Who can take a turn back, with or without asking, and who is asking now.
static void add_takeback(json_t *all, const struct match *match)
{
    const struct archived_match *row = &match->row;
    json_t *able = json_array();
    for (int color = WHITE; color <= BLACK; color++)
        if (row->seats[color].kind == SEAT_HUMAN && match_may_take_back(match, (enum color)color))
            json_array_append_new(able, json_string(color_key((enum color)color)));
    bool asked = row->takeback != NO_OFFER && match_takeback(match, (enum color)row->takeback) > 0;
    json_object_set_new(all, "takeback", json_boolean(json_array_size(able) > 0));
    json_object_set_new(all, "takeback_by", able);
    json_object_set_new(all, "takeback_request",
                        asked ? json_pack("{s:s, s:I}", "by", color_key((enum color)row->takeback), "ply",
                                          (json_int_t)row->takeback_ply)
                              : json_null());
}

// What games with announcements add: whether the program may find paths, what decided the match, and points.
static void add_claims(json_t *all, const struct match *match)
{
    const struct session *session = match->session;
    if (session->variant->game->announces)
        json_object_set_new(all, "finder", json_boolean(match->row.finder));
    json_t *points = describe_points(&session->position, session->outcome);
    if (points)
        json_object_set_new(all, "points", points);
    static const struct turn none = {.count = 0};
    json_t *claims = describe_claims(session->count ? &session->turns[session->count - 1] : &none,
                                     &session->position, session->outcome);
    if (claims)
        json_object_set_new(all, "claims", claims);
}

// Everything but `variants`, the clock and `you`, which depend on who asks, and when.
static json_t *describe_match(const struct match *match)
{
    const struct archived_match *row = &match->row;
    const struct session *session = match->session;
    json_t *all =
        describe_head(row, describe_parameters(session->variant->game, &session->variant->parameters));
    json_object_set_new(all, "listed", json_boolean(row->listed));
    json_object_set_new(all, "revision", json_integer(row->revision));
    json_object_set_new(all, "ply", json_integer((json_int_t)session->count));
    set_text(all, "first", color_key(session_side_at(session, 0)));
    json_object_set_new(all, "turns", json_array()); // match_write() inserts them
    json_object_set_new(all, "state", describe_now(match));
    set_outcome(all, &session->outcome);
    add_claims(all, match);
    json_object_set_new(all, "series", match_describe_series(match));
    set_text_or_null(all, "draw_offer",
                     row->draw_offer == NO_OFFER ? NULL : color_key((enum color)row->draw_offer));
    json_object_set_new(all, "draw_from",
                        json_pack("{s:I, s:I}", "white", (json_int_t)match->draw_from[WHITE], "black",
                                  (json_int_t)match->draw_from[BLACK]));
    add_takeback(all, match);
    json_object_set_new(all, "thinking", json_boolean(match_is_due(match)));
    set_text_or_null(all, "rematch", row->rematch);
    return all;
}

void match_changed(struct match *match)
{
    buffer_reset(&match->text);
}

// Writes everything but the turns, whose text is ready, and inserts that.
static void write_text(struct match *match)
{
    static const char place[] = "\"turns\":[";
    json_t *all = describe_match(match);
    char *text = json_dumps(all, JSON_COMPACT);
    json_decref(all);
    // It cannot be part of a string: there, the quotation marks would be escaped.
    char *found = text ? strstr(text, place) : NULL;
    if (found) {
        char *rest = found + strlen(place);
        buffer_add_bytes(&match->text, text, (size_t)(rest - text));
        buffer_add_bytes(&match->text, buffer_text(&match->turns), match->turns.length);
        buffer_add_bytes(&match->text, rest, strlen(rest) - 1);
    } else {
        buffer_add(&match->text, "{");
    }
    free(text);
}

static void write_common(struct match *match, struct buffer *out)
{
    if (match->text.length == 0)
        write_text(match);
    buffer_add_bytes(out, match->text.text, match->text.length);
}

static void write_you(const struct match *match, unsigned seats, struct buffer *out)
{
    static const char *const you[] = {"[]", "[\"white\"]", "[\"black\"]", "[\"white\",\"black\"]"};
    away_write(match, out);
    clock_write(&match->row, served_now(match->served), out);
    buffer_addf(out, ",\"you\":%s}", you[seats & 3]);
}

void match_write(struct match *match, unsigned seats, struct buffer *out)
{
    write_common(match, out);
    write_you(match, seats, out);
}

void match_write_first(struct match *match, unsigned seats, struct buffer *out)
{
    write_common(match, out);
    if (match->row.has_text) {
        json_t *json = json_string(match->row.text);
        char *text = json ? json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
        buffer_add(out, ",\"variants\":");
        buffer_add(out, text ? text : "null");
        free(text);
        json_decref(json);
    }
    write_you(match, seats, out);
}

json_t *match_ply(const struct match *match, size_t ply)
{
    const struct session *session = match->session;
    struct position pos;
    session_position_at(session, ply, &pos);
    // The match's history, up to that ply.
    struct history past = session->history;
    past.count = ply;
    json_t *state = describe_state(&pos, &past, DESCRIBE_NO_TURNS);
    json_object_set_new(state, "last", describe_last_at(session, ply));
    match_hide_help(match, state);
    json_t *answer = json_object();
    json_object_set_new(answer, "ply", json_integer((json_int_t)ply));
    json_object_set_new(answer, "state", state);
    return answer;
}

json_t *match_summary(const struct archived_match *row)
{
    struct parameters parameters;
    struct variant_file *none;
    const struct game *game = row->has_text ? NULL : match_read_game(row, &none, &parameters, NULL);
    json_t *summary = describe_head(row, game            ? describe_parameters(game, &parameters)
                                         : row->has_text ? match_describe_written(row)
                                                         : json_object());
    json_object_set_new(summary, "ply", json_integer((json_int_t)row->ply));
    set_text(summary, "side", color_key((enum color)row->side));
    set_outcome(summary, &row->outcome);
    // Without reading its text, only a won match tells that its game has points.
    bool scores = game ? game->scores : row->points > 0;
    if (scores && row->outcome.result != RESULT_ONGOING) {
        bool white = row->outcome.result == RESULT_WHITE, black = row->outcome.result == RESULT_BLACK;
        json_object_set_new(summary, "points",
                            json_pack("{s:i,s:i}", "white", white ? (int)row->points : 0, "black",
                                      black ? (int)row->points : 0));
    }
    return summary;
}

void match_write_pgn(const struct match *match, bool text, struct buffer *out)
{
    const struct archived_match *row = &match->row;
    struct record record;
    if (!session_to_record(match->session, &record, NULL))
        return;
    char date[32];
    match_write_time(row->created, date);
    date[4] = date[7] = '.';
    date[10] = '\0';
    record_set_tag(&record, "Event", "Leaper");
    record_set_tag(&record, "Date", date);
    for (int color = WHITE; color <= BLACK; color++) {
        const struct seat *seat = &row->seats[color];
        char name[sizeof seat->name + sizeof seat->level + 4];
        const char *anonymous = seat->kind == SEAT_OPEN ? "?" : "Anonymous";
        if (seat->kind == SEAT_ENGINE)
            snprintf(name, sizeof name, "%s (%s)", seat->name, seat->level);
        else
            snprintf(name, sizeof name, "%s", seat->name[0] ? seat->name : anonymous);
        record_set_tag(&record, color_name((enum color)color), name);
    }
    // Without memory, only times are missing.
    (void)clock_record(&record, &row->clock.control, match->left.items, match->left.count);
    pgn_write(&record, PGN_FUEL | (text ? PGN_TEXT : 0), out);
    record_clear(&record);
}
