// SPDX-License-Identifier: GPL-3.0-or-later
// An engine as a child process, what a protocol must do for it, and what the protocols share.
#ifndef LEAPER_LAB_ARENA_RIVAL_DRIVER_H
#define LEAPER_LAB_ARENA_RIVAL_DRIVER_H

#include "lab/arena/program.h"
#include "lab/arena/rival_spec.h"
#include "search/search.h"
#include "session/session.h"

#include <stdatomic.h>

// What holds for all engines of a match.
struct rival_terms {
    const struct variant *variant;
    const char *const *own_arguments; // of this program as a UCI engine, for specifications without a program
    bool by_processor;                // time is the processor time of the engine, all its threads together
    int64_t margin;                   // milliseconds by which a time may be exceeded
    int64_t
        patience; // milliseconds, by the clock on the wall, for which an engine may be silent when it should answer
    FILE *log;         // gets all that is said, or NULL
    atomic_bool *stop; // when it is set, nobody thinks any more
};

struct rival_driver;

// A processor may be shared by so many programs before an engine that should use its time counts as stalled. A program that is told to quit is
// killed after so many milliseconds.
enum { RIVAL_SHARED_BY = 50, RIVAL_QUIT_PATIENCE = 500 };

enum { RIVAL_MOVE_SIZE = 256, RIVAL_REMARK_SIZE = 128 };

struct rival_names VECTOR_OF(char *);

struct rival {
    const struct rival_spec *spec; // these two are borrowed, and set by the caller; the rest is zero at first
    const struct rival_terms *terms;

    const struct rival_driver *driver;
    struct program program;
    bool launched; // whether the program could be started at all; if not, that is no fault of the engine
    // What the engine says of itself.
    struct rival_names options, variants; // owned
    struct rival_names values; // for each option what UCI says of its values: "spin default 1 min 1 max 4"
    struct {
        bool ping, setboard, usermove, san; // of CECP
        unsigned told;                      // turns of the game that it knows; of CECP
        bool plays;                         // it answers to turns; of CECP
        enum color side;                    // that it plays; of CECP
        bool single_use, used;              // it plays only one game, and has begun it; of CECP
        char sent[RIVAL_MOVE_SIZE];         // the turn that it was told last; of CECP
    } state;
};

// Time on the clocks in microseconds, by colour.
struct rival_clocks {
    int64_t left[2];
    int64_t increment[2];
    unsigned moves_to_go; // 0: the rest of the game
};

enum rival_end {
    RIVAL_MOVED,
    RIVAL_RESIGNED,
    RIVAL_OUT_OF_TIME,
    RIVAL_STALLED,    // it does not answer at all
    RIVAL_CRASHED,    // it has ended, or does not read any more
    RIVAL_COMPLAINED, // it claims something instead of moving
    RIVAL_DROPPED     // it was not waited for, since the match is over
};

struct rival_thought {
    enum rival_end end;
    char move[RIVAL_MOVE_SIZE];     // as the engine writes it
    char remark[RIVAL_REMARK_SIZE]; // what it has said instead, or how it has ended; or ""
    bool scored;
    struct search_score score; // for the side to move, as it was reported last
    int depth;
    uint64_t nodes;
    int64_t spent;  // microseconds that are charged
    int64_t waited; // microseconds by the clock on the wall
};

// The limits under which it plays.
static inline const struct allowance *rival_allowance(const struct rival *rival)
{
    return &rival->spec->allowance;
}

// How many microseconds of its time it may spend in one by the clock on the wall, which it divides its time by.
static inline int64_t rival_side_by_side(const struct rival *rival)
{
    return rival->terms->by_processor ? rival->spec->threads : 1;
}

struct rival_driver {
    // Greets the program, sets its options, and makes sure that it knows the game.
    bool (*greet)(struct rival *rival, struct error *err);
    // Sends an option that the program has. False with an error that names it if it does not take the value.
    bool (*set_option)(struct rival *rival, const char *name, const char *value, struct error *err);
    bool (*new_game)(struct rival *rival, const struct session *session, struct error *err);
    // Sends the position and the word to think; `clocks` are what it is told. False if the program does not read.
    bool (*go)(struct rival *rival, const struct session *session, const struct rival_clocks *clocks);
    // Takes in a line that the program has written while it should think. Whether that ends its thinking: it has moved, resigned or
    // complained.
    bool (*hear)(struct rival *rival, const char *line, struct rival_thought *thought);
    const char *stop; // the word that makes it move at once
    const char *quit;
};

extern const struct rival_driver rival_uci, rival_cecp;

// Waits for a line until the deadline, or until the match is stopped, which is looked at several times a second; it is late then.
enum program_event rival_read(struct rival *rival, int64_t deadline, const char **line);

// Waits for a line that begins with `word`, and gives it and those before it to `take`, which may be NULL. False if none comes in time.
typedef void rival_taker(struct rival *rival, const char *line);
bool rival_await(struct rival *rival, const char *word, rival_taker *take, struct error *err);

// Whether the text begins with that word; moves it to what follows, without the blanks between.
bool rival_word(const char **text, const char *word);

// Ends the program, by force if need be, and appends how it has ended: "signal 11".
void rival_end(struct rival *rival, struct buffer *out);

// Copies the name to the list. False if there is no memory.
bool rival_add_name(struct rival_names *names, const char *name, size_t length);

// Whether the list has the name; case does not matter.
bool rival_has_name(const struct rival_names *names, const char *name);

// Sets an option; false with an error if the program has none of that name.
bool rival_set_option(struct rival *rival, const char *name, const char *value, struct error *err);

// Sets those of the specification.
bool rival_set_options(struct rival *rival, struct error *err);

// Sets the game's parameters, which are options of the same names. A program that has no such option can play only with the default.
bool rival_set_parameters(struct rival *rival, struct error *err);

// Whether the game has begun from the variant's start, which engines know.
bool rival_starts_as_usual(const struct session *session);

// What the engine calls the game.
const char *rival_variant_name(const struct rival *rival);

// Reports that it does not know the game, and those that it does.
bool rival_refuse_game(const struct rival *rival, struct error *err);

// Whether the time of a turn is measured here, and it is told to stop: of processor time it knows nothing, and the seconds of CECP
// are too long.
static inline bool rival_is_timed_here(const struct rival *rival)
{
    return rival_allowance(rival)->movetime && !rival->spec->deaf &&
           (rival->terms->by_processor || rival->driver == &rival_cecp);
}

// The milliseconds for a turn that the engine is told of: in that case so many that it is stopped before.
int64_t rival_turn_limit(const struct rival *rival);

#endif
