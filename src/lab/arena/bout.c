// SPDX-License-Identifier: GPL-3.0-or-later
// Plays one game.
#include "lab/arena/bout.h"

#include "base/text.h"
#include "position/variant.h"
#include "session/time_control.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MILLISECOND = 1000 };

const char *bout_end_name(enum bout_end end)
{
    static const char *const names[BOUT_ENDS] = {
        [BOUT_BY_RULES] = "rules",    [BOUT_ADJUDICATED] = "adjudication",
        [BOUT_TIME] = "time forfeit", [BOUT_ILLEGAL] = "illegal move",
        [BOUT_CRASHED] = "crash",     [BOUT_STALLED] = "no answer",
        [BOUT_DROPPED] = "dropped",
    };
    return names[end];
}

// ---- Clocks ----

static void begin_clocks(const struct bout *bout, struct rival_clocks *clocks)
{
    *clocks = (struct rival_clocks){0};
    for (int side = 0; side < 2; side++) {
        const struct allowance *allowance = rival_allowance(bout->rivals[side]);
        clocks->left[side] = allowance->main * MILLISECOND;
        clocks->increment[side] = allowance->increment * MILLISECOND;
    }
}

static void set_moves_to_go(const struct bout *bout, struct rival_clocks *clocks, enum color side,
                            unsigned made)
{
    unsigned moves = rival_allowance(bout->rivals[side])->moves;
    clocks->moves_to_go = moves ? moves - made % moves : 0;
}

// After a side's turn number `made`, counted from 1.
static void press(const struct bout *bout, struct rival_clocks *clocks, enum color side, unsigned made,
                  int64_t spent)
{
    const struct allowance *allowance = rival_allowance(bout->rivals[side]);
    // What it has taken from the margin is forgiven.
    int64_t left = spent < clocks->left[side] ? clocks->left[side] - spent : 0;
    left += clocks->increment[side];
    if (allowance->moves && made % allowance->moves == 0)
        left += allowance->main * MILLISECOND;
    clocks->left[side] = left;
}

// ---- Ends ----

static enum bout_end fault_of(enum rival_end end)
{
    switch (end) {
    case RIVAL_OUT_OF_TIME:
        return BOUT_TIME;
    case RIVAL_STALLED:
        return BOUT_STALLED;
    case RIVAL_CRASHED:
        return BOUT_CRASHED;
    default:
        return BOUT_ILLEGAL;
    }
}

static void lose(struct bout *bout, enum color loser, enum bout_end end, const char *remark)
{
    bout->end = end;
    bout->loser = loser;
    bout->outcome =
        (struct outcome){result_of_winner(other_color(loser)), end == BOUT_TIME ? REASON_TIME : REASON_NONE};
    snprintf(bout->remark, sizeof bout->remark, "%s", remark);
    text_make_printable(bout->remark);
}

void bout_forfeit(struct bout *bout, enum color loser, const char *remark)
{
    lose(bout, loser, BOUT_CRASHED, remark);
}

static void lose_by_fault(struct bout *bout, enum color loser, const struct rival_thought *thought)
{
    static const char *const words[] = {
        [RIVAL_MOVED] = "",
        [RIVAL_RESIGNED] = "",
        [RIVAL_DROPPED] = "",
        [RIVAL_OUT_OF_TIME] = "oversteps its time",
        [RIVAL_STALLED] = "does not answer",
        [RIVAL_CRASHED] = "has ended",
        [RIVAL_COMPLAINED] = "does not move but says",
    };
    char remark[sizeof bout->remark];
    snprintf(remark, sizeof remark, "%s %s%s%s%s", color_name(loser), words[thought->end],
             thought->remark[0] ? " (" : "", thought->remark, thought->remark[0] ? ")" : "");
    lose(bout, loser, fault_of(thought->end), remark);
}

static void lose_by_illegal_move(struct bout *bout, enum color loser, const char *played,
                                 const struct error *err)
{
    char remark[sizeof bout->remark];
    snprintf(remark, sizeof remark, "%s plays '%.60s': %.200s", color_name(loser), played, err->message);
    lose(bout, loser, BOUT_ILLEGAL, remark);
}

// ---- Turns ----

static bool note_turn(struct bout *bout, const struct rival_thought *thought, int64_t left)
{
    return vector_push(&bout->turns, ((struct bout_turn){true, thought->scored, thought->score,
                                                         thought->depth, thought->spent, left}));
}

// Whether the game is over by the umpire's decision.
static bool ask_umpire(struct bout *bout, struct umpire *umpire, enum color side,
                       const struct rival_thought *thought)
{
    unsigned turns = (unsigned)bout->session->count;
    struct outcome outcome;
    if (!umpire_decides(bout->umpire, umpire, side, thought->scored ? &thought->score : NULL, turns,
                        &outcome))
        return false;
    bout->end = BOUT_ADJUDICATED;
    bout->outcome = outcome;
    return true;
}

