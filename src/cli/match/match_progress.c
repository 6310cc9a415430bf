// SPDX-License-Identifier: GPL-3.0-or-later
// Shows how a match goes on: on a terminal one line that changes, elsewhere a line from time to time.
#include "base/clock.h"
#include "cli/match/match.h"

#include <math.h>
#include <unistd.h>

// Seconds between two lines.
static const double pause_on_terminal = 0.2, pause_elsewhere = 30;

void match_progress_begin(struct match_progress *progress, const struct match_setup *setup)
{
    *progress = (struct match_progress){.setup = setup, .on_terminal = isatty(STDERR_FILENO)};
    progress->began = progress->shown = clock_seconds();
}

// How many more games there will be, by how far the test has come; otherwise those up to the last.
static double games_left(const struct contest_settings *settings, const struct contest_score *score)
{
    double left = 2.0 * settings->pairs - score->games;
    if (!settings->test || score->games == 0)
        return left;
    double bound = score->test.ratio > 0 ? score->test.upper : score->test.lower;
    double until_decided = score->games * (bound / score->test.ratio - 1);
    return until_decided > 0 && until_decided < left ? until_decided : left;
}

static void add_duration(double seconds, struct buffer *out)
{
    if (seconds < 90)
        buffer_addf(out, "%.0f s", seconds);
    else if (seconds < 90 * 60)
        buffer_addf(out, "%.0f min", seconds / 60);
    else
        buffer_addf(out, "%.1f h", seconds / 3600);
}

static void write_line(const struct match_progress *progress, const struct contest_score *score,
                       struct buffer *out)
{
    const struct contest_settings *settings = &progress->setup->contest;
    struct pair_statistics statistics;
    pair_statistics(&score->pairs, &statistics);
    buffer_addf(out, "%u of %u games: +%u =%u -%u", score->games, 2 * settings->pairs, score->wins,
                score->draws, score->losses);
    if (score->games)
        buffer_addf(out, ", %.1f %%", 100 * statistics.share.value);
    if (isfinite(statistics.elo.value) && isfinite(statistics.elo.margin))
        buffer_addf(out, ", Elo %+.0f ± %.0f", statistics.elo.value, statistics.elo.margin);
    if (settings->test)
        buffer_addf(out, ", LLR %.2f (%.2f to %.2f)", score->test.ratio, score->test.lower,
                    score->test.upper);
    double left = games_left(settings, score);
    if (progress->played && left > 0) {
        buffer_add(out, ", about ");
        add_duration((clock_seconds() - progress->began) / progress->played * left, out);
        buffer_add(out, " left");
    }
}

void match_progress_report(void *context, unsigned number, const struct bout_summary *game,
                           const struct contest_score *score)
{
    struct match_progress *progress = context;
    double now = clock_seconds();
    (void)number;
    (void)game;
    progress->played++;
    if (now - progress->shown < (progress->on_terminal ? pause_on_terminal : pause_elsewhere))
        return;
    struct buffer line;
    buffer_init(&line);
    write_line(progress, score, &line);
    if (progress->on_terminal)
        fprintf(stderr, "\r%s\033[K", buffer_text(&line));
    else
        fprintf(stderr, "%s\n", buffer_text(&line));
    fflush(stderr);
    buffer_clear(&line);
    progress->shown = now;
}

void match_progress_end(const struct match_progress *progress)
{
    if (progress->on_terminal)
        fputs("\r\033[K", stderr);
}
