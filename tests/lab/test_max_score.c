// SPDX-License-Identifier: GPL-3.0-or-later
// The largest path and circuit: as plain enumeration has them on small boards, and certificates that stand.
#include "lab/max_score.h"

#include "reference/links.h"
#include "support/effort.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static const char army[] = "KQRRBBNN";

static struct max_score_query query_of(unsigned size, const char *letters, bool circuit)
{
    struct max_score_query query = {.size = size, .circuit = circuit};
    for (const char *c = letters; *c; c++)
        query.pieces[strchr(max_score_letters, *c) - max_score_letters]++;
    return query;
}

// ---- Plain enumeration ----

struct count {
    int sum;
    long ways; // ordered choices that have it
};

static void note(struct count *best, int sum, long ways)
{
    if (ways && sum > best->sum)
        *best = (struct count){sum, 0};
    if (sum == best->sum)
        best->ways += ways;
}

// All places for the pieces from the last one given on.
static void place_all(struct ref_links *links, const char *letters, struct count best[2])
{
    if (!letters[links->count]) {
        struct ref_routes routes;
        ref_links_routes(links, &routes);
        note(&best[0], routes.path_sum, routes.best_paths);
        note(&best[1], routes.circuit_sum, routes.best_circuits);
        return;
    }
    int piece = links->count++;
    links->letter[piece] = letters[piece];
    for (int rank = 0; rank < links->size; rank++)
        for (int file = 0; file < links->size; file++) {
            if (links->taken[rank][file])
                continue;
            links->taken[rank][file] = true;
            links->file[piece] = file;
            links->rank[piece] = rank;
            place_all(links, letters, best);
            links->taken[rank][file] = false;
        }
    links->count--;
}

// How often the enumeration meets one and the same path: pieces of a kind change places.
static long doubles(const char *letters)
{
    long factor = 1;
    for (size_t i = 1; letters[i]; i++)
        factor *= letters[i] == letters[i - 1] ? 2 : 1;
    return factor;
}

static void compare(unsigned size, const char *letters)
{
    struct ref_links links = {.size = (int)size};
    struct count best[2] = {{0, 0}, {0, 0}};
    place_all(&links, letters, best);
    for (int circuit = 0; circuit < 2; circuit++) {
        struct max_score_query query = query_of(size, letters, circuit);
        struct max_score found;
        bool exists = max_score_find(&query, &found);
        long ways = best[circuit].ways / doubles(letters) / (circuit ? (long)strlen(letters) : 1);
        assert_int_equal(exists, best[circuit].sum > 0);
        assert_int_equal(found.sum, best[circuit].sum);
        assert_int_equal(found.ways, ways);
        assert_int_equal(found.score, found.sum * (circuit ? 2 : 1));
        assert_true(!exists || found.bound >= found.sum);
        assert_int_equal(found.sets, 1);
    }
}

static void test_small_boards(void **state)
{
    (void)state;
    static const char *const twos_and_threes[] = {"BN", "QR",  "KN",  "RR",  "BB",
                                                  "NN", "KQR", "QBB", "RBN", "NNB"};
    static const char *const fours[] = {"KQRN", "QRRB", "RRBB", "BBNN", "KBNN", "QBBN"};
    for (size_t i = 0; i < sizeof twos_and_threes / sizeof *twos_and_threes; i++)
        for (unsigned size = 2; size <= 6; size++)
            compare(size, twos_and_threes[i]);
    for (size_t i = 0; i < sizeof fours / sizeof *fours; i++)
        for (unsigned size = 2; size <= (EFFORT_DIVISOR > 1 ? 3 : 4); size++)
            compare(size, fours[i]);
    if (EFFORT_DIVISOR == 1) {
        compare(5, "QRRB");
        compare(5, "KRBN");
    }
    compare(3, "KQRBN");
    compare(3, "QRBNN");
}

// ---- All subsets ----

