// SPDX-License-Identifier: GPL-3.0-or-later
// A game with its parameters fixed, and every table that its positions need.
//
// A variant is built once and never changes; any number of positions and threads may share it.
#ifndef LEAPER_POSITION_VARIANT_H
#define LEAPER_POSITION_VARIANT_H

#include "board/board.h"
#include "pieces/army.h"
#include "pieces/betza.h"
#include "position/key.h"
#include "position/mechanism.h"
#include "position/move.h"
#include "position/parameter.h"
#include "position/piece_rules.h"

#include <stddef.h>

struct bulk;
struct game;

// One of the four castlings: Black's king side, and so on.
struct castling {
    bool exists;
    bool unmasks;    // the rook may leave a line to the king open
    bool takes_rook; // written as the king's move to the rook's square, since its own move could be another
    square king_from, king_to, rook_from, rook_to;
    piece king;
    piece rook;       // one that takes the rook's part, for messages
    uint64_t rooks;   // bits of all types that do
    struct set empty; // these must all be empty squares
    square
        safe[GRID_SIDE]; // none of these may be attacked if the king is royal; includes king_from and king_to
    uint8_t safe_count;
};

enum { CASTLING_WHITE_KING = 1, CASTLING_WHITE_QUEEN = 2, CASTLING_BLACK_KING = 4, CASTLING_BLACK_QUEEN = 8 };

// The letters of castling rights in FEN, in the order of castling_index().
#define CASTLING_LETTERS "KQkq"

// Index of a castling in variant.castlings; its right is the bit 1 << index.
static inline unsigned castling_index(enum color color, enum wing wing)
{
    return (unsigned)color * 2 + (unsigned)wing;
}

// Where a castling stands in variant.castlings_by_files.
static inline size_t castling_slot(unsigned index, unsigned king_file, unsigned rook_file)
{
    return (index * GRID_SIDE + king_file) * GRID_SIDE + rook_file;
}

struct variant {
    const struct game *game;
    struct parameters parameters;
    struct board board;
    struct piece_rules pieces[PIECE_TYPES]; // by type
    piece_type counted[PIECE_CODES]; // by code, what the piece counts as: piece_rules.counts_as, near at hand
    piece_type king;         // each side has one, which is royal if `royal`; TYPE_NONE: there are none
    piece_type pawn;         // whose letter SAN leaves out
    bool royal;              // kings are royal: check and mate exist
    bool kingless[2];        // by colour: a position may lack the king, even so
    bool royal_together;     // it is check, too, when all pieces of `royal_types` are attacked
    uint8_t royal_at_most;   // pieces of `royal_types` are royal while their side has no more of them
    bool stalemate_by_count; // `stalemate` if the side has fewer pieces, the opposite if it has more
    uint64_t royal_types;    // bits of types that are royal besides, whose pieces may be several
    uint64_t petrified; // bits of types that become walls where they capture; royal pieces among them may not
    enum value checkmate, stalemate; // for the side that has no legal turn
    enum value fold_value; // for the side to move after a repetition, or for White if `fold_absolute`
    uint16_t move_rule;    // so many moves of each side without progress draw; 0: any number
    uint8_t fold;          // a position that occurs so often ends the game; 0: none does
    bool fold_absolute;
    bool passes_end;            // two passes in a row end the game
    bool perpetual_check_loses; // a side all of whose repeated turns give check loses instead
    bool metered;               // every move costs its distance in fuel
    bool holes;                 // locations of the board may lack a square
    bool reserves;              // squares are placed from a reserve; else such locations are walls
    bool owners;                // empty squares belong to a side
    bool hands;                 // pieces may be in hand
    bool places;                // as long as any are, they are placed instead of moving others
    bool blasts;                // captures take away other pieces besides, which opens lines
    bool drops;                 // a turn may drop one instead
    bool gates;                 // one may come in where a piece has made its first move
    bool captures_to_hand;      // captured pieces go to the hand of whoever captures them …
    bool keeps_promotions;      // … and promoted ones stay promoted
    bool captures_come_back;    // what is captured may be dropped again: positions from before may come again
    bool linked;                // the protection graph decides, and announcements
    bool changes_sides;         // pieces can change sides without being captured
    bool pawns_anywhere;        // not only their own moves bring pawns to places, also first and last ranks
    uint16_t fuel;              // a full tank, when metered
    uint16_t
        most_reserve; // how many squares a side can have in reserve; RESERVE_INFINITE: they never run out
    struct threat threats[2][DIRECTIONS]; // by attacking colour
    uint8_t threat_count[2];
    struct threat special_threats[2][SPECIAL_THREATS_MAX]; // those by rides that are not plain
    uint8_t special_threat_count[2];
    bool plain; // checks and pins are those of plain rides, so that legal moves can be generated directly
    uint8_t idle_rights; // castling rights that mean nothing, for what castles is no piece of the variant
    struct castling castlings[4];
    struct castling *castlings_by_files; // NULL unless king and rooks may start anywhere; owned
    bool opposite_castling;              // no castling to the wing to which the opponent has castled
    uint8_t rights_lost[GRID_SQUARES];   // castling rights that end when this square is left or captured on
    piece_type declared[LETTER_TYPES];   // all types with letters, in the order in which they were added
    uint8_t declared_count;
    piece_type promotions[2][PIECE_TYPES]; // by colour: to what pawns promote, strongest first
    uint8_t promotion_count[2];
    uint8_t promotion_limit[PIECE_TYPES]; // no promotion to a type of which the side has so many; 0: no limit
    bool immobility_illegal;              // no piece may go where it could never move on
    struct set en_passant_region[2];      // by capturing colour: where targets may be
    bool en_passant_by_others;            // pieces capture en passant that are not pawns as in chess
    bool en_passant_anyhow; // pieces are captured so after other moves than a pawn's double step
    bool lands_plainly;     // promotions are those of chess: never optional, never limited
    leap *leaps;            // owned
    struct leap_span leap_spans[PIECE_CODES][GRID_SQUARES];
    uint8_t landing[2][PIECE_CODES]; // by side to move: LEAP_QUIET, LEAP_CAPTURE or 0 for what stands there
    struct bulk *bulk;               // tables for counting moves (moves/bulk.h), or NULL; owned
    uint16_t farthest;               // no move on this board costs more fuel
    char *start;                     // the start position as a FEN; owned
    uint64_t keys[PIECE_CODES][GRID_SQUARES]; // random numbers for the hash; those of EMPTY are 0
    struct part parts[PARTS_MAX];             // the mechanisms it uses, in the order of their table
    uint8_t part_count, memory_used;
    bool composed; // a mechanism takes part in turns: they may have several actions, or begin unlike in chess
    struct hooks hooks;
    void *owned; // what its game keeps with it, freed by release(); or NULL
    void (*release)(void *owned);
};

