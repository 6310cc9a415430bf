// SPDX-License-Identifier: GPL-3.0-or-later
// What can be said about the first turn of a game that is illegal: the position before it, and what would follow another turn.
#include "notation/pgn/pgn_reading.h"

#include <string.h>

static void replay(const struct pgn_fault *fault, struct position *pos, struct history *history)
{
    *pos = fault->record.start;
    for (size_t i = 0; i < fault->record.turns.count; i++) {
        // If memory runs out, fewer turns are reported as legal.
        if (history)
            (void)history_push(history, pos);
        turn_play(pos, &fault->record.turns.items[i].turn);
    }
}

void pgn_fault_position(const struct pgn_fault *fault, struct position *pos)
{
    replay(fault, pos, NULL);
}

// Plays the turns from the reader's place on, as simply as possible.
static unsigned follow(struct reading *reading)
{
    unsigned count = 0;
    while (token_next(reading->reader, &reading->token, NULL)) {
        struct turn turn;
        const char *word = buffer_text(&reading->token.text);
        switch (reading->token.kind) {
        case TOKEN_MOVE:
            if (reading_play(reading, word, &turn, NULL))
                count++;
            else if (strcmp(word, "e.p.") != 0 && word[strspn(word, "!?")])
                return count;
            break;
        case TOKEN_OPEN:
            if (!reading_skip_variation(reading))
                return count;
            break;
        case TOKEN_RESULT:
        case TOKEN_END:
        case TOKEN_TAG:
        case TOKEN_CLOSE:
            return count;
        default:
            break;
        }
    }
    return count;
}

unsigned pgn_fault_follow(const struct pgn_fault *fault, const struct turn *turn)
{
    struct pgn_reader reader = fault->behind;
    struct reading reading = {.reader = &reader};
    buffer_init(&reading.token.text);
    history_init(&reading.history);
    replay(fault, &reading.line.now, &reading.history);
    (void)history_push(&reading.history, &reading.line.now);
    turn_play(&reading.line.now, turn);
    unsigned count = follow(&reading);
    buffer_clear(&reading.token.text);
    history_clear(&reading.history);
    return count;
}
