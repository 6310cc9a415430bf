// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over the Hamiltonian cycles of weighted graphs agree with trying all orders of the vertices.
#include "tours/frontier/circuits.h"

#include "base/memory.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 9 };

// A complete graph; some edges may have weight 0.
struct matrix {
    int vertices;
    int plus[MOST][MOST], minus[MOST][MOST];
    int joined[2];
};

struct sums {
    long plus, minus;
};

// Extends a path through order[0 … count-1]. Every cycle is found twice, once in each direction.
static void try_all(const struct matrix *matrix, int *order, int count, struct sums product,
                    struct sums *sums)
{
    if (count == matrix->vertices) {
        int a = order[count - 1], b = order[0];
        sums->plus += product.plus * matrix->plus[a][b];
        sums->minus += product.minus * matrix->minus[a][b];
        return;
    }
    for (int v = 0; v < matrix->vertices; v++) {
        bool used = false;
        for (int i = 0; i < count; i++)
            used |= order[i] == v;
        int last = order[count - 1];
        if (used || !matrix->plus[last][v])
            continue;
        order[count] = v;
        try_all(matrix, order, count + 1,
                (struct sums){product.plus * matrix->plus[last][v], product.minus * matrix->minus[last][v]},
                sums);
    }
}

// The cycles through the joined path, which acts as an edge that all cycles take: the cycles of the graph with that edge, less
// those without it.
static struct sums sum_slowly(const struct matrix *matrix)
{
    struct sums with = {0, 0}, without = {0, 0}, one = {1, 1};
    struct matrix copy = *matrix;
    int order[MOST] = {0};
    int a = matrix->joined[0], b = matrix->joined[1];
    if (a >= 0)
        copy.plus[a][b] = copy.plus[b][a] = copy.minus[a][b] = copy.minus[b][a] = 0;
    try_all(&copy, order, 1, one, &without);
    if (a < 0)
        return (struct sums){without.plus / 2, without.minus / 2};
    copy.plus[a][b] = copy.plus[b][a] = copy.minus[a][b] = copy.minus[b][a] = 1;
    try_all(&copy, order, 1, one, &with);
    return (struct sums){(with.plus - without.plus) / 2, (with.minus - without.minus) / 2};
}

static void check(const struct matrix *matrix)
{
    struct circuit_graph graph = {.vertices = matrix->vertices,
                                  .joined = {matrix->joined[0], matrix->joined[1]}};
    int first[MOST + 1], next = 0;
    int to[MOST * MOST];
    struct circuit_weight weights[MOST * MOST];
    for (int v = 0; v < matrix->vertices; v++) {
        first[v] = next;
        for (int w = 0; w < matrix->vertices; w++)
            if (matrix->plus[v][w]) {
                to[next] = w;
                weights[next++] = (struct circuit_weight){matrix->plus[v][w], matrix->minus[v][w]};
            }
    }
    first[matrix->vertices] = next;
    graph.first = first;
    graph.to = to;
    graph.weights = weights;
    struct circuit_request request = {.graph = &graph, .memory = 1 << 24};
    struct circuit_result result;
    struct sums expected = sum_slowly(matrix);
    struct natural all = {0}, odd = {0};
    assert_true(circuits_count(&request, &all, &odd, &result, NULL));
    assert_int_equal(natural_double(&all), expected.plus);
    assert_int_equal(natural_double(&odd), (expected.plus - expected.minus) / 2);
    assert_true(circuits_count(&request, &all, NULL, &result, NULL));
    assert_int_equal(natural_double(&all), expected.plus);
    natural_clear(&all);
    natural_clear(&odd);
}

static void test_random_graphs(void **state)
{
    (void)state;
    struct random random = {1997};
    for (int round = 0; round < 300; round++) {
        struct matrix matrix = {.vertices = 3 + (int)random_below(&random, MOST - 3), .joined = {-1, -1}};
        for (int v = 0; v < matrix.vertices; v++)
            for (int w = 0; w < v; w++) {
                int plus = (int)random_below(&random, 4),
                    minus = plus - 2 * (int)random_below(&random, 4) % 7;
                minus = minus < -plus ? -plus : minus;
                matrix.plus[v][w] = matrix.plus[w][v] = plus;
                matrix.minus[v][w] = matrix.minus[w][v] = minus;
            }
        if (round % 2) {
            matrix.joined[0] = 0;
            matrix.joined[1] = 1 + (int)random_below(&random, (uint32_t)matrix.vertices - 1);
        }
        check(&matrix);
    }
}

// Every edge stands for 1000 odd ones, so the number of cycles is divisible by 1000^26 and has some 300 bits. A cycle has 26 edges,
// so no cycle is odd.
static void test_large_numbers(void **state)
{
    (void)state;
    enum { N = 26 };
    struct circuit_graph graph = {.vertices = N, .joined = {-1, -1}};
    int first[N + 1];
    int to[N * (N - 1)];
    struct circuit_weight weights[N * (N - 1)];
    int next = 0;
    for (int v = 0; v < N; v++) {
        first[v] = next;
        for (int w = 0; w < N; w++)
            if (w != v && (v - w) * (v - w) <= 36) {
                to[next] = w;
                weights[next++] = (struct circuit_weight){1000, -1000};
            }
    }
    first[N] = next;
    graph.first = first;
    graph.to = to;
    graph.weights = weights;
    struct circuit_request request = {.graph = &graph, .memory = 1 << 26};
    struct circuit_result result;
    struct natural all = {0}, odd = {0};
    assert_true(circuits_count(&request, &all, &odd, &result, NULL));
    assert_true(natural_is_zero(&odd));
    assert_true(natural_bits(&all) > 256);
    for (int i = 0; i < N; i++)
        assert_int_equal(natural_divide_by(&all, 1000), 0);
    natural_clear(&all);
    natural_clear(&odd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_large_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
