// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of HnefaChess in our own words.
#include "games/hnefa.h"

const struct help_section hnefa_help[] = {
    {"The board",
     (const struct help_rule[]){
         {true, "The board has 16×16 squares. A ring of 28 walls surrounds the 8×8 squares in the centre, "
                "where both chess armies start; four gates lead through it. Nothing enters a wall or "
                "passes over one."},
         {false,
          "The ring runs along files d and m and ranks 4 and 13. Its gates are the middle pairs: h4 i4, h13 i13, "
          "d8 d9 and m8 m9."},
         {true, "Knights leap over pieces, but not over walls."},
         {false, "A knight's leap passes between the two locations beside its line; it is blocked if both "
                 "are walls. If only one is a wall, the knight gets through, and so does a diagonal step "
                 "past the corner of one wall."},
         {false,
          "White holds the north and east gates with his guards and outer pawns, Black the south and west gates. "
          "The start position is our reading of the description; the published diagram may differ in details."},
         {0}}},
    {"Pawns and guards",
     (const struct help_rule[]){
         {true, "Guards move one step in any direction, like kings, and may be captured like any piece."},
         {true, "Horizontal and vertical pawns move in all four directions: one step orthogonally without "
                "capturing, one step diagonally to capture."},
         {true,
          "Inside the ring, White's horizontal pawns promote on the i-file and Black's on the h-file; White's "
          "vertical pawns promote on rank 9 and Black's on rank 8. A gate is not inside."},
         {false, "Such a pawn promotes however it arrives on its line, even by a step along the line."},
         {true,
          "Regular pawns are those of chess: they go forward, two steps from their starting rank if "
          "they like. White's promote on rank 12, Black's on rank 5. In a side gate (d8, d9, m8, m9) "
          "they may also step diagonally forward without capturing, and so leave the ring or come back into it."},
         {true, "Outside the ring they promote on the same ranks."},
         {false, "Only regular pawns capture, and are captured, en passant. A step out of a side gate onto "
                 "the square that an enemy pawn has just passed is such a capture."},
         {false, "Promotion is compulsory: to a queen, rook, bishop or knight."},
         {true, "There is no castling."},
         {0}}},
    {"The end",
     (const struct help_rule[]){
         {true, "A king that reaches a corner of the board (a1, a16, p1 or p16) wins at once."},
         {false, "The last step must be legal: a corner that the enemy attacks cannot be entered. Reaching "
                 "a corner wins even if the same step gives mate."},
         {true, "A king in check must be saved, as in chess; but whoever delivers checkmate loses the game."},
         {true, "Stalemate, the third occurrence of a position, and fifty moves by each side without a "
                "capture or pawn move are draws."},
         {false, "Moves of all kinds of pawns restart the count of fifty moves."},
         {0}}},
    {0}};
