// SPDX-License-Identifier: GPL-3.0-or-later
// Tries all orders of a side's pieces.
#include "reference/links.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool ref_links_read(struct ref_links *links, const char *fen, bool white)
{
    memset(links, 0, sizeof *links);
    links->size = 8;
    int file = 0, rank = 7;
    for (; *fen && *fen != ' ' && *fen != '['; fen++) {
        if (*fen == '/') {
            if (file != 8 || rank == 0)
                return false;
            file = 0;
            rank--;
        } else if (*fen >= '1' && *fen <= '8') {
            file += *fen - '0';
        } else {
            if (file >= 8 || !isalpha((unsigned char)*fen) || !strchr("KQRBN", toupper((unsigned char)*fen)))
                return false;
            links->taken[rank][file] = true;
            if ((isupper((unsigned char)*fen) != 0) == white) {
                if (links->count == REF_LINKS_PIECES)
                    return false;
                links->letter[links->count] = (char)toupper((unsigned char)*fen);
                links->file[links->count] = file;
                links->rank[links->count++] = rank;
            }
            file++;
        }
        if (file > 8)
            return false;
    }
    return file == 8 && rank == 0;
}

// Walks from a piece in one direction until something stands in the way, at most `steps` steps.
static bool reaches(const struct ref_links *links, int from, int to, int files, int ranks, int steps)
{
    int file = links->file[from], rank = links->rank[from];
    while (steps-- > 0) {
        file += files;
        rank += ranks;
        if (file < 0 || rank < 0 || file >= links->size || rank >= links->size)
            return false;
        if (file == links->file[to] && rank == links->rank[to])
            return true;
        if (links->taken[rank][file])
            return false;
    }
    return false;
}

bool ref_links_attacks(const struct ref_links *links, int from, int to)
{
    char letter = links->letter[from];
    for (int files = -2; files <= 2; files++)
        for (int ranks = -2; ranks <= 2; ranks++) {
            int longer = abs(files) > abs(ranks) ? abs(files) : abs(ranks), sum = abs(files) + abs(ranks);
            bool knight = longer == 2 && sum == 3, straight = longer == 1 && sum == 1,
                 diagonal = longer == 1 && sum == 2;
            if ((letter == 'N' && knight && reaches(links, from, to, files, ranks, 1)) ||
                (letter == 'K' && (straight || diagonal) && reaches(links, from, to, files, ranks, 1)) ||
                (strchr("RQ", letter) && straight && reaches(links, from, to, files, ranks, 7)) ||
                (strchr("BQ", letter) && diagonal && reaches(links, from, to, files, ranks, 7)))
                return true;
        }
    return false;
}

int ref_links_distance(const struct ref_links *links, int from, int to)
{
    int files = abs(links->file[from] - links->file[to]), ranks = abs(links->rank[from] - links->rank[to]);
    return files > ranks ? files : ranks;
}

// Adds one complete order to the result.
static void judge(const struct ref_links *links, bool attacks[][REF_LINKS_PIECES], const int *order,
                  struct ref_routes *routes)
{
    int sum = 0, last = order[links->count - 1];
    for (int i = 0; i + 1 < links->count; i++) {
        if (!attacks[order[i]][order[i + 1]])
            return;
        sum += ref_links_distance(links, order[i], order[i + 1]);
    }
    routes->best_paths = !routes->paths || sum > routes->path_sum ? 0 : routes->best_paths;
    if (!routes->best_paths) {
        routes->path_sum = sum;
        memcpy(routes->path, order, sizeof routes->path);
    }
    routes->best_paths += sum == routes->path_sum;
    routes->paths++;
    if (links->count > 1 && !attacks[last][order[0]])
        return;
    sum += ref_links_distance(links, last, order[0]);
    routes->best_circuits = !routes->circuits || sum > routes->circuit_sum ? 0 : routes->best_circuits;
    if (!routes->best_circuits) {
        routes->circuit_sum = sum;
        memcpy(routes->circuit, order, sizeof routes->circuit);
    }
    routes->best_circuits += sum == routes->circuit_sum;
    routes->circuits++;
}

// Puts each of the pieces from `at` on in turn at that place of the order, and all orders of the others behind.
static void try_orders(const struct ref_links *links, bool attacks[][REF_LINKS_PIECES], int *order, int at,
                       struct ref_routes *routes)
{
    if (at == links->count) {
        judge(links, attacks, order, routes);
        return;
    }
    for (int i = at; i < links->count; i++) {
        int chosen = order[i];
        order[i] = order[at];
        order[at] = chosen;
        try_orders(links, attacks, order, at + 1, routes);
        order[at] = order[i];
        order[i] = chosen;
    }
}

void ref_links_routes(const struct ref_links *links, struct ref_routes *routes)
{
    bool attacks[REF_LINKS_PIECES][REF_LINKS_PIECES];
    int order[REF_LINKS_PIECES] = {0};
    memset(routes, 0, sizeof *routes);
    for (int i = 0; i < links->count; i++) {
        order[i] = i;
        for (int j = 0; j < links->count; j++)
            attacks[i][j] = i != j && ref_links_attacks(links, i, j);
    }
    if (links->count > 0)
        try_orders(links, attacks, order, 0, routes);
}

int ref_links_score(const struct ref_links *links, const struct ref_routes *routes, bool distance)
{
    if (links->count == 1)
        return distance ? 1 : 2;
    if (!distance)
        return routes->circuits ? 2 * links->count : routes->paths ? links->count : 0;
    return 2 * routes->circuit_sum > routes->path_sum ? 2 * routes->circuit_sum : routes->path_sum;
}
