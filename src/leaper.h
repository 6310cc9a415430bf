// SPDX-License-Identifier: GPL-3.0-or-later
// The whole public interface of libleaper in one include: `cc program.c $(pkg-config --cflags --libs leaper)`.
//
// docs/examples/first_steps.c shows how it is used. Left out are headers for special wants:
// notation/describe.h and notation/request.h speak JSON and need jansson; position/edit.h and position/game.h are
// for those who add a game.
#ifndef LEAPER_H
#define LEAPER_H

#include "base/buffer.h"
#include "base/error.h"

#include "board/board.h"
#include "board/direction.h"
#include "board/set.h"
#include "board/square.h"

#include "pieces/army.h"
#include "pieces/betza.h"
#include "pieces/piece.h"

#include "position/claim.h"
#include "position/history.h"
#include "position/move.h"
#include "position/outcome.h"
#include "position/parameter.h"
#include "position/perft.h"
#include "position/position.h"
#include "position/turn.h"
#include "position/variant.h"

#include "games/games.h"

#include "notation/fen.h"
#include "notation/line.h"
#include "notation/machine.h"
#include "notation/pgn.h"
#include "notation/record.h"
#include "notation/san.h"

#include "search/level.h"
#include "search/search.h"

#include "session/series.h"
#include "session/session.h"
#include "session/thinker.h"

#include "tours/board.h"
#include "tours/brute.h"
#include "tours/circuits.h"
#include "tours/classes.h"
#include "tours/count.h"
#include "tours/cover.h"
#include "tours/cycles.h"
#include "tours/draw.h"
#include "tours/estimate.h"
#include "tours/factor.h"
#include "tours/factor_plan.h"
#include "tours/factor_table.h"
#include "tours/find.h"
#include "tours/graph.h"
#include "tours/image.h"
#include "tours/leaper.h"
#include "tours/listing.h"
#include "tours/matching.h"
#include "tours/mckay.h"
#include "tours/mckay_cross.h"
#include "tours/mckay_ground.h"
#include "tours/mckay_half.h"
#include "tours/mckay_join.h"
#include "tours/mckay_table.h"
#include "tours/mckay_types.h"
#include "tours/meet.h"
#include "tours/meet_join.h"
#include "tours/meet_level.h"
#include "tours/meet_plan.h"
#include "tours/meet_states.h"
#include "tours/meet_step.h"
#include "tours/narrow.h"
#include "tours/pairing.h"
#include "tours/pairing_slots.h"
#include "tours/parallel.h"
#include "tours/partial.h"
#include "tours/picture.h"
#include "tours/plain.h"
#include "tours/plot.h"
#include "tours/probe.h"
#include "tours/quotient.h"
#include "tours/residue.h"
#include "tours/sampler.h"
#include "tours/search.h"
#include "tours/symmetric.h"
#include "tours/text.h"
#include "tours/theorem.h"
#include "tours/tiling.h"
#include "tours/tour.h"
#include "tours/unit.h"

#endif
