// SPDX-License-Identifier: GPL-3.0-or-later
// Games, their parameters, positions, and what may be played in them.
//
//     struct leaper_variant *fuel = leaper_variant_new("fuel", NULL, 0, &error);
//     struct leaper_position *position = leaper_position_new(fuel, NULL, &error);
//     leaper_position_play_text(position, "e2e4", &error);
#ifndef LEAPER_RULES_H
#define LEAPER_RULES_H

#include <leaper/error.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum leaper_color { LEAPER_WHITE = 0, LEAPER_BLACK = 1 };

// ---- Games ----

// A game as the library knows it; constant, never freed.
struct leaper_game;

// How many games there are.
LEAPER_API size_t leaper_game_count(void);

// The game of that number, from 0, in the order in which people are shown them; NULL when there are not so
// many.
LEAPER_API const struct leaper_game *leaper_game_at(size_t number);

// The game of that name (case does not matter). NULL with LEAPER_ERROR_UNKNOWN_GAME, whose message lists the
// names.
LEAPER_API const struct leaper_game *leaper_game_find(const char *name, struct leaper_error *error);

// What there is to say about a game; all of it static storage.
LEAPER_API const char *leaper_game_name(
    const struct leaper_game *game); // "fuel", as in commands, JSON and UCI_Variant
LEAPER_API const char *leaper_game_title(const struct leaper_game *game);  // "Fuel Chess"
LEAPER_API const char *leaper_game_author(const struct leaper_game *game); // "Thomas, 2023"
LEAPER_API const char *leaper_game_family(
    const struct leaper_game *game); // what related games are called together; "" for none
LEAPER_API const char *leaper_game_summary(const struct leaper_game *game); // one sentence

// The size of the board in files and ranks, at most 16 each.
LEAPER_API int leaper_game_files(const struct leaper_game *game);
LEAPER_API int leaper_game_ranks(const struct leaper_game *game);

// The rules in words. Section `section` of the help, from 0: its title, NULL when there are not so many.
LEAPER_API const char *leaper_game_section(const struct leaper_game *game, size_t section);

// Rule `rule` of that section, NULL when there are not so many. *published (which may be NULL): whether the
// game's author says so; otherwise it is how Leaper reads a point that the author left open.
LEAPER_API const char *leaper_game_rule(const struct leaper_game *game, size_t section, size_t rule,
                                        bool *published);

// ---- Parameters ----

enum leaper_parameter_kind {
    LEAPER_PARAMETER_NUMBER = 0, // a whole number from `minimum` to `maximum`
    LEAPER_PARAMETER_CHOICE = 1  // one of `choice_count` words
};

// What can be chosen when a variant is made. All texts but `initial` are static storage.
struct leaper_parameter {
    const char *name; // "fuel"
    const char *help; // one line
    enum leaper_parameter_kind kind;
    int minimum, maximum;       // of a number
    const char *const *choices; // of a choice: the words; else NULL
    size_t choice_count;
    char initial[16]; // the value when nothing is chosen, as text: "50", "fide"
};

// How many parameters the game has.
LEAPER_API size_t leaper_game_parameter_count(const struct leaper_game *game);

// Fills in parameter `number`, from 0. False, with `parameter` untouched, when there are not so many.
LEAPER_API bool leaper_game_parameter(const struct leaper_game *game, size_t number,
                                      struct leaper_parameter *parameter);

// ---- Variants ----

// A game with its parameters fixed. It never changes; threads may share it.
struct leaper_variant;

// One parameter and its value as text, such as {"fuel", "20"}; {"white", "nutters"}.
struct leaper_setting {
    const char *name, *value;
};

// The variant of the game of that name with `count` settings (NULL and 0: the game's own values). Building
// one takes about as long as playing some hundred turns, so keep it for many positions. NULL with
// LEAPER_ERROR_UNKNOWN_GAME, LEAPER_ERROR_PARAMETER (the place is the parameter's name) or
// LEAPER_ERROR_NO_MEMORY.
LEAPER_API struct leaper_variant *leaper_variant_new(const char *game, const struct leaper_setting *settings,
                                                     size_t count, struct leaper_error *error);

