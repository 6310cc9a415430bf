// SPDX-License-Identifier: GPL-3.0-or-later
// Games, their parameters, positions, and legal turns.
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

// A game and its rules; constant, never freed.
struct leaper_game;

// How many games there are.
LEAPER_API size_t leaper_game_count(void);

// Game `number`, from 0, in the order for display; NULL if there is no such game.
LEAPER_API const struct leaper_game *leaper_game_at(size_t number);

// The game of that name (case is ignored). Returns NULL with LEAPER_ERROR_UNKNOWN_GAME and a message that
// lists names.
LEAPER_API const struct leaper_game *leaper_game_find(const char *name, struct leaper_error *error);

// Descriptions of a game; static storage.
LEAPER_API const char *leaper_game_name(
    const struct leaper_game *game); // "fuel", as in commands, JSON and UCI_Variant
LEAPER_API const char *leaper_game_title(const struct leaper_game *game);  // "Fuel Chess"
LEAPER_API const char *leaper_game_author(const struct leaper_game *game); // "Thomas, 2023"
LEAPER_API const char *leaper_game_family(
    const struct leaper_game *game); // the common name of a group of related games; "" for none
LEAPER_API const char *leaper_game_summary(const struct leaper_game *game); // one sentence

// The size of the board in files and ranks, at most 16 each.
LEAPER_API int leaper_game_files(const struct leaper_game *game);
LEAPER_API int leaper_game_ranks(const struct leaper_game *game);

// The rules in words, in sections. The title of section `section`, from 0; NULL if there is no such section.
LEAPER_API const char *leaper_game_section(const struct leaper_game *game, size_t section);

// Rule `rule` of that section, from 0; NULL if there is no such rule. *published (`published` may be NULL) is
// set to true if the author of the game states the rule, and to false if it is Leaper's reading of a point
// that the author left open.
LEAPER_API const char *leaper_game_rule(const struct leaper_game *game, size_t section, size_t rule,
                                        bool *published);

// ---- Games from texts ----

// Something that is wrong with a text. Lines and columns count from 1; a column is a character.
struct leaper_fault {
    const char *file; // the name under which the text was loaded
    unsigned line, column;
    const char *message; // a clause in lower case, without a final full stop
    const char
        *other_file; // a second place that the fault is about, such as a game of the same name; NULL: none
    unsigned other_line, other_column;
    uint64_t reserved[2]; // zeros
};

// How a text is loaded. A struct of zeros is fine.
struct leaper_loading {
    // By default nothing is loaded if anything is wrong with the text; with `partly` only the games that have a fault are left out.
    bool partly;
    // Called for each fault, and for each game of the text that can be played now. Either may be NULL. What a fault points to is
    // valid during the call.
    void (*on_fault)(void *context, const struct leaper_fault *fault);
    void (*on_game)(void *context, const struct leaper_game *game);
    void *context;
    uint64_t reserved[2]; // zeros
};

// Reads the games of a text (docs/variants.md) and adds them to the list of games, where they stay. Returns how many games of the text
// can be played now. On failure returns 0 with LEAPER_ERROR_VARIANT, whose message and place are those of the first fault,
// LEAPER_ERROR_TOO_LARGE or LEAPER_ERROR_NO_MEMORY. A game that is there already with the same definition is the same game; one of the
// same name with another definition is a fault. `name` stands for the text in messages; `loading` may be NULL. May be called by any
// thread at any time.
LEAPER_API size_t leaper_games_load_text(const char *name, const char *text, size_t length,
                                         const struct leaper_loading *loading, struct leaper_error *error);

// The same for a file; LEAPER_ERROR_SYSTEM if it cannot be read.
LEAPER_API size_t leaper_games_load_file(const char *path, const struct leaper_loading *loading,
                                         struct leaper_error *error);

// The games of one text that only its reader knows: they are not in the list of games, and leaper_game_find() does not find them. They
// inherit from the program's own games and from each other only, so that a text means the same whatever else has been loaded.
struct leaper_games;

