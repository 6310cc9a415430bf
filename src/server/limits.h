// SPDX-License-Identifier: GPL-3.0-or-later
// Limits on everything the server accepts from outside (docs/api.md, "Limits").
#ifndef LEAPER_SERVER_LIMITS_H
#define LEAPER_SERVER_LIMITS_H

enum {
    LIMIT_BODY = 65536,               // bytes in the body of a request
    LIMIT_BODY_TEXT = 2 * LIMIT_BODY, // … that may carry a text, of which JSON makes more bytes
    LIMIT_SWALLOW = 8 << 20,   // bytes of an oversized body without a length that are read and discarded
    LIMIT_JSON_DEPTH = 16,     // nested arrays and objects
    LIMIT_NAME = 40,           // characters of a player's name
    LIMIT_FEN = 4096,          // bytes
    LIMIT_TURN = 512,          // bytes
    LIMIT_ANNOUNCED = 8,       // squares of a path
    LIMIT_SECRET = 64,         // characters of a token, join secret or key
    LIMIT_CLOCK = 32,          // characters of a time control
    LIMIT_KEY_LEAST = 16,      // least number of characters of a key
    LIMIT_PAGE = 100,          // matches in a page of the list
    LIMIT_PAGE_USUAL = 20,     // … by default
    LIMIT_STREAMS = 768,       // event streams at a time
    LIMIT_STREAMS_KEPT = 128,  // … of which this many are reserved for clients that hold a seat
    LIMIT_STREAMS_LOBBY = 128, // … of which no more than this many are the lobby's
    LIMIT_WATCHERS_CLIENT = 4, // streams of one client that count as people who watch the same match
    LIMIT_SEEKS = 128,         // open at a time
    LIMIT_SEEK = 3600,         // seconds for which one is open at most
    LIMIT_ABSENCE = 12,        // … and for which its person may be away
    LIMIT_CONNECTIONS = 1536,  // at a time; more wait until the kernel's queue is full
    LIMIT_SERVED = 1440,       // connections beyond this many are told that the server is busy
    LIMIT_MEMORY = 32768,      // bytes for the headers of one connection
    LIMIT_TURNS = 5000,        // in one match
    LIMIT_ACTIONS = 1000,      // legal actions in one answer; a match with more leaves them out
    LIMIT_SERIES = 20,         // games of a series that an answer shows before the current one
    LIMIT_DRAW_PAUSE = 20,     // turns of both sides between a draw offer that was not accepted and the next
    LIMIT_MATCHES = 1000000,   // in the database
    LIMIT_SHORT = 500,         // turns of a match that is loaded without waiting for other loads
    LIMIT_LONG_LOADS = 1,      // longer ones, and those with a text, that are loaded at the same time
    LIMIT_TEXTS_AT_ONCE = 2,   // texts that are being read at the same time
    LIMIT_TEXTS_WAITING = 8,   // … that wait for it
    LIMIT_CACHED = 64,         // matches kept in memory although nobody is using or watching them
    LIMIT_QUEUE = 1024,        // matches that wait for an engine
    LIMIT_QUEUE_CLIENT = 64,   // … of one client
    LIMIT_WORKERS = 64,        // engines thinking at the same time
    LIMIT_JOBS = 8,            // tour requests that wait for those being answered
    LIMIT_WAITERS =
        48, // requests about matches that are worked on or wait for the disk, which takes them together
    LIMIT_JOBS_AT_ONCE = 2,       // tour requests that are being answered, each by its own process
    LIMIT_TOUR_MEMORY = 384,      // MiB of address space for the process that answers
    LIMIT_TOUR_TABLES = 288,      // … of which tables take no more than this
    LIMIT_TOUR_SECONDS = 3,       // of a processor for one answer about tours
    LIMIT_TOUR_WALL = 24,         // … and of wall-clock time, on a busy machine
    LIMIT_CHILD_OUTPUT = 8 << 20, // bytes of an answer about tours
    LEAST_COMPRESSED = 1024,      // bytes of an answer that is worth compressing
    LIMIT_ANALYSES = 64,          // analyses at a time, if the operator allows so many
    LIMIT_ANALYSIS_SECONDS = 60,  // that one takes at most
    LIMIT_ANALYSIS_LINES = 5,     // that one tells
    LIMIT_ANALYSIS_HASH = 64,     // MiB of its table
    LIMIT_URL = 200,              // bytes of the address of the server in messages
    LIMIT_MAIL_SECONDS = 30,      // that the command for messages may take
    LIMIT_MAIL_ADDRESS = 40,      // messages to one address at once, and in a day in the long run …
    LIMIT_MAIL_ASKED = 2,         // … of which ask for a confirmation
    LIMIT_MAIL_MATCH = 40,        // … about one match
    LIMIT_MAIL_ALL = 1000,        // … and in all, in an hour
    LIMIT_IDLE = 30,              // seconds without any traffic on a connection
    LIMIT_REQUEST = 30,           // seconds from one answer until the next request has arrived in full
    LIMIT_ANSWER = 120,           // seconds to receive an answer (streams are not limited)
    LIMIT_VANISHED = 30,          // seconds after which a peer that acknowledges nothing is dropped

