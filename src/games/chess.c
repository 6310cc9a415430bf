// SPDX-License-Identifier: GPL-3.0-or-later
// Chess, with the FIDE army or with any two armies of Chess with Different Armies.
#include "games/armies.h"
#include "games/rows.h"

enum { WHITE_ARMY, BLACK_ARMY, PARAMETER_COUNT };

static const struct parameter parameters[PARAMETER_COUNT] = {ARMY_PARAMETERS};

static void prepare(struct variant *variant)
{
    armies_prepare(variant, variant->parameters.value[WHITE_ARMY], variant->parameters.value[BLACK_ARMY],
                   "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1");
}

static const struct help_section help[] = {
    {"The game",
     (const struct help_rule[]){
         {true,
          "Chess as FIDE plays it: checkmate wins, and castling, en passant and promotion are as usual."},
         {true,
          "Each side may play with a different army. The four armies are meant to be equally strong, although "
          "their pieces move quite differently."},
         {false, "Stalemate, the third occurrence of a position, and fifty moves by each side without a "
                 "capture or pawn move are draws, which the program declares by itself."},
         {false,
          "There is no rule about insufficient material: play goes on until the game ends in another way."},
         {0}}},
    {"Different armies",
     (const struct help_rule[]){
         {true, "Fabulous FIDEs: the usual rooks, knights, bishops and queen."},
         {true,
          "Colorbound Clobberers: bede (bishop or a leap of two straight), waffle (one step straight or a leap "
          "of two diagonally), fad (one step diagonally or a leap of two in any direction), cardinal (bishop or "
          "knight)."},
         {true, "Nutty Knights: charging rook (rook forward and sideways, king backward), fibnif (one step "
                "diagonally or a knight's leap that goes two ranks), charging knight (the four forward "
                "leaps of a knight; king sideways and backward), colonel (king, rook forward and sideways, "
                "forward knight)."},
         {true,
          "Remarkable Rookies: short rook (rook of up to four steps), woody rook (one or two straight, leaping), "
          "half-duck (one step diagonally, or a leap of two or three straight), chancellor (rook or knight)."},
         {0}}},
    {"Castling and promotion with armies",
     (const struct help_rule[]){
         {true,
          "A side castles with its corner piece. On the queen's side the clobberers' king goes to the b-file and "
          "the bede to the c-file, so that the bede keeps its colour."},
         {true, "A pawn may promote to any piece, except king and pawn, that either army has in its setup."},
         {0}}},
    {0}};

const struct game game_chess = {
    .name = "chess",
    .title = "Chess",
    .author = "FIDE; the armies by Ralph Betza",
    .summary = "Chess, with the usual army or one of three others on either side.",
    .width = 8,
    .height = 8,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .help = help,
    .prepare = prepare,
};