// Gives the caller's share back. Positions and sessions of the variant keep what they need.
LEAPER_API void leaper_variant_free(struct leaper_variant *variant);

LEAPER_API const struct leaper_game *leaper_variant_game(const struct leaper_variant *variant);

// The value of parameter `number` of the game as text, to be freed. NULL with LEAPER_ERROR_NOT_FOUND when
// there are not so many.
LEAPER_API char *leaper_variant_value(const struct leaper_variant *variant, size_t number,
                                      struct leaper_error *error);

// ---- Positions ----

// A position with the game that led to it: earlier positions count for repetition, and turns can be taken
// back. It may stand in the middle of a turn of several actions; functions that need the start of a turn say
// so and otherwise fail with LEAPER_ERROR_REQUEST.
struct leaper_position;

// The position of an extended FEN (docs/rules.md, section 0); NULL or "startpos" is the start of the game.
// NULL with LEAPER_ERROR_FEN, whose place is "fen[OFFSET]", a square or the name of a field.
LEAPER_API struct leaper_position *leaper_position_new(struct leaper_variant *variant, const char *fen,
                                                       struct leaper_error *error);

// A copy with all that belongs to it: earlier positions and what can be taken back.
LEAPER_API struct leaper_position *leaper_position_copy(const struct leaper_position *position,
                                                        struct leaper_error *error);
LEAPER_API void leaper_position_free(struct leaper_position *position);

// The variant, as another share of it: to be freed by leaper_variant_free().
LEAPER_API struct leaper_variant *leaper_position_variant(const struct leaper_position *position);

// The side to move, or in the middle of a turn the side whose turn it is.
LEAPER_API enum leaper_color leaper_position_side(const struct leaper_position *position);

// Whether the king of the side to move is attacked; false where kings are not royal.
LEAPER_API bool leaper_position_in_check(const struct leaper_position *position);

// The full-move number, from 1, and the turns since the last capture or pawn move.
LEAPER_API int leaper_position_fullmove(const struct leaper_position *position);
LEAPER_API int leaper_position_halfmove(const struct leaper_position *position);

// How many turns have been played in it and can be taken back.
LEAPER_API size_t leaper_position_turn_count(const struct leaper_position *position);

// How many actions of the present turn have been played; 0 at the start of a turn.
LEAPER_API int leaper_position_action_count(const struct leaper_position *position);

// How often this position has stood before in the same game.
LEAPER_API unsigned leaper_position_repetitions(const struct leaper_position *position);

// A 64-bit number of what makes two positions the same for repetition. It may change between versions of the
// library.
LEAPER_API uint64_t leaper_position_key(const struct leaper_position *position);

// ---- How it stands ----

enum leaper_result {
    LEAPER_ONGOING = 0,
    LEAPER_WHITE_WINS = 1,
    LEAPER_BLACK_WINS = 2,
    LEAPER_DRAW = 3,
    LEAPER_NO_RESULT = 4 // a game that was called off before its first turn
};

enum leaper_reason {
    LEAPER_REASON_NONE = 0,
    LEAPER_CHECKMATE = 1,
    LEAPER_STALEMATE = 2,
    LEAPER_NO_FUEL = 3,
    LEAPER_CORNER = 4,
    LEAPER_MATE_LOSES = 5,
    LEAPER_SINGLE_PIECE = 6,
    LEAPER_ANNOUNCEMENT = 7,
    LEAPER_REPETITION = 8,
    LEAPER_FIFTY = 9,
    LEAPER_RESIGNATION = 10, // from here on: by the players, in sessions and records only
    LEAPER_AGREEMENT = 11,
    LEAPER_TIME = 12,
    LEAPER_CANCELLED = 13
};

struct leaper_outcome {
    enum leaper_result result;
    enum leaper_reason reason;
};

