// SPDX-License-Identifier: GPL-3.0-or-later
// The CECP commands that change the game: new games, positions, moves, and what follows from them.
#include "protocols/xboard/xboard_parent.h"
#include "protocols/xboard/xboard_state.h"

#include "base/clock.h"
#include "base/random.h"
#include "notation/coordinate_write.h"
#include "position/moves/outcome.h"
#include "position/parameter.h"
#include "position/position.h"
#include "protocols/words.h"
#include "variants/games.h"

#include <string.h>

enum {
    PLACEMENT_TRIES = 100,
};

// ---- Beginning ----

// Takes ownership of the session, and begins with it.
static void take(struct xboard *xboard, struct session *session)
{
    // XBoard may begin a game several times before the first move, and shows the first placement that it gets.
    if (xboard->session->count || !xboard->placement)
        xboard->placement = random_mix((uint64_t)clock_milliseconds());
    session_free(xboard->session);
    xboard->session = session;
    xboard->refused = false;
    xboard->expected.count = 0;
    xboard->lifted = SQUARE_NONE;
    xboard->held[0] = xboard->squares[0] = '\0';
    xboard->last = (struct search_score){SCORE_CENTIPAWNS, 0};
    engine_clear(thinker_engine(xboard->thinker));
}

void xboard_new_game(struct xboard *xboard, const char *rest)
{
    (void)rest;
    struct error err;
    struct session *session = session_new(games_all()[0], NULL, NULL, &err);
    if (!session) {
        xboard_tell_error(xboard, "%s", err.message);
        return;
    }
    xboard->plain = true;
    xboard->settings.game = games_all()[0];
    take(xboard, session);
    xboard->mode = MODE_PLAY;
    xboard->engine = BLACK;
    xboard->computer = false;
    xboard->clock.depth = 0;
    xboard_clock_reset(xboard);
}

// Begins the session with a placement of all pieces that is drawn at random.
static void draw_placement(struct random *random, const struct position *empty, struct session *session)
{
    struct position pos = *empty;
    struct move_list list;
    struct undo undo;
    for (;;) {
        list.count = 0;
        position_actions(&pos, &list);
        if (!list.count || move_kind(list.moves[0]) != MOVE_DROP)
            break;
        move placed = list.moves[random_below(random, list.count)];
        if (move_kind(placed) == MOVE_DROP)
            position_apply(&pos, placed, &undo);
    }
    // The last placement may have left something to announce, for which the turn waits.
    if (pos.state.actions)
        position_apply(&pos, move_make(MOVE_END_TURN, 0, 0, 0), &undo);
    session_begin(session, &pos);
}

// XBoard cannot place an opponent's piece, so in games that begin with that, both sides' pieces are placed at random. About one
// placement in forty would end the game before a piece has moved; it is drawn again.
static void place_all(const struct xboard *xboard, struct session *session)
{
    struct random random = {xboard->placement};
    struct position empty = session->position;
    struct turn win;
    if (!empty.variant->places)
        return;
    for (int tries = 0; tries < PLACEMENT_TRIES; tries++) {
        draw_placement(&random, &empty, session);
        if (!session_find_winning_claim(session, WHITE, &win) &&
            !session_find_winning_claim(session, BLACK, &win))
            return;
    }
}

void xboard_variant(struct xboard *xboard, const char *rest)
{
    char word[COMMAND_WORD_SIZE];
    struct parameters parameters;
    struct error err;
    if (!command_word(&rest, word)) {
        xboard_error(xboard, "a name is expected", "variant");
        return;
    }
    bool plain = !strcmp(word, "normal");
    const struct game *game = plain ? games_all()[0] : game_find(word, &err);
    if (!game) {
        xboard_tell_error(xboard, "%s", err.message);
        return;
    }
    struct settings settings = xboard->settings;
    settings.game = game;
    settings_parameters(&settings, &parameters);
    struct session *session = session_new(game, plain ? NULL : &parameters, NULL, &err);
    if (!session) {
        xboard_tell_error(xboard, "%s", err.message);
        return;
    }
    if (!xboard_can_show(session->variant, &err)) {
        xboard_tell_error(xboard, "%s", err.message);
        session_free(session);
        return;
    }
    place_all(xboard, session);
    xboard->settings.game = game;
    xboard->plain = plain;
    take(xboard, session);
    xboard_describe(xboard);
}

