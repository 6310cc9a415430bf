// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the display after each turn.
#include "cli/play/terminal/terminal_show.h"

#include "cli/play/terminal/terminal_claims.h"
#include "cli/play/terminal/terminal_match.h"
#include "notation/san.h"
#include "position/parameter.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "protocols/words.h"

#include <stdio.h>

// "12. Nf3{48}" or "12… Nf6{48}", from the game's own numbers.
static void add_turn(const struct position *before, const struct turn *turn,
                     const struct diagram_style *style, struct buffer *out)
{
    const char *black = style->unicode ? "\u2026" : "...";
    move first = turn->actions[0];
    if (move_kind(first) == MOVE_ANNOUNCE) {
        buffer_addf(out, "%s announces.", color_name(announcement_by(first)));
        return;
    }
    buffer_addf(out, "%u%s ", before->state.fullmove, position_side(before) == WHITE ? "." : black);
    san_write_turn(before, turn, SAN_FUEL, out);
}

// What the side to move must do if that is not a move: "White places one of Black's pieces."
static void add_task(const struct position *pos, struct buffer *out)
{
    enum color side = position_side(pos);
    struct move_list list;
    position_actions(pos, &list);
    move first = list.count ? list.moves[0] : MOVE_NONE;
    if (move_kind(first) == MOVE_DROP && piece_color(move_what(first)) != side)
        buffer_addf(out, " %s places one of %s's pieces.", color_name(side), color_name(other_color(side)));
}

// The last lines of a game that is over: what decided it, its points, and the score of the match.
static void add_end(const struct terminal_game *terminal, struct buffer *out)
{
    const struct session *session = terminal->session;
    unsigned points = session_points(session);
    buffer_add_char(out, '\n');
    terminal_write_claims(session, out);
    words_points(&session->outcome, points, out);
    if (points)
        buffer_add_char(out, '\n');
    if (terminal->games || session->variant->game->scores)
        terminal_write_totals(terminal, out);
    else
        buffer_truncate(out, out->length - 1); // the line break
}

static void add_title(const struct session *session, struct buffer *out)
{
    const struct game *game = session->variant->game;
    buffer_addf(out, "%s", game->title);
    for (unsigned i = 0; i < game->parameter_count; i++) {
        char value[16];
        parameter_write(&game->parameters[i], session->variant->parameters.value[i], value);
        buffer_addf(out, ", %s %s", game->parameters[i].name, value);
    }
    buffer_add_char(out, '\n');
}

void terminal_show(const struct terminal_game *terminal)
{
    const struct session *session = terminal->session;
    struct diagram_style style = terminal->style;
    struct buffer out;
    buffer_init(&out);
    buffer_add_char(&out, '\n');
    add_title(session, &out);
    if (session->count) {
        struct position before;
        const struct turn *last = &session->turns[session->count - 1];
        session_position_at(session, session->count - 1, &before);
        diagram_mark(&style.mark, last);
        diagram_write(&session->position, &style, &out);
        add_turn(&before, last, &style, &out);
        buffer_add(&out, "  ");
    } else {
        diagram_write(&session->position, &style, &out);
    }
    words_outcome(&session->outcome, session_side(session), &out);
    if (session_is_ongoing(session) && position_in_check(&session->position))
        buffer_add(&out, " Check!");
    if (session_is_ongoing(session))
        add_task(&session->position, &out);
    else
        add_end(terminal, &out);
    if (game_clock_is_used(&terminal->clock.game)) {
        buffer_add_char(&out, '\n');
        terminal_clock_write(&terminal->clock, &out);
    }
    puts(buffer_text(&out));
    fflush(stdout);
    buffer_clear(&out);
}
