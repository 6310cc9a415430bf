// SPDX-License-Identifier: GPL-3.0-or-later
// A slow, obvious move generator, written from the rules alone, that the real one is tested against.
//
// It shares no line with src/: its board is a grid of characters, a piece's moves are spelled out in
// C, and a move is legal when, having been tried on a copy, it leaves the own king unattacked.
// Speed is of no interest here. Each rule is driven by plain data, so any rules can be combined.

#ifndef LEAPER_TESTS_REFERENCE_H
#define LEAPER_TESTS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REF_SIZE = 16,      // the largest board, in files and in ranks
    REF_KINDS = 26,     // of pieces in hand
    REF_TURN_SIZE = 96, // bytes for one turn in coordinate notation, the final zero included
    REF_FEN_SIZE = 2048 // bytes that are enough for any position string
};

// What a result is for the side to move.
enum ref_value { REF_LOSS, REF_DRAW, REF_WIN };

// What a position string does not say: the rules, each for itself.
struct ref_rules {
    char army[2][16]; // the key of White's army and of Black's, for castling
    int files, ranks;
    char placement[512]; // of the start position, with the pieces in hand
    bool castling;       // with the corner pieces of the armies
    char promotions[32]; // what pawns become, upper case
    int fuel;            // units in a full tank; 0: there is no fuel
    char squares
        [24];  // the game with a limited supply of squares whose actions on squares there are; empty: none
    bool ring; // the walls of HnefaChess, and its pawns …
    char horizontal, vertical, guard; // … whose letters these are, upper case
    bool corners;                     // a king in a corner wins
    bool places;                      // pieces in hand are placed first, each side placing the opponent's
    bool links;                       // a path through all pieces may be announced, and a single piece is one
    bool royal;                       // kings are
    enum ref_value mate, stalemate;
    bool draws; // by repetition and the 50-move rule
};

// One position. A plain value: copying the struct copies the position.
struct ref_position {
    struct ref_rules rules;
    int files, ranks;
    char cell[REF_SIZE][REF_SIZE]; // [rank][file]: '.' empty, '*' no square, else the piece's letter
    int fuel[REF_SIZE][REF_SIZE];  // [rank][file]: units in the tank of the piece that stands there
    int side;                      // 0 White to move, 1 Black
    bool castle[2][2];             // [side][0 king's wing, 1 queen's wing]
    int ep_file, ep_rank;          // the square behind a pawn that just stepped twice, or -1, -1
    int halfmove, fullmove;
    // Only where squares are placed and moved:
    signed char owner[REF_SIZE]
                     [REF_SIZE];     // [rank][file]: the side that last placed it or had a piece on it, or -1
    bool frozen[REF_SIZE][REF_SIZE]; // [rank][file]: the side to move may not move this square
    int reserve[2];                  // squares yet to be placed; -1 for as many as one likes
    // Only where pieces are placed and paths announced:
    int hand[2][REF_KINDS]; // [side of the piece]: yet to be placed, by letter
    int announcer;          // 0, or 1 more than the side that has announced
};

// A list of turns in coordinate notation, in byte order. Must be all zero or cleared before first use.
struct ref_list {
    char (*turn)[REF_TURN_SIZE];
    size_t count, room;
};

// A game from some position on, with what repetition needs to know of its past.
struct ref_game {
    struct ref_position now;
    char **key; // one text for each position since the start, the present one last
    size_t keys, room;
};

// Fills `rules` with those of a game; a null army means fide, a fuel of 0 means 50. False when the reference does not
// know the game or an army, or the fuel is out of range. To combine rules, change what this has filled in.
bool ref_rules_set(struct ref_rules *rules, const char *game, const char *white, const char *black, int fuel);

// Writes the position string of the game's own start into `text` of REF_FEN_SIZE bytes.
void ref_start(const struct ref_rules *rules, char *text);

// Reads a position string. Null when it is a position of the game; else why it is not (a constant
// text), and `position` must not be used.
const char *ref_parse(struct ref_position *position, const struct ref_rules *rules, const char *fen);

// Writes the position string into `text` of REF_FEN_SIZE bytes.
void ref_write(const struct ref_position *position, char *text);

// Lists all legal turns. Repetition and the 50-move rule are not looked at.
void ref_turns(const struct ref_position *position, struct ref_list *list);

// Lists what may come after the actions `begun` (joined by commas, "" for none) so that a legal turn
// arises: next actions, each once, and "" when the turn may end there. Byte order.
void ref_next(const struct ref_position *position, const char *begun, struct ref_list *list);

// Plays a turn given in coordinate notation; false, and nothing changes, when it is not legal.
bool ref_play(struct ref_position *position, const char *turn);

// Whether the king of the side to move is attacked.
bool ref_in_check(const struct ref_position *position);

// Counts the sequences of `depth` turns.
uint64_t ref_perft(const struct ref_position *position, int depth);

// Frees what the list holds and empties it.
void ref_list_clear(struct ref_list *list);

// Puts `turn` at the end of the list; sorts the list by byte value.
void ref_list_add(struct ref_list *list, const char *turn);
void ref_list_sort(struct ref_list *list);

// Starts a game; the return value is that of ref_parse, and after a reason nothing is to be cleared.
const char *ref_game_init(struct ref_game *game, const struct ref_rules *rules, const char *fen);
void ref_game_clear(struct ref_game *game);

// Plays a turn and remembers the position after it; false, and nothing changes, if it is not legal.
bool ref_game_play(struct ref_game *game, const char *turn);

// `ongoing`, `white`, `black` or `draw`; `*reason` becomes the reason, empty when ongoing.
const char *ref_game_result(const struct ref_game *game, const char **reason);

#endif
