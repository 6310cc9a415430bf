// SPDX-License-Identifier: GPL-3.0-or-later
// Groups the actions of a line into turns.
#include "protocols/variation.h"

void variation_write(const struct position *root, const move *actions, unsigned count,
                     coordinate_writer *write, struct buffer *out)
{
    struct position pos = *root, before = pos;
    struct turn turn = {.count = 0};
    for (unsigned i = 0; i < count; i++) {
        struct undo undo;
        position_apply(&pos, actions[i], &undo);
        if (move_kind(actions[i]) != MOVE_END_TURN)
            turn.actions[turn.count++] = actions[i];
        // A turn of which the search has seen only the beginning cannot be played.
        if (!pos.state.actions) {
            buffer_add_char(out, ' ');
            write(&before, &turn, out);
            turn.count = 0;
            before = pos;
        }
    }
}
