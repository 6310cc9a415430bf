// SPDX-License-Identifier: GPL-3.0-or-later
// One row of a command's table: an option or an operand, with its type, range, default and destination. A
// command has a struct for its settings. A row names a member of it, and the macros below check at compile
// time that the member has the right type:
//
//     struct settings {
//         long depth;
//         bool as_json;
//     };
//     static const struct argument options[] = {
//         {.name = "depth", .value = "N", .help = "how deep", NUMBER(struct settings, depth), .minimum = 1, .maximum = 64},
//         {.name = "json", .help = "print JSON", FLAG(struct settings, as_json)},
//         {.name = NULL},
//     };
#ifndef LEAPER_CLI_ARGUMENT_H
#define LEAPER_CLI_ARGUMENT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum argument_type {
    ARGUMENT_FLAG,   // bool; an option without a value
    ARGUMENT_TEXT,   // const char *, NULL when not given; points into argv
    ARGUMENT_PATH,   // the same, for the name of a file or directory
    ARGUMENT_WORDS,  // struct words; the last operand, which takes all remaining arguments
    ARGUMENT_NUMBER, // long
    ARGUMENT_SPAN,   // int64_t, in seconds: a whole number of days, or of the unit that follows (s, m, h, d)
    ARGUMENT_CHOICE, // int; an index in `choices`
    ARGUMENT_READ,   // anything; read by the row's own function
};

// Operands that may be repeated.
struct words {
    const char *const *words; // point into argv
    int count;
};

// Tables end with a row whose name is NULL.
struct argument {
    const char *name;  // of an option, without dashes: "fen"; of an operand, as in help: "GAME"
    const char *value; // the value of an option in help: "FEN"; NULL for flags and operands
    const char *help;  // a phrase without a final full stop, to which the range and the default are appended
    enum argument_type type;
    size_t offset; // of the member in the settings

    // ARGUMENT_NUMBER: its range and its default. A default outside the range means that the command computes
    // one, which `otherwise` describes in words. ARGUMENT_CHOICE and ARGUMENT_SPAN have a default, too.
    long minimum, maximum, initial;

    // ARGUMENT_CHOICE: the words, in the order of their indices, up to a NULL. With ARGUMENT_TEXT they are shown and completed,
    // but the command itself reads the value.
    const char *const *choices;

    // ARGUMENT_READ: parses the text into the member; false with an error. The member is zeroed first.
    bool (*read)(const char *text, void *member, struct error *err);
    // The possible values, ending with NULL, for suggestions and completion; or NULL.
    const char *(*list)(unsigned number);

    const char *otherwise; // the default in words, if it is not a constant
    const char *missing;   // the error if it is not given; NULL: it is optional
};

// A table that several commands share. Its offsets are relative to a struct that the settings of each command contain.
struct argument_group {
    const char *heading; // in help, "Games and their parameters"; NULL: among the command's own options
    const struct argument *(*rows)(void); // ends with a row whose name is NULL
};

// A member of the wrong type does not compile. NOLINTBEGIN(bugprone-macro-parentheses): a type and a member
// cannot be in parentheses
#define MEMBER(wanted, settings, member)                                                                     \
    _Generic(((settings *)0)->member, wanted : offsetof(settings, member))
// NOLINTEND(bugprone-macro-parentheses)

#define FLAG(settings, member)   .type = ARGUMENT_FLAG, .offset = MEMBER(bool, settings, member)
#define TEXT(settings, member)   .type = ARGUMENT_TEXT, .offset = MEMBER(const char *, settings, member)
#define PATH(settings, member)   .type = ARGUMENT_PATH, .offset = MEMBER(const char *, settings, member)
#define WORDS(settings, member)  .type = ARGUMENT_WORDS, .offset = MEMBER(struct words, settings, member)
#define NUMBER(settings, member) .type = ARGUMENT_NUMBER, .offset = MEMBER(long, settings, member)
#define SPAN(settings, member)   .type = ARGUMENT_SPAN, .offset = MEMBER(int64_t, settings, member)
#define CHOICE(settings, member) .type = ARGUMENT_CHOICE, .offset = MEMBER(int, settings, member)
// `function` takes a pointer to the member as a void *.
#define READ(wanted, settings, member, function)                                                             \
    .type = ARGUMENT_READ, .offset = MEMBER(wanted, settings, member), .read = (function)

#endif
