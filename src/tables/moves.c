// SPDX-License-Identifier: GPL-3.0-or-later
// The moves of few men, from tables.
#include "tables/moves.h"

#include "base/memory.h"

#include <string.h>

// ---- The tables ----

// Where `steps` steps in a direction lead from the square, and what is between.
static void add_ways(struct paces *paces, piece man, cell from)
{
    const struct piece_rules *rules = &paces->variant->pieces[piece_type_of(man)];
    const struct ride *rides = rules->rides[piece_color(man)];
    uint8_t *forth = paces->ways[man][from], *back = paces->back[man][from];
    for (unsigned i = 0; i < rules->ride_count[piece_color(man)]; i++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            const struct step *step = &direction_step[rides[i].dir];
            uint8_t **way = sign > 0 ? &forth : &back, *length = (*way)++;
            uint64_t between = 0;
            int file = from & 7, rank = from >> 3;
            for (unsigned steps = 1; steps <= rides[i].capture; steps++) {
                file += sign * step->dx;
                rank += sign * step->dy;
                if (file < 0 || file > 7 || rank < 0 || rank > 7)
                    break;
                cell to = (cell)(rank * 8 + file);
                *(*way)++ = to;
                if (sign > 0) {
                    paces->attacks[man][from] |= UINT64_C(1) << to;
                    paces->between[man][from][to] = between;
                }
                between |= UINT64_C(1) << to;
            }
            *length = (uint8_t)(*way - length - 1);
            *way -= !*length; // a way of no squares would end them
        }
}

struct paces *paces_new(const struct variant *variant)
{
    struct paces *paces = memory_try_zeroed(1, sizeof *paces);
    if (!paces)
        return NULL;
    paces->variant = variant;
    for (piece man = 2; man < MAN_CODES; man++)
        for (cell from = 0; from < CELLS && men_has(variant, piece_type_of(man)); from++)
            add_ways(paces, man, from);
    return paces;
}

// ---- Attacks ----

static uint64_t occupied(const struct men *men)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < men->count; i++)
        set |= UINT64_C(1) << men->at[i];
    return set;
}

bool paces_checked(const struct paces *paces, const struct men *men, enum color king)
{
    cell at = men->at[king];
    uint64_t all = 0;
    for (unsigned i = 0; i < men->count; i++) {
        piece man = men->man[i];
        if (piece_color(man) == king || !(paces->attacks[man][men->at[i]] >> at & 1))
            continue;
        all = all ? all : occupied(men);
        if (!(paces->between[man][men->at[i]][at] & all))
            return true;
    }
    return false;
}

// ---- Forwards ----

// Who stands on the square, or NO_MAN.
static uint8_t man_on(const struct men *men, cell at)
{
    for (uint8_t i = 0; i < men->count; i++)
        if (men->at[i] == at)
            return i;
    return NO_MAN;
}

static unsigned add_pawn_pace(const struct paces *paces, struct pace pace, struct pace *list)
{
    const struct variant *variant = paces->variant;
    unsigned count = 0;
    if (pace.to >= 8 && pace.to < 56) {
        list[count++] = pace;
    } else {
        for (unsigned i = 0; i < variant->promotion_count[WHITE]; i++) {
            pace.becomes = variant->promotions[WHITE][i];
            list[count++] = pace;
        }
    }
    return count;
}

static unsigned list_pawn(const struct paces *paces, const struct men *men, uint8_t man, struct pace *list)
{
    enum color color = piece_color(men->man[man]);
    cell from = men->at[man];
    int forward = color == WHITE ? 8 : -8;
    unsigned count = 0;
    cell to = (cell)(from + forward);
    if (man_on(men, to) == NO_MAN) {
        count += add_pawn_pace(paces, (struct pace){man, to, NO_MAN, TYPE_NONE}, list + count);
        if (from >> 3 == (color == WHITE ? 1 : 6) && man_on(men, (cell)(to + forward)) == NO_MAN)
            list[count++] = (struct pace){man, (cell)(to + forward), NO_MAN, TYPE_NONE};
    }
    for (uint8_t other = 0; other < men->count; other++)
        if (piece_color(men->man[other]) != color &&
            paces->attacks[men->man[man]][from] >> men->at[other] & 1)
            count += add_pawn_pace(paces, (struct pace){man, men->at[other], other, TYPE_NONE}, list + count);
    return count;
}

