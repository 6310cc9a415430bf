// SPDX-License-Identifier: GPL-3.0-or-later
// Proves the values of a table one by one.
#include "tables/build/verify.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "position/edit.h"
#include "position/integrity.h"
#include "position/setup.h"

#include <pthread.h>
#include <stdlib.h>

enum { CHUNK = 1 << 12 };

struct verifier {
    const struct verify_request *request;
    struct king_pairs *pairs;
    struct layout layout;
    struct position empty; // no men on the board
    _Atomic uint64_t positions;
    atomic_bool ended, failed;
    pthread_mutex_t lock; // of what follows
    struct verified *verified;
    struct error error;
};

static void fail(struct verifier *verifier, const struct error *err)
{
    pthread_mutex_lock(&verifier->lock);
    if (!atomic_exchange(&verifier->ended, true)) {
        verifier->error = *err;
        atomic_store(&verifier->failed, true);
    }
    pthread_mutex_unlock(&verifier->lock);
}

static void find_wrong(struct verifier *verifier, const struct position *pos, unsigned value,
                       unsigned follows)
{
    pthread_mutex_lock(&verifier->lock);
    if (!atomic_exchange(&verifier->ended, true)) {
        verifier->verified->wrong = true;
        verifier->verified->position = *pos;
        verifier->verified->value = value;
        verifier->verified->follows = follows;
    }
    pthread_mutex_unlock(&verifier->lock);
}

static bool look_up(struct verifier *verifier, const struct position *pos, unsigned *value)
{
    struct error err = {0};
    enum reading reading = reader_position(verifier->request->reader, pos, value, &err);
    if (reading == READ_ABSENT)
        error_set(&err, ERROR_NOT_FOUND, "", "a table is missing to which a capture or promotion leads");
    if (reading != READ_VALUE)
        fail(verifier, &err);
    return reading == READ_VALUE;
}

// What follows for the position from those after its moves. False if that cannot be read.
static bool follow(struct verifier *verifier, const struct position *pos, unsigned *follows)
{
    struct move_list list;
    struct position after = *pos;
    position_actions(pos, &list);
    *follows = !list.count && position_in_check(pos) ? 1 : TABLE_DRAW;
    for (unsigned i = 0; i < list.count; i++) {
        struct undo undo;
        unsigned value;
        position_apply(&after, list.moves[i], &undo);
        bool known = look_up(verifier, &after, &value);
        position_undo(&after, &undo);
        if (!known)
            return false;
        value = table_before(value);
        if (!i || table_better(value, *follows))
            *follows = value;
    }
    return true;
}

static void prove(struct verifier *verifier, enum color side, uint64_t number)
{
    const struct men *men = verifier->request->men;
    struct position pos = verifier->empty;
    cell at[MEN_MAX];
    unsigned value, follows;
    if (!layout_place(&verifier->layout, number, at))
        return;
    for (unsigned i = 0; i < men->count; i++)
        position_put(&pos, cell_square(at[i]), men->man[i], 0, NULL);
    pos.state.side = (uint8_t)side;
    for (enum color color = WHITE; color <= BLACK; color++)
        pos.state.king[color] = cell_square(at[color]);
    pos.state.hash = position_hash(&pos);
    if (position_attacked(&pos, pos.state.king[other_color(side)], side))
        return;
    atomic_fetch_add_explicit(&verifier->positions, 1, memory_order_relaxed);
    if (look_up(verifier, &pos, &value) && follow(verifier, &pos, &follows) && value != follows)
        find_wrong(verifier, &pos, value, follows);
}

static void prove_chunk(void *context, uint64_t i, int thread)
{
    struct verifier *verifier = context;
    const struct verify_request *request = verifier->request;
    uint64_t first = i / 2 * CHUNK, end = first + CHUNK, size = verifier->layout.size;
    (void)thread;
    if (request->stop && request->stop(request->context, atomic_load(&verifier->positions))) {
        struct error err;
        error_set(&err, ERROR_BUSY, "", "stopped");
        fail(verifier, &err);
    }
    end = end < size ? end : size;
    for (uint64_t number = (first + request->every - 1) / request->every * request->every;
         number < end && !atomic_load_explicit(&verifier->ended, memory_order_relaxed);
         number += request->every)
        prove(verifier, i & 1 ? BLACK : WHITE, number);
}

static void empty_board(const struct variant *variant, struct position *pos)
{
    struct setup setup;
    setup_init(&setup, variant);
    position_of_setup(pos, variant, &setup);
}

bool verify_table(const struct verify_request *request, struct verified *verified, struct error *err)
{
    struct verifier *verifier = memory_try_zeroed(1, sizeof *verifier);
    struct king_pairs *pairs = memory_try_zeroed(1, sizeof *pairs);
    if (!verifier || !pairs) {
        free(verifier);
        free(pairs);
        return error_no_memory(err);
    }
    *verified = (struct verified){0};
    verifier->request = request;
    verifier->verified = verified;
    verifier->pairs = pairs;
    king_pairs_init(pairs, layout_images(request->variant, request->men));
    layout_init(&verifier->layout, pairs, request->variant, request->men);
    empty_board(request->variant, &verifier->empty);
    pthread_mutex_init(&verifier->lock, NULL);
    parallel_for(request->threads, 2 * ((verifier->layout.size + CHUNK - 1) / CHUNK), prove_chunk, verifier);
    pthread_mutex_destroy(&verifier->lock);
    bool fine = !atomic_load(&verifier->failed);
    if (!fine && err)
        *err = verifier->error;
    verified->positions = atomic_load(&verifier->positions);
    free(pairs);
    free(verifier);
    return fine;
}