// Reads a text of at most 64 KiB with at most 32 games. Errors and `loading` as in leaper_games_load_text(); what goes to `on_game` is
// valid as what leaper_games_at() returns. Free with leaper_games_free(). May be called by any thread at any time.
LEAPER_API struct leaper_games *leaper_games_read(const char *name, const char *text, size_t length,
                                                  const struct leaper_loading *loading,
                                                  struct leaper_error *error);

// NULL is allowed. Variants of the games keep what they need: the memory is freed with the last of them.
LEAPER_API void leaper_games_free(struct leaper_games *games);

// How many games there are, and game `number` in the order of the text, from 0; NULL if there is none. It is valid until
// leaper_games_free(), and as long as there is a variant of any game of the text.
LEAPER_API size_t leaper_games_count(const struct leaper_games *games);
LEAPER_API const struct leaper_game *leaper_games_at(const struct leaper_games *games, size_t number);

// The definition of a game as a text that reads back to the same game, without its words. Returns NULL with LEAPER_ERROR_NO_MEMORY.
// Free with leaper_free().
LEAPER_API char *leaper_game_definition(const struct leaper_game *game, struct leaper_error *error);

// Stores a 64-bit hash of all that the definition means for play; games with the same definition have the same hash in every program
// of this version. It is no protection against forgery. Returns false with LEAPER_ERROR_NO_MEMORY.
LEAPER_API bool leaper_game_hash(const struct leaper_game *game, uint64_t *hash, struct leaper_error *error);

// ---- Parameters ----

enum leaper_parameter_kind {
    LEAPER_PARAMETER_NUMBER = 0, // a whole number from `minimum` to `maximum`
    LEAPER_PARAMETER_CHOICE = 1  // one of `choice_count` words
};

// What can be chosen when a variant is created. All strings but `initial` are in static storage.
struct leaper_parameter {
    const char *name; // "fuel"
    const char *help; // one line
    enum leaper_parameter_kind kind;
    int minimum, maximum;       // of a number
    const char *const *choices; // the words of a choice; else NULL
    size_t choice_count;
    char initial[16];     // the default, as text: "50", "fide"
    uint64_t reserved[4]; // zeros
};

// How many parameters the game has.
LEAPER_API size_t leaper_game_parameter_count(const struct leaper_game *game);

// Fills in parameter `number`, from 0. Returns false and leaves `parameter` unchanged if there is no such
// parameter.
LEAPER_API bool leaper_game_parameter(const struct leaper_game *game, size_t number,
                                      struct leaper_parameter *parameter);

// ---- Variants ----

// A game with its parameters fixed. It never changes; threads may share it.
struct leaper_variant;

// One parameter and its value as text, such as {"fuel", "20"}; {"white", "nutters"}.
struct leaper_setting {
    const char *name, *value;
};

// The named game with `count` settings; parameters not set have their defaults (NULL and 0: all of them).
// Creating a variant takes about as long as playing a hundred turns, so create one and use it for many
// positions. On failure returns NULL with LEAPER_ERROR_UNKNOWN_GAME, LEAPER_ERROR_PARAMETER (the place is the
// parameter's name) or LEAPER_ERROR_NO_MEMORY.
LEAPER_API struct leaper_variant *leaper_variant_new(const char *game, const struct leaper_setting *settings,
                                                     size_t count, struct leaper_error *error);

// Releases the caller's reference. Positions and sessions of the variant remain valid.
// The same for a game that is at hand, such as one of leaper_games_at().
LEAPER_API struct leaper_variant *leaper_variant_of(const struct leaper_game *game,
                                                    const struct leaper_setting *settings, size_t count,
                                                    struct leaper_error *error);

LEAPER_API void leaper_variant_free(struct leaper_variant *variant);

LEAPER_API const struct leaper_game *leaper_variant_game(const struct leaper_variant *variant);

// The value of parameter `number` of the game as text. Returns NULL with LEAPER_ERROR_NOT_FOUND if there is
// no such parameter. Free with leaper_free().
LEAPER_API char *leaper_variant_value(const struct leaper_variant *variant, size_t number,
                                      struct leaper_error *error);

// ---- Positions ----