    // Per client (address.h). GENEROUS is for this machine and for clients that the operator trusts.
    LIMIT_CLIENTS = 16384, // remembered
    LIMIT_SEATED = 3600,   // seconds for which a client counts as holding a seat
    LIMIT_CLIENT_CONNECTIONS = 64,
    LIMIT_GENEROUS_CONNECTIONS = 384,
    LIMIT_SPARE_CONNECTIONS = 16, // beyond those, accepted only to be told that they are too many
    LIMIT_CLIENT_STREAMS = 32,
    LIMIT_GENEROUS_STREAMS = 160,
    LIMIT_CLIENT_LOBBY = 4, // streams of the lobby, which count apart
    LIMIT_GENEROUS_LOBBY = 64,
    LIMIT_CLIENT_TOURS = 2, // tour requests waiting or being worked on
    LIMIT_GENEROUS_TOURS = 6,
    LIMIT_CLIENT_SEEKS = 4, // open at a time
    LIMIT_GENEROUS_SEEKS = 64,
    LIMIT_CLIENT_ANALYSES = 1, // a further one ends the oldest
    LIMIT_REQUESTS = 50,       // a second, in the long run …
    LIMIT_BURST = 200,         // … and at once
    LIMIT_MINUTE = 20,         // matches created in a minute
    LIMIT_HOUR = 200,          // … in an hour
    LIMIT_DAY = 1000,          // … in a day
    LIMIT_TEXTS = 30,          // texts sent in a burst, and in a minute in the long run …
    LIMIT_TEXT_TIME = 100,     // … and milliseconds of a processor after which one counts as two, and so on
    LIMIT_TEXTS_KEPT = 100,    // different texts that come into the database, in a day, by default
    LIMIT_ADDRESSES = 20,      // addresses for messages left at once, and in an hour
    LIMIT_THINKING = 600,      // seconds of engine time in a burst …
    LIMIT_THINKING_SHARE = 50, // … and percent of one engine in the long run
    LIMIT_NETWORK = 16,        // times as many matches for all clients of an IPv6 /48 network together
    LIMIT_GENEROUS = 100,      // times the last ten, but not the milliseconds

    // Of one person.
    LIMIT_SEATS = 100,     // that one request asks about, or one link gives to another device
    LIMIT_LINK = 600,      // seconds for which such a link is open
    LIMIT_LINKS = 1024,    // … of all people together
    LIMIT_LINKS_MADE = 10, // by one client in a burst, and in the time for which one is open in the long run

    HEARTBEAT = 15, // seconds between comments on a stream
    LIMIT_RETRY =
        4000, // milliseconds over which clients whose streams were cut are spread when they reconnect, after the first second
    RETRY_AFTER = 2 // seconds after which a client that was told "busy" may try again
};

#endif