// XBoard knows castling rights and en-passant targets only for its own games, and guesses them
// for the others. Replaces field number `field` by -.
static void blank_field(const char *fen, int field, struct buffer *out)
{
    const char *start = fen;
    for (int i = 0; i < field; i++) {
        start += strcspn(start, " ");
        start += strspn(start, " ");
    }
    buffer_add_bytes(out, fen, (size_t)(start - fen));
    if (*start)
        buffer_addf(out, "-%s", start + strcspn(start, " "));
}

// Appends the position without what XBoard writes for empty hands, and with - for the castling rights and the en-passant target
// that it leaves out in its own games that have none.
static void complete_fields(const char *fen, struct buffer *out)
{
    enum { SIDE_FIELD = 1, EN_PASSANT_FIELD = 3 };
    for (int field = 0; *fen; field++) {
        size_t length = strcspn(fen, " ");
        const char *hand = length >= 3 && !memcmp(fen + length - 3, "[-]", 3) ? fen + length - 3 : NULL;
        for (; field > SIDE_FIELD && field <= EN_PASSANT_FIELD && *fen >= '0' && *fen <= '9'; field++)
            buffer_add(out, " -");
        if (field)
            buffer_add_char(out, ' ');
        buffer_add_bytes(out, fen, hand ? length - 3 : length);
        fen += length;
        fen += strspn(fen, " ");
    }
}

// Whether the pieces stand as at the start: then XBoard sends the second engine the start as it knows
// it, which lacks castling with anything but rooks.
static bool is_start(const struct xboard *xboard, const char *fen)
{
    const char *start = xboard->session->variant->start, *side = strchr(start, ' ');
    size_t length = side ? (size_t)(side - start) + 2 : strlen(start);
    return !xboard->plain && strlen(fen) >= length && !memcmp(start, fen, length);
}

// Tries the position as it is, then without its en-passant target, then without its castling rights as well.
static bool set_position(struct xboard *xboard, const char *fen, struct error *err)
{
    enum { CASTLING_FIELD = 2, EN_PASSANT_FIELD = 3 };
    struct buffer no_target, neither;
    struct error ignored;
    if (session_reset(xboard->session, is_start(xboard, fen) ? NULL : fen, err))
        return true;
    buffer_init(&no_target);
    buffer_init(&neither);
    blank_field(fen, EN_PASSANT_FIELD, &no_target);
    blank_field(buffer_text(&no_target), CASTLING_FIELD, &neither);
    bool read = session_reset(xboard->session, buffer_text(&no_target), &ignored) ||
                session_reset(xboard->session, buffer_text(&neither), &ignored);
    buffer_clear(&no_target);
    buffer_clear(&neither);
    return read;
}

void xboard_setboard(struct xboard *xboard, const char *rest)
{
    struct error err;
    struct buffer fen;
    buffer_init(&fen);
    complete_fields(rest + strspn(rest, " \t"), &fen);
    xboard->expected.count = 0;
    xboard->held[0] = xboard->squares[0] = '\0';
    xboard->refused = !set_position(xboard, buffer_text(&fen), &err);
    buffer_clear(&fen);
    if (xboard->refused)
        xboard_tell_error(xboard, "Illegal position: %s%s%s", err.at, err.at[0] ? ": " : "", err.message);
    else if (xboard->mode == MODE_ANALYZE)
        xboard_claim(xboard);
}

// ---- Claims ----

static const char *score_of(enum result result)
{
    return result == RESULT_WHITE ? "1-0" : result == RESULT_BLACK ? "0-1" : "1/2-1/2";
}

// Between two engines XBoard accepts a claim of victory only if it understands the game, but always accepts the loser's
// word. So there the loser speaks.
void xboard_claim(struct xboard *xboard)
{
    const struct outcome *outcome = &xboard->session->outcome;
    if (xboard->refused || outcome->result == RESULT_ONGOING)
        return;
    if (xboard->mode == MODE_ANALYZE)
        xboard_analyze_end(xboard);
    if (xboard->mode != MODE_PLAY)
        return;
    // The loser has not been told of an announcement.
    if (xboard->computer && !xboard->plain && outcome->result == result_of_winner(xboard->engine) &&
        outcome->reason != REASON_ANNOUNCEMENT)
        return;
    struct buffer words;
    buffer_init(&words);
    words_outcome(outcome, session_side(xboard->session), &words);
    if (session_points(xboard->session))
        buffer_add_char(&words, ' ');
    words_points(outcome, session_points(xboard->session), &words);
    xboard_say(xboard, "%s {%s}", score_of(outcome->result), buffer_text(&words));
    buffer_clear(&words);
}

