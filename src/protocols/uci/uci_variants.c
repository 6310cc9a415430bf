// SPDX-License-Identifier: GPL-3.0-or-later
// The UCI options that say which game is played: UCI_Variant, UCI_Chess960, the parameters of games, and VariantPath, a file of
// variants that UCI_Variant knows from then on.
#include "protocols/template.h"
#include "protocols/uci/uci_state.h"

#include "position/fen.h"
#include "position/parameter.h"
#include "position/rules/castling.h"
#include "position/variant.h"
#include "variants/games.h"

#include <string.h>

// ---- The game ----

static struct session *new_session(const struct uci_options *options, struct error *err)
{
    struct parameters parameters;
    settings_parameters(&options->settings, &parameters);
    struct variant *variant = variant_new(options->settings.game, &parameters, err);
    if (!variant)
        return NULL;
    if (options->chess960 && !variant_free_castlings(variant)) {
        variant_free(variant);
        error_set_no_memory(err);
        return NULL;
    }
    return session_of_variant(variant, NULL, err);
}

// Applies the options and begins a new game with them, or reports why not and returns false.
static bool change_game(struct uci *uci, const struct uci_options *options)
{
    struct error err;
    struct session *session = new_session(options, &err);
    if (!session) {
        uci_report(uci, &err);
        return false;
    }
    uci_begin(uci, session);
    uci->options = *options;
    // What was learnt belongs to other rules.
    engine_clear(thinker_engine(uci->thinker));
    return true;
}

// What a GUI that does not know the variant needs for its board, in the words of Fairy-Stockfish.
static void say_board(struct uci *uci)
{
    const struct variant *variant = uci->session->variant;
    struct buffer line;
    buffer_init(&line);
    buffer_addf(&line, "info string variant %s files %d ranks %d pocket %u template %s startpos ",
                variant->game->name, variant->board.width, variant->board.height, template_pocket(variant),
                template_of(variant));
    fen_write(&uci->session->start, &line);
    uci_say_text(uci, buffer_text(&line));
    buffer_clear(&line);
}

bool uci_set_variant(struct uci *uci, const char *value, struct error *err)
{
    struct uci_options options = uci->options;
    options.settings.game = game_find(value, err);
    if (!options.settings.game)
        return false;
    if (options.settings.game == uci->options.settings.game || change_game(uci, &options))
        say_board(uci);
    return true;
}

bool uci_set_parameter(struct uci *uci, const char *name, const char *value, struct error *err)
{
    struct uci_options options = uci->options;
    struct setting *set = settings_find(&options.settings, name);
    int before = set->value;
    if (!setting_read(&options.settings, set, value, err))
        return false;
    if (game_parameter(options.settings.game, set->parameter->option) >= 0 && set->value != before)
        change_game(uci, &options);
    else
        uci->options = options;
    return true;
}

bool uci_set_chess960(struct uci *uci, const char *value, struct error *err)
{
    struct uci_options options = uci->options;
    if (!uci_read_check(value, &options.chess960, err))
        return false;
    if (options.chess960 != uci->options.chess960)
        change_game(uci, &options);
    return true;
}

// ---- Files of variants ----

// Errors that are shown; a file for another engine may have many.
enum { SHOWN_MAX = 50 };

static void complain_of_faults(struct uci *uci, const struct report *report)
{
    for (size_t i = 0; i < report->faults.count && i < SHOWN_MAX; i++) {
        const struct fault *fault = &report->faults.items[i];
        struct place place = source_place(fault->source, fault->at);
        uci_complain(uci, "%s:%u:%u: %s", fault->source->name, place.line, place.column, fault->message);
        if (!fault->other)
            continue;
        place = source_place(fault->other, fault->other_at);
        uci_complain(uci, "%s:%u:%u: note: %s", fault->other->name, place.line, place.column,
                     fault->other_message);
    }
    if (report_count(report) > SHOWN_MAX)
        uci_complain(uci, "%zu more errors are not shown", report_count(report) - SHOWN_MAX);
}

static void say_what_is_known(struct uci *uci, const struct variant_file *file)
{
    struct buffer line;
    buffer_init(&line);
    size_t count = file->games.count + file->known.count;
    buffer_addf(&line, "info string %zu variant%s, %zu left out:", count, count == 1 ? "" : "s",
                file->refused);
    for (size_t i = 0; i < file->games.count; i++)
        buffer_addf(&line, " %s", file->games.items[i]->game.name);
    for (size_t i = 0; i < file->known.count; i++)
        buffer_addf(&line, " %s", file->known.items[i]->game.name);
    uci_say_text(uci, buffer_text(&line));
    buffer_clear(&line);
}

void uci_load_variants(struct uci *uci, const char *path)
{
    struct games_loaded loaded;
    struct error err;
    if (!*path)
        return;
    bool good = games_load_file(path, false, &loaded, &err);
    complain_of_faults(uci, &loaded.report);
    if (good) {
        settings_extend(&uci->options.settings);
        say_what_is_known(uci, loaded.file);
    } else if (report_is_empty(&loaded.report)) {
        uci_complain(uci, "setoption VariantPath: %s", err.message);
    }
    games_loaded_clear(&loaded);
}
