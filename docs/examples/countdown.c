// SPDX-License-Identifier: GPL-3.0-or-later
// An example of a mechanism, which docs/architecture.md explains: each side has a number of turns.
#include "countdown.h"

#include "position/edit.h"
#include "position/key.h"
#include "position/moves/outcome.h"
#include "position/words/wording.h"

static const struct key keys[] = {
    {"countdown", VALUE_NUMBER, KEY_AT(struct countdown_settings, turns), .maximum = 200, .preset = "0",
     .help = "whoever has played so many turns loses; 0: nobody does", .example = "40"},
    {0},
};

static bool wanted(const void *settings)
{
    return ((const struct countdown_settings *)settings)->turns > 0;
}

// A byte for each side counts its turns. position_remember() hashes it, and undo restores it with the state.
static void end_turn(const struct part *part, struct position *pos)
{
    int slot = part->memory + (int)position_side(pos);
    position_remember(pos, slot, pos->state.memory[slot] + 1U);
}

static bool ended(const struct part *part, const struct position *pos, struct outcome *outcome)
{
    const struct countdown_settings *settings = part->settings;
    enum color last = other_color(position_side(pos)); // who has just moved
    if (pos->state.memory[part->memory + (int)last] < settings->turns)
        return false;
    *outcome = (struct outcome){result_of_winner(other_color(last)), REASON_TIME};
    return true;
}

static void words(const struct part *part, struct wording *wording)
{
    const struct countdown_settings *settings = part->settings;
    wording_say(wording, WORDING_END, "Each side has %d turns; whoever plays the last of them loses.",
                settings->turns);
}

const struct mechanism countdown_mechanism = {
    .name = "countdown",
    .keys = keys,
    .settings_size = sizeof(struct countdown_settings),
    .memory = 2,
    .wanted = wanted,
    .ended = ended,
    .end_turn = end_turn,
    .words = words,
};
