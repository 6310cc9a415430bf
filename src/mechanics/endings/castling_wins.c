// SPDX-License-Identifier: GPL-3.0-or-later
// Certain castlings win, and losing the right to them loses.
#include "mechanics/endings/castling_wins.h"

#include "position/edit.h"
#include "position/key.h"
#include "position/moves/outcome.h"
#include "position/words/wording.h"

// The byte of memory: the side that has won by castling in the turn that has just ended or is under way, its number + 1. A position
// string does not say it, as in Fairy-Stockfish.

static void after(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    const struct castling_wins_settings *settings = part->settings;
    enum color side = position_side(pos);
    (void)undo;
    // What follows in the same turn, such as a wall, takes nothing back.
    if (pos->state.actions)
        return;
    bool wins = move_kind(m) == MOVE_CASTLE && settings->rights >> castling_index(side, move_wing(m)) & 1;
    unsigned winner = wins ? (unsigned)side + 1 : 0;
    if (pos->state.memory[part->memory] != winner)
        position_remember(pos, part->memory, winner);
}

static bool ended(const struct part *part, const struct position *pos, struct outcome *outcome)
{
    const struct castling_wins_settings *settings = part->settings;
    static const uint8_t of[2] = {CASTLING_WHITE_KING | CASTLING_WHITE_QUEEN,
                                  CASTLING_BLACK_KING | CASTLING_BLACK_QUEEN};
    enum color side = position_side(pos), colors[2] = {other_color(side), side};
    unsigned winner = pos->state.memory[part->memory];
    if (winner) {
        *outcome = (struct outcome){result_of_winner((enum color)(winner - 1)), REASON_CASTLING};
        return true;
    }
    for (int i = 0; i < 2; i++) {
        unsigned needed = settings->rights & of[colors[i]];
        if (needed && !(pos->state.castling & needed)) {
            *outcome = (struct outcome){result_of_winner(other_color(colors[i])), REASON_CASTLING};
            return true;
        }
    }
    return false;
}

static const struct key keys[] = {
    {"castlingWins", VALUE_RIGHTS, KEY_AT(struct castling_wins_settings, rights),
     .help = "castlings that win; a side that has lost its right to them loses", .example = "KQkq"},
    {0},
};

static bool wanted(const void *settings)
{
    return ((const struct castling_wins_settings *)settings)->rights != 0;
}

static void words(const struct part *part, struct wording *wording)
{
    static const char *const names[] = {"White's king", "White's queen", "Black's king", "Black's queen"};
    const struct castling_wins_settings *settings = part->settings;
    for (unsigned i = 0; i < 4; i++)
        if (settings->rights >> i & 1)
            wording_say(wording, WORDING_END, "Castling on %s's side wins at once.", names[i]);
    wording_say(wording, WORDING_END, "A side that has lost its right to all of these castlings loses.");
}

const struct mechanism castling_wins_mechanism = {
    .name = "castling wins",
    .keys = keys,
    .wanted = wanted,
    .settings_size = sizeof(struct castling_wins_settings),
    .memory = 1,
    .after = after,
    .ended = ended,
    .words = words,
};
