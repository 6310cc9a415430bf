// SPDX-License-Identifier: GPL-3.0-or-later
// A game with its parameters fixed, and every table that its positions need.
//
// A variant is built once and never changes; any number of positions and threads may share it.
#ifndef LEAPER_POSITION_VARIANT_H
#define LEAPER_POSITION_VARIANT_H

#include "board/board.h"
#include "pieces/army.h"
#include "pieces/betza.h"
#include "position/move.h"
#include "position/parameter.h"

struct game;

// One way in which a piece of one colour moves: some steps in a direction. Quiet moves and captures have a range each.
struct ride {
    direction dir;
    uint8_t quiet, capture; // steps to empty squares; steps to captures
};

// One step of a piece from a given square, ready to be put into a list: the move in the bits that moves use and,
// above them, how it may be made.
typedef uint32_t leap;
enum { LEAP_QUIET = 1, LEAP_CAPTURE = 2, LEAP_MODE_SHIFT = 30 };

// The leaps of a piece from a square: leaps[first] … leaps[first + count - 1].
struct leap_span {
    uint16_t first, count;
};

// What the game knows about one piece type.
struct piece_rules {
    const char *name;                 // "charging rook"; NULL when the game has no such letter
    const char *betza;                // how it moves
    bool is_pawn;                     // FIDE pawn: double step, en passant, irreversible moves
    bool one_way;                     // its moves are irreversible
    bool promotes;                    // must promote on arrival in `promotion`
    bool resets_clock;                // its moves set the half-move clock to 0
    struct movement movement[2];      // by colour
    struct ride rides[2][DIRECTIONS]; // the same, as lists
    uint8_t ride_count[2];
    struct ride slides[2][DIRECTIONS]; // the rides of more than one step
    uint8_t slide_count[2];
    struct set plain[2];       // where leaps and slides are all it has: see generate.c
    struct set double_step[2]; // where a double step may start
    bool slips;                // whether there are squares in `slip`
    struct set slip[2];        // where a pawn may also step diagonally forward without capturing
    struct set promotion[2];   // where it must promote
};

// How attacks reach a square, seen from that square: go in direction `dir`; the first piece found attacks if its
// range[] is at least the number of steps taken.
struct threat {
    direction dir;
    uint8_t longest; // largest of the ranges
    uint8_t range[PIECE_CODES];
};

// One of the four castlings: Black's king side, and so on.
struct castling {
    bool exists;
    square king_from, king_to, rook_from, rook_to;
    piece rook;
    struct set empty; // these must all be empty squares
    square safe[5];   // none of these may be attacked; includes king_from and king_to
    uint8_t safe_count;
};

enum { CASTLING_WHITE_KING = 1, CASTLING_WHITE_QUEEN = 2, CASTLING_BLACK_KING = 4, CASTLING_BLACK_QUEEN = 8 };

// Index of a castling in variant.castlings; its right is the bit 1 << index.
static inline unsigned castling_index(enum color color, enum wing wing)
{
    return (unsigned)color * 2 + (unsigned)wing;
}

struct variant {
    const struct game *game;
    struct parameters parameters;
    struct board board;
    struct piece_rules pieces[PIECE_TYPES]; // by letter number
    bool royal;                             // kings are royal: check and mate exist
    bool mate_loses;                        // as the game's `stuck` says: kings need no shelter
    bool metered;                           // every move costs its distance in fuel
    bool draws;                             // threefold repetition and 50-move rule apply
    bool holes;                             // locations of the board may lack a square
    bool owners;                            // empty squares belong to a side
    bool hands;                             // pieces may be in hand
    bool linked;                            // the protection graph decides, and announcements
    bool pawns_anywhere;                    // squares carry pieces, so pawns may be on first and last ranks
    uint16_t fuel;                          // a full tank, when metered
    struct threat threats[2][DIRECTIONS];   // by attacking colour
    uint8_t threat_count[2];
    struct castling castlings[4];
    uint8_t rights_lost[GRID_SQUARES];  // castling rights that end when this square is left or captured on
    piece_type promotions[PIECE_TYPES]; // to what pawns promote, strongest first
    uint8_t promotion_count;
    leap *leaps; // owned
    struct leap_span leap_spans[PIECE_CODES][GRID_SQUARES];
    uint8_t landing[2][PIECE_CODES]; // by side to move: LEAP_QUIET, LEAP_CAPTURE or 0 for what stands there
    uint16_t farthest;               // no move on this board costs more fuel
    char *start;                     // the start position as a FEN; owned
    uint64_t keys[PIECE_CODES][GRID_SQUARES]; // random numbers for the hash; those of EMPTY are 0
};

// Builds a variant. `parameters` may be NULL for the game's defaults. NULL and an error: ERROR_PARAMETER if a value
// is out of range, ERROR_SYSTEM if memory runs out.
struct variant *variant_new(const struct game *game, const struct parameters *parameters, struct error *err);
void variant_free(struct variant *variant);

// ---- For the hooks that prepare a variant (src/games) ----

// Adds a piece that moves as described; its letter must be free. The Betza text is the program's own, so it is
// asserted that it parses, and that no two rides of the piece lead to one square, as those of "RD" do.
void variant_add_piece(struct variant *variant, const struct piece_description *description);

// Adds a FIDE pawn for a board whose armies start on the two outermost ranks: double step from the second rank,
// promotion on the last.
void variant_add_pawn(struct variant *variant, const struct piece_description *description);

// Adds the two castlings of a colour: king on the e-file, `rook` in the corners of an 8×8 board. With `castles_b` the
// king castles to the b-file on the queen's side.
void variant_add_castlings(struct variant *variant, enum color color, piece rook, bool castles_b);

#endif
