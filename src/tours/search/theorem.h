// SPDX-License-Identifier: GPL-3.0-or-later
// Proofs that a board has no tour, from general and from named theorems.
#ifndef LEAPER_TOURS_THEOREM_H
#define LEAPER_TOURS_THEOREM_H

#include "base/buffer.h"
#include "tours/board/tour.h"

#ifdef __cplusplus
extern "C" {
#endif

// Whether the leaper is the knight and the board a full rectangle.
bool theorem_is_knights_rectangle(const struct tour_board *board, const struct leaper *leaper);

// Gives the vertices two sides, 0 and 1, so that every edge joins different ones. False when that is impossible.
bool theorem_sides(const struct tour_graph *graph, uint8_t *side);

// Whether a theorem says that no such tour exists; then the reason, a sentence or two with the theorem's
// source, is appended to `reason`. The tests go from few squares, over connection (Tarjan), degrees and colours, to
// Schwenk's theorem (A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics Magazine 64,
// 1991). False proves nothing.
bool theorem_forbids(const struct tour_board *board, const struct leaper *leaper,
                     const struct tour_graph *graph, const struct tour_constraint *constraint,
                     struct buffer *reason);

// The theorem by which such a tour exists, or NULL when none is known: Schwenk's, or for open tours of unspecified ends that of
// P. Cull and J. De Curtins, "Knight's tour revisited" (Fibonacci Quarterly 16, 1978). Static storage.
const char *theorem_promises(const struct tour_board *board, const struct leaper *leaper,
                             const struct tour_constraint *constraint);

#ifdef __cplusplus
}
#endif

#endif
