// SPDX-License-Identifier: GPL-3.0-or-later
// Positions, turns and whole games as text: FEN, coordinate notation, SAN and PGN.
#ifndef LEAPER_NOTATION_H
#define LEAPER_NOTATION_H

#include <leaper/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Positions and turns ----

// The position as an extended FEN with all its fields, to be freed. From the start of a turn.
LEAPER_API char *leaper_position_fen(const struct leaper_position *position, struct leaper_error *error);

enum leaper_notation {
    LEAPER_COORDINATE = 0, // "g1f3", "e7e8q", "N@e4", "e2e4,@@f3": the same turn always has the same text
    LEAPER_SAN = 1,        // "Nf3", "exd5", "O-O", "e8=Q+"
    LEAPER_SAN_FUEL = 2    // the same with the fuel left, in games with fuel: "Nf3{48}"
};

// The text of a legal turn, to be freed. From the start of a turn. NULL with LEAPER_ERROR_ILLEGAL_MOVE when
// the turn is not legal.
LEAPER_API char *leaper_turn_write(const struct leaper_position *position, const struct leaper_turn *turn,
                                   enum leaper_notation notation, struct leaper_error *error);

// Reads the whole of `text` as one legal turn in any of the notations, and in long algebraic ("Ng1-f3"). From
// the start of a turn. LEAPER_ERROR_MOVE_SYNTAX for what is not a move, LEAPER_ERROR_ILLEGAL_MOVE with the
// reason for what is forbidden or ambiguous; the place is "move[OFFSET]". `turn` is untouched on failure.
LEAPER_API bool leaper_turn_read(const struct leaper_position *position, const char *text,
                                 struct leaper_turn *turn, struct leaper_error *error);

// The text of an action that is legal now, also in the middle of a turn, to be freed; "" for
// LEAPER_ACTION_END_TURN.
LEAPER_API char *leaper_action_write(const struct leaper_position *position, leaper_action action,
                                     enum leaper_notation notation, struct leaper_error *error);

// The text of actions that follow each other from here, such as the principal variation of a search: turns
// with blanks between them, to be freed. The last turn may be incomplete. NULL with LEAPER_ERROR_ILLEGAL_MOVE
// when one of them is not legal.
LEAPER_API char *leaper_line_write(const struct leaper_position *position, const leaper_action *actions,
                                   size_t count, enum leaper_notation notation, struct leaper_error *error);

// The name of a square, "e4" or "h13", into 4 bytes; "" for a number that is not a square.
LEAPER_API void leaper_square_name(int number, char name[4]);

// The number of the square of that name, or LEAPER_SQUARE_NONE.
LEAPER_API int leaper_square_find(const char *name);

// ---- Records of games ----

// A game as it is written down: tags, a start, turns with comments, an outcome.
struct leaper_record;

// An empty record that starts where `start` stands now, at the start of a turn; what was played in `start` is
// not part of it.
LEAPER_API struct leaper_record *leaper_record_new(const struct leaper_position *start,
                                                   struct leaper_error *error);
LEAPER_API void leaper_record_free(struct leaper_record *record);

// The variant, as another share of it: to be freed by leaper_variant_free().
LEAPER_API struct leaper_variant *leaper_record_variant(const struct leaper_record *record);

// The position after the first `turns` turns (with these turns to be taken back), as an object of its own.
// NULL with LEAPER_ERROR_NOT_FOUND when there are not so many.
LEAPER_API struct leaper_position *leaper_record_position(const struct leaper_record *record, size_t turns,
                                                          struct leaper_error *error);

// How many tags there are besides those that follow from the rest of the record (Variant, FEN, SetUp, Result,
// Termination, Reason and the game's parameters), and the name of number `number` from 0, which belongs to
// the record; NULL when there are not so many.
LEAPER_API size_t leaper_record_tag_count(const struct leaper_record *record);
LEAPER_API const char *leaper_record_tag_name(const struct leaper_record *record, size_t number);

