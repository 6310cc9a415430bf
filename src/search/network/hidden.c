// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the hidden layer up to date, and computes what follows from it.
#include "search/network/kernels.h"

#include <string.h>

// ---- Which kernels ----

static void change_plainly(int16_t *to, const int16_t *from, const struct changes *changes, unsigned hidden)
{
    kernel_change(to, from, changes, hidden);
}

static int weigh_plainly(const int16_t *sum, const int16_t *output, unsigned hidden)
{
    return kernel_weigh_squares(sum, output, hidden);
}

#if defined __x86_64__ && !defined __AVX2__

#define HAS_AVX2() __builtin_cpu_supports("avx2")

__attribute__((target("avx2"))) static void change_with_avx2(int16_t *to, const int16_t *from,
                                                             const struct changes *changes, unsigned hidden)
{
    kernel_change(to, from, changes, hidden);
}

__attribute__((target("avx2"))) static int weigh_with_avx2(const int16_t *sum, const int16_t *output,
                                                           unsigned hidden)
{
    return kernel_weigh_squares(sum, output, hidden);
}

#else

#define HAS_AVX2()       false
#define change_with_avx2 change_plainly
#define weigh_with_avx2  weigh_plainly

#endif

static void change(int16_t *to, const int16_t *from, const struct changes *changes, unsigned hidden)
{
    if (HAS_AVX2())
        change_with_avx2(to, from, changes, hidden);
    else
        change_plainly(to, from, changes, hidden);
}

static int weigh_squares(const int16_t *sum, const int16_t *output, unsigned hidden)
{
    return HAS_AVX2() ? weigh_with_avx2(sum, output, hidden) : weigh_plainly(sum, output, hidden);
}

// ---- Sums ----

static void look_afresh(struct hidden *hidden, const struct network *network, const struct position *pos,
                        unsigned viewer)
{
    uint16_t features[NETWORK_FEATURES_MAX];
    memcpy(hidden->sum[viewer], network->bias, sizeof network->bias);
    unsigned count = network_features(&network->layout, pos, (enum color)viewer, features);
    for (unsigned i = 0; i < count; i++)
        kernel_add(hidden->sum[viewer], network->columns + (size_t)features[i] * network->hidden,
                   network->hidden);
    hidden->view[viewer] = (uint8_t)network_view(&network->layout, pos, viewer);
}

void hidden_init(struct hidden *hidden, const struct network *network, const struct position *pos)
{
    for (unsigned viewer = WHITE; viewer <= BLACK; viewer++)
        look_afresh(hidden, network, pos, viewer);
}

// What is at a location.
struct content {
    square at;
    piece code; // or HOLE
    unsigned fuel;
};

// Notes a feature that came, or left; false if there is no room.
static bool note(struct changes *changes, const struct network *network, unsigned feature, bool came)
{
    unsigned *count = came ? &changes->added_count : &changes->removed_count;
    const signed char **columns = came ? changes->added : changes->removed;
    if (*count == CHANGES_MOST)
        return false;
    columns[(*count)++] = network->columns + (size_t)feature * network->hidden;
    return true;
}

static bool note_content(struct changes *changes, const struct network *network, unsigned viewer,
                         unsigned view, struct content what, bool came)
{
    const struct network_layout *layout = &network->layout;
    return note(changes, network, feature_of_place(layout, viewer, view, what.code, what.at), came) &&
           (!layout->metered || !is_piece(what.code) ||
            note(changes, network, feature_of_fuel(layout, viewer, view, what.code, what.fuel), came));
}

// How many pieces of a kind a hand held, or how many squares there were in reserve, and how many now.
struct counts {
    unsigned first; // the feature of the first one
    unsigned told;  // how many are told apart
    unsigned was, is;
};

static bool note_counts(struct changes *changes, const struct network *network, const struct counts *counts)
{
    unsigned was = features_held(counts->told, counts->was), is = features_held(counts->told, counts->is);
    bool came = is > was;
    for (unsigned k = came ? was : is; k < (came ? is : was); k++)
        if (!note(changes, network, counts->first + k, came))
            return false;
    return true;
}