// ---- Moves ----

void xboard_play(struct xboard *xboard, const struct turn *turn)
{
    struct error err;
    xboard_say_turn(xboard, "move ", turn);
    if (session_play(xboard->session, turn, &err)) {
        xboard_clock_press(xboard);
        xboard_mark_squares(xboard);
        xboard_claim(xboard);
    } else {
        xboard_tell_error(xboard, "%s", err.message);
        xboard->mode = MODE_FORCE;
    }
}

// XBoard drops the engine's message about an illegal move if it contains one of these words.
static bool is_overheard(const char *text)
{
    static const char *const words[] = {"name",     "rating",  "?",        "result",   "board",   "bk",
                                        "computer", "variant", "hint",     "random",   "depth",   "draw",
                                        "time",     "otim",    "accepted", "protover", "analyze", NULL};
    for (int i = 0; words[i]; i++)
        if (strstr(text, words[i]))
            return true;
    return false;
}

static void refuse(struct xboard *xboard, const char *reason, const char *text)
{
    char shown[COMMAND_WORD_SIZE], why[256];
    const char *cursor = text;
    command_word(&cursor, shown);
    command_printable(shown);
    snprintf(why, sizeof why, "%s", reason);
    command_printable(why);
    if (is_overheard(why)) {
        xboard_say(xboard, "# %s", why);
        xboard_say(xboard, "Illegal move: %s", shown);
    } else {
        xboard_say(xboard, "Illegal move (%s): %s", why, shown);
    }
}

// Plays the user's turn, `text` with ranks counted from 1, and what follows from it.
static bool play_users(struct xboard *xboard, const char *text, struct error *err)
{
    if (!session_play_text(xboard->session, text, err))
        return false;
    xboard->expected.count = 0;
    xboard->held[0] = xboard->squares[0] = '\0';
    xboard_mark_squares(xboard);
    xboard_claim(xboard);
    return true;
}

// Whether a piece may make this move in a turn that must then go on with squares.
static bool is_half_a_turn(const struct xboard *xboard, const char *text)
{
    struct position pos = xboard->session->position;
    struct move_list list;
    struct undo undo;
    struct buffer action;
    bool found = false;
    if (!pos.variant->reserves || !session_is_ongoing(xboard->session))
        return false;
    buffer_init(&action);
    position_actions(&pos, &list);
    for (unsigned i = 0; i < list.count && !found; i++) {
        buffer_reset(&action);
        coordinate_write(&pos, list.moves[i], &action);
        if (strcmp(buffer_text(&action), text) != 0)
            continue;
        found = true;
        position_apply(&pos, list.moves[i], &undo);
    }
    buffer_clear(&action);
    return found && pos.state.actions > 0;
}

// The user's move with the actions on squares that were waiting for it. A null move means the actions alone or, in games without
// such actions, a pass.
static void join_squares(const struct xboard *xboard, const char *text, char *whole, size_t size)
{
    if (!strcmp(text, "@@@@") && !xboard->session->variant->reserves)
        snprintf(whole, size, "--");
    else if (!xboard->squares[0])
        snprintf(whole, size, "%s", text);
    else if (!strcmp(text, "@@@@"))
        snprintf(whole, size, "%s", xboard->squares);
    else
        snprintf(whole, size, "%s,%s", text, xboard->squares);
}