// A position with its history: earlier positions count for repetition, and turns can be taken back. It may be
// in the middle of a turn of several actions. Functions that require the start of a turn say so, and fail
// with LEAPER_ERROR_REQUEST in the middle of one.
struct leaper_position;

// Creates a position from an extended FEN (docs/rules.md, section 0); NULL or "startpos" is the start of the
// game. Returns NULL with LEAPER_ERROR_FEN; the place is "fen[OFFSET]", a square or the name of a field.
LEAPER_API struct leaper_position *leaper_position_new(struct leaper_variant *variant, const char *fen,
                                                       struct leaper_error *error);

// A copy, including the history.
LEAPER_API struct leaper_position *leaper_position_copy(const struct leaper_position *position,
                                                        struct leaper_error *error);
LEAPER_API void leaper_position_free(struct leaper_position *position);

// A new reference to the variant; release it with leaper_variant_free().
LEAPER_API struct leaper_variant *leaper_position_variant(const struct leaper_position *position);

// The side to move; in the middle of a turn, the side whose turn it is.
LEAPER_API enum leaper_color leaper_position_side(const struct leaper_position *position);

// Whether the king of the side to move is attacked; false where kings are not royal.
LEAPER_API bool leaper_position_in_check(const struct leaper_position *position);

// The full-move number, from 1, and the half-move clock: turns since the last capture or pawn move.
LEAPER_API int leaper_position_fullmove(const struct leaper_position *position);
LEAPER_API int leaper_position_halfmove(const struct leaper_position *position);

// How many turns have been played and can be taken back.
LEAPER_API size_t leaper_position_turn_count(const struct leaper_position *position);

// How many actions of the current turn have been played; 0 at the start of a turn.
LEAPER_API int leaper_position_action_count(const struct leaper_position *position);

// How often this position has occurred before in the same game.
LEAPER_API unsigned leaper_position_repetitions(const struct leaper_position *position);

// A 64-bit hash of everything that counts for repetition. It may differ between versions of the library.
LEAPER_API uint64_t leaper_position_key(const struct leaper_position *position);

// ---- Outcomes ----

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
    LEAPER_RESIGNATION =
        10, // this and the following three: declared by players, only in sessions and records
    LEAPER_AGREEMENT = 11,
    LEAPER_TIME = 12,
    LEAPER_CANCELLED = 13,
    LEAPER_STALEMATE_WINS = 14,  // from here on: by the rules again
    LEAPER_REPETITION_RULE = 15, // repetition of another number than three, or that does not draw
    LEAPER_PERPETUAL_CHECK = 16,
    LEAPER_MOVE_RULE = 17, // another number of moves without progress than fifty
    LEAPER_GOAL = 18,
    LEAPER_EXTINCTION = 19,
    LEAPER_CHECKS = 20,
    LEAPER_CONNECTION = 21,
    LEAPER_CASTLING = 22,
    LEAPER_MATERIAL = 23,
    LEAPER_FULL_BOARD = 24,
    LEAPER_ABORTED = 25,  // declared, too: called off before both sides had made a turn
    LEAPER_ABANDONED = 26 // declared, too: a player has left, and the other one claims a win or a draw
};

struct leaper_outcome {
    enum leaper_result result;
    enum leaper_reason reason;
};

// The outcome by the rules, repetition and the 50-move rule included; LEAPER_ONGOING in the middle of a turn.
LEAPER_API struct leaper_outcome leaper_position_outcome(const struct leaper_position *position);

// The points that the winner gets for that outcome in this position; 0 for a draw and in games without
// points.
LEAPER_API unsigned leaper_position_points(const struct leaper_position *position,
                                           struct leaper_outcome outcome);

// Names in JSON: "ongoing", "white", "draw"; "checkmate", "no-fuel", "". Static storage; "" for unknown
// values.
LEAPER_API const char *leaper_result_name(enum leaper_result result);
LEAPER_API const char *leaper_reason_name(enum leaper_reason reason);

// The reason in words for people: "out of fuel". Static storage.
LEAPER_API const char *leaper_reason_words(enum leaper_reason reason);

