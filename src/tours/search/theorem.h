// SPDX-License-Identifier: GPL-3.0-or-later
// Proofs that a board has no tour, by general arguments and by named theorems.
#ifndef LEAPER_TOURS_THEOREM_H
#define LEAPER_TOURS_THEOREM_H

#include "base/buffer.h"
#include "tours/board/tour.h"

// Whether the leaper is the knight and the board a full rectangle.
bool theorem_is_knights_rectangle(const struct tour_board *board, const struct leaper *leaper);

// Whether a theorem proves that no such tour exists. If so, appends the reason to `reason`, a sentence or two naming the
// theorem's source. The arguments are the number of squares, Schwenk's theorem (A. J. Schwenk, "Which rectangular chessboards
// have a knight's tour?", Mathematics Magazine 64, 1991), degrees, connectivity (Tarjan) and colours. False proves nothing; if
// there was no memory for the test, `reason` has failed as well.
bool theorem_forbids(const struct tour_board *board, const struct leaper *leaper,
                     const struct tour_graph *graph, const struct tour_constraint *constraint,
                     struct buffer *reason);

// The theorem that proves that such a tour exists, or NULL when there is none: Schwenk's, or, for open tours with free
// ends, that of P. Cull and J. De Curtins, "Knight's tour revisited" (Fibonacci Quarterly 16, 1978). Static storage.
const char *theorem_promises(const struct tour_board *board, const struct leaper *leaper,
                             const struct tour_constraint *constraint);

#endif
