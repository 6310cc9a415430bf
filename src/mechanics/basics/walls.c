// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of walls: locations of the start position without a square, which nothing enters or passes.
#include "mechanics/basics/basics.h"

#include "position/words/wording.h"

#include "mechanics/basics/placement.h"

struct settings {
    int square_actions;
    struct set walls;
    bool block_leaps;
};

static const char *const actions[] = {"none", "instead", "after", "afterBoth", "afterPlacing"};

static const struct key keys[] = {
    {"squareActions", VALUE_CHOICE, KEY_AT(struct settings, square_actions), .maximum = 4, .choices = actions,
     .preset = "none",
     .help = "how a turn acts on squares; if it does, only the locations of `walls` are walls",
     .example = "instead"},
    {"walls", VALUE_SQUARES, KEY_AT(struct settings, walls),
     .help =
         "the walls; without this, all locations of the start position that have no square, if no turn acts on squares",
     .example = "d4-d7 d10-d13"},
    {"wallsBlockLeaps", VALUE_FLAG, KEY_AT(struct settings, block_leaps), .preset = "false",
     .help = "a knight's leap is blocked if both locations beside its line are walls of the start position",
     .example = "true"},
    {0},
};

// The walls in the start position.
static struct set find_walls(const struct variant *variant)
{
    struct set walls = {{0}};
    struct placement walk = placement_walk(variant);
    square s;
    char letter;
    while (placement_next(&walk, &s, &letter))
        if (letter == '*')
            set_add(&walls, s);
    return walls;
}

static bool is_wall(const struct set *walls, square s, int dx, int dy)
{
    int file = square_file(s) + dx, rank = square_rank(s) + dy;
    return file >= 0 && file < GRID_SIDE && rank >= 0 && rank < GRID_SIDE &&
           set_has(walls, square_at(file, rank));
}

// A leap of (1,2) passes between two locations, one step along its long side from the start and one step back from
// the target; it is blocked if both are walls.
static void block_knights(struct board *board, const struct set *walls)
{
    square s;
    for (struct set_walk walk = set_walk(&board->locations); set_next(&walk, &s);)
        for (direction d = 0; d < DIRECTIONS; d++) {
            int dx = direction_step[d].dx, dy = direction_step[d].dy;
            if (dx * dx + dy * dy != 5)
                continue;
            int along = dx * dx > dy * dy ? dx / 2 : 0, up = dx * dx > dy * dy ? 0 : dy / 2;
            if (is_wall(walls, s, along, up) && is_wall(walls, s, dx - along, dy - up))
                board->reach[s][d] = 0;
        }
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct settings *settings = part->settings;
    struct set walls = settings->walls;
    (void)err;
    if (set_empty(&walls) && !settings->square_actions)
        walls = find_walls(variant);
    if (set_empty(&walls))
        return true;
    board_remove(&variant->board, &walls);
    if (settings->block_leaps)
        block_knights(&variant->board, &walls);
    return true;
}

static void words(const struct part *part, struct wording *wording)
{
    const struct settings *settings = part->settings;
    const char *walls = wording_walls(wording);
    if (!*walls)
        return;
    wording_say(wording, WORDING_START, "There are walls on %s: nothing enters them or passes over them.",
                walls);
    wording_say(wording, WORDING_START,
                settings->block_leaps
                    ? "A knight's leap is blocked if both locations beside its line are such walls."
                    : "Leaps are not blocked by walls.");
}

const struct mechanism walls_mechanism = {
    .name = "walls",
    .keys = keys,
    .settings_size = sizeof(struct settings),
    .prepare = prepare,
    .words = words,
};
