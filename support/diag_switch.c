/* Which warnings are shown: the rows of diag.def under the -W switches. */
#include "support/diag_row.h"
#include "support/suggest.h"

#include <string.h>

const struct diag_row diag_rows[DIAG_COUNT] = {
#define ERROR(id, text)  [DIAG_##id] = {DIAG_ERROR, DIAG_WHEN_DEFAULT, false, #id, NULL, text},
#define MISFIT(id, text) [DIAG_##id] = {DIAG_ERROR, DIAG_WHEN_DEFAULT, true, #id, NULL, text},
#define WARNING(id, group, when, family, text)                                                     \
    [DIAG_##id] = {DIAG_WARNING, DIAG_WHEN_##when, false, #id, group, text},
#define NOTE(id, text) [DIAG_##id] = {DIAG_NOTE, DIAG_WHEN_DEFAULT, false, #id, NULL, text},
#include "support/diag.def"
};

/* Names for several others. */
static const struct {
    const char *name, *member;
} groups[] = {
#define GROUP(name, member) {name, member},
#include "support/diag.def"
};

enum { GROUPS = sizeof groups / sizeof *groups };

const char *
diag_name(enum diag_id id)
{
    return diag_rows[id].name;
}

const char *
diag_group(enum diag_id id)
{
    return diag_rows[id].group;
}

/* -Wno-error=x only takes the error away; -Werror=x also turns the warning on.  -Wx after either
 * changes nothing. */
static void
set_state(struct diag *diag, enum diag_id id, enum diag_state state)
{
    if (state == DIAG_SHOWN && (diag->states[id] == DIAG_FATAL || diag->states[id] == DIAG_SPARED))
        return;
    if (state != DIAG_SPARED || diag_warning_level(diag, id) != DIAG_NOTE)
        diag->states[id] = (uint8_t)state;
}

static bool
is_text(const char *text, const char *name, size_t length)
{
    return text && strlen(text) == length && strncmp(text, name, length) == 0;
}

/* false: there is no such name. */
static bool
set_name(struct diag *diag, const char *name, size_t length, enum diag_state state)
{
    bool is_everything = is_text("everything", name, length);
    bool is_all = is_text("all", name, length), is_extra = is_text("extra", name, length);
    bool found = is_all || is_extra || is_everything;
    for (unsigned id = 1; id < DIAG_COUNT; id++) {
        const struct diag_row *row = &diag_rows[id];
        if (row->level != DIAG_WARNING)
            continue;
        bool is_named = is_text(row->group, name, length);
        if (is_named || is_everything || (is_all && row->when == DIAG_WHEN_ALL) ||
            (is_extra && row->when == DIAG_WHEN_EXTRA))
            set_state(diag, (enum diag_id)id, state);
        found |= is_named;
    }
    for (unsigned i = 0; i < GROUPS; i++)
        if (is_text(groups[i].name, name, length))
            found |= set_name(diag, groups[i].member, strlen(groups[i].member), state);
    return found;
}

static void
unknown_name(struct diag *diag, const char *text, const char *name)
{
    struct suggestion near = suggest_begin(name);
    for (unsigned id = 1; id < DIAG_COUNT; id++)
        if (diag_rows[id].group)
            suggest_offer(&near, diag_rows[id].group, strlen(diag_rows[id].group));
    for (unsigned i = 0; i < GROUPS; i++)
        suggest_offer(&near, groups[i].name, strlen(groups[i].name));
    const char *help = "";
    if (near.best)
        help = arena_printf(diag->arena, "; did you mean '-W%.*s%s'?", (int)(name - text), text,
                            near.best);
    diag_warning(diag, 0, unknown_warning_option, text, help);
}

void
diag_switch(struct diag *diag, const char *text)
{
    static const struct {
        const char *prefix;
        enum diag_state state;
    } forms[] = {{"no-error=", DIAG_SPARED},
                 {"error=", DIAG_FATAL},
                 {"no-", DIAG_IGNORED},
                 {"", DIAG_SHOWN}};
    bool is_negative = strcmp(text, "no-error") == 0;
    if (is_negative || strcmp(text, "error") == 0) {
        diag->warnings_errors = !is_negative;
        return;
    }
    size_t i = 0;
    while (strncmp(text, forms[i].prefix, strlen(forms[i].prefix)) != 0)
        i++;
    const char *name = text + strlen(forms[i].prefix);
    if (!set_name(diag, name, strcspn(name, "="), forms[i].state)) /* -Wname=2 as -Wname */
        unknown_name(diag, text, name);
}

enum diag_level
diag_warning_level(const struct diag *diag, enum diag_id id)
{
    enum diag_state state = (enum diag_state)diag->states[id];
    enum diag_when when = diag_rows[id].when;
    bool is_default = when == DIAG_WHEN_DEFAULT || when == DIAG_WHEN_SPARED;
    bool is_on = state == DIAG_UNSET ? is_default : state != DIAG_IGNORED;
    if (!is_on || diag->no_warnings)
        return DIAG_NOTE;
    bool is_spared = state == DIAG_SPARED || when == DIAG_WHEN_SPARED;
    return state == DIAG_FATAL || (diag->warnings_errors && !is_spared) ? DIAG_ERROR : DIAG_WARNING;
}

bool
diag_is_on(const struct diag *diag, enum diag_id id)
{
    return diag_rows[id].level != DIAG_WARNING || diag_warning_level(diag, id) != DIAG_NOTE;
}
