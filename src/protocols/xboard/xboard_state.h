// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the CECP engine share; no other file includes this.
#ifndef LEAPER_PROTOCOLS_XBOARD_STATE_H
#define LEAPER_PROTOCOLS_XBOARD_STATE_H

#include "protocols/command.h"
#include "protocols/settings.h"
#include "search/level.h"
#include "search/search.h"
#include "session/session.h"
#include "session/thinker.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { XBOARD_LINES_MAX = 64 };

// What the engine does when a turn is due.
enum xboard_mode { MODE_FORCE, MODE_PLAY, MODE_ANALYZE };

// What runs in another thread.
enum xboard_work { WORK_NONE, WORK_THINK, WORK_PONDER, WORK_ANALYSIS, WORK_HINT };

// Milliseconds throughout. `time` and `otim` correct the clocks before each move.
struct xboard_clock {
    int64_t left[2];     // by colour
    int64_t base, added; // of a session, of each move
    int moves;           // in a session; 0: one session for the whole game
    int64_t exact;       // `st`: for each move, instead of all these; 0: not used
    int depth;           // `sd`; 0: no limit
    int64_t began;       // when the search for the present move began
};

// A board that is being set up man by man.
struct xboard_edit {
    bool active;
    enum color color; // of the men that come next
    piece pieces[GRID_SQUARES];
};

struct xboard {
    FILE *out;
    int first_rank; // what the other side calls rank 1
    struct settings settings;
    const struct level *level;
    unsigned lines; // MultiPV, in analysis

    struct session *session;
    uint64_t placement;              // seeds the placement in games that begin by placing the pieces
    bool plain;                      // orthodox chess, whose rules the GUI knows
    bool refused;                    // the last position sent cannot be played
    char squares[COMMAND_WORD_SIZE]; // actions on squares that wait for the user's piece move, or ""
    char held[COMMAND_WORD_SIZE];    // a piece move of the user's that waits for such actions, or ""
    struct xboard_edit edit;
    square lifted; // where the user picked a piece up, or SQUARE_NONE

    enum xboard_mode mode;
    enum color engine; // the side that the engine has, in MODE_PLAY
    bool pondering;    // `hard`
    bool computer;     // the opponent is a computer, too
    atomic_bool post;
    struct xboard_clock clock;

    struct thinker *thinker;
    struct shelf *tables; // of endings, which the engine asks; or NULL
    int wake[2];          // a pipe; its reading end becomes readable when a search has ended
    enum xboard_work work;
    bool hint_wanted;
    struct position root;        // where the search began
    struct turn expected;        // the opponent's turn on which we ponder; count 0: none
    struct search_result result; // of the search that has ended
    atomic_bool ended;
    struct search_score last; // of the last move that the engine found
    struct buffer pongs;      // answers to `ping` that wait for the engine's move

    pthread_mutex_t lock; // guards `info`
    struct search_info info;
};

// ---- xboard_output.c ----

// Writes a whole line at once, with its line break, from any thread.
void xboard_say(struct xboard *xboard, const char *format, ...) __attribute__((format(printf, 2, 3)));
void xboard_say_text(struct xboard *xboard, const char *text);

// `Error (reason): command`.
void xboard_error(struct xboard *xboard, const char *reason, const char *command);

