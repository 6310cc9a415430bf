// SPDX-License-Identifier: GPL-3.0-or-later
// Retrograde analysis, level by level.
#include "tables/build/retro.h"

#include "base/memory.h"
#include "base/parallel.h"

#include <stdlib.h>

// What is known of a position: its value, once it is decided, or else one of these.
enum {
    STATE_VALUE =
        0x0fff, // with STATE_EXIT: what the best capture or promotion brings if no other move is better
    STATE_TARGET = 0x2000, // a double step leads to a position in which en passant is possible
    STATE_SAFE = 0x4000,   // a capture or promotion draws, so it is not lost
    STATE_EXIT = 0x8000,   // there are captures or promotions, and all lose, or one wins
    STATE_STUCK = 0xfffe,  // stalemate
    STATE_IMPOSSIBLE =
        0xffff, // the number means nothing, or the king of the side that is not to move is attacked
};

enum { CHUNK = 1 << 13 };

struct retro {
    const struct retro_request *request;
    struct king_pairs *pairs;
    struct layout layout;
    _Atomic uint16_t *states[2]; // by side to move and number
    _Atomic uint64_t *marks[2];  // those to be looked at again in this level, as bits
    bool both_pawns;             // en passant is possible
    unsigned level;              // the value that positions get now
    atomic_bool changed, failed;
    _Atomic unsigned latest; // the greatest value of an exit
    struct error error;      // of the first failure
};

static uint16_t state_at(const struct retro *retro, enum color side, uint64_t number)
{
    return atomic_load_explicit(&retro->states[side][number], memory_order_relaxed);
}

static bool is_decided(uint16_t state)
{
    return state && state <= STATE_VALUE;
}

// Whether it is still open what the position is worth.
static bool is_open(uint16_t state)
{
    return !is_decided(state) && state < STATE_STUCK;
}

// What captures and promotions bring: a value, or 0.
static unsigned exit_of(uint16_t state)
{
    return is_open(state) && state & STATE_EXIT ? state & STATE_VALUE : 0;
}

static void decide(struct retro *retro, enum color side, uint64_t number)
{
    atomic_store_explicit(&retro->states[side][number], (uint16_t)retro->level, memory_order_relaxed);
    atomic_store_explicit(&retro->changed, true, memory_order_relaxed);
}

static void mark(struct retro *retro, enum color side, uint64_t number)
{
    atomic_fetch_or_explicit(&retro->marks[side][number / 64], UINT64_C(1) << number % 64,
                             memory_order_relaxed);
}

static bool men_at(const struct retro *retro, enum color side, uint64_t number, struct men *men)
{
    *men = *retro->request->men;
    men->side = (uint8_t)side;
    return layout_place(&retro->layout, number, men->at);
}

// The state of men that are those of the ending.
static uint16_t state_of(const struct retro *retro, const struct men *men)
{
    return state_at(retro, (enum color)men->side, layout_number(&retro->layout, men->at));
}

// What another table says of the men; the first failure is kept.
static bool look_up(struct retro *retro, const struct men *men, unsigned *value)
{
    struct error err = {0};
    enum reading reading = reader_men(retro->request->reader, men, value, &err);
    if (reading == READ_VALUE)
        return true;
    if (reading == READ_ABSENT) {
        char name[MEN_NAME_SIZE];
        struct men settled = *men;
        men_settle(&settled);
        men_name(retro->request->paces->variant, &settled, name);
        error_set(&err, ERROR_NOT_FOUND, "", "the table %s is missing", name);
    }
    if (!atomic_exchange(&retro->failed, true))
        retro->error = err;
    *value = TABLE_DRAW;
    return false;
}

// ---- The first look ----

static bool stays(const struct pace *pace)
{
    return pace->taken == NO_MAN && !pace->becomes;
}

// Levels go on at least until this value.
static void expect(struct retro *retro, unsigned value)
{
    unsigned latest = atomic_load_explicit(&retro->latest, memory_order_relaxed);
    while (value > latest && !atomic_compare_exchange_weak(&retro->latest, &latest, value)) {}
}

