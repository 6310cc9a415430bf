// SPDX-License-Identifier: GPL-3.0-or-later
// What a variant knows about one type of piece, and how the pieces on the board attack a square.
#ifndef LEAPER_POSITION_PIECE_RULES_H
#define LEAPER_POSITION_PIECE_RULES_H

#include "board/set.h"
#include "pieces/betza.h"
#include "pieces/piece.h"

// One way in which a piece of one colour moves: some steps in a direction. Quiet moves and captures have a range each.
struct ride {
    direction dir;
    uint8_t quiet, capture; // steps to empty squares; steps to captures
    uint8_t kind;           // enum ride_kind, perhaps with RIDE_INITIAL
};

static inline bool ride_is_slide(const struct ride *ride)
{
    return ride->quiet > 1 || ride->capture > 1;
}

// One step of a piece from a given square, ready to be put into a list: the move in the bits that moves use and,
// above them, how it may be made.
typedef uint32_t leap;
enum { LEAP_QUIET = 1, LEAP_CAPTURE = 2, LEAP_MODE_SHIFT = 30 };

// The leaps of a piece from a square: leaps[first] … leaps[first + count - 1].
enum { LEAP_POOL_MAX = (1 << 24) - 1 }; // 128 kinds and colours of pieces have no more on 256 squares
struct leap_span {
    uint32_t first : 24, count : 8;
};

// The longest text of a piece, and its end.
enum { PIECE_TEXT_SIZE = 3 };

// What the game knows about one piece type.
struct piece_rules {
    const char *name;              // "charging rook"; NULL when the game has no such letter
    const char *betza;             // how it moves
    char text[2][PIECE_TEXT_SIZE]; // by colour, as in FEN: "P" and "p", "+P" and "+p", "Q~" and "q~"
    piece_type demotes_to;     // what it is when it comes into a hand: a promoted piece becomes a pawn again
    piece_type counts_as;      // its own type; of a promoted piece, the type as which it moves
    bool is_pawn;              // FIDE pawn: double step, en passant, irreversible moves
    bool one_way;              // its moves are irreversible
    bool takes_en_passant[2];  // by colour
    bool promotes;             // promotes like a pawn on arrival in `promotion`
    bool may_stay[2];          // by colour: need not promote there
    bool resets_clock[2];      // by colour: its moves set the half-move clock to 0
    bool resets_by_advance[2]; // by colour: those of its moves do that it could not take back
    piece_type turns_into;     // what else it may become, as in shogi; TYPE_NONE: nothing
    bool turns_by_capture;     // only by a capture
    bool must_turn;            // it must if it may
    bool watched;              // there are squares in watched_to or watched_from
    bool confined;             // there are squares in `barred`
    struct movement movement[2];      // by colour
    struct ride rides[2][DIRECTIONS]; // the same as lists: the plain rides …
    uint8_t ride_count[2];
    struct ride special[2][SPECIAL_RIDES_MAX]; // … and the others, initial ones last
    uint8_t special_count[2];
    bool two_ways;                     // two of its rides may lead to one square, as those of "RD"
    struct ride slides[2][DIRECTIONS]; // the rides of more than one step
    uint8_t slide_count[2];
    struct set plain[2]; // where leaps and slides are all it has: see generate.c
    bool steps_plainly;  // a pawn that has nothing besides its rides but double steps that leave it a pawn
    struct set double_step[2];             // where a double step or an initial ride may start
    struct set triple_step[2];             // where a triple step may start
    bool slips;                            // whether there are squares in `slip`
    struct set slip[2];                    // where a pawn may also step diagonally forward without capturing
    struct set promotion[2];               // where it promotes
    struct set turns_to[2], turns_from[2]; // it may turn into another piece if its move ends or begins there
    struct set immobile[2];                // where it may not go, since it could not move on
    struct set barred[2];                  // by colour: where it may not go, and so attacks nothing
    struct set watched_to[2], watched_from[2]; // see rules_land_plainly()
};

// Whether a piece of the colour with these rules stays what it is after the move, and may make it.
static inline bool rules_land_plainly(const struct piece_rules *rules, enum color color, square from,
                                      square to)
{
    return !rules->watched ||
           (!set_has(&rules->watched_to[color], to) && !set_has(&rules->watched_from[color], from));
}

// How attacks reach a square, seen from that square: go in direction `dir`; the first piece found attacks if its
// range[] is at least the number of steps taken. Special threats also jump over a piece, or pass between squares, as their
// kind says.
struct threat {
    direction dir;
    uint8_t kind;    // enum ride_kind
    uint8_t longest; // largest of the ranges
    uint8_t range[PIECE_CODES];
};

// Initial rides do not capture, so there are three kinds; and plain rides of pieces that may not go everywhere.
enum { SPECIAL_THREATS_MAX = 4 * DIRECTIONS };

// Fills in everything that follows from White's movement: Black's, and the lists of plain and special rides.
void piece_rules_list(struct piece_rules *rules);

// What attacks along a direction with rides of one kind, given the rules of all types. `longest` is 0 if nothing does.
struct threat piece_rules_threat(const struct piece_rules *pieces, enum color by, unsigned kind,
                                 direction away);

// Whether two plain rides of the piece capture on one square: it then attacks that square in two ways.
bool piece_rules_attack_twice(const struct piece_rules *rules);

#endif