// The letters of the army whose bits are set; false when a subset with the same letters has a smaller number.
static bool subset(unsigned bits, char letters[9])
{
    unsigned count = 0;
    for (unsigned i = 0; i < 8; i++) {
        if (!(bits >> i & 1))
            continue;
        if (i && army[i] == army[i - 1] && !(bits >> (i - 1) & 1))
            return false;
        letters[count++] = army[i];
    }
    letters[count] = '\0';
    return count >= 2;
}

static void test_all_sets_at_once(void **state)
{
    (void)state;
    for (unsigned size = EFFORT_DIVISOR > 1 ? 7 : 3; size <= 8; size++)
        for (int circuit = 0; circuit < 2; circuit++) {
            struct max_score_query all = query_of(size, army, circuit);
            struct max_score found, best = {.sum = 0};
            unsigned sets = 0;
            uint64_t ways = 0;
            for (unsigned bits = 0; bits < 256; bits++) {
                char letters[9];
                if (!subset(bits, letters))
                    continue;
                struct max_score_query query = query_of(size, letters, circuit);
                sets++;
                max_score_find(&query, &found);
                ways = found.sum > best.sum ? 0 : ways;
                best = found.sum > best.sum ? found : best;
                ways += found.sum == best.sum ? found.ways : 0;
            }
            all.subsets = true;
            assert_true(max_score_find(&all, &found));
            assert_int_equal(found.sum, best.sum);
            assert_int_equal(found.ways, ways);
            assert_int_equal(sets, 102);
            assert_int_equal(found.sets, sets);
        }
}

// ---- Certificates ----

// The pieces that were found, as the independent checker wants them.
static void check_certificate(unsigned size, const struct max_score *found, bool circuit)
{
    struct ref_links links = {.size = (int)size, .count = (int)found->count};
    struct ref_routes routes;
    int sum = 0;
    for (unsigned i = 0; i < found->count; i++) {
        links.letter[i] = max_score_letters[found->kinds[i]];
        links.file[i] = (int)(found->squares[i] % size);
        links.rank[i] = (int)(found->squares[i] / size);
        assert_false(links.taken[links.rank[i]][links.file[i]]);
        links.taken[links.rank[i]][links.file[i]] = true;
    }
    for (int i = 0; i + !circuit < links.count; i++) {
        int next = (i + 1) % links.count;
        assert_true(ref_links_attacks(&links, i, next));
        sum += ref_links_distance(&links, i, next);
    }
    assert_int_equal(sum, found->sum);
    ref_links_routes(&links, &routes);
    assert_int_equal(circuit ? routes.circuit_sum : routes.path_sum, found->sum);
}

static void test_every_certificate_stands(void **state)
{
    (void)state;
    for (unsigned size = 3; size <= 8; size++)
        for (unsigned bits = 0; bits < 256; bits++)
            for (int circuit = 0; circuit < 2; circuit++) {
                char letters[9];
                if (!subset(bits, letters) || (size < 8 && strlen(letters) > 5) ||
                    (255 - bits) % EFFORT_DIVISOR)
                    continue;
                struct max_score_query query = query_of(size, letters, circuit);
                struct max_score found;
                if (!max_score_find(&query, &found))
                    continue;
                assert_int_equal(found.count, strlen(letters));
                check_certificate(size, &found, circuit);
            }
}

static void test_the_answer(void **state)
{
    (void)state;
    for (int circuit = 0; circuit < 2; circuit++) {
        struct max_score_query query = query_of(8, army, circuit);
        struct max_score found;
        query.subsets = true;
        assert_true(max_score_find(&query, &found));
        assert_int_equal(found.score, circuit ? 76 : 38);
        assert_int_equal(found.count, 8);
        assert_int_equal(found.ways, circuit ? 696 : 1248);
        assert_int_equal(found.bound, circuit ? 40 : 39);
        assert_true(found.nodes > 8);
        check_certificate(8, &found, circuit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards),
        cmocka_unit_test(test_all_sets_at_once),
        cmocka_unit_test(test_every_certificate_stands),
        cmocka_unit_test(test_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