// The outcome by the rules, repetition and the 50-move rule included; LEAPER_ONGOING in the middle of a turn.
LEAPER_API struct leaper_outcome leaper_position_outcome(const struct leaper_position *position);

// The points that the winner of such an outcome gets in this position; 0 for a draw and in games without
// points.
LEAPER_API unsigned leaper_position_points(const struct leaper_position *position,
                                           struct leaper_outcome outcome);

// Names as JSON has them: "ongoing", "white", "draw"; "checkmate", "no-fuel", "". Static storage; "" for
// unknown values.
LEAPER_API const char *leaper_result_name(enum leaper_result result);
LEAPER_API const char *leaper_reason_name(enum leaper_reason reason);

// The reason in words for people: "out of fuel". Static storage.
LEAPER_API const char *leaper_reason_words(enum leaper_reason reason);

// ---- What stands where ----

// Squares are numbered file + 16 * rank on every board, both from 0: a1 is 0, b1 is 1, a2 is 16.
enum { LEAPER_SQUARE_NONE = -1, LEAPER_SIDE_MAX = 16, LEAPER_SQUARES = 256 };

enum leaper_square_kind {
    LEAPER_SQUARE_OUTSIDE = 0, // off the board, or a wall that never moves
    LEAPER_SQUARE_HOLE = 1,    // a location without a square, where one may come
    LEAPER_SQUARE_EMPTY = 2,
    LEAPER_SQUARE_PIECE = 3
};

struct leaper_square {
    enum leaper_square_kind kind;
    char letter; // of a piece, as in FEN: 'K' White's king, 'k' Black's; else 0
    int fuel;    // of a piece in games with fuel; else -1
    int owner; // enum leaper_color: whose the piece is, or whose the empty square in games that know owners; else -1
    bool frozen; // the side to move may not move this square now
};

// Fills in what is at a square, any number of which may be asked for.
LEAPER_API void leaper_position_square(const struct leaper_position *position, int number,
                                       struct leaper_square *what);

// How many pieces of a letter (upper or lower case) that colour has in hand, waiting to be placed on the
// board.
LEAPER_API int leaper_position_hand(const struct leaper_position *position, enum leaper_color color,
                                    char letter);

// How many squares that colour has in reserve: -1 when they never run out, 0 in games without reserves.
LEAPER_API int leaper_position_reserve(const struct leaper_position *position, enum leaper_color color);

// The name of a piece by its letter (upper or lower case), "charging rook", and how it moves in Betza
// notation, "fsRbK". They belong to the variant. NULL when it has no such piece.
LEAPER_API const char *leaper_variant_piece_name(const struct leaper_variant *variant, char letter);
LEAPER_API const char *leaper_variant_piece_betza(const struct leaper_variant *variant, char letter);

// ---- Actions and turns ----

// One action, as a number that means the same in every position of every variant of a game. In chess a turn
// is one action; in other games a turn may join several, such as a piece move and the placement of a square.
typedef uint32_t leaper_action;

enum leaper_action_kind {
    LEAPER_ACTION_MOVE = 0,        // a piece moves from `from` to `to`, and may capture there
    LEAPER_ACTION_DOUBLE_STEP = 1, // of a pawn
    LEAPER_ACTION_EN_PASSANT = 2,  // a pawn moves to `to` and captures the pawn that has just passed it
    LEAPER_ACTION_PROMOTION = 3,   // a pawn moves and becomes `letter`
    LEAPER_ACTION_CASTLE = 4,      // the king's squares
    LEAPER_ACTION_DROP = 5,        // `letter` is placed on `to` from a hand
    LEAPER_ACTION_ADD_SQUARE = 6,  // a square is placed on `to` from the reserve
    LEAPER_ACTION_MOVE_SQUARE = 7, // a square is moved, with whatever stands on it
    LEAPER_ACTION_ANNOUNCE = 8,    // a player claims what the game lets him claim
    LEAPER_ACTION_END_TURN = 9 // the turn ends without a further action that would be allowed; never written
};

