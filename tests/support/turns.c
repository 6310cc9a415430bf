// SPDX-License-Identifier: GPL-3.0-or-later
// Walks through turns as wholes and action by action.
#include "support/turns.h"

#include "notation/coordinate_write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

void turns_write(const struct position *pos, const struct turn *turn, char *text)
{
    struct buffer buffer;
    buffer_init(&buffer);
    coordinate_write_turn(pos, turn, &buffer);
    assert_true(buffer.length < REF_TURN_SIZE);
    snprintf(text, REF_TURN_SIZE, "%s", buffer_text(&buffer));
    buffer_clear(&buffer);
}

// What collects the turns of a position as texts.
struct collector {
    const struct position *pos;
    struct ref_list *list;
};

static bool collect(void *context, const struct turn *turn)
{
    struct collector *collector = context;
    char text[REF_TURN_SIZE];
    turns_write(collector->pos, turn, text);
    ref_list_add(collector->list, text);
    return true;
}

void turns_list(const struct position *pos, struct ref_list *list)
{
    struct collector collector = {pos, list};
    list->count = 0;
    assert_true(turn_each(pos, collect, &collector));
    ref_list_sort(list);
}

static bool count_down(void *context, const struct turn *turn)
{
    (void)turn;
    return --*(size_t *)context > 0;
}

size_t turns_count(const struct position *pos, size_t most)
{
    size_t left = most;
    turn_each(pos, count_down, &left);
    return most - left;
}

void turns_random(const struct position *pos, struct random *random, struct turn *turn)
{
    struct position now = *pos;
    turn->count = 0;
    for (;;) {
        struct move_list list;
        struct undo undo;
        position_actions(&now, &list);
        if (!list.count) {
            fail_msg("a turn that was begun cannot be ended");
            return;
        }
        move m = list.moves[random_below(random, list.count)];
        position_apply(&now, m, &undo);
        if (move_kind(m) != MOVE_END_TURN)
            turn->actions[turn->count++] = m;
        if (!now.state.actions)
            return;
    }
}

static void write_action(const struct position *pos, move m, char *text)
{
    struct buffer buffer;
    buffer_init(&buffer);
    coordinate_write(pos, m, &buffer);
    snprintf(text, REF_TURN_SIZE, "%s", buffer_text(&buffer));
    buffer_clear(&buffer);
}

// Plays the action of that text; false when there is none.
static bool play_action(struct position *pos, const char *action)
{
    struct move_list list;
    struct undo undo;
    char text[REF_TURN_SIZE];
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        write_action(pos, list.moves[i], text);
        if (strcmp(text, action) != 0)
            continue;
        position_apply(pos, list.moves[i], &undo);
        return true;
    }
    return false;
}

bool turns_begin(struct position *pos, const char *begun)
{
    char action[REF_TURN_SIZE];
    for (bool first = true; *begun; first = false) {
        int length = (int)strcspn(begun, ",");
        snprintf(action, sizeof action, "%.*s", length, begun);
        begun += length + (begun[length] == ',');
        if ((!first && !pos->state.actions) || !play_action(pos, action))
            return false;
    }
    return true;
}

bool turns_may_end(const struct position *pos)
{
    struct position now = *pos;
    return turn_end(&now);
}

void turns_next(const struct position *pos, const char *begun, struct ref_list *list)
{
    struct move_list actions;
    char text[REF_TURN_SIZE];
    list->count = 0;
    if (*begun && !pos->state.actions) {
        ref_list_add(list, "");
        return;
    }
    position_actions(pos, &actions);
    for (unsigned i = 0; i < actions.count; i++) {
        if (move_kind(actions.moves[i]) == MOVE_ANNOUNCE)
            continue;
        write_action(pos, actions.moves[i], text);
        ref_list_add(list, text);
    }
    ref_list_sort(list);
}
