// SPDX-License-Identifier: GPL-3.0-or-later
// Positions, turns and whole games as text: FEN, coordinate notation, SAN and PGN.
#ifndef LEAPER_NOTATION_H
#define LEAPER_NOTATION_H

#include <leaper/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Positions and turns ----

// The position as an extended FEN with all its fields. The position must be at the start of a turn. Free with
// leaper_free().
LEAPER_API char *leaper_position_fen(const struct leaper_position *position, struct leaper_error *error);

enum leaper_notation {
    LEAPER_COORDINATE = 0, // "g1f3", "e7e8q", "N@e4", "e2e4,@@f3": each turn has exactly one text
    LEAPER_SAN = 1,        // "Nf3", "exd5", "O-O", "e8=Q+"
    LEAPER_SAN_FUEL = 2    // SAN followed by the fuel left, in games with fuel: "Nf3{48}"
};

// The text of a legal turn. The position must be at the start of a turn. Returns NULL with
// LEAPER_ERROR_ILLEGAL_MOVE if the turn is not legal. Free with leaper_free().
LEAPER_API char *leaper_turn_write(const struct leaper_position *position, const struct leaper_turn *turn,
                                   enum leaper_notation notation, struct leaper_error *error);

// Reads the whole of `text` as one legal turn in any of these notations or in long algebraic ("Ng1-f3"). The
// position must be at the start of a turn. Fails with LEAPER_ERROR_MOVE_SYNTAX if the text is not a move, and
// with LEAPER_ERROR_ILLEGAL_MOVE and the reason if the move is illegal or ambiguous. The place is
// "move[OFFSET]". On failure `turn` is unchanged.
LEAPER_API bool leaper_turn_read(const struct leaper_position *position, const char *text,
                                 struct leaper_turn *turn, struct leaper_error *error);

// The text of an action that is legal now, also in the middle of a turn; "" for LEAPER_ACTION_END_TURN. Free
// with leaper_free().
LEAPER_API char *leaper_action_write(const struct leaper_position *position, leaper_action action,
                                     enum leaper_notation notation, struct leaper_error *error);

// The text of a sequence of actions from this position, such as the principal variation of a search: turns
// separated by spaces. The last turn may be incomplete. Returns NULL with LEAPER_ERROR_ILLEGAL_MOVE if an
// action is not legal. Free with leaper_free().
LEAPER_API char *leaper_line_write(const struct leaper_position *position, const leaper_action *actions,
                                   size_t count, enum leaper_notation notation, struct leaper_error *error);

// The name of a square, "e4" or "h13", into 4 bytes; "" for a number that is not a square.
LEAPER_API void leaper_square_name(int number, char name[4]);

// The number of the square of that name, or LEAPER_SQUARE_NONE.
LEAPER_API int leaper_square_find(const char *name);

// ---- Records of games ----

// A game as it is written down: tags, a start, turns with comments, an outcome.
struct leaper_record;

// A new record without turns that starts from the current position of `start`, which must be at the start of
// a turn. Turns already played in `start` are not part of the record.
LEAPER_API struct leaper_record *leaper_record_new(const struct leaper_position *start,
                                                   struct leaper_error *error);
LEAPER_API void leaper_record_free(struct leaper_record *record);

// A new reference to the variant; release it with leaper_variant_free().
LEAPER_API struct leaper_variant *leaper_record_variant(const struct leaper_record *record);

// A new position after the first `turns` turns, which can be taken back in it. Returns NULL with
// LEAPER_ERROR_NOT_FOUND if the record has fewer turns.
LEAPER_API struct leaper_position *leaper_record_position(const struct leaper_record *record, size_t turns,
                                                          struct leaper_error *error);

// The number of tags, not counting those derived from the rest of the record (Variant, FEN, SetUp, Result,
// Termination, Reason and the game's parameters); and the name of tag `number`, from 0, or NULL if there is
// no such tag. The name belongs to the record.
LEAPER_API size_t leaper_record_tag_count(const struct leaper_record *record);
LEAPER_API const char *leaper_record_tag_name(const struct leaper_record *record, size_t number);

// The value of a tag, or NULL if there is none. It belongs to the record and is valid until the tag is set
// again.
LEAPER_API const char *leaper_record_tag(const struct leaper_record *record, const char *name);