void xboard_usermove(struct xboard *xboard, const char *rest)
{
    char word[COMMAND_WORD_SIZE], text[COMMAND_WORD_SIZE], whole[2 * COMMAND_WORD_SIZE];
    const char *cursor = rest;
    struct error err;
    if (!command_word(&cursor, word) || !xboard_from_outside(xboard, word, text, sizeof text))
        text[0] = '\0';
    join_squares(xboard, text, whole, sizeof whole);
    if (xboard->refused) {
        refuse(xboard, "the position that was set up cannot be played", word);
    } else if (xboard->held[0]) {
        refuse(xboard, "the last turn still waits for its squares", word);
        xboard_ask_squares(xboard, "");
    } else if (xboard->mode == MODE_PLAY && session_side(xboard->session) == xboard->engine &&
               session_is_ongoing(xboard->session)) {
        refuse(xboard, "it is the engine's turn", word);
    } else if (!strcmp(whole, "@@@@")) {
        refuse(xboard,
               "first say what happens to squares: Squares with my next move, in the engine's settings",
               word);
    } else if (!play_users(xboard, whole, &err)) {
        if (!xboard->squares[0] && is_half_a_turn(xboard, text)) {
            snprintf(xboard->held, sizeof xboard->held, "%s", text);
            xboard_ask_squares(xboard, "");
        } else {
            refuse(xboard, err.message, word);
            xboard->squares[0] = '\0';
            // Whoever plays on has not heard, or not believed, that the game is over.
            if (err.code == ERROR_GAME_OVER)
                xboard_claim(xboard);
        }
    }
}

void xboard_ask_squares(struct xboard *xboard, const char *why)
{
    xboard_say(xboard,
               "askuser squares %s%sPlace a square (@@f3), move one (@g8e6), or both with a comma between:",
               why, *why ? ". " : "");
}

// Whether the actions alone are a whole turn, which XBoard can show only as a pass.
static bool is_whole_turn(const struct xboard *xboard, const char *actions)
{
    struct turn turn;
    struct error err;
    return session_read(xboard->session, actions, &turn, &err);
}

void xboard_squares(struct xboard *xboard, const char *rest)
{
    char word[COMMAND_WORD_SIZE], whole[2 * COMMAND_WORD_SIZE];
    struct error err;
    if (!xboard->session->variant->reserves) {
        xboard_tell(xboard, "%s has no squares to place or to move.", xboard->session->variant->game->title);
    } else if (!command_word(&rest, word)) {
        xboard->squares[0] = '\0';
    } else if (xboard->held[0]) {
        snprintf(whole, sizeof whole, "%s,%s", xboard->held, word);
        if (!play_users(xboard, whole, &err))
            xboard_ask_squares(xboard, err.message);
    } else {
        memcpy(xboard->squares, word, sizeof word);
        if (is_whole_turn(xboard, word))
            xboard_tell(xboard, "Noted. Now pass: type the word pass as your move.");
        else
            xboard_tell(xboard, "Noted: %s goes with your next move.", word);
    }
}

void xboard_announce(struct xboard *xboard)
{
    const struct session *session = xboard->session;
    struct error err;
    bool off_turn = xboard->mode == MODE_PLAY && session_side(session) == xboard->engine;
    if (!session->variant->game->announces)
        xboard_tell(xboard, "%s has no announcements.", session->variant->game->title);
    else if (!play_users(xboard, off_turn ? ",!" : "!", &err))
        xboard_tell(xboard, "%s", err.message);
}

static void take_back(struct xboard *xboard, size_t plies, const char *command)
{
    struct error err;
    xboard->expected.count = 0;
    xboard->squares[0] = '\0';
    // XBoard's board has the piece move that waits for its squares; ours does not.
    if (xboard->held[0]) {
        xboard->held[0] = '\0';
        plies--;
    }
    if (!session_take_back(xboard->session, plies, &err)) {
        xboard_error(xboard, "command not legal now", command);
    } else {
        xboard_mark_squares(xboard);
        xboard_claim(xboard);
    }
}

void xboard_undo(struct xboard *xboard, const char *rest)
{
    (void)rest;
    take_back(xboard, 1, "undo");
}

void xboard_remove(struct xboard *xboard, const char *rest)
{
    (void)rest;
    take_back(xboard, 2, "remove");
}

void xboard_draw(struct xboard *xboard, const char *rest)
{
    // The engine accepts a draw if its score is below this.
    enum { GLAD_OF_A_DRAW = -40 };
    (void)rest;
    const struct search_score *last = &xboard->last;
    if (!variant_has_draws(xboard->session->variant)) {
        if (!xboard->computer)
            xboard_tell(xboard, "%s has no draws.", xboard->session->variant->game->title);
    } else if (!xboard_is_ongoing(xboard)) {
        return; // a draw that is offered now would be one in the next game
    } else if (last->kind == SCORE_LOST || (last->kind == SCORE_CENTIPAWNS && last->value < GLAD_OF_A_DRAW)) {
        xboard_say_text(xboard, "offer draw");
    }
}
