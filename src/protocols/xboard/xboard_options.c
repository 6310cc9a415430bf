// SPDX-License-Identifier: GPL-3.0-or-later
// CECP features, and the options that appear in XBoard's engine settings.
#include "protocols/xboard/xboard_state.h"

#include "base/text.h"
#include "protocols/endings.h"
#include "variants/games.h"

#include <string.h>

// ---- Features ----

static void say_variants(struct xboard *xboard)
{
    struct buffer line;
    buffer_init(&line);
    buffer_add(&line, "feature variants=\"normal");
    for (int i = 0; games_all()[i]; i++)
        buffer_addf(&line, ",%s", games_all()[i]->name);
    buffer_add_char(&line, '"');
    xboard_say_text(xboard, buffer_text(&line));
    buffer_clear(&line);
}

// A choice of words; the present one has a star.
static void begin_combo(struct buffer *line, const char *name)
{
    buffer_addf(line, "feature option=\"%s -combo", name);
}

static void add_choice(struct buffer *line, const char *word, bool first, bool chosen)
{
    buffer_addf(line, "%s %s%s", first ? "" : " ///", chosen ? "*" : "", word);
}

static void say_level(struct xboard *xboard)
{
    struct buffer line;
    buffer_init(&line);
    begin_combo(&line, "Level");
    for (int i = 0; i < LEVELS; i++)
        add_choice(&line, levels[i].key, i == 0, &levels[i] == xboard->level);
    buffer_add_char(&line, '"');
    xboard_say_text(xboard, buffer_text(&line));
    buffer_clear(&line);
}

static void say_setting(struct xboard *xboard, const struct setting *setting)
{
    const struct parameter *parameter = setting->parameter;
    if (parameter->kind == PARAMETER_NUMBER) {
        xboard_say(xboard, "feature option=\"%s -spin %d %d %d\"", parameter->option, setting->value,
                   parameter->minimum, parameter->maximum);
        return;
    }
    struct buffer line;
    buffer_init(&line);
    begin_combo(&line, parameter->option);
    for (int i = 0; i <= parameter->maximum; i++)
        add_choice(&line, parameter->choices[i], i == 0, i == setting->value);
    buffer_add_char(&line, '"');
    xboard_say_text(xboard, buffer_text(&line));
    buffer_clear(&line);
}

// A question (askuser) while the settings are open makes XBoard 4.9.1 mix up the two windows and crash, so
// squares are typed into the settings themselves.
static const char squares_option[] = "Squares with my next move";

static const char tables_option[] = "TablePath";

// What the user can ask for by a button.
static const struct {
    const char *name;
    void (*press)(struct xboard *xboard);
} buttons[] = {
    {"Show what the board cannot", xboard_show_state},
    {"Announce a path or circuit", xboard_announce},
};

enum { BUTTONS = sizeof buttons / sizeof *buttons };

void xboard_features(struct xboard *xboard)
{
    xboard_say(xboard, "feature done=0");
    xboard_say(xboard, "feature myname=\"Leaper %s\"", LEAPER_VERSION);
    xboard_say(xboard,
               "feature ping=1 setboard=1 usermove=1 playother=1 san=0 time=1 draw=1 sigint=0 sigterm=0");
    xboard_say(xboard,
               "feature reuse=1 analyze=1 colors=0 ics=0 name=1 pause=0 nps=0 debug=1 memory=1 smp=1");
    xboard_say(xboard, "feature setup=1 highlight=1 exclude=0");
    say_variants(xboard);
    say_level(xboard);
    xboard_say(xboard, "feature option=\"MultiPV -spin %u 1 %d\"", xboard->lines, XBOARD_LINES_MAX);
    for (unsigned i = 0; i < xboard->settings.count; i++)
        say_setting(xboard, &xboard->settings.list[i]);
    xboard_say(xboard, "feature option=\"%s -path \"", tables_option);
    xboard_say(xboard, "feature option=\"%s -string \"", squares_option);
    for (int i = 0; i < BUTTONS; i++)
        xboard_say(xboard, "feature option=\"%s -button\"", buttons[i].name);
    xboard_say(xboard, "feature done=1");
}

// ---- Setting ----

static bool set_level(struct xboard *xboard, const char *value, struct error *err)
{
    const struct level *level = level_find(value, err);
    if (level)
        xboard->level = level;
    return level != NULL;
}

static bool set_lines(struct xboard *xboard, const char *value, struct error *err)
{
    long number;
    if (!text_read_integer(value, 1, XBOARD_LINES_MAX, &number))
        return error_set(err, ERROR_PARAMETER, "", "MultiPV is a number from 1 to %d", XBOARD_LINES_MAX);
    xboard->lines = (unsigned)number;
    return true;
}

// Armies, fuel and the like can be set only before a game begins.
static bool set_setting(struct xboard *xboard, struct setting *setting, const char *value, struct error *err)
{
    int before = setting->value;
    if (!setting_read(&xboard->settings, setting, value, err))
        return false;
    if (setting->value != before && !xboard->plain &&
        game_parameter(xboard->settings.game, setting->parameter->option) >= 0)
        xboard_tell(xboard, "%s will be %s from the next new game on.", setting->parameter->option, value);
    return true;
}

static bool set_by_name(struct xboard *xboard, const char *name, const char *value, struct error *err)
{
    struct setting *setting = settings_find(&xboard->settings, name);
    if (setting)
        return set_setting(xboard, setting, value, err);
    if (text_equal_nocase(name, "Level"))
        return set_level(xboard, value, err);
    if (text_equal_nocase(name, "MultiPV"))
        return set_lines(xboard, value, err);
    if (text_equal_nocase(name, tables_option))
        return endings_set(thinker_engine(xboard->thinker), &xboard->tables, value, err);
    if (text_equal_nocase(name, squares_option)) {
        xboard_squares(xboard, value);
        return true;
    }
    for (int i = 0; i < BUTTONS; i++)
        if (text_equal_nocase(name, buttons[i].name)) {
            buttons[i].press(xboard);
            return true;
        }
    return error_set(err, ERROR_REQUEST, "", "there is no such option");
}

void xboard_option(struct xboard *xboard, const char *rest)
{
    rest += strspn(rest, " \t");
    struct buffer name;
    struct error err;
    size_t length = strcspn(rest, "=");
    const char *value = rest[length] ? rest + length + 1 : "";
    buffer_init(&name);
    buffer_add_bytes(&name, rest, length);
    if (!set_by_name(xboard, buffer_text(&name), value, &err))
        xboard_tell_error(xboard, "option %.40s: %s", buffer_text(&name), err.message);
    buffer_clear(&name);
}
