// SPDX-License-Identifier: GPL-3.0-or-later
// Writes chess games of random turns as PGN: the input on which readers of PGN are compared.
//
//     games NUMBER [SEED] > games.pgn
#include "variants/games.h"
#include "base/random.h"
#include "notation/pgn/pgn.h"
#include "session/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// About as long as games between people. Games end earlier by the rules, or are cut off at this length.
enum { PLIES_MIN = 40, PLIES_SPREAD = 80 };

static bool play_random_turn(struct session *session, struct random *random)
{
    struct move_list list;
    struct error err;
    position_actions(&session->position, &list);
    struct turn turn = {.count = 1, .actions = {list.moves[random_below(random, list.count)]}};
    return session_play(session, &turn, &err);
}

static bool write_game(struct session *session, struct random *random, struct buffer *text)
{
    unsigned plies = PLIES_MIN + random_below(random, PLIES_SPREAD);
    while (session_is_ongoing(session) && session->count < plies)
        if (!play_random_turn(session, random))
            return false;
    struct record record;
    buffer_reset(text);
    if (!session_to_record(session, &record, NULL))
        return false;
    bool tagged = record_set_tag(&record, "White", "Random") && record_set_tag(&record, "Black", "Random");
    pgn_write(&record, PGN_PLAIN, text);
    record_clear(&record);
    return tagged && !text->failed && fwrite(text->text, text->length, 1, stdout) == 1;
}

int main(int argc, char **argv)
{
    struct error err;
    struct session *session = session_new(games_all()[0], NULL, NULL, &err);
    struct random random = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    struct buffer text;
    buffer_init(&text);
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    bool good = session && count > 0;
    for (long i = 0; good && i < count; i++)
        good = session_reset(session, NULL, &err) && write_game(session, &random, &text);
    buffer_clear(&text);
    session_free(session);
    return good && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