// Notes what has become of the hands.
static bool note_hands(struct changes *changes, const struct network *network, const struct position *pos,
                       const struct undo *undo, unsigned viewer, unsigned view)
{
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (piece_type type = 1; type < LETTER_TYPES; type++) {
            piece held = piece_of(type, (enum color)color);
            const struct counts counts = {.first = feature_of_hand(&network->layout, viewer, view, held, 0),
                                          .told = network->layout.told,
                                          .was = undo->hand[color][type],
                                          .is = pos->hand[color][type]};
            if (!note_counts(changes, network, &counts))
                return false;
        }
    return true;
}

// Notes what has become of the owners of empty squares.
static bool note_owners(struct changes *changes, const struct network *network, const struct position *pos,
                        const struct undo *undo, unsigned viewer, unsigned view)
{
    for (unsigned color = WHITE; color <= BLACK; color++) {
        struct set differ = pos->owned[color];
        square s;
        for (unsigned w = 0; w < 4; w++)
            differ.word[w] ^= undo->owned[color].word[w];
        for (struct set_walk walk = set_walk(&differ); set_next(&walk, &s);)
            if (!note(changes, network, feature_of_owner(&network->layout, viewer, view, color, s),
                      set_has(&pos->owned[color], s)))
                return false;
    }
    return true;
}

// Notes what has become of the reserves.
static bool note_reserves(struct changes *changes, const struct network *network, const struct position *pos,
                          const struct undo *undo, unsigned viewer, unsigned view)
{
    for (unsigned color = WHITE; color <= BLACK; color++) {
        const struct counts counts = {.first = feature_of_reserve(&network->layout, viewer, view, color, 0),
                                      .told = NETWORK_HELD,
                                      .was = undo->state.reserve[color],
                                      .is = pos->state.reserve[color]};
        if (!note_counts(changes, network, &counts))
            return false;
    }
    return true;
}

static bool find_changes(struct changes *changes, const struct network *network, const struct position *pos,
                         const struct undo *undo, unsigned viewer, unsigned view)
{
    const struct network_layout *layout = &network->layout;
    changes->added_count = changes->removed_count = 0;
    for (unsigned i = 0; i < undo->count; i++) {
        square s = undo->cells[i].at;
        bool first = true;
        for (unsigned k = 0; k < i; k++)
            first = first && undo->cells[k].at != s;
        // Of a location that changed twice, the first entry says what stood there before.
        if (!first)
            continue;
        struct content was = {s, undo->cells[i].was, undo->cells[i].fuel},
                       is = {s, pos->pieces[s], pos->fuel[s]};
        if ((network_sees(layout, was.code) && !note_content(changes, network, viewer, view, was, false)) ||
            (network_sees(layout, is.code) && !note_content(changes, network, viewer, view, is, true)))
            return false;
    }
    return (!layout->hands || note_hands(changes, network, pos, undo, viewer, view)) &&
           (!layout->owners || note_owners(changes, network, pos, undo, viewer, view)) &&
           (!layout->reserves || note_reserves(changes, network, pos, undo, viewer, view));
}

void hidden_update(struct hidden *hidden, const struct hidden *before, const struct network *network,
                   const struct position *pos, const struct undo *undo)
{
    for (unsigned viewer = WHITE; viewer <= BLACK; viewer++) {
        struct changes changes;
        unsigned view = network_view(&network->layout, pos, viewer);
        if (view != before->view[viewer] || !find_changes(&changes, network, pos, undo, viewer, view)) {
            look_afresh(hidden, network, pos, viewer);
            continue;
        }
        change(hidden->sum[viewer], before->sum[viewer], &changes, network->hidden);
        hidden->view[viewer] = (uint8_t)view;
    }
}

// ---- What it is worth ----

int network_worth(const struct network *network, const struct hidden *hidden, const struct position *pos)
{
    enum color side = position_side(pos);
    const int16_t *own = hidden->sum[side], *other = hidden->sum[other_color(side)];
    unsigned stage = network_stage(&network->layout, pos, network->large);
    const int16_t(*output)[NETWORK_HIDDEN_MOST] = network->output[stage];
    if (!network->large)
        return (network->offset[0] + kernel_weigh(own, output[0], network->hidden) +
                kernel_weigh(other, output[1], network->hidden)) /
               (NETWORK_ONE * NETWORK_OUTPUT);
    int total =
        weigh_squares(own, output[0], network->hidden) + weigh_squares(other, output[1], network->hidden);
    return (int)((int64_t)(total / NETWORK_ONE + network->offset[stage]) * NETWORK_RANGE /
                 (NETWORK_ONE * NETWORK_OUTPUT));
}