// ---- The board ----

// Squares are numbered file + 16 * rank on every board, both from 0: a1 is 0, b1 is 1, a2 is 16.
enum { LEAPER_SQUARE_NONE = -1, LEAPER_SIDE_MAX = 16, LEAPER_SQUARES = 256 };

enum leaper_square_kind {
    LEAPER_SQUARE_OUTSIDE = 0, // off the board, or a wall that never moves
    LEAPER_SQUARE_HOLE = 1,    // a location that has no square but may get one, or a wall put up in play
    LEAPER_SQUARE_EMPTY = 2,
    LEAPER_SQUARE_PIECE = 3
};

struct leaper_square {
    enum leaper_square_kind kind;
    char letter; // of the piece, as in FEN: 'K' for White's king, 'k' for Black's (of "+P": 'P'); else 0
    int fuel;    // of the piece, in games with fuel; else -1
    int owner; // enum leaper_color: of the piece, or of an empty square in games with owned squares; else -1
    bool frozen;          // the side to move may not move this square
    uint64_t reserved[2]; // zeros
};

// Describes the square of that number; any number is allowed.
LEAPER_API void leaper_position_square(const struct leaper_position *position, int number,
                                       struct leaper_square *what);

// How many pieces with that letter (upper or lower case) the side has in hand, waiting to be placed on the
// board.
LEAPER_API int leaper_position_hand(const struct leaper_position *position, enum leaper_color color,
                                    char letter);

// How many squares the side has in reserve; -1 if they never run out, 0 in games without reserves.
LEAPER_API int leaper_position_reserve(const struct leaper_position *position, enum leaper_color color);

// The name ("charging rook") and the Betza notation ("fsRbK") of the piece with that letter (upper or lower
// case); NULL if there is none. They belong to the variant.
LEAPER_API const char *leaper_variant_piece_name(const struct leaper_variant *variant, char letter);
LEAPER_API const char *leaper_variant_piece_betza(const struct leaper_variant *variant, char letter);

// ---- Actions and turns ----

// One action, encoded as a number. It means the same in every position of every variant of a game. In chess a
// turn is one action; in other games it may consist of several, such as a piece move and the placement of a
// square.
typedef uint32_t leaper_action;

enum leaper_action_kind {
    LEAPER_ACTION_MOVE = 0,        // a piece moves from `from` to `to`, and may capture there
    LEAPER_ACTION_DOUBLE_STEP = 1, // of a pawn
    LEAPER_ACTION_EN_PASSANT = 2,  // a pawn moves to `to` and captures the pawn that has just passed it
    LEAPER_ACTION_PROMOTION = 3,   // a pawn moves and becomes `letter`
    LEAPER_ACTION_CASTLE = 4,      // `from` and `to` are the king's squares
    LEAPER_ACTION_DROP = 5,        // `letter` is placed on `to` from a hand
    LEAPER_ACTION_ADD_SQUARE = 6,  // a square is placed on `to` from the reserve
    LEAPER_ACTION_MOVE_SQUARE = 7, // a square is moved, with whatever stands on it
    LEAPER_ACTION_ANNOUNCE = 8,    // a player makes a claim that the game allows
    LEAPER_ACTION_END_TURN = 9,    // ends the turn although further actions are allowed; has no text
    LEAPER_ACTION_UNKNOWN = 10,    // the number is not an action
    LEAPER_ACTION_WALL = 11,       // `to` becomes a wall
    LEAPER_ACTION_PASS = 12        // the turn is passed
};

// What an action does.
struct leaper_action_info {
    enum leaper_action_kind kind;
    int from, to; // square numbers, or LEAPER_SQUARE_NONE
    char
        letter; // of a promotion or drop, in upper case; else, and for pieces with more text than a letter, 0
};

// Of any number.
LEAPER_API struct leaper_action_info leaper_action_explain(leaper_action action);

enum { LEAPER_TURN_ACTIONS_MAX = 8 };

// A whole turn: its actions in order, without LEAPER_ACTION_END_TURN.
struct leaper_turn {
    unsigned count;
    leaper_action actions[8]; // LEAPER_TURN_ACTIONS_MAX
};