// Whether the pawn that has made this move can be captured en passant.
static bool is_target(struct retro *retro, const struct men *men, const struct pace *pace,
                      const struct men *after)
{
    const struct paces *paces = retro->request->paces;
    struct pace captures[2];
    if (!retro->both_pawns || !pace_is_double(paces, men, pace))
        return false;
    unsigned count = paces_en_passant(paces, men, pace, after, captures), value;
    for (unsigned i = 0; i < count; i++) {
        struct men captured;
        paces_play(paces, after, &captures[i], &captured);
        if (look_up(retro, &captured, &value))
            expect(retro, value + 2);
    }
    return count;
}

// What a position is before any other is decided.
static uint16_t first_state(struct retro *retro, const struct men *men)
{
    const struct paces *paces = retro->request->paces;
    struct pace list[PACES_MAX];
    unsigned count = paces_list(paces, men, list), win = 0, loss = 0, value;
    bool any = false, safe = false, target = false;
    for (unsigned i = 0; i < count; i++) {
        struct men after;
        if (!paces_play(paces, men, &list[i], &after))
            continue;
        any = true;
        if (stays(&list[i])) {
            target |= is_target(retro, men, &list[i], &after);
        } else if (look_up(retro, &after, &value)) {
            safe |= !value;
            if (table_loses(value) && (!win || value + 1 < win))
                win = value + 1;
            if (table_wins(value) && value + 1 > loss)
                loss = value + 1;
        }
    }
    if (!any)
        return paces_checked(paces, men, (enum color)men->side) ? 1 : STATE_STUCK;
    unsigned exit = win ? win : safe ? 0 : loss;
    expect(retro, exit);
    return (uint16_t)((exit ? STATE_EXIT | exit : safe ? STATE_SAFE : 0U) | (target ? STATE_TARGET : 0U));
}

static bool goes_on(struct retro *retro)
{
    const struct retro_request *request = retro->request;
    if (!atomic_load(&retro->failed) && request->stop && request->stop(request->context, retro->level) &&
        !atomic_exchange(&retro->failed, true))
        error_set(&retro->error, ERROR_BUSY, "", "stopped");
    return !atomic_load(&retro->failed);
}

// A chunk of the numbers of one side, of which chunks alternate.
struct stretch {
    enum color side;
    uint64_t first, end;
};

static struct stretch stretch_of(const struct retro *retro, uint64_t i)
{
    uint64_t first = i / 2 * CHUNK, end = first + CHUNK;
    return (struct stretch){i & 1 ? BLACK : WHITE, first,
                            end < retro->layout.size ? end : retro->layout.size};
}

static void look_first(void *context, uint64_t i, int thread)
{
    struct retro *retro = context;
    struct stretch stretch = stretch_of(retro, i);
    (void)thread;
    if (!goes_on(retro))
        return;
    for (uint64_t number = stretch.first; number < stretch.end; number++) {
        struct men men;
        uint16_t state = STATE_IMPOSSIBLE;
        if (men_at(retro, stretch.side, number, &men) &&
            !paces_checked(retro->request->paces, &men, other_color(stretch.side)))
            state = first_state(retro, &men);
        atomic_store_explicit(&retro->states[stretch.side][number], state, memory_order_relaxed);
    }
}

// ---- Levels ----

// The position from which this move has led to `men`; false if there was none.
static bool step_back(const struct retro *retro, const struct men *men, const struct pace *back,
                      struct men *before)
{
    *before = *men;
    before->side ^= 1;
    before->at[back->man] = back->to;
    if (layout_touch(before->at[WHITE], before->at[BLACK]))
        return false;
    const struct paces *paces = retro->request->paces;
    struct pace forth = {back->man, men->at[back->man], NO_MAN, TYPE_NONE}, captures[2];
    // Where en passant is possible, another position has come about: STATE_TARGET sees to it.
    return !retro->both_pawns || !pace_is_double(paces, before, &forth) ||
           !paces_en_passant(paces, before, &forth, men, captures);
}

// A position was decided in the last level: those that may lead to it are won, or to be looked at again.
static void spread(struct retro *retro, const struct men *men, bool lost)
{
    struct pace list[PACES_MAX];
    unsigned count = paces_back(retro->request->paces, men, list);
    for (unsigned i = 0; i < count; i++) {
        struct men before;
        if (!step_back(retro, men, &list[i], &before))
            continue;
        enum color side = (enum color)before.side;
        uint64_t number = layout_number(&retro->layout, before.at);
        uint16_t state = state_at(retro, side, number);
        if (!is_open(state))
            continue;
        if (lost)
            decide(retro, side, number);
        else if (!(state & STATE_SAFE) && !table_wins(exit_of(state)))
            mark(retro, side, number);
    }
}