unsigned paces_list(const struct paces *paces, const struct men *men, struct pace list[PACES_MAX])
{
    uint64_t all = occupied(men);
    unsigned count = 0;
    for (uint8_t i = 0; i < men->count; i++) {
        piece man = men->man[i];
        if (piece_color(man) != men->side)
            continue;
        if (paces->variant->pieces[piece_type_of(man)].is_pawn) {
            count += list_pawn(paces, men, i, list + count);
            continue;
        }
        for (const uint8_t *way = paces->ways[man][men->at[i]]; *way; way += *way + 1)
            for (unsigned step = 1; step <= *way; step++) {
                uint8_t taken = all >> way[step] & 1 ? man_on(men, way[step]) : NO_MAN;
                if (taken == NO_MAN || piece_color(men->man[taken]) != men->side)
                    list[count++] = (struct pace){i, way[step], taken, TYPE_NONE};
                if (taken != NO_MAN)
                    break;
            }
    }
    return count;
}

bool paces_play(const struct paces *paces, const struct men *men, const struct pace *pace, struct men *after)
{
    *after = *men;
    after->side ^= 1;
    after->at[pace->man] = pace->to;
    if (pace->becomes)
        after->man[pace->man] = piece_of(pace->becomes, (enum color)men->side);
    if (pace->taken != NO_MAN) {
        after->count--;
        for (unsigned i = pace->taken; i < after->count; i++) {
            after->man[i] = after->man[i + 1];
            after->at[i] = after->at[i + 1];
        }
    }
    return !paces_checked(paces, after, (enum color)men->side);
}

unsigned paces_en_passant(const struct paces *paces, const struct men *men, const struct pace *pace,
                          const struct men *after, struct pace list[2])
{
    unsigned count = 0;
    cell to = (cell)((men->at[pace->man] + pace->to) / 2);
    struct men played;
    for (uint8_t i = 2; i < after->count && count < 2; i++) {
        bool captures = piece_color(after->man[i]) == after->side &&
                        paces->variant->pieces[piece_type_of(after->man[i])].is_pawn &&
                        paces->attacks[after->man[i]][after->at[i]] >> to & 1;
        struct pace capture = {i, to, pace->man, TYPE_NONE};
        if (captures && paces_play(paces, after, &capture, &played))
            list[count++] = capture;
    }
    return count;
}

// ---- Backwards ----

static unsigned list_pawn_back(const struct men *men, uint8_t man, struct pace *list)
{
    enum color color = piece_color(men->man[man]);
    int back = color == WHITE ? -8 : 8;
    cell at = men->at[man], from = (cell)(at + back);
    unsigned count = 0;
    if (at >> 3 == (color == WHITE ? 1 : 6) || man_on(men, from) != NO_MAN)
        return 0;
    list[count++] = (struct pace){man, from, NO_MAN, TYPE_NONE};
    if (at >> 3 == (color == WHITE ? 3 : 4) && man_on(men, (cell)(from + back)) == NO_MAN)
        list[count++] = (struct pace){man, (cell)(from + back), NO_MAN, TYPE_NONE};
    return count;
}

unsigned paces_back(const struct paces *paces, const struct men *men, struct pace list[PACES_MAX])
{
    uint64_t all = occupied(men);
    unsigned count = 0;
    for (uint8_t i = 0; i < men->count; i++) {
        piece man = men->man[i];
        if (piece_color(man) == men->side)
            continue;
        if (paces->variant->pieces[piece_type_of(man)].is_pawn) {
            count += list_pawn_back(men, i, list + count);
            continue;
        }
        for (const uint8_t *way = paces->back[man][men->at[i]]; *way; way += *way + 1)
            for (unsigned step = 1; step <= *way && !(all >> way[step] & 1); step++)
                list[count++] = (struct pace){i, way[step], NO_MAN, TYPE_NONE};
    }
    return count;
}
