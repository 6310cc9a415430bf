// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of castling with dropped pieces: the right comes with the drop that completes king and rook.
#include "mechanics/actions/drops_castling.h"

#include "position/edit.h"
#include "position/position.h"
#include "position/words/wording.h"

static bool has_rook(const struct position *pos, const struct castling *castling, enum color color)
{
    piece p = pos->pieces[castling->rook_from];
    return is_piece(p) && piece_color(p) == color && castling->rooks >> pos->variant->counted[p] & 1;
}

static void after(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    (void)part;
    (void)undo;
    if (move_kind(m) != MOVE_DROP)
        return;
    enum color color = piece_color(move_what(m));
    unsigned rights = pos->state.castling;
    for (unsigned wing = WING_KING; wing <= WING_QUEEN; wing++) {
        unsigned index = castling_index(color, (enum wing)wing);
        const struct castling *castling = &pos->variant->castlings[index];
        if (castling->exists && (move_to(m) == castling->king_from || move_to(m) == castling->rook_from) &&
            pos->pieces[castling->king_from] == castling->king && has_rook(pos, castling, color))
            rights |= 1U << index;
    }
    position_set_castling(pos, rights);
}

static const struct key keys[] = {
    {"castlingDroppedPiece", VALUE_FLAG, KEY_AT(struct drops_castling_settings, castles),
     .help =
         "kings and rooks castle from their places also if they have been dropped there, or have come in by gating",
     .example = "true"},
    {0},
};

static bool wanted(const void *settings)
{
    return ((const struct drops_castling_settings *)settings)->castles;
}

static void words(const struct part *part, struct wording *wording)
{
    (void)part;
    for (unsigned index = 0; index < 4; index++) {
        const struct castling *castling = &wording->variant->castlings[index];
        char from[SQUARE_NAME_SIZE], to[SQUARE_NAME_SIZE], rook_from[SQUARE_NAME_SIZE],
            rook_to[SQUARE_NAME_SIZE];
        if (!castling->exists)
            continue;
        square_name(castling->king_from, from);
        square_name(castling->king_to, to);
        square_name(castling->rook_from, rook_from);
        square_name(castling->rook_to, rook_to);
        wording_say(wording, WORDING_CASTLING,
                    "%s castles also with king and rook that have been dropped on %s and %s, to %s and %s.",
                    color_name((enum color)(index / 2)), from, rook_from, to, rook_to);
    }
}

const struct mechanism drops_castling_mechanism = {
    .name = "castling of dropped pieces",
    .keys = keys,
    .settings_size = sizeof(struct drops_castling_settings),
    .wanted = wanted,
    .after = after,
    .words = words,
};
