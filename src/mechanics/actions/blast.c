// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of blasts, as in Atomic Chess and Petrified Chess.
#include "mechanics/actions/blast.h"

#include "position/edit.h"
#include "position/position.h"
#include "position/words/wording.h"

// Whether a set of types has the piece; a promoted piece counts as what it has become.
static bool has_type(const struct position *pos, uint64_t types, piece p)
{
    return types >> pos->variant->counted[p] & 1;
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct blast_settings *settings = part->settings;
    uint64_t king = variant->royal ? UINT64_C(1) << variant->king : 0;
    if ((settings->blasts && king & ~settings->immune) || king & settings->petrify)
        return error_set(err, ERROR_VARIANT, settings->blasts ? "blastOnCapture" : "petrifyOnCaptureTypes",
                         "a king cannot leave the board: make it a commoner, whose loss ends the game by "
                         "extinctionPieceTypes, or immune");
    variant->blasts = settings->blasts;
    variant->petrified = settings->petrify;
    variant->holes |= settings->petrify || (settings->blasts && settings->walls_around);
    return true;
}

// What stood on a square before the move, or EMPTY if that has not changed.
static piece before(const struct undo *undo, square s)
{
    for (unsigned i = 0; i < undo->count; i++)
        if (undo->cells[i].at == s)
            return undo->cells[i].was;
    return EMPTY;
}

static bool is_capture(const struct undo *undo, move m)
{
    return move_kind(m) <= MOVE_PROMOTION && is_piece(before(undo, move_captured_at(m)));
}

static void destroy(struct position *pos, square s, piece left, struct undo *undo)
{
    position_remove(pos, s, left, undo);
    position_set_castling(pos, pos->state.castling & ~position_rights_lost(pos, s));
}

// Pawns survive explosions beside them.
static void destroy_around(const struct part *part, struct position *pos, square center, struct undo *undo)
{
    const struct blast_settings *settings = part->settings;
    for (int rank = square_rank(center) - 1; rank <= square_rank(center) + 1; rank++)
        for (int file = square_file(center) - 1; file <= square_file(center) + 1; file++) {
            if (file < 0 || rank < 0 || file >= GRID_SIDE || rank >= GRID_SIDE)
                continue;
            square s = square_at(file, rank);
            piece p = pos->pieces[s];
            if (s != center && is_piece(p) && !pos->variant->pieces[piece_type_of(p)].is_pawn &&
                !has_type(pos, settings->immune, p))
                destroy(pos, s, settings->walls_around ? HOLE : EMPTY, undo);
        }
}

static void after(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    const struct blast_settings *settings = part->settings;
    if (!is_capture(undo, m))
        return;
    square center = move_to(m);
    // A pawn that promotes by capturing was a pawn when it captured.
    bool petrified = has_type(pos, settings->petrify, before(undo, move_from(m)));
    if (settings->blasts) {
        destroy_around(part, pos, center, undo);
        if (!has_type(pos, settings->immune, pos->pieces[center]))
            destroy(pos, center, petrified ? HOLE : EMPTY, undo);
    } else if (petrified) {
        destroy(pos, center, HOLE, undo);
    }
}

static const struct key keys[] = {
    {"blastOnCapture", VALUE_FLAG, KEY_AT(struct blast_settings, blasts),
     .help = "a capture also removes the capturing piece and all pieces but pawns beside it",
     .example = "true"},
    {"blastImmuneTypes", VALUE_PIECES, KEY_AT(struct blast_settings, immune), .preset = "-",
     .help = "pieces that no explosion removes", .example = "n"},
    {"petrifyOnCaptureTypes", VALUE_PIECES, KEY_AT(struct blast_settings, petrify), .preset = "-",
     .help = "pieces that become walls where they capture", .example = "qrbn"},
    {"petrifyBlastPieces", VALUE_FLAG, KEY_AT(struct blast_settings, walls_around),
     .help = "pieces that an explosion removes become walls", .example = "true"},
    {0},
};

static bool wanted(const void *settings)
{
    const struct blast_settings *blast = settings;
    return blast->blasts || blast->petrify;
}

static const struct exclusion excludes[] = {
    {"links", "pieces that belong to a path do not vanish"},
    {NULL, NULL},
};

static void words(const struct part *part, struct wording *wording)
{
    const struct blast_settings *settings = part->settings;
    uint64_t immune = settings->immune & wording->occurring, petrify = settings->petrify & wording->occurring;
    if (settings->blasts)
        wording_say(
            wording, WORDING_TURNS,
            "A capture is an explosion: it removes the captured piece, the capturing piece, and all pieces beside that square%s.",
            wording_pawn(wording) ? " but pawns" : "");
    if (settings->blasts && immune)
        wording_say(wording, WORDING_TURNS, "No explosion removes %s.",
                    wording_types(wording, immune, FORM_MANY, "or"));
    if (settings->blasts && settings->walls_around)
        wording_say(wording, WORDING_TURNS,
                    "Where an explosion removes a piece beside that square, a wall remains.");
    if (settings->blasts && wording->variant->royal_types)
        wording_say(
            wording, WORDING_CHECK,
            "No turn may blow up one's own royal piece. Blowing up the enemy's wins, also in check. Royal pieces beside each other give no check.");
    if (petrify)
        wording_say(wording, WORDING_TURNS, "When %s captures, it becomes a wall.",
                    wording_types(wording, petrify, FORM_A, "or"));
}

const struct mechanism blast_mechanism = {
    .name = "blast",
    .keys = keys,
    .settings_size = sizeof(struct blast_settings),
    .wanted = wanted,
    .excludes = excludes,
    .prepare = prepare,
    .after = after,
    .words = words,
};