// Lets the side to move think, and plays its turn. Whether the game goes on; false with an error if there is no memory.
static bool play_turn(struct bout *bout, struct rival_clocks *clocks, struct umpire *umpire, unsigned made,
                      struct error *err)
{
    struct session *session = bout->session;
    enum color side = session_side(session);
    struct rival_thought thought;
    set_moves_to_go(bout, clocks, side, made);
    rival_think(bout->rivals[side], session, clocks, &thought);
    if (thought.end == RIVAL_RESIGNED)
        return session_resign(session, side, err) && false;
    if (thought.end == RIVAL_DROPPED) {
        bout->end = BOUT_DROPPED;
        return false;
    }
    if (thought.end != RIVAL_MOVED) {
        lose_by_fault(bout, side, &thought);
        return false;
    }
    if (!session_play_text(session, thought.move, err)) {
        if (err->no_memory)
            return false;
        lose_by_illegal_move(bout, side, thought.move, err);
        *err = (struct error){0};
        return false;
    }
    bool clocked = rival_allowance(bout->rivals[side])->main;
    if (clocked)
        press(bout, clocks, side, made + 1, thought.spent);
    if (!note_turn(bout, &thought, clocked ? clocks->left[side] : -1))
        return error_no_memory(err);
    return session_is_ongoing(session) && !ask_umpire(bout, umpire, side, &thought);
}

bool bout_play(struct bout *bout, struct error *err)
{
    struct rival_clocks clocks;
    struct umpire umpire = {0};
    unsigned made[2] = {0, 0};
    struct error own = {0};
    begin_clocks(bout, &clocks);
    while (bout->turns.count < bout->session->count)
        if (!vector_push(&bout->turns, ((struct bout_turn){.left = -1})))
            return error_no_memory(err);
    bool goes_on = session_is_ongoing(bout->session);
    while (goes_on) {
        enum color side = session_side(bout->session);
        goes_on = play_turn(bout, &clocks, &umpire, made[side]++, &own);
    }
    if (own.no_memory)
        return error_no_memory(err);
    if (bout->end == BOUT_BY_RULES)
        bout->outcome = bout->session->outcome;
    return true;
}

void bout_clear(struct bout *bout)
{
    vector_clear(&bout->turns);
}

// ---- Records ----

// "[%eval 0.31,12] [%emt 0.104] [%clk 0:00:09.3]"; scores are White's, as other programs have them.
static void write_comment(const struct bout_turn *turn, enum color side, struct buffer *out)
{
    int sign = side == WHITE ? 1 : -1;
    if (turn->scored && turn->score.kind == SCORE_CENTIPAWNS) {
        int value = sign * turn->score.value;
        buffer_addf(out, "[%%eval %s%d.%02d,%d] ", value < 0 ? "-" : "", abs(value) / 100, abs(value) % 100,
                    turn->depth);
    } else if (turn->scored) {
        buffer_addf(out, "[%%eval #%d,%d] ",
                    turn->score.kind == SCORE_WON ? sign * turn->score.value : -sign * turn->score.value,
                    turn->depth);
    }
    buffer_addf(out, "[%%emt %d.%03d]", (int)(turn->spent / 1000000), (int)(turn->spent / 1000 % 1000));
    if (turn->left >= 0) {
        buffer_add(out, " [%clk ");
        time_write_clock(turn->left / MILLISECOND, true, out);
        buffer_add_char(out, ']');
    }
}

// The comment of the last turn also says how the game has ended.
static bool add_comments(const struct bout *bout, struct record *record)
{
    for (size_t i = 0; i < record->turns.count && i < bout->turns.count; i++) {
        struct buffer text;
        bool ends = i + 1 == record->turns.count && bout->remark[0];
        buffer_init(&text);
        if (bout->turns.items[i].thought)
            write_comment(&bout->turns.items[i], session_player_of(bout->session, i), &text);
        if (ends)
            buffer_addf(&text, "%s%s", text.length ? " " : "", bout->remark);
        if (text.length && !(record->turns.items[i].comment = buffer_take(&text)))
            return false;
        buffer_clear(&text);
    }
    return true;
}

// In PGN's words; those of an end by the rules follow from the outcome.
static const char *const terminations[BOUT_ENDS] = {
    [BOUT_ADJUDICATED] = "adjudication",
    [BOUT_ILLEGAL] = "rules infraction",
    [BOUT_CRASHED] = "abandoned",
    [BOUT_STALLED] = "stalled connection",
};

bool bout_record(const struct bout *bout, struct record *record, struct error *err)
{
    const char *termination = terminations[bout->end];
    if (!session_to_record(bout->session, record, err))
        return false;
    record->outcome = bout->outcome;
    // Where there are no draws, a game that was ended without a winner has no result.
    if (record->outcome.result == RESULT_DRAW && !variant_has_draws(record->variant))
        record->outcome.result = RESULT_ONGOING;
    if (add_comments(bout, record) && (!termination || record_set_tag(record, "Termination", termination)))
        return true;
    record_clear(record);
    return error_no_memory(err);
}

enum bout_end bout_recorded_end(const struct record *record)
{
    const char *termination = record_tag(record, "Termination");
    if (record->outcome.reason == REASON_TIME)
        return BOUT_TIME;
    for (int end = 0; termination && end < BOUT_ENDS; end++)
        if (terminations[end] && !strcmp(terminations[end], termination))
            return (enum bout_end)end;
    return BOUT_BY_RULES;
}

int64_t bout_recorded_spent(const struct record_turn *turn)
{
    static const char command[] = "[%emt ";
    const char *found = turn->comment ? strstr(turn->comment, command) : NULL;
    return found ? (int64_t)(strtod(found + sizeof command - 1, NULL) * 1e6) : -1;
}