// All legal actions, as an array of *count. In games with several actions per turn these are the actions that
// begin or continue a legal turn, including LEAPER_ACTION_END_TURN if the turn may end here. If the game is
// over the array is empty but not NULL. Returns NULL with LEAPER_ERROR_NO_MEMORY. Free with leaper_free().
LEAPER_API leaper_action *leaper_position_actions(const struct leaper_position *position, size_t *count,
                                                  struct leaper_error *error);

// The same, into the caller's array with room for `size` actions. Returns the number of legal actions, which
// may be greater than `size`. Allocates nothing, so it is suitable for inner loops.
LEAPER_API size_t leaper_position_list_actions(const struct leaper_position *position, leaper_action *actions,
                                               size_t size);

// All legal turns, as an array like that of leaper_position_actions(). The position must be at the start of a
// turn. Announcements are claims rather than turns and are left out. In some games a position has tens of
// thousands of turns.
LEAPER_API struct leaper_turn *leaper_position_turns(const struct leaper_position *position, size_t *count,
                                                     struct leaper_error *error);

// Called for each turn; return false to stop.
typedef bool (*leaper_turn_visitor)(void *context, const struct leaper_turn *turn);

// Visits the same turns without storing them. Returns false with LEAPER_ERROR_CANCELLED if the visitor
// stopped it, and with LEAPER_ERROR_REQUEST in the middle of a turn.
LEAPER_API bool leaper_position_each_turn(const struct leaper_position *position, leaper_turn_visitor visit,
                                          void *context, struct leaper_error *error);

// Whether the action is legal now. Any number may be passed.
LEAPER_API bool leaper_position_is_legal(const struct leaper_position *position, leaper_action action);

// What a legal action would cost the moving piece in fuel; 0 in games without fuel.
LEAPER_API unsigned leaper_position_cost(const struct leaper_position *position, leaper_action action);

// The piece that a legal action would capture, as in FEN; 0 for none.
LEAPER_API char leaper_position_captured(const struct leaper_position *position, leaper_action action);

// Plays a turn. The position must be at the start of a turn. Returns false with LEAPER_ERROR_ILLEGAL_MOVE,
// LEAPER_ERROR_GAME_OVER or LEAPER_ERROR_NO_MEMORY and leaves the position unchanged.
LEAPER_API bool leaper_position_play(struct leaper_position *position, const struct leaper_turn *turn,
                                     struct leaper_error *error);

// Plays a turn given as text in any notation (see leaper_turn_read()). If it is illegal, the error message
// says why.
LEAPER_API bool leaper_position_play_text(struct leaper_position *position, const char *text,
                                          struct leaper_error *error);

// Plays one action, which may leave the position in the middle of a turn. Fails as leaper_position_play()
// does.
LEAPER_API bool leaper_position_act(struct leaper_position *position, leaper_action action,
                                    struct leaper_error *error);

// Takes back the last turn or, in the middle of a turn, the actions played in it. Returns false with
// LEAPER_ERROR_REQUEST if there is nothing to take back.
LEAPER_API bool leaper_position_undo(struct leaper_position *position, struct leaper_error *error);

// Takes back the last action only.
LEAPER_API bool leaper_position_undo_action(struct leaper_position *position, struct leaper_error *error);

// A callback that is asked whether to go on, usually after every few ten thousand turns.
struct leaper_perft_watch {
    bool (*goes_on)(void *context, uint64_t counted); // false stops the count; NULL: never
    void *context;
};

// Stores in *count the number of sequences of `depth` (0 … 64) complete turns. Repetition and the 50-move
// rule do not end a sequence; other endings do. The position must be at the start of a turn. May take a long
// time; `watch`, which may be NULL, can stop it. *count is then unchanged, and the error is
// LEAPER_ERROR_CANCELLED.
LEAPER_API bool leaper_position_perft(const struct leaper_position *position, int depth,
                                      const struct leaper_perft_watch *watch, uint64_t *count,
                                      struct leaper_error *error);

#ifdef __cplusplus
}
#endif

#endif
