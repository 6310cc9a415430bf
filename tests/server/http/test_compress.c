// SPDX-License-Identifier: GPL-3.0-or-later
// Which coding a client prefers, and gzip.
#include "server/http/compress.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_weights(void **state)
{
    (void)state;
    static const struct {
        const char *accept;
        double gzip, brotli;
        bool takes; // gzip
    } cases[] = {
        {NULL, 0, 0, false},
        {"", 0, 0, false},
        {"gzip", 1, 0, true},
        {"GZip", 1, 0, true},
        {"x-gzip", 1, 0, true},
        {"gzip, deflate, br", 1, 1, true},
        {"deflate,br;q=0.5 , gzip;q=0.25", 0.25, 0.5, true},
        {"gzip;q=0", 0, 0, false},
        {"gzip;q=0.000, *", 0, 1, false},
        {"*;q=0.5", 0.5, 0.5, true},
        {"*;q=0", 0, 0, false},
        {"identity", 0, 0, false},
        {"identity;q=1, gzip;q=0.5", 0.5, 0, false},
        {"identity;q=0.5, gzip;q=0.5", 0.5, 0, true},
        {"gzip ; q=1", 1, 0, true},
        {"gzip;q=1.000", 1, 0, true},
        {"gzip;q=7", 0, 0, false},
        {"gzip;q=", 0, 0, false},
        {"gzip;level=9", 0, 0, false},
        {"gzipped, brotli", 0, 0, false},
        {",,, gzip", 1, 0, true},
        {"gzip;", 0, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double gzip = coding_wanted(cases[i].accept, CODING_GZIP),
               brotli = coding_wanted(cases[i].accept, CODING_BROTLI);
        if (fabs(gzip - cases[i].gzip) > 1e-9 || fabs(brotli - cases[i].brotli) > 1e-9 ||
            coding_takes_gzip(cases[i].accept) != cases[i].takes)
            fail_msg("'%s': gzip %g, br %g", cases[i].accept ? cases[i].accept : "(none)", gzip, brotli);
    }
}

static void test_compressed_only_if_shorter(void **state)
{
    (void)state;
    struct buffer text;
    buffer_init(&text);
    for (int i = 0; i < 1000; i++)
        buffer_add(&text, "again ");
    assert_true(compress_gzip(&text));
    assert_true(text.length < 200);
    assert_memory_equal(text.text, "\x1f\x8b", 2);
    // Compressed data does not get shorter.
    size_t length = text.length;
    assert_false(compress_gzip(&text));
    assert_int_equal(text.length, length);
    buffer_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_compressed_only_if_shorter),
    };
    return cmocka_run_group_tests_name("compress", tests, NULL, NULL);
}
