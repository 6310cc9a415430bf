// SPDX-License-Identifier: GPL-3.0-or-later
// The UCI option VariantPath: a file of variants, which UCI_Variant knows from then on.
#include "protocols/uci/uci_state.h"

#include "variants/games.h"

#include <string.h>

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
    // GUIs send the default, which means that there is no file.
    if (!*path || !strcmp(path, "<empty>"))
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
