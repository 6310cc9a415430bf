// SPDX-License-Identifier: GPL-3.0-or-later
// The UCI commands about the position: new games, `position`, and `d`, which draws it.
#include "protocols/uci/uci_state.h"

#include "position/fen.h"
#include "position/moves/key.h"
#include "protocols/command.h"
#include "protocols/diagram.h"
#include "protocols/words.h"

#include <string.h>

void uci_begin(struct uci *uci, struct session *session)
{
    session_free(uci->spare);
    session_free(uci->session);
    uci->session = session;
    uci->spare = NULL;
    uci->refused[0] = '\0';
}

void uci_warm(struct uci *uci)
{
    engine_clear(thinker_engine(uci->thinker));
    uci->warm = true;
}

void uci_new_game(struct uci *uci, const char *rest)
{
    (void)rest;
    struct error err;
    uci_warm(uci);
    if (session_reset(uci->session, NULL, &err))
        uci->refused[0] = '\0';
    else
        uci_report(uci, &err);
}

// Appends the words of a FEN up to the word `moves`; returns what follows that word, or NULL.
static const char *read_fen(const char *rest, struct buffer *fen)
{
    while (*(rest += strspn(rest, " \t"))) {
        size_t length = strcspn(rest, " \t");
        if (length == 5 && !memcmp(rest, "moves", 5))
            return rest + length;
        if (fen->length)
            buffer_add_char(fen, ' ');
        buffer_add_bytes(fen, rest, length);
        rest += length;
    }
    return NULL;
}

static bool play_moves(struct session *session, const char *moves, struct error *err)
{
    char word[COMMAND_WORD_SIZE], place[COMMAND_WORD_SIZE + 32];
    for (unsigned number = 1; command_word(&moves, word); number++)
        if (!session_play_text(session, word, err)) {
            snprintf(place, sizeof place, "move %u (%.40s)", number, word);
            err->at[0] = '\0';
            error_place(err, place);
            return false;
        }
    return true;
}

// The board stays, but it is not searched: the GUI has another one.
static void refuse(struct uci *uci, const struct error *err)
{
    snprintf(uci->refused, sizeof uci->refused, "%s%s%s", err->at, err->at[0] ? ": " : "", err->message);
    uci_report(uci, err);
}

void uci_say_refused(struct uci *uci, const char *command)
{
    uci_complain(uci, "%s: the last 'position' was refused: %s", command, uci->refused);
}

// Starts the spare session from the FEN, or from the game's start if it is NULL.
static bool set_up(struct uci *uci, const char *fen, struct error *err)
{
    if (!uci->spare)
        uci->spare = session_beside(uci->session, err);
    return uci->spare && session_reset(uci->spare, fen, err);
}

void uci_set_position(struct uci *uci, const char *rest)
{
    char word[COMMAND_WORD_SIZE];
    if (!command_word(&rest, word) || (strcmp(word, "startpos") != 0 && strcmp(word, "fen") != 0)) {
        struct error expected;
        error_set(&expected, ERROR_REQUEST, "position", "'startpos' or 'fen' is expected");
        refuse(uci, &expected);
        return;
    }
    struct error err;
    struct buffer fen;
    buffer_init(&fen);
    const char *moves = read_fen(rest, &fen);
    bool done = false;
    if (!strcmp(word, "startpos") && fen.length)
        error_set(&err, ERROR_REQUEST, "position", "'moves' is expected after 'startpos', not '%.40s'",
                  fen.text);
    else
        done = set_up(uci, *word == 's' ? NULL : buffer_text(&fen), &err) &&
               (!moves || play_moves(uci->spare, moves, &err));
    buffer_clear(&fen);
    if (!done) {
        refuse(uci, &err);
        return;
    }
    session_swap(uci->session, uci->spare);
    uci->refused[0] = '\0';
}

void uci_display(struct uci *uci, const char *rest)
{
    (void)rest;
    const struct session *session = uci->session;
    struct buffer out;
    buffer_init(&out);
    struct diagram_style style = {.unicode = false};
    diagram_write(&session->position, &style, &out);
    buffer_addf(&out, "Variant: %s", session->variant->game->name);
    for (unsigned i = 0; i < session->variant->game->parameter_count; i++) {
        const struct parameter *parameter = &session->variant->game->parameters[i];
        char value[16];
        parameter_write(parameter, session->variant->parameters.value[i], value);
        buffer_addf(&out, ", %s %s", parameter->option, value);
    }
    buffer_add(&out, "\nFen: ");
    fen_write(&session->position, &out);
    buffer_addf(&out, "\nKey: %016llx\n", (unsigned long long)position_key(&session->position));
    words_outcome(&session->outcome, session_side(session), &out);
    if (position_in_check(&session->position))
        buffer_add(&out, " Check.");
    if (session_points(session))
        buffer_add_char(&out, ' ');
    words_points(&session->outcome, session_points(session), &out);
    uci_say_text(uci, buffer_text(&out));
    buffer_clear(&out);
    if (uci->refused[0])
        uci_say_refused(uci, "d");
}