static void scan(void *context, uint64_t i, int thread)
{
    struct retro *retro = context;
    struct stretch stretch = stretch_of(retro, i);
    unsigned before = retro->level - 1;
    (void)thread;
    if (!goes_on(retro))
        return;
    for (uint64_t number = stretch.first; number < stretch.end; number++) {
        uint16_t state = state_at(retro, stretch.side, number);
        if (state == before) {
            struct men men;
            men_at(retro, stretch.side, number, &men);
            spread(retro, &men, table_loses(before));
        } else if (exit_of(state) == retro->level && table_wins(retro->level)) {
            decide(retro, stretch.side, number);
        } else if (is_open(state) && (exit_of(state) == retro->level || state & STATE_TARGET)) {
            mark(retro, stretch.side, number);
        }
    }
}

// The value, for the side to move, of a position after a double step that can be captured en passant. False if it is not known in this
// level.
static bool target_value(struct retro *retro, const struct men *men, const struct pace *captures,
                         unsigned count, unsigned *value)
{
    uint16_t state = state_of(retro, men);
    bool others = state != STATE_STUCK && state != 1, known = !others || is_decided(state);
    bool any = others && known;
    *value = any ? state : TABLE_DRAW;
    for (unsigned i = 0; i < count; i++) {
        struct men after;
        unsigned captured;
        paces_play(retro->request->paces, men, &captures[i], &after);
        if (!look_up(retro, &after, &captured))
            return false;
        captured = table_before(captured);
        if (!any || table_better(captured, *value))
            *value = captured;
        any = true;
    }
    return (known || table_wins(*value)) && *value < retro->level;
}

// The value of the position to which a move leads that neither captures nor promotes. False if it is not known in this level.
static bool value_after(struct retro *retro, const struct men *men, const struct pace *pace,
                        const struct men *after, unsigned *value)
{
    const struct paces *paces = retro->request->paces;
    if (retro->both_pawns && pace_is_double(paces, men, pace)) {
        struct pace captures[2];
        unsigned count = paces_en_passant(paces, men, pace, after, captures);
        if (count)
            return target_value(retro, after, captures, count, value);
    }
    uint16_t state = state_of(retro, after);
    *value = state;
    return is_decided(state) && state < retro->level;
}

// Whether the position gets the value of this level: some move leads to one that is lost, or all lead to such as are won.
static bool is_ripe(struct retro *retro, const struct men *men, uint16_t state)
{
    const struct paces *paces = retro->request->paces;
    struct pace list[PACES_MAX];
    bool wins = table_wins(retro->level);
    if (!wins && (state & STATE_SAFE || table_wins(exit_of(state)) || exit_of(state) > retro->level))
        return false;
    unsigned count = paces_list(paces, men, list), value;
    for (unsigned i = 0; i < count; i++) {
        struct men after;
        if (!stays(&list[i]) || !paces_play(paces, men, &list[i], &after))
            continue;
        bool known = value_after(retro, men, &list[i], &after, &value);
        if (wins && known && table_loses(value))
            return true;
        if (!wins && !(known && table_wins(value)))
            return false;
    }
    return !wins;
}

static void look_again(void *context, uint64_t i, int thread)
{
    struct retro *retro = context;
    struct stretch stretch = stretch_of(retro, i);
    (void)thread;
    if (!goes_on(retro))
        return;
    for (uint64_t word = stretch.first / 64; word * 64 < stretch.end; word++) {
        uint64_t bits = atomic_exchange_explicit(&retro->marks[stretch.side][word], 0, memory_order_relaxed);
        for (; bits; bits &= bits - 1) {
            uint64_t number = word * 64 + (unsigned)__builtin_ctzll(bits);
            uint16_t state = state_at(retro, stretch.side, number);
            struct men men;
            if (is_open(state) && men_at(retro, stretch.side, number, &men) && is_ripe(retro, &men, state))
                decide(retro, stretch.side, number);
        }
    }
}

