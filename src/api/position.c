// SPDX-License-Identifier: GPL-3.0-or-later
// Positions: creating them, outcomes, and the board.
#include "api/handle.h"
#include "base/memory.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/moves/key.h"
#include "position/moves/outcome.h"
#include "position/protection/announcement.h"

#include <stdlib.h>
#include <string.h>

// ---- Creation ----

struct leaper_position *position_wrap(struct leaper_variant *variant, const struct position *start,
                                      struct leaper_error *error)
{
    struct leaper_position *position = memory_try_zeroed(1, sizeof *position);
    if (!position) {
        fail_no_memory(error);
        return NULL;
    }
    history_init(&position->history);
    position->variant = variant_share(variant);
    position->now = *start;
    position->now.variant = variant->inside;
    return position;
}

struct leaper_position *leaper_position_new(struct leaper_variant *variant, const char *fen,
                                            struct leaper_error *error)
{
    struct error err = {0};
    struct position start;
    if (fen_read(&start, variant->inside, fen ? fen : "startpos", &err))
        return position_wrap(variant, &start, error);
    fail_as(error, &err);
    return NULL;
}

struct leaper_position *leaper_position_copy(const struct leaper_position *position,
                                             struct leaper_error *error)
{
    struct leaper_position *copy = position_wrap(position->variant, &position->now, error);
    if (!copy)
        return NULL;
    if (!vector_reserve(&copy->played, position->played.count) ||
        !history_copy(&copy->history, &position->history)) {
        leaper_position_free(copy);
        fail_no_memory(error);
        return NULL;
    }
    if (position->played.count)
        memcpy(copy->played.items, position->played.items,
               position->played.count * sizeof *copy->played.items);
    copy->played.count = position->played.count;
    copy->turns = position->turns;
    return copy;
}

void leaper_position_free(struct leaper_position *position)
{
    if (!position)
        return;
    history_clear(&position->history);
    vector_clear(&position->played);
    leaper_variant_free(position->variant);
    free(position);
}

struct leaper_variant *leaper_position_variant(const struct leaper_position *position)
{
    return variant_share(position->variant);
}

// ---- Outcome ----

bool position_at_start(const struct leaper_position *position, struct leaper_error *error)
{
    return !position->now.state.actions ||
           fail(error, LEAPER_ERROR_REQUEST, "", "the position is in the middle of a turn");
}

enum leaper_color leaper_position_side(const struct leaper_position *position)
{
    return (enum leaper_color)position_side(&position->now);
}

bool leaper_position_in_check(const struct leaper_position *position)
{
    return position_in_check(&position->now);
}

int leaper_position_fullmove(const struct leaper_position *position)
{
    return position->now.state.fullmove;
}

int leaper_position_halfmove(const struct leaper_position *position)
{
    return position->now.state.halfmove;
}

size_t leaper_position_turn_count(const struct leaper_position *position)
{
    return position->turns;
}

int leaper_position_action_count(const struct leaper_position *position)
{
    return position->now.state.actions;
}

// In the middle of a turn the history already includes the start of that turn, which must not count.
unsigned leaper_position_repetitions(const struct leaper_position *position)
{
    return position->now.state.actions ? 0 : history_occurrences(&position->history, &position->now);
}

uint64_t leaper_position_key(const struct leaper_position *position)
{
    return position_key(&position->now);
}

struct leaper_outcome outcome_out(struct outcome outcome)
{
    return (struct leaper_outcome){(enum leaper_result)outcome.result, (enum leaper_reason)outcome.reason};
}

struct outcome outcome_in(struct leaper_outcome outcome)
{
    return (struct outcome){(enum result)outcome.result, (enum reason)outcome.reason};
}

struct leaper_outcome leaper_position_outcome(const struct leaper_position *position)
{
    if (position->now.state.actions)
        return (struct leaper_outcome){LEAPER_ONGOING, LEAPER_REASON_NONE};
    return outcome_out(position_outcome(&position->now, &position->history));
}

unsigned leaper_position_points(const struct leaper_position *position, struct leaper_outcome outcome)
{
    struct outcome ending = outcome_in(outcome);
    bool won = outcome.result == LEAPER_WHITE_WINS || outcome.result == LEAPER_BLACK_WINS;
    return won ? position_points(&position->now, &ending) : 0;
}

const char *leaper_result_name(enum leaper_result result)
{
    return (unsigned)result <= LEAPER_NO_RESULT ? result_name((enum result)result) : "";
}

const char *leaper_reason_name(enum leaper_reason reason)
{
    return (unsigned)reason <= LEAPER_ABANDONED ? reason_name((enum reason)reason) : "";
}

const char *leaper_reason_words(enum leaper_reason reason)
{
    return (unsigned)reason <= LEAPER_ABANDONED ? reason_words((enum reason)reason) : "";
}

// The public numbers are the internal ones.
static_assert((int)LEAPER_NO_RESULT == (int)RESULT_NONE, "results are numbered alike");
static_assert((int)LEAPER_ABANDONED == (int)REASON_ABANDONED && REASONS == LEAPER_ABANDONED + 1,
              "reasons are numbered alike");
static_assert((int)LEAPER_BLACK == (int)BLACK, "colours are numbered alike");
static_assert((int)LEAPER_CANCELLED == (int)REASON_CANCELLED, "reasons are numbered alike");
static_assert((int)LEAPER_FIFTY == (int)REASON_FIFTY, "reasons are numbered alike");

// ---- The board ----

void leaper_position_square(const struct leaper_position *position, int number, struct leaper_square *what)
{
    const struct position *pos = &position->now;
    *what = (struct leaper_square){.kind = LEAPER_SQUARE_OUTSIDE, .fuel = -1, .owner = -1};
    if (number < 0 || number >= GRID_SQUARES)
        return;
    const square at = (square)number;
    const piece p = pos->pieces[at];
    if (p == HOLE) {
        if (set_has(&pos->variant->board.locations, at))
            what->kind = LEAPER_SQUARE_HOLE;
        return;
    }
    what->frozen = position_is_frozen(pos, at);
    if (is_piece(p)) {
        what->kind = LEAPER_SQUARE_PIECE;
        what->letter = variant_piece_letter(pos->variant, p);
        what->owner = (int)piece_color(p);
        if (pos->variant->metered)
            what->fuel = pos->fuel[at];
        return;
    }
    what->kind = LEAPER_SQUARE_EMPTY;
    for (int color = WHITE; color <= BLACK; color++)
        if (set_has(&pos->owned[color], at))
            what->owner = color;
}

piece_type type_in(char letter)
{
    char upper = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    return upper >= 'A' && upper <= 'Z' ? type_of_letter(upper) : 0;
}

int leaper_position_hand(const struct leaper_position *position, enum leaper_color color, char letter)
{
    piece_type type = type_in(letter);
    return type && (color == LEAPER_WHITE || color == LEAPER_BLACK) ? position->now.hand[color][type] : 0;
}

int leaper_position_reserve(const struct leaper_position *position, enum leaper_color color)
{
    if (!position->variant->inside->reserves || (color != LEAPER_WHITE && color != LEAPER_BLACK))
        return 0;
    unsigned reserve = position->now.state.reserve[color];
    return reserve == RESERVE_INFINITE ? -1 : (int)reserve;
}
