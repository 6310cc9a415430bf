// SPDX-License-Identifier: GPL-3.0-or-later
// Counters and histograms as Prometheus reads them.
#include "server/metrics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_has(const struct buffer *text, const char *line)
{
    if (!strstr(buffer_text(text), line))
        fail_msg("there is no '%s' in:\n%s", line, buffer_text(text));
}

static void test_text_format(void **state)
{
    (void)state;
    struct metrics *metrics = metrics_new();
    struct buffer text;
    buffer_init(&text);
    metrics_write(metrics, NULL, 0, &text);
    assert_has(&text, "# TYPE leaper_turns_total counter\nleaper_turns_total 0\n");
    buffer_reset(&text);
    metrics_add(metrics, METRICS_TURNS, NULL, NULL, 2);
    metrics_add(metrics, METRICS_REQUESTS, "/a", "200", 1);
    metrics_add(metrics, METRICS_REQUESTS, "/a", "404", 1);
    metrics_add(metrics, METRICS_REQUESTS, "/a", "200", 1);
    metrics_add(metrics, METRICS_THINKING, NULL, NULL, 0.5);
    metrics_add(metrics, METRICS_THINKING, NULL, NULL, 0.25);
    metrics_observe(metrics, METRICS_DURATION, "/a", 0.001); // the upper end belongs to the bucket
    metrics_observe(metrics, METRICS_DURATION, "/a", 0.2);
    metrics_observe(metrics, METRICS_DURATION, "/a", 1000);
    metrics_observe(metrics, METRICS_COMMIT, NULL, 0.002);
    const struct metrics_gauge gauge = {"leaper_x", "An x.", 7};
    metrics_write(metrics, &gauge, 1, &text);
    assert_has(&text, "leaper_turns_total 2\n");
    assert_has(&text, "leaper_requests_total{route=\"/a\",status=\"200\"} 2\n"
                      "leaper_requests_total{route=\"/a\",status=\"404\"} 1\n");
    assert_has(&text, "leaper_engine_thinking_seconds_total 0.75\n");
    assert_has(&text, "leaper_request_duration_seconds_bucket{route=\"/a\",le=\"0.001\"} 1\n");
    assert_has(&text, "leaper_request_duration_seconds_bucket{route=\"/a\",le=\"0.1\"} 1\n");
    assert_has(&text, "leaper_request_duration_seconds_bucket{route=\"/a\",le=\"0.25\"} 2\n");
    assert_has(&text, "leaper_request_duration_seconds_bucket{route=\"/a\",le=\"30\"} 2\n");
    assert_has(&text, "leaper_request_duration_seconds_bucket{route=\"/a\",le=\"+Inf\"} 3\n");
    assert_has(&text, "leaper_request_duration_seconds_sum{route=\"/a\"} 1000.201\n"
                      "leaper_request_duration_seconds_count{route=\"/a\"} 3\n");
    assert_has(&text, "leaper_commit_duration_seconds_bucket{le=\"0.0025\"} 1\n");
    assert_has(&text, "leaper_commit_duration_seconds_sum 0.002\nleaper_commit_duration_seconds_count 1\n");
    assert_has(&text, "# HELP leaper_x An x.\n# TYPE leaper_x gauge\nleaper_x 7\n");
    buffer_clear(&text);
    metrics_free(metrics);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_text_format)};
    return cmocka_run_group_tests_name("metrics", tests, NULL, NULL);
}
