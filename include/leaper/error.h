// SPDX-License-Identifier: GPL-3.0-or-later
// What went wrong: a code, a place and a message.
#ifndef LEAPER_ERROR_H
#define LEAPER_ERROR_H

#include <leaper/version.h>

#ifdef __cplusplus
extern "C" {
#endif

// Later versions may add codes.
enum leaper_code {
    LEAPER_OK = 0,
    LEAPER_ERROR_UNKNOWN_GAME = 1,
    LEAPER_ERROR_PARAMETER = 2, // an option is out of range, or the game has no such parameter
    LEAPER_ERROR_FEN = 3,       // a position string that cannot be parsed or describes an impossible position
    LEAPER_ERROR_MOVE_SYNTAX = 4,  // not a move in any notation
    LEAPER_ERROR_ILLEGAL_MOVE = 5, // a move that the rules forbid here; the message says why
    LEAPER_ERROR_GAME_OVER = 6,    // the game is over; nothing more can be played
    LEAPER_ERROR_BETZA = 7,        // a piece description that cannot be parsed
    LEAPER_ERROR_PGN = 8,          // not PGN
    LEAPER_ERROR_JSON = 9,         // not JSON
    LEAPER_ERROR_REQUEST = 10,     // a call that makes no sense in the current state
    LEAPER_ERROR_NOT_FOUND = 11,   // what was asked for does not exist
    LEAPER_ERROR_CONFLICT = 12,    // a file belongs to another program or computation
    LEAPER_ERROR_TOO_LARGE = 13,   // a limit is exceeded; the place or the message names it
    LEAPER_ERROR_CANCELLED = 14,   // the caller's callback ended the work
    LEAPER_ERROR_SYSTEM = 15, // the system refused something other than memory, such as a thread or a file
    LEAPER_ERROR_NO_MEMORY = 16,
    LEAPER_ERROR_NOT_BUILT_IN = 17, // this build of the library lacks the function; see leaper_has_feature()
    LEAPER_ERROR_VARIANT = 18       // a text that defines no game; the place is "FILE:LINE:COLUMN"
};

// A plain value; nothing in it needs to be freed.
struct leaper_error {
    enum leaper_code code;
    char place[64];    // where: "fen[12]", "moves[3]", "fuel", "line 4, column 7"; may be empty
    char message[256]; // one sentence in lower case, without a final full stop
};

// The name of a code in JSON: "illegal-move", "bad-fen". Static storage; "error" for an unknown code.
LEAPER_API const char *leaper_code_name(enum leaper_code code);

// Frees a text or an array that the library returned. NULL is allowed.
LEAPER_API void leaper_free(void *block);

#ifdef __cplusplus
}
#endif

#endif
