// SPDX-License-Identifier: GPL-3.0-or-later
// Positions, turns and actions as text.
#include "api/handle.h"
#include "notation/coordinate_write.h"
#include "notation/san.h"
#include "position/fen.h"

#include <string.h>

char *leaper_position_fen(const struct leaper_position *position, struct leaper_error *error)
{
    struct buffer text;
    if (!position_at_start(position, error))
        return NULL;
    buffer_init(&text);
    fen_write(&position->now, &text);
    return text_out(&text, error);
}

// ---- Turns ----

static void write_turn(const struct position *pos, const struct turn *turn, enum leaper_notation notation,
                       struct buffer *out)
{
    if (notation == LEAPER_COORDINATE)
        coordinate_write_turn(pos, turn, out);
    else
        san_write_turn(pos, turn, notation == LEAPER_SAN_FUEL ? SAN_FUEL : SAN_PLAIN, out);
}

char *leaper_turn_write(const struct leaper_position *position, const struct leaper_turn *turn,
                        enum leaper_notation notation, struct leaper_error *error)
{
    struct turn inside;
    struct buffer text;
    if (!position_at_start(position, error))
        return NULL;
    if (!turn_in(turn, &inside) || !turn_is_legal(&position->now, &inside)) {
        fail_illegal(error, "turn");
        return NULL;
    }
    buffer_init(&text);
    write_turn(&position->now, &inside, notation, &text);
    return text_out(&text, error);
}

bool leaper_turn_read(const struct leaper_position *position, const char *text, struct leaper_turn *turn,
                      struct leaper_error *error)
{
    struct turn inside;
    struct error err = {0};
    if (!position_at_start(position, error))
        return false;
    if (!san_read_turn(&position->now, text, &inside, &err))
        return fail_as(error, &err);
    turn_out(&inside, turn);
    return true;
}

// ---- Actions ----

char *leaper_action_write(const struct leaper_position *position, leaper_action action,
                          enum leaper_notation notation, struct leaper_error *error)
{
    const struct position *pos = &position->now;
    struct buffer text;
    if (!position_is_legal(pos, action)) {
        fail_illegal(error, "action");
        return NULL;
    }
    buffer_init(&text);
    if (notation == LEAPER_COORDINATE) {
        coordinate_write(pos, action, &text);
    } else {
        struct move_list legal;
        position_actions(pos, &legal);
        san_write_action(pos, action, &legal, notation == LEAPER_SAN_FUEL ? SAN_FUEL : SAN_PLAIN, &text);
    }
    return text_out(&text, error);
}

// A line of actions being written.
struct line {
    struct position now, before; // before the current turn
    struct turn turn;
    bool whole; // whether the current turn begins at `before`; the first one may have begun earlier
    enum leaper_notation notation;
    struct buffer text;
};

// Writes the actions collected so far, which are a whole turn or the rest of one.
static void write_gathered(struct line *line)
{
    struct position now = line->before;
    if (line->text.length)
        buffer_add_char(&line->text, ' ');
    if (line->whole) {
        write_turn(&line->before, &line->turn, line->notation, &line->text);
        return;
    }
    for (unsigned i = 0; i < line->turn.count; i++) {
        struct undo undo;
        struct move_list legal;
        if (i)
            buffer_add_char(&line->text, ',');
        position_actions(&now, &legal);
        if (line->notation == LEAPER_COORDINATE)
            coordinate_write(&now, line->turn.actions[i], &line->text);
        else
            san_write_action(&now, line->turn.actions[i], &legal, SAN_PLAIN, &line->text);
        position_apply(&now, line->turn.actions[i], &undo);
    }
}

static bool add_action(struct line *line, move action, struct leaper_error *error)
{
    struct undo undo;
    if (!position_is_legal(&line->now, action))
        return fail_illegal(error, "action");
    position_apply(&line->now, action, &undo);
    if (move_kind(action) != MOVE_END_TURN)
        line->turn.actions[line->turn.count++] = action;
    if (line->now.state.actions)
        return true;
    if (line->turn.count)
        write_gathered(line);
    line->before = line->now;
    line->turn.count = 0;
    line->whole = true;
    return true;
}

char *leaper_line_write(const struct leaper_position *position, const leaper_action *actions, size_t count,
                        enum leaper_notation notation, struct leaper_error *error)
{
    struct line line = {.now = position->now,
                        .before = position->now,
                        .whole = !position->now.state.actions,
                        .notation = notation};
    buffer_init(&line.text);
    for (size_t i = 0; i < count; i++)
        if (!add_action(&line, actions[i], error)) {
            buffer_clear(&line.text);
            return NULL;
        }
    if (line.turn.count) {
        line.whole = false;
        write_gathered(&line);
    }
    return text_out(&line.text, error);
}

// ---- Squares ----

void leaper_square_name(int number, char name[4])
{
    name[0] = '\0';
    if (number >= 0 && number < GRID_SQUARES)
        square_name((square)number, name);
}

int leaper_square_find(const char *name)
{
    square found;
    return square_read(&name, GRID_SIDE, GRID_SIDE, &found) && !*name ? found : LEAPER_SQUARE_NONE;
}
