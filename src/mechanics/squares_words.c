// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of squares in limited supply in words.
#include "mechanics/squares.h"

#include "position/words/wording.h"

static void say_turn(const struct squares_settings *settings, struct wording *wording)
{
    static const char *const turns[] = {
        [TURN_NONE] = "",
        [TURN_ONE_ACTION] = "A turn is one action: a move of a piece, a square placed, or a square moved.",
        [TURN_POSTAL] =
            "A turn is a move of a piece, which one action may follow: a square placed or a square moved.",
        [TURN_POSTAL_PLUS] =
            "A turn is a move of a piece, which may be followed by a square placed, a square moved, or both in either order.",
        [TURN_INFINITE] =
            "A turn is a move of a piece and a square placed, which is compulsory while any location is free; a square may be moved as well, before or after that.",
    };
    wording_say(
        wording, WORDING_TURNS,
        "Pieces stand on squares only, and the board lacks some: leaps pass over the holes, other moves need a square at each step.");
    wording_say(wording, WORDING_TURNS, "%s", turns[settings->turn]);
    if (settings->turn == TURN_INFINITE && settings->reserve != INT_MAX)
        wording_say(wording, WORDING_TURNS, "A side whose reserve is used up places no more squares.");
    if (settings->turn > TURN_ONE_ACTION)
        wording_say(
            wording, WORDING_TURNS,
            "In its first turn, a side that cannot complete a turn with a move of a piece acts on squares only.");
}

static void say_placing(const struct squares_settings *settings, struct wording *wording)
{
    if (settings->reserve == INT_MAX)
        wording_say(wording, WORDING_TURNS,
                    "A square is placed on any location that has none; there is no end of them.");
    else
        wording_say(
            wording, WORDING_TURNS,
            "A square is placed from the reserve on any location that has none; each side has %s in reserve.",
            wording_number(wording, settings->reserve));
}

static void say_moving(const struct squares_settings *settings, struct wording *wording)
{
    wording_say(
        wording, WORDING_TURNS,
        "An empty square is moved to a location without one that is one or two away in any direction, over whatever is between.");
    if (settings->carries)
        wording_say(
            wording, WORDING_TURNS,
            "A square under a friendly piece, but not under a royal king, may be moved one location, piece and all.");
    if (settings->owned)
        wording_say(
            wording, WORDING_TURNS,
            "A square belongs to whoever last placed it or had a piece on it, and only its owner moves it.");
    wording_say(wording, WORDING_TURNS,
                settings->freezes_placed
                    ? "Nobody moves a square that the opponent placed or moved in his last turn."
                    : "Nobody moves a square that the opponent moved in his last turn.");
    if (settings->voids_from)
        wording_say(
            wording, WORDING_TURNS,
            "From move %d on, a piece that moves takes away the square that it leaves; in castling only the king does.",
            settings->voids_from);
}

void squares_words(const struct part *part, struct wording *wording)
{
    const struct squares_settings *settings = squares_settings(part);
    say_turn(settings, wording);
    say_placing(settings, wording);
    say_moving(settings, wording);
    if (wording->variant->royal)
        wording_say(
            wording, WORDING_CHECK,
            "Squares can answer a check, too: what counts is whether the king is attacked when the turn ends.");
    if (wording->variant->move_rule && settings->reserve != INT_MAX)
        wording_say(wording, WORDING_DRAWS, "A square placed from the reserve is progress, too.");
}