static bool solve(struct retro *retro)
{
    uint64_t stretches = 2 * ((retro->layout.size + CHUNK - 1) / CHUNK);
    int threads = retro->request->threads;
    parallel_for(threads, stretches, look_first, retro);
    bool last = true;
    for (retro->level = 2;; retro->level++) {
        atomic_store(&retro->changed, false);
        parallel_for(threads, stretches, scan, retro);
        parallel_for(threads, stretches, look_again, retro);
        bool changed = atomic_load(&retro->changed);
        if (atomic_load(&retro->failed))
            return false;
        if (!changed && !last && retro->level > atomic_load(&retro->latest))
            return true;
        if (retro->level > TABLE_LONGEST)
            return error_set(&retro->error, ERROR_TOO_LARGE, "", "the ending is too long");
        last = changed;
    }
}

// ---- The file ----

static unsigned value_of(uint16_t state)
{
    return is_decided(state) ? state : TABLE_DRAW;
}

// Where any value may stand, that of the last position compresses best.
static void give_values(void *context, enum color side, uint64_t first, unsigned count, uint16_t *values)
{
    const struct retro *retro = context;
    uint16_t last = 0;
    for (unsigned i = 0; i < count; i++) {
        uint16_t state = state_at(retro, side, first + i);
        values[i] = last = state == STATE_IMPOSSIBLE ? last : (uint16_t)value_of(state);
    }
}

static void sum_up(const struct retro *retro, enum color side, struct table_sums *sums)
{
    for (uint64_t number = 0; number < retro->layout.size; number++) {
        uint16_t state = state_at(retro, side, number);
        unsigned value = value_of(state);
        if (state == STATE_IMPOSSIBLE)
            continue;
        if (table_wins(value)) {
            sums->wins++;
            sums->longest_win = value > sums->longest_win ? value : sums->longest_win;
        } else if (table_loses(value)) {
            sums->losses++;
            sums->longest_loss = value > sums->longest_loss ? value : sums->longest_loss;
        } else {
            sums->draws++;
        }
    }
}

static bool write_file(struct retro *retro, const char *path, struct error *err)
{
    const struct retro_request *request = retro->request;
    struct table_header header = {.size = retro->layout.size, .width = 1};
    men_name(request->paces->variant, request->men, header.name);
    header.hash = table_hash(request->paces->variant, request->men);
    for (enum color side = WHITE; side <= BLACK; side++) {
        sum_up(retro, side, &header.sums[side]);
        if (header.sums[side].longest_win > UINT8_MAX || header.sums[side].longest_loss > UINT8_MAX)
            header.width = 2;
    }
    return table_write(path, &header, give_values, retro, err);
}

static bool allocate(struct retro *retro)
{
    for (enum color side = WHITE; side <= BLACK; side++) {
        retro->states[side] = memory_try_zeroed(retro->layout.size, sizeof *retro->states[side]);
        retro->marks[side] = memory_try_zeroed(retro->layout.size / 64 + 1, sizeof *retro->marks[side]);
        if (!retro->states[side] || !retro->marks[side])
            return false;
    }
    return true;
}

static bool build(struct retro *retro, const char *path, struct error *err)
{
    const struct variant *variant = retro->request->paces->variant;
    const struct men *men = retro->request->men;
    bool pawns[2] = {false, false};
    retro->pairs = memory_try_zeroed(1, sizeof *retro->pairs);
    if (!retro->pairs)
        return error_no_memory(err);
    king_pairs_init(retro->pairs, layout_images(variant, men));
    layout_init(&retro->layout, retro->pairs, variant, men);
    for (unsigned i = 0; i < men->count; i++)
        pawns[piece_color(men->man[i])] |= retro->layout.pawn[i];
    retro->both_pawns = pawns[WHITE] && pawns[BLACK];
    if (!allocate(retro))
        return error_no_memory(err);
    if (solve(retro))
        return write_file(retro, path, err);
    *err = retro->error;
    return false;
}

bool retro_build(const struct retro_request *request, const char *path, struct error *err)
{
    struct error unwanted;
    struct retro *retro = memory_try_zeroed(1, sizeof *retro);
    if (!retro)
        return error_no_memory(err);
    retro->request = request;
    bool built = build(retro, path, err ? err : &unwanted);
    for (enum color side = WHITE; side <= BLACK; side++) {
        free(retro->states[side]);
        free(retro->marks[side]);
    }
    free(retro->pairs);
    free(retro);
    return built;
}
