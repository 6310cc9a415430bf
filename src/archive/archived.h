// SPDX-License-Identifier: GPL-3.0-or-later
// What the archive stores: matches, their turns and their series; and queries for them.
#ifndef LEAPER_ARCHIVE_ARCHIVED_H
#define LEAPER_ARCHIVE_ARCHIVED_H

#include "position/moves/outcome.h"
#include "session/game_clock.h"

#include <stddef.h>
#include <stdint.h>

enum {
    ARCHIVE_ID_SIZE = 33,       // bytes for the id of a match with its final zero
    ARCHIVE_ADDRESS_SIZE = 255, // bytes for an address for messages with its final zero
    ARCHIVE_HASH_SIZE = 32,     // bytes of a hash, and of the archive's secret
    ARCHIVE_KEYS = 8,           // for other devices, that a seat has at most
    ARCHIVE_TEXTS = 10000,      // different texts of variants that it keeps at most …
    ARCHIVE_TEXT_MIB = 64       // … and their size in MiB, unless archive_limit_texts() says otherwise
};

// Different texts of variants: how many, and how many bytes they have together.
struct archive_texts {
    int64_t count, bytes;
};

enum seat_kind { SEAT_OPEN, SEAT_HUMAN, SEAT_ENGINE };

// Who plays a colour.
struct seat {
    enum seat_kind kind;
    char name[161]; // UTF-8
    char level[17]; // the key of an engine's level, else ""
    bool has_token;
    uint8_t token[ARCHIVE_HASH_SIZE]; // hash of the token that plays this seat
};

// A further key to a seat, for another device of the same person.
struct archived_key {
    int64_t since; // when it was given, in seconds since 1970
    enum color color;
    char match[ARCHIVE_ID_SIZE];
    uint8_t hash[ARCHIVE_HASH_SIZE];
    uint8_t parent[ARCHIVE_HASH_SIZE]; // hash of the token or key by which it was given
    char device[ARCHIVE_ID_SIZE];      // the same for all keys that were given at once
    char name[161];                    // what the device is called
};

// No moment at which something happens by itself.
#define NO_DEADLINE INT64_MAX

// A match without its turns. Times are seconds since 1970, but those of the clock milliseconds of the time that the server has served
// (archive_served()).
struct archived_match {
    char id[ARCHIVE_ID_SIZE];
    char game[61];
    char parameters[193]; // "fuel=50", "white=fide black=nutters"
    char *start;          // FEN of the start position; owned
    char *text;           // that defines the game; owned; NULL: there is none, or it was not asked for
    int64_t created, updated;
    int64_t revision; // number of changes written, 1 for a new match
    int64_t change;   // number of its last change among the changes of all matches
    size_t ply;       // number of turns
    enum color side;  // to move
    struct outcome outcome;
    unsigned points; // what the winner gets; 0 in games without points and while the game is in progress
    int draw_offer;  // the colour that offers a draw, or NO_OFFER
    int takeback;    // the colour that asks to take back turns, or NO_OFFER
    // … down to this number of turns; when nobody asks, the turn at which it was declined, or 0
    size_t takeback_ply;
    unsigned series_before;    // games before this one in its series
    unsigned series_halves[2]; // total score in them of the player who now has that colour (session/series.h)
    bool local;                // both seats belong to one person at one screen
    bool finder;               // the players may ask the program to find their paths
    bool listed;               // the lists show it
    bool has_text;             // the game is defined by a text that came with the match
    bool has_join;             // there is a secret
    uint8_t join[ARCHIVE_HASH_SIZE];      // hash of the secret that opens the free seat
    uint8_t text_hash[ARCHIVE_HASH_SIZE]; // of that text's bytes; the archive keeps equal texts once
    char title[161];                      // what the game is called in it
    char definition[17];                  // the hash of what it defines, in hexadecimal digits
    char rematch[ARCHIVE_ID_SIZE];        // id of the match that follows, or ""
    struct game_clock clock;              // its control never changes
    int64_t deadline;     // when somebody loses on time or the match is aborted, or NO_DEADLINE
    struct seat seats[2]; // by colour
};

enum { NO_OFFER = -1 };

// A part of the list of deadlines: at most so many entries, after the one with this deadline and number. From the beginning: INT64_MIN, 0.
struct archive_span {
    unsigned most;
    int64_t deadline, number;
};

// The turns of a match in coordinate notation.
struct archived_turns {
    char **texts;  // `count` of them; owned
    int64_t *left; // milliseconds that the player had left after each, or NO_TIME; owned
    size_t count;
};

// Whether somebody still has to join.
bool archived_match_is_open(const struct archived_match *match);

void archived_match_clear(struct archived_match *match);
void archived_turns_clear(struct archived_turns *turns);

// Something that happens to a match. Start from {0} and fill in what applies.
struct archive_event {
    const char *turn;  // a turn that was played: its ply is match->ply - 1
    int64_t left;      // what its player has left in a match with a clock
    bool took_back;    // turns from match->ply on are removed
    const char *kind;  // "resignation", "draw-offer", …: recorded; NULL: nothing
    enum color color;  // who did it
    bool seat_changed; // the seats are written, too
    // When to see what is to be sent about it at the latest, in the time served; 0: no sooner than before.
    int64_t mail;
};

// How far somebody has come who wants messages: nothing has been sent, the message that asks for a confirmation has, it was confirmed.
enum mail_state { MAIL_NEW, MAIL_ASKED, MAIL_CONFIRMED, MAIL_STATES };

// Where messages about a match go that are meant for the player of a colour.
struct archived_mail {
    char id[ARCHIVE_ID_SIZE];
    enum color color;
    char address[ARCHIVE_ADDRESS_SIZE];
    enum mail_state state;
    // The number of turns, plus one, when the last message said that it was this player's turn, and the last one that time was short.
    int64_t told, reminded;
    int64_t failures; // since the last message that could be sent
    int64_t due; // when to see what is to be sent, in the time that the server has served, or NO_DEADLINE
};

// A game of a series; only what the series shows.
struct archived_game {
    char id[ARCHIVE_ID_SIZE];
    struct outcome outcome;
    unsigned points; // the winner's
};

// The games of a series, oldest first; `count` of them; owned.
struct archived_series {
    struct archived_game *games;
    size_t count;
};

// Which of the listed matches to visit, latest change first. Damaged ones are left out.
struct archive_query {
    int64_t before;         // only those with a lower change number; INT64_MAX: all
    bool ongoing, finished; // only such matches; both false: all
    const char *game;       // only this, or NULL
    unsigned limit;
};

// Matches that may be deleted, as long as no clock runs: finished ones, ongoing ones, and those without any turn, unless they are going on
// between two people who have taken their seats.
enum age_kind { AGE_FINISHED, AGE_ONGOING, AGE_UNTOUCHED };

struct archive_age {
    enum age_kind kind;
    int64_t before; // the last change was before this time, in seconds since 1970
    unsigned limit; // 0: all
};

#endif
