// SPDX-License-Identifier: GPL-3.0-or-later
// Reads directional modifiers and applies them.
#include "pieces/betza_direction.h"

#include <string.h>

bool side_has_letter(char letter)
{
    return letter && strchr("fblrvsh", letter);
}

static bool is_vertical(char letter)
{
    return letter == 'f' || letter == 'b' || letter == 'v';
}

static bool is_horizontal(char letter)
{
    return letter == 'l' || letter == 'r' || letter == 's';
}

// v and s are both sides at once, so they name no half of the board.
static bool is_half(char letter)
{
    return letter && strchr("fblr", letter);
}

static bool is_pair(char first, char second)
{
    if (second == 'h')
        return is_half(first);
    if (first == 'h')
        return second == 'l' || second == 'r';
    return is_half(first) && (is_vertical(first) ? is_horizontal(second) : is_vertical(second));
}

// Fairy-Stockfish reads any vertical letter together with any horizontal one, also those that then mean nothing (vr,
// hf); they are refused here, not split in two.
static bool would_join(char first, char second)
{
    bool vertical = is_vertical(first) || first == 'h', horizontal = is_horizontal(first) || first == 'h';
    return (vertical && (is_horizontal(second) || second == 'h')) ||
           (horizontal && (is_vertical(second) || second == 'h'));
}

int side_read(const char *text, bool orthogonal, struct side *side)
{
    char first = text[0], second = text[1];
    *side = (struct side){first, '\0'};
    if (orthogonal)
        return is_vertical(first) || is_horizontal(first);
    if (is_pair(first, second)) {
        side->second = second;
        return 2;
    }
    if (would_join(first, second) || first == 'h')
        return 0;
    // ff is the same as f.
    return first == second ? 2 : 1;
}

// How far the direction goes towards the letter's side; for v and s in absolute terms.
static int toward(char letter, const struct step *step)
{
    switch (letter) {
    case 'f':
        return step->dy;
    case 'b':
        return -step->dy;
    case 'r':
        return step->dx;
    case 'l':
        return -step->dx;
    case 'v':
        return step->dy < 0 ? -step->dy : step->dy;
    default:
        return step->dx < 0 ? -step->dx : step->dx;
    }
}

// On that side, and at least as near to its axis as to the other.
static bool is_near(char letter, const struct step *step)
{
    int along = toward(letter, step);
    return along > 0 && along >= toward(is_vertical(letter) ? 's' : 'v', step);
}

// Whether it is turned clockwise, as seen from the axis to which it is nearest.
static bool is_turned(bool right, const struct step *step)
{
    int across = toward('s', step), along = toward('v', step), sign = step->dx * step->dy;
    if (across == along || sign == 0)
        return true;
    return (along > across ? sign > 0 : sign < 0) == right;
}

bool side_chooses(struct side side, direction d)
{
    const struct step *step = &direction_step[d];
    if (side.first == 'h')
        return is_turned(side.second == 'r', step);
    // Straight ahead and straight back count as being on either side.
    if (side.second == 'h')
        return toward(side.first, step) >= 0;
    if (side.second)
        return is_near(side.second, step) && toward(side.first, step) >= 0;
    return is_near(side.first, step);
}