// Adds or replaces a tag. The name consists of letters, digits and `_`. Fails with LEAPER_ERROR_REQUEST for
// other names, for tags derived from the rest of the record, and for values longer than 4095 bytes.
LEAPER_API bool leaper_record_set_tag(struct leaper_record *record, const char *name, const char *value,
                                      struct leaper_error *error);

LEAPER_API size_t leaper_record_turn_count(const struct leaper_record *record);

// Turn `number`, from 0. Returns false and leaves `turn` unchanged if there is no such turn.
LEAPER_API bool leaper_record_turn(const struct leaper_record *record, size_t number,
                                   struct leaper_turn *turn);

// The comment after turn `number`, or with SIZE_MAX the one before the first turn; NULL if there is none. It
// belongs to the record.
LEAPER_API const char *leaper_record_comment(const struct leaper_record *record, size_t number);

// Sets that comment; NULL or "" removes it. Fails with LEAPER_ERROR_NOT_FOUND if there is no such turn.
LEAPER_API bool leaper_record_set_comment(struct leaper_record *record, size_t number, const char *comment,
                                          struct leaper_error *error);

// Appends a turn. Fails with LEAPER_ERROR_ILLEGAL_MOVE if it is not legal after the turns before it.
LEAPER_API bool leaper_record_add(struct leaper_record *record, const struct leaper_turn *turn,
                                  struct leaper_error *error);

// How the game ended; LEAPER_ONGOING if it is unfinished or was abandoned.
LEAPER_API struct leaper_outcome leaper_record_outcome(const struct leaper_record *record);

// Sets it. LEAPER_ERROR_PARAMETER for numbers that are no result or no reason.
LEAPER_API bool leaper_record_set_outcome(struct leaper_record *record, struct leaper_outcome outcome,
                                          struct leaper_error *error);

// ---- PGN ----

// The record as PGN, ending with an empty line. `fuel`: in games with fuel, write the fuel left after each
// move as a comment. Free with leaper_free().
LEAPER_API char *leaper_record_pgn(const struct leaper_record *record, bool fuel, struct leaper_error *error);

// What PGN has besides tags and moves; options that may be added.
enum leaper_pgn_option {
    LEAPER_PGN_FUEL = 1, // in games with fuel, the fuel left after each move, as a comment
    // The text that defines a game of a file, as the tag [VariantText], with which the game can be replayed without the file.
    // Games of leaper_games_read() always have it.
    LEAPER_PGN_TEXT = 2
};

// The same with a sum of these options. LEAPER_ERROR_PARAMETER for other numbers.
LEAPER_API char *leaper_record_pgn_with(const struct leaper_record *record, unsigned options,
                                        struct leaper_error *error);

// Reads PGN one game at a time, from a string or a callback. Memory use is bounded by the longest game.
struct leaper_pgn_reader;

// Stores up to `size` bytes of input in `bytes` and returns how many; 0 at the end.
typedef size_t (*leaper_pgn_source)(void *context, char *bytes, size_t size);

// A reader of the bytes that `source` supplies.
LEAPER_API struct leaper_pgn_reader *leaper_pgn_reader_new(leaper_pgn_source source, void *context,
                                                           struct leaper_error *error);

// A reader of a string of `length` bytes, which is copied.
LEAPER_API struct leaper_pgn_reader *leaper_pgn_reader_of_text(const char *text, size_t length,
                                                               struct leaper_error *error);
LEAPER_API void leaper_pgn_reader_free(struct leaper_pgn_reader *reader);

// Whether to read on after repetition or the 50-move rule has ended a game. In most other programs these
// draws must be claimed. Initially off.
LEAPER_API void leaper_pgn_reader_set_past_draws(struct leaper_pgn_reader *reader, bool past_draws);

enum leaper_pgn_status {
    LEAPER_PGN_GAME = 0, // *record is the next game, to be freed by the caller
    LEAPER_PGN_END = 1,  // there is none; *record is NULL
    LEAPER_PGN_ERROR =
        2 // this game cannot be read; *record is NULL, and the next call reads the following game
};

// Reads the next game. The place of an error is "line L, column C"; the message names the game and the move.
// After LEAPER_ERROR_NO_MEMORY, further calls return LEAPER_PGN_END.
LEAPER_API enum leaper_pgn_status leaper_pgn_next(struct leaper_pgn_reader *reader,
                                                  struct leaper_record **record, struct leaper_error *error);

#ifdef __cplusplus
}
#endif

#endif
