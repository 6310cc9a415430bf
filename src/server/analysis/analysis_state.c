// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the lines that a search reports, and writes them.
#include "server/analysis/analysis_state.h"

#include "base/memory.h"
#include "notation/san.h"
#include "protocols/variation.h"

#include <stdlib.h>

static void write_san(const struct position *pos, const struct turn *turn, struct buffer *out)
{
    san_write_turn(pos, turn, SAN_PLAIN, out);
}

// The turns of a line, separated by blanks.
static json_t *line_text(const struct position *root, const struct search_info *info,
                         coordinate_writer *write)
{
    struct buffer text;
    buffer_init(&text);
    variation_write(root, info->pv, info->pv_count, write, &text);
    const char *whole = buffer_text(&text);
    json_t *string = json_string(whole[0] == ' ' ? whole + 1 : whole);
    buffer_clear(&text);
    return string;
}

void analysis_state_note(struct analysis_state *state, const struct position *root,
                         const struct search_info *info)
{
    static const char *const kinds[] = {"centipawns", "wins-in", "loses-in"};
    static const char *const bounds[] = {"exact", "at-least", "at-most"};
    json_t *line =
        json_pack("{s:i, s:{s:s, s:i}, s:s, s:o, s:o}", "depth", info->depth, "score", "kind",
                  kinds[info->score.kind], "value", info->score.value, "bound", bounds[info->bound], "pv",
                  line_text(root, info, coordinate_write_turn), "san", line_text(root, info, write_san));
    size_t at = info->line - 1;
    if (at < json_array_size(state->lines))
        json_array_set_new(state->lines, at, line);
    else
        json_array_append_new(state->lines, line);
    state->depth = info->depth;
    state->selective = info->selective;
    state->nodes = info->nodes;
    state->speed = info->speed;
    state->elapsed = info->elapsed;
    state->hashfull = info->hashfull;
}

void analysis_state_write(const struct analysis_state *state, const char *event, const char *end,
                          struct buffer *out)
{
    json_t *json = json_pack("{s:i, s:i, s:I, s:I, s:I, s:i, s:O, s:s*}", "depth", state->depth, "selective",
                             state->selective, "nodes", (json_int_t)state->nodes, "speed",
                             (json_int_t)state->speed, "milliseconds", (json_int_t)state->elapsed, "hashfull",
                             (int)state->hashfull, "lines", state->lines, "end", end);
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    if (!text)
        memory_exhausted();
    buffer_addf(out, "event: %s\ndata: %s\n\n", event, text);
    free(text);
}

void analysis_state_clear(struct analysis_state *state)
{
    json_decref(state->lines);
    state->lines = NULL;
}