// What an action does.
struct leaper_action_info {
    enum leaper_action_kind kind;
    int from, to; // squares, or LEAPER_SQUARE_NONE
    char letter;  // of a promotion or drop, in upper case; else 0
};

LEAPER_API struct leaper_action_info leaper_action_explain(leaper_action action);

enum { LEAPER_TURN_ACTIONS_MAX = 8 };

// A whole turn: its actions in order, without LEAPER_ACTION_END_TURN.
struct leaper_turn {
    unsigned count;
    leaper_action actions[8]; // LEAPER_TURN_ACTIONS_MAX
};

// All that may be done now, in an array to be freed, and how many they are in *count. In games of several
// actions a turn these are the actions that begin or continue a legal turn, LEAPER_ACTION_END_TURN among them
// where the turn may end here. None (which is an array too) when the game is over. NULL with
// LEAPER_ERROR_NO_MEMORY.
LEAPER_API leaper_action *leaper_position_actions(const struct leaper_position *position, size_t *count,
                                                  struct leaper_error *error);

// The same into an array of the caller's with room for `size` actions; answers how many there are, which may
// be more. Allocates nothing: for inner loops.
LEAPER_API size_t leaper_position_list_actions(const struct leaper_position *position, leaper_action *actions,
                                               size_t size);

// All legal turns, from the start of one; as leaper_position_actions(), but announcements, which are claims
// and not turns, are left out. Some games have tens of thousands of turns in a position.
LEAPER_API struct leaper_turn *leaper_position_turns(const struct leaper_position *position, size_t *count,
                                                     struct leaper_error *error);

// Called for a turn; false ends the walk.
typedef bool (*leaper_turn_visitor)(void *context, const struct leaper_turn *turn);

// Visits the same turns without holding them all. False with LEAPER_ERROR_CANCELLED when the visitor ended
// the walk, and with LEAPER_ERROR_REQUEST in the middle of a turn.
LEAPER_API bool leaper_position_each_turn(const struct leaper_position *position, leaper_turn_visitor visit,
                                          void *context, struct leaper_error *error);

// Whether the action may be played now. Any number may be asked.
LEAPER_API bool leaper_position_is_legal(const struct leaper_position *position, leaper_action action);

// What the action would cost the moving piece in fuel; 0 in games without fuel.
LEAPER_API unsigned leaper_position_cost(const struct leaper_position *position, leaper_action action);

// The piece that a legal action would capture, as in FEN; 0 for none.
LEAPER_API char leaper_position_captured(const struct leaper_position *position, leaper_action action);

// Plays a turn, from the start of one. False with LEAPER_ERROR_ILLEGAL_MOVE, LEAPER_ERROR_GAME_OVER or
// LEAPER_ERROR_NO_MEMORY; the position is as it was.
LEAPER_API bool leaper_position_play(struct leaper_position *position, const struct leaper_turn *turn,
                                     struct leaper_error *error);

// Plays a turn that is given as text in any notation (leaper_turn_read()). The error's message says why a
// turn is illegal.
LEAPER_API bool leaper_position_play_text(struct leaper_position *position, const char *text,
                                          struct leaper_error *error);

// Plays one action, which may leave the position in the middle of a turn. Errors as leaper_position_play().
LEAPER_API bool leaper_position_act(struct leaper_position *position, leaper_action action,
                                    struct leaper_error *error);

// Takes back the last turn; in the middle of a turn, the actions of that turn. False with
// LEAPER_ERROR_REQUEST when there is nothing to take back.
LEAPER_API bool leaper_position_undo(struct leaper_position *position, struct leaper_error *error);

// Takes back the last action only.
LEAPER_API bool leaper_position_undo_action(struct leaper_position *position, struct leaper_error *error);

// The number of sequences of `depth` (0 … 64) complete turns, into *count. Repetition and the 50-move rule do
// not end a sequence; other endings do. From the start of a turn. May take long and cannot be stopped.
LEAPER_API bool leaper_position_perft(const struct leaper_position *position, int depth, uint64_t *count,
                                      struct leaper_error *error);

#ifdef __cplusplus
}
#endif

#endif
