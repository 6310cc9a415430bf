// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of Hamiltonian Chess in our own words.
#include "games/hamiltonian.h"

const struct help_section hamiltonian_help[] = {
    {"Placing",
     (const struct help_rule[]){
         {true,
          "The board is empty at first. Each side has a king, a queen, two rooks, two bishops and two knights; there "
          "are no pawns and there is no castling."},
         {true, "Taking turns, beginning with White, each player places one of the opponent's pieces on an "
                "empty square, until all sixteen are on the board. Then White makes the first move."},
         {false, "Any empty square will do, so both bishops may end up on the same colour."},
         {0}}},
    {"Moving",
     (const struct help_rule[]){
         {true,
          "Pieces move and capture as in chess. There is neither check nor mate: the king is a piece like the others "
          "and may be captured."},
         {0}}},
    {"Links, paths and circuits",
     (const struct help_rule[]){
         {true, "A path visits all pieces that a side has left, each of them once. A circuit is a path "
                "that returns to where it began."},
         {false, "Each step goes from a piece to another piece of its own side that it protects on the "
                 "current board, that is, one whose square it attacks. Lines are blocked by any piece in "
                 "between. A link need not work the other way: a bishop may protect a knight that does not "
                 "protect the bishop."},
         {0}}},
    {"Announcing",
     (const struct help_rule[]){
         {true, "At any time, also when the opponent is to move, a player may announce that his pieces "
                "form a path or circuit. If the other side has one as well, the game is drawn; otherwise "
                "the announcer wins."},
         {true, "A path that nobody announces wins nothing, and once the pieces have moved on it is gone."},
         {false, "A false announcement is refused and changes nothing, and the missing link is named. If it "
                 "is made together with a move, the move is taken back, too."},
         {false,
          "Nothing can be announced while pieces are still to be placed; right after the last one it can."},
         {false, "Whoever announces without naming the squares gets the path or circuit that scores best."},
         {0}}},
    {"Other endings",
     (const struct help_rule[]){
         {true,
          "A side that has a single piece left ends the game at once, as if it had announced the circuit of that one "
          "piece: it wins, unless the other side has a path or circuit; then the game is drawn."},
         {false, "If both sides are down to one piece, the game is drawn."},
         {false,
          "The game is also drawn when a position occurs for the third time, and after fifty moves "
          "by each side without a capture. It would be drawn, too, if a side had no legal move; but with these pieces that cannot happen."},
         {0}}},
    {"Points",
     (const struct help_rule[]){
         {true, "Standard scoring: a path gives the winner one point for each piece that he has left, a "
                "circuit two: from 2 to 16 points. A draw gives none."},
         {true, "Whoever resigns gives the opponent two points for each piece that the opponent has left."},
         {true,
          "Distance scoring: a path gives the sum of the distances of its steps, counted as a king "
          "walks; a circuit twice that sum, with the closing step; the circuit of a single piece gives 1."},
         {false, "Resigning, and running out of time, count the same under both scorings."},
         {0}}},
    {0}};
