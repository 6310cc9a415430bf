// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of Chess with a Limited Supply of Squares in our own words: shared paragraphs, and the sections of each game.
#include "games/squares_help.h"

static const struct help_rule board[] = {
    {true, "Only some of the 64 locations of the board hold a square; the others are open water. At the "
           "start the only squares are the 32 under the two armies."},
    {true,
     "Pieces stand on squares and move to squares. A knight, or any other piece that leaps, jumps over water; a "
     "piece that slides needs an unbroken row of squares."},
    {false, "A pawn's double step and castling need all their squares, too: the one that the pawn passes, "
            "and every one between king and rook."},
    {0}};

static const struct help_rule three_squares[] = {
    {true, "Each side has three squares in reserve. Placing one puts it on any location that has no square."},
    {true,
     "Moving a square takes it to a location without one, one or two steps away in any direction, even over others: "
     "as a king steps or a knight leaps, or two steps straight or diagonally."},
    {true, "Only an empty square can be moved, and never one that the opponent moved in his last turn."},
    {0}};

static const struct help_rule endless_squares[] = {
    {true,
     "Both sides have an unlimited reserve of squares. Placing one puts it on any location without a square."},
    {true,
     "Moving a square takes it to a location without one, one or two steps away in any direction, even over others: "
     "as a king steps or a knight leaps, or two steps straight or diagonally."},
    {true,
     "A square that the opponent placed or moved in his last turn is frozen: you may not move it in this one. "
     "You may put a piece on it."},
    {0}};

static const struct help_rule owners[] = {
    {true,
     "An empty square belongs to the side that placed it or that last had a piece on it. You may move only your own "
     "squares."},
    {true, "A piece that moves onto a square of the opponent captures the square."},
    {false,
     "After a capture en passant, the square of the captured pawn still belongs to the side that lost it."},
    {0}};

static const struct help_rule nobody[] = {
    {true, "Empty squares belong to nobody: both sides may move them."},
    {true,
     "A square that the opponent placed may be moved at once; only one that he moved is frozen for a turn."},
    {0}};

static const struct help_rule one_action[] = {
    {true, "A turn is one action: move a piece, or place a square, or move a square."},
    {true, "Moving a square can parry a check, by taking away the ground that the attack crosses."},
    {0}};

#define FIRST_TURN                                                                                           \
    {true,                                                                                                   \
     "The piece move comes first and is compulsory: whoever has no legal turn with a piece move loses."},    \
    {                                                                                                        \
        false, "Only in a side's first turn, if no piece can move, does the turn consist of square actions " \
               "alone, at least one of them."                                                                \
    }
#define ORDER                                                                                                \
    {                                                                                                        \
        false,                                                                                               \
            "What you did earlier in your turn binds nothing: the square just placed or just left may be "   \
            "acted on again. Your king may stand in check in between; only the end of the turn counts."      \
    }

static const struct help_rule postal[] = {
    {true, "A turn is a piece move, then, if you like, one square action: place a square or move one."},
    FIRST_TURN,
    ORDER,
    {0}};

static const struct help_rule postal_plus[] = {
    {true,
     "A turn is a piece move, then, if you like, one placement and one move of a square: either, both in either "
     "order, or none."},
    FIRST_TURN,
    ORDER,
    {0}};

static const struct help_rule infinite[] = {
    {true, "A turn is a piece move, then the placement of a square, which is compulsory, and, if you like, "
           "the move of a square, before or after the placement."},
    FIRST_TURN,
    {false, "Whether there is room for the placement is judged after the piece move. If there is none, the "
            "turn ends there."},
    ORDER,
    {0}};

static const struct help_rule voiding[] = {
    {true, "From each side's fourth turn on, the square that a moving piece leaves goes back to the "
           "reserve, leaving water."},
    {true,
     "Castling takes away the king's square only, a capture en passant only that of the capturing pawn."},
    {0}};

static const struct help_rule carrying[] = {
    {true, "You may also move a square with one of your own pieces on it, other than the king, by one "
           "step: the piece travels with it."},
    {false,
     "A pawn that is carried to the last rank is not promoted and cannot move there. Carried back to its home rank "
     "it may double-step again; on its own first rank it may take a single step only."},
    {false, "A carried rook can no longer castle. A carried piece can give check, and can uncover one."},
    {0}};

static const struct help_rule end[] = {
    {true, "Whoever is to move and has no legal turn loses: by checkmate or by stalemate."},
    {false, "Threefold repetition is a draw, and so are fifty turns by each side without a capture, a pawn "
            "move or a placement from a reserve of three."},
    {true, "The games are meant to be played with two different armies, but any pair will do."},
    {0}};

static const struct help_rule details[] = {
    {false,
     "En passant needs an empty square where the pawn passed, and the pawn must still be where it arrived."},
    {false, "Whether castling is possible is judged before any square is placed, moved or taken away."},
    {0}};

const struct help_section squares_help_hans38[] = {{"Your turn", one_action},
                                                   {"The board", board},
                                                   {"Squares", three_squares},
                                                   {"Who owns a square", owners},
                                                   {"The end", end},
                                                   {"Small print", details},
                                                   {0}};

const struct help_section squares_help_neutral[] = {{"Your turn", one_action},
                                                    {"The board", board},
                                                    {"Squares", three_squares},
                                                    {"Who owns a square", nobody},
                                                    {"The end", end},
                                                    {"Small print", details},
                                                    {0}};

const struct help_section squares_help_postal[] = {{"Your turn", postal},
                                                   {"The board", board},
                                                   {"Squares", three_squares},
                                                   {"Who owns a square", owners},
                                                   {"The end", end},
                                                   {"Small print", details},
                                                   {0}};

const struct help_section squares_help_postal_plus[] = {{"Your turn", postal_plus},
                                                        {"The board", board},
                                                        {"Squares", three_squares},
                                                        {"Who owns a square", owners},
                                                        {"The end", end},
                                                        {"Small print", details},
                                                        {0}};

const struct help_section squares_help_infinite[] = {{"Your turn", infinite},
                                                     {"Squares that vanish", voiding},
                                                     {"The board", board},
                                                     {"Squares", endless_squares},
                                                     {"The end", end},
                                                     {"Small print", details},
                                                     {0}};

const struct help_section squares_help_moving[] = {
    {"Your turn", infinite},          {"Squares that travel", carrying},
    {"Squares that vanish", voiding}, {"The board", board},
    {"Squares", endless_squares},     {"The end", end},
    {"Small print", details},         {0}};
