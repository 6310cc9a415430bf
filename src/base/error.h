// SPDX-License-Identifier: GPL-3.0-or-later
// Errors: a code, a place in the input, and a message for people.
#ifndef LEAPER_BASE_ERROR_H
#define LEAPER_BASE_ERROR_H

#include <stdbool.h>

// One code for each case that a caller may want to handle differently; error_code_name() gives the names used
// in JSON.
enum error_code {
    ERROR_NONE,
    ERROR_UNKNOWN_GAME,
    ERROR_PARAMETER,    // a game parameter out of range, or one the game does not have
    ERROR_FEN,          // a position string that does not parse or is not a legal position
    ERROR_MOVE_SYNTAX,  // a text that is not a move in any notation
    ERROR_ILLEGAL_MOVE, // a move that the rules forbid here
    ERROR_GAME_OVER,    // nothing more may be played
    ERROR_BETZA,
    ERROR_PGN,
    ERROR_JSON,
    ERROR_REQUEST, // a well-formed request that makes no sense
    ERROR_NOT_FOUND,
    ERROR_FORBIDDEN,
    ERROR_CONFLICT, // the state has moved on since the caller looked
    ERROR_TOO_LARGE,
    ERROR_BUSY,
    ERROR_VARIANT, // a text that defines no game
    ERROR_SYSTEM,  // the operating system or a library refused
    ERROR_CODES
};

struct error {
    enum error_code code;
    char at[64];       // where: "fen[12]", "castling", "moves[3]", "line 4"; may be empty
    char message[256]; // one sentence, no final newline
    bool no_memory;    // with ERROR_SYSTEM: memory ran out
};

// Fills in `err` (NULL if the caller does not need it) and returns false, so that a parser can `return
// error_set(...)`. Texts too long for the struct are truncated. Since they may quote input, bytes that are not
// valid UTF-8 and control characters become '?'.
bool error_set(struct error *err, enum error_code code, const char *at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Reports that memory has run out (ERROR_SYSTEM).
void error_set_no_memory(struct error *err);

// The same, and returns false. Inline, so that compilers and analysers see what it returns.
static inline bool error_no_memory(struct error *err)
{
    error_set_no_memory(err);
    return false;
}

// Puts `outer` and a colon before the place of an error that is already set: "fen[3]" with outer "moves[1]" becomes
// "moves[1]: fen[3]". A place that gets too long is truncated.
void error_place(struct error *err, const char *outer);

// The name of a code in JSON: "bad-fen", "illegal-move", … Static storage.
const char *error_code_name(enum error_code code);

#endif
