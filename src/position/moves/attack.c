// SPDX-License-Identifier: GPL-3.0-or-later
// Finds who attacks a square, by walking away from it along every line of attack.
#include "position/moves/attack.h"

bool position_attacked(const struct position *pos, square s, enum color by)
{
    return attacked_without(pos, s, by, SQUARE_NONE);
}

bool position_in_check(const struct position *pos)
{
    enum color side = position_side(pos);
    return pos->variant->royal && position_attacked(pos, pos->state.king[side], other_color(side));
}

static void note_line(struct set *line, square from, const struct step *step, int steps)
{
    *line = (struct set){{0}};
    for (int k = 0; k < steps; k++) {
        from = (square)(from + step->delta);
        set_add(line, from);
    }
}

// Riders with different steps may both aim through the same piece, which must then stay on both lines.
static void note_pin(struct danger *danger, square shield, const struct set *line)
{
    for (unsigned i = 0; i < danger->pin_count; i++) {
        if (danger->pins[i].at != shield)
            continue;
        for (int w = 0; w < 4; w++)
            danger->pins[i].line.word[w] &= line->word[w];
        return;
    }
    danger->pins[danger->pin_count++] = (struct pin){shield, *line};
}

void danger_find(const struct position *pos, square king, enum color by, struct danger *danger)
{
    const struct variant *variant = pos->variant;
    danger->checkers = danger->pin_count = 0;
    for (unsigned i = 0; i < variant->threat_count[by]; i++) {
        const struct threat *threat = &variant->threats[by][i];
        const struct step *step = &direction_step[threat->dir];
        int reach = variant->board.reach[king][threat->dir];
        int longest = threat->longest < reach ? threat->longest : reach;
        square s = king, shield = SQUARE_NONE;
        for (int steps = 1; steps <= longest; steps++) {
            s = (square)(s + step->delta);
            piece p = pos->pieces[s];
            if (p == EMPTY)
                continue;
            if (threat->range[p] >= steps && attack_paid(pos, s, step, steps)) {
                struct set line;
                note_line(&line, king, step, steps);
                if (shield != SQUARE_NONE) {
                    note_pin(danger, shield, &line);
                } else {
                    danger->checkers++;
                    danger->answers = line;
                }
                break;
            }
            if (shield != SQUARE_NONE || p == HOLE || piece_color(p) == by)
                break;
            shield = s;
        }
    }
}