// Bits of types of which a side has pieces that may not capture: those that are royal and would become walls.
static inline uint64_t variant_petrified_royal(const struct variant *variant)
{
    return variant->petrified & variant->royal_types;
}

// Builds a variant. `parameters` may be NULL for the game's defaults. NULL and an error: ERROR_PARAMETER if a value
// is out of range, ERROR_SYSTEM if memory runs out.
struct variant *variant_new(const struct game *game, const struct parameters *parameters, struct error *err);
void variant_free(struct variant *variant);

// No position has more moves of pieces and drops than this (most_moves.c). variant_new() refuses a variant for which they
// would not fit into a list.
unsigned variant_most_moves(const struct variant *variant);

// A piece as in FEN: "N", "n", "+P", "q~".
static inline const char *variant_piece_text(const struct variant *variant, piece p)
{
    return variant->pieces[piece_type_of(p)].text[piece_color(p)];
}

// The letter in that text: 'P' of "+P".
static inline char variant_piece_letter(const struct variant *variant, piece p)
{
    const char *text = variant_piece_text(variant, p);
    return text[*text == '+'];
}

// The type that names a piece in moves: a queen that was a pawn is a queen there, whatever its text in FEN.
static inline piece_type variant_named_type(const struct variant *variant, piece_type type)
{
    const struct piece_rules *rules = &variant->pieces[type];
    return type < LETTER_TYPES || *rules->text[WHITE] == '+' ? type : rules->counts_as;
}

// The text of that type: "N", "+P".
static inline const char *variant_type_name(const struct variant *variant, piece_type type)
{
    return variant->pieces[variant_named_type(variant, type)].text[WHITE];
}

// The type whose text for White that is, at its full length; TYPE_NONE if there is none.
piece_type variant_type_of_text(const struct variant *variant, const char *text, size_t length);

// Whether whoever gives mate loses; then kings need no shelter.
static inline bool variant_mate_loses(const struct variant *variant)
{
    return variant->checkmate == VALUE_WIN;
}

// Whether having no legal turn may win.
static inline bool variant_stuck_wins(const struct variant *variant)
{
    return variant->checkmate == VALUE_WIN || variant->stalemate == VALUE_WIN || variant->stalemate_by_count;
}

// The half-move clock that draws; 0: none does.
static inline unsigned variant_move_limit(const struct variant *variant)
{
    return 2U * variant->move_rule;
}

// Whether the rules know drawn games at all; if not, players cannot agree on one either.
static inline bool variant_has_draws(const struct variant *variant)
{
    return variant->move_rule || (variant->fold && variant->fold_value == VALUE_DRAW) ||
           variant->stalemate == VALUE_DRAW || variant->checkmate == VALUE_DRAW;
}

// ---- For those who prepare a variant ----

// Adds a mechanism with a copy of its settings (NULL: all zero), and lets it prepare its tables. False and an error if it refuses, or
// if memory runs out.
bool variant_use(struct variant *variant, const struct mechanism *mechanism, const void *settings,
                 struct error *err);

// Adds a piece that moves as described; its letter must be free. The Betza text is empty if the piece cannot move; it is
// asserted that any other text parses.
void variant_add_piece(struct variant *variant, const struct piece_description *description);

// Completes what rules_land_plainly() needs, when everything else is there (promotion.c). variant_new() calls it.
void variant_prepare_landings(struct variant *variant);

// How a promoted piece is written: "+P" after the piece that it was, or "Q~" after the one that it has become.
enum promoted_form { PROMOTED_PLUS, PROMOTED_TILDE };

// Adds the type of a piece of type `was` that has become one that moves as `becomes`. Both exist and are complete: what
// is changed in their rules later does not change those of the new type. Returns it, or TYPE_NONE if there are too many
// types already. Calling it again with the same values returns the same type.
piece_type variant_add_promoted(struct variant *variant, piece_type was, piece_type becomes,
                                enum promoted_form form);

// Adds a FIDE pawn for a board whose armies start on the two outermost ranks: double step from the second rank,
// promotion on the last.
void variant_add_pawn(struct variant *variant, const struct piece_description *description);

#endif
