// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all mechanisms: one line for each.
#include "mechanics/mechanics.h"

#include "mechanics/actions/blast.h"
#include "mechanics/actions/drops.h"
#include "mechanics/actions/drops_castling.h"
#include "mechanics/actions/enclosing.h"
#include "mechanics/actions/gating.h"
#include "mechanics/actions/immunity.h"
#include "mechanics/actions/pass.h"
#include "mechanics/actions/walling.h"
#include "mechanics/basics/basics.h"
#include "mechanics/endings/castling_wins.h"
#include "mechanics/endings/checks.h"
#include "mechanics/endings/connect.h"
#include "mechanics/endings/ends.h"
#include "mechanics/endings/extinction.h"
#include "mechanics/endings/goals.h"
#include "mechanics/endings/material.h"
#include "mechanics/endings/must.h"
#include "mechanics/endings/no_checks.h"
#include "mechanics/fuel.h"
#include "mechanics/links.h"
#include "mechanics/placing.h"
#include "mechanics/squares.h"

const struct mechanism *const mechanisms[] = {
    &walls_mechanism, //
    &ends_mechanism,  //
    &pawns_mechanism, //
    // What a piece may do is copied to the promoted pieces that move like it.
    &mobility_mechanism,       //
    &promotions_mechanism,     //
    &castling_mechanism,       //
    &placing_mechanism,        //
    &drops_mechanism,          //
    &drops_castling_mechanism, //
    &fuel_mechanism,           //
    &squares_mechanism,        //
    &blast_mechanism,          //
    &immunity_mechanism,       //
    &enclosing_mechanism,      //
    &gating_mechanism,         //
    &walling_mechanism,        //
    &links_mechanism,          //
    // Endings are asked in this order.
    &extinction_mechanism,    //
    &goals_mechanism,         //
    &castling_wins_mechanism, //
    &checks_mechanism,        //
    &connect_mechanism,       //
    &pass_mechanism,          //
    &material_mechanism,      //
    // What may not be done is struck out before it is asked what must be done.
    &no_checks_mechanism, //
    &must_mechanism,      //
    NULL,
};
