// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the mechanisms of a game with what XBoard can do to its board by itself.
#include "protocols/xboard/xboard_parent.h"

#include "mechanics/actions/blast.h"
#include "mechanics/actions/enclosing.h"
#include "position/game.h"
#include "position/position.h"
#include "protocols/template.h"

#include <string.h>

// XBoard's own games, each with the number of squares beside its board. A game of one of these names is taken for
// XBoard's; if it were then described as another, XBoard would ask the second engine for that other name.
static const struct {
    const char *name;
    unsigned holdings;
} own_games[] = {
    {"asean", 0},      {"atomic", 0},     {"berolina", 0},   {"bughouse", 5},     {"capablanca", 0},
    {"caparandom", 0}, {"chu", 0},        {"courier", 0},    {"crazyhouse", 5},   {"cylinder", 0},
    {"elven", 0},      {"falcon", 0},     {"giveaway", 0},   {"gothic", 0},       {"grand", 7},
    {"great", 8},      {"janus", 0},      {"knightmate", 0}, {"kriegspiel", 0},   {"lion", 0},
    {"losers", 0},     {"makruk", 0},     {"nocastle", 0},   {"seirawan", 7},     {"shatranj", 0},
    {"shogi", 7},      {"spartan", 0},    {"suicide", 0},    {"super", 8},        {"twilight", 0},
    {"twokings", 0},   {"wildcastle", 0}, {"xiangqi", 0},    {"fischerandom", 0}, {"3check", 0},
};

static bool knows(const struct variant *variant, enum move_kind kind)
{
    for (unsigned i = 0; i < variant->part_count; i++)
        if (variant->parts[i].mechanism->kinds >> kind & 1)
            return true;
    return false;
}

static const char *closest_game(const struct variant *variant)
{
    const char *closest = template_of(variant);
    // XBoard's shogi has rules for drops and promotions that other games do not share. A turn of squares alone is sent as a pass, which
    // XBoard sends on only in descendants of Lion Chess.
    if (!strcmp(closest, "shogi"))
        return "crazyhouse";
    if (strcmp(closest, "fairy") != 0 && strcmp(closest, "bughouse") != 0)
        return closest;
    return variant->reserves || knows(variant, MOVE_PASS) ? "lion" : "fairy";
}

struct xboard_parent xboard_parent_of(const struct variant *variant)
{
    for (size_t i = 0; i < sizeof own_games / sizeof *own_games; i++)
        if (!strcmp(own_games[i].name, variant->game->name))
            return (struct xboard_parent){NULL, own_games[i].holdings};
    unsigned pocket = template_pocket(variant), height = variant->board.height;
    return (struct xboard_parent){closest_game(variant), pocket < height ? pocket : height};
}

// Whether moves change squares in a way that XBoard's board does not.
static bool changes_more(const struct variant *variant)
{
    for (unsigned i = 0; i < variant->part_count; i++) {
        const struct part *part = &variant->parts[i];
        if (part->mechanism == &enclosing_mechanism)
            return true;
        if (part->mechanism == &blast_mechanism) {
            // XBoard's explosions are those of Atomic Chess.
            const struct blast_settings *blast = part->settings;
            if (blast->immune || blast->petrify || blast->walls_around)
                return true;
        }
    }
    return false;
}

bool xboard_can_show(const struct variant *variant, struct error *err)
{
    const char *what = knows(variant, MOVE_WALL) ? "the walls that are placed in a turn"
                       : changes_more(variant)   ? "what its moves do to other squares"
                                                 : NULL;
    return !what ||
           error_set(err, ERROR_VARIANT, "variant", "%s cannot be played in XBoard, which does not show %s",
                     variant->game->title, what);
}