// The value of a tag, which belongs to the record until the tag is set again; NULL when there is none.
LEAPER_API const char *leaper_record_tag(const struct leaper_record *record, const char *name);

// Adds or replaces a tag. The name is made of letters, digits and `_`; LEAPER_ERROR_REQUEST for other names,
// for tags that follow from the rest of the record, and for values longer than 4095 bytes.
LEAPER_API bool leaper_record_set_tag(struct leaper_record *record, const char *name, const char *value,
                                      struct leaper_error *error);

LEAPER_API size_t leaper_record_turn_count(const struct leaper_record *record);

// Turn number `number`, from 0. False, with `turn` untouched, when there are not so many.
LEAPER_API bool leaper_record_turn(const struct leaper_record *record, size_t number,
                                   struct leaper_turn *turn);

// The comment behind turn `number`, or the one before the first turn with SIZE_MAX. It belongs to the record;
// NULL for none.
LEAPER_API const char *leaper_record_comment(const struct leaper_record *record, size_t number);

// Sets that comment; NULL or "" takes it away. LEAPER_ERROR_NOT_FOUND when there are not so many turns.
LEAPER_API bool leaper_record_set_comment(struct leaper_record *record, size_t number, const char *comment,
                                          struct leaper_error *error);

// Appends a turn. LEAPER_ERROR_ILLEGAL_MOVE when it is not legal after those before it.
LEAPER_API bool leaper_record_add(struct leaper_record *record, const struct leaper_turn *turn,
                                  struct leaper_error *error);

// How the game ended; LEAPER_ONGOING for one that goes on or was broken off.
LEAPER_API struct leaper_outcome leaper_record_outcome(const struct leaper_record *record);
LEAPER_API void leaper_record_set_outcome(struct leaper_record *record, struct leaper_outcome outcome);

// ---- PGN ----

// The record as PGN with an empty line at its end, to be freed. `fuel`: the fuel left follows each move as a
// comment, in games with fuel.
LEAPER_API char *leaper_record_pgn(const struct leaper_record *record, bool fuel, struct leaper_error *error);

// Reads PGN game by game, from a text or from whatever gives bytes; memory is bounded by the longest game.
struct leaper_pgn_reader;

// Fills up to `size` bytes with what follows and answers how many; 0 at the end.
typedef size_t (*leaper_pgn_source)(void *context, char *bytes, size_t size);

// A reader of what `source` gives.
LEAPER_API struct leaper_pgn_reader *leaper_pgn_reader_new(leaper_pgn_source source, void *context,
                                                           struct leaper_error *error);

// A reader of a text of `length` bytes, which is copied.
LEAPER_API struct leaper_pgn_reader *leaper_pgn_reader_of_text(const char *text, size_t length,
                                                               struct leaper_error *error);
LEAPER_API void leaper_pgn_reader_free(struct leaper_pgn_reader *reader);

// Reads on where repetition or the 50-move rule has ended a game: where most games come from, a player must
// claim these draws. Off at the start.
LEAPER_API void leaper_pgn_reader_set_past_draws(struct leaper_pgn_reader *reader, bool past_draws);

enum leaper_pgn_status {
    LEAPER_PGN_GAME = 0, // *record is the next game, to be freed by the caller
    LEAPER_PGN_END = 1,  // there is none; *record is NULL
    LEAPER_PGN_ERROR =
        2 // this game cannot be read; *record is NULL, and the next call goes on with the game behind it
};

// Reads the next game. The place of an error is "line L, column C", its message names the game and the move.
// After LEAPER_ERROR_NO_MEMORY the reader is at its end.
LEAPER_API enum leaper_pgn_status leaper_pgn_next(struct leaper_pgn_reader *reader,
                                                  struct leaper_record **record, struct leaper_error *error);

#ifdef __cplusplus
}
#endif

#endif
