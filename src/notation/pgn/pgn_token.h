// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens of PGN; private to pgn_*.c.
#ifndef LEAPER_NOTATION_PGN_TOKEN_H
#define LEAPER_NOTATION_PGN_TOKEN_H

#include "base/buffer.h"
#include "notation/pgn/pgn.h"

enum token_kind {
    TOKEN_END,
    TOKEN_TAG, // '[', which is not consumed
    TOKEN_COMMENT, // text: without braces, white space collapsed; value: whether it reached up to the end of its line
    TOKEN_NAG,  // value
    TOKEN_OPEN, // a variation begins
    TOKEN_CLOSE,
    TOKEN_NUMBER, // a move number or dots; ignored
    TOKEN_RESULT, // value: enum result
    TOKEN_MOVE    // text
};

struct token {
    enum token_kind kind;
    unsigned line, column;
    unsigned value;
    struct buffer text; // owned by whoever initialised the token; reused for each
};

// Reads the next token of the moves. ERROR_PGN with "line L, column C" for what cannot be one.
bool token_next(struct pgn_reader *reader, struct token *token, struct error *err);

// Reads a tag pair, whose '[' the reader is at, into two buffers, which are overwritten.
bool token_tag(struct pgn_reader *reader, struct buffer *name, struct buffer *value, struct error *err);

// Old files are in Latin-1; everything that is kept is UTF-8. Comments and tags are so already.
void token_make_utf8(struct buffer *text);

// How close to the end of the text looking ahead may reach it.
enum { PGN_TOUCH = 16 };

// Moves on to the next line that begins with "[Event " or, after an empty line, with any tag, or to the end.
void token_skip_game(struct pgn_reader *reader);

// Counted from 1.
struct text_place {
    unsigned line, column;
};

// Sets an error at a place in the text; the number of the game is put before `message`.
bool token_fail(const struct pgn_reader *reader, enum error_code code, struct text_place place,
                struct error *err, const char *message);

#endif