// `tellusererror`, `telluser`: a window with one sentence.
void xboard_tell_error(struct xboard *xboard, const char *format, ...) __attribute__((format(printf, 2, 3)));
void xboard_tell(struct xboard *xboard, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- xboard_options.c ----

// All `feature` lines.
void xboard_features(struct xboard *xboard);

// Carries out `option NAME=VALUE`.
void xboard_option(struct xboard *xboard, const char *rest);

// ---- xboard_game.c: commands about the game; each gets what follows its word ----

void xboard_new_game(struct xboard *xboard, const char *rest);
void xboard_variant(struct xboard *xboard, const char *rest);
void xboard_setboard(struct xboard *xboard, const char *rest);
void xboard_usermove(struct xboard *xboard, const char *rest);
void xboard_undo(struct xboard *xboard, const char *rest);
void xboard_remove(struct xboard *xboard, const char *rest);
void xboard_draw(struct xboard *xboard, const char *rest);

// Says that the game is over, if it is and the engine plays or analyses.
void xboard_claim(struct xboard *xboard);

// Plays a turn that the engine found, sends it, and claims the result if it ends the game.
void xboard_play(struct xboard *xboard, const struct turn *turn);

// `squares ACTIONS`, the answer to our `askuser`: the actions on squares in the user's turn.
void xboard_squares(struct xboard *xboard, const char *rest);
void xboard_ask_squares(struct xboard *xboard, const char *why);

// The user announces a path or circuit.
void xboard_announce(struct xboard *xboard);

// Whether a turn can be played now.
static inline bool xboard_is_ongoing(const struct xboard *xboard)
{
    return !xboard->refused && session_is_ongoing(xboard->session);
}

// ---- xboard_edit.c ----

// `edit`, and each line after it, up to ".".
void xboard_edit(struct xboard *xboard, const char *rest);
void xboard_edit_line(struct xboard *xboard, const char *line);

// ---- xboard_clock.c ----

void xboard_clock_reset(struct xboard *xboard);

// The engine takes that side. Its clock goes with it: GUIs send `time` and `otim` before the `go` that makes it change sides.
void xboard_take_side(struct xboard *xboard, enum color color);
void xboard_level(struct xboard *xboard, const char *rest);
void xboard_st(struct xboard *xboard, const char *rest);
void xboard_sd(struct xboard *xboard, const char *rest);
void xboard_time(struct xboard *xboard, const char *rest);
void xboard_otim(struct xboard *xboard, const char *rest);

// The limits of a search for the engine's next move.
void xboard_clock_limits(const struct xboard *xboard, struct limits *limits);

// The engine has made its move.
void xboard_clock_press(struct xboard *xboard);

// ---- xboard_squares.c: ranks as the GUI counts them ----

// Converts every square in `text` (a file and a rank) from the GUI's way of counting to ours. False if
// the result does not fit into `size` bytes.
bool xboard_from_outside(const struct xboard *xboard, const char *text, char *inside, size_t size);

// Appends the text with its squares as the GUI counts them.
void xboard_to_outside(const struct xboard *xboard, const char *text, struct buffer *out);

// The moves that XBoard can be sent from here: `only` gets at most `size` of them. 0: all of them.
unsigned xboard_tellable(const struct xboard *xboard, move *only, unsigned size);

// ---- xboard_think.c ----

// Starts whatever is due: thinking, pondering or analysis. Does nothing while something is running.
void xboard_settle(struct xboard *xboard);

// Ends the running search, if any, and forgets what it found.
void xboard_abort(struct xboard *xboard);

// Waits for the running search, which has ended or will end by itself, and acts on its result.
void xboard_complete(struct xboard *xboard);

// Sends the piece move of a turn that begins in the present position, after a word ("move ");
// a turn without one is sent as a pass, and an announcement alone is not a move.
void xboard_say_turn(struct xboard *xboard, const char *before, const struct turn *turn);

// The line of an analysis with nothing to analyse because the game is over.
void xboard_analyze_end(struct xboard *xboard);

// `.`: how far the analysis has got.
void xboard_report_state(struct xboard *xboard, const char *rest);

// ---- xboard_show.c ----

// `setup` and `piece`: describes the game to a GUI that does not know it.
void xboard_describe(struct xboard *xboard);

// `highlight`: where the piece on that square may go; `choice`: what it may be promoted to.
void xboard_lift(struct xboard *xboard, const char *rest);
void xboard_put(struct xboard *xboard, const char *rest);

// Marks where squares have come and gone since XBoard drew the board, in games where they do.
void xboard_mark_squares(struct xboard *xboard);

// What a board of pieces cannot show, in a window: fuel, owners, reserves, hands.
void xboard_show_state(struct xboard *xboard);

#endif
