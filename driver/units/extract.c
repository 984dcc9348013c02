#include "driver/units/extract.h"

#include "driver/options/options.h"

#include <stdlib.h>
#include <string.h>

/* -mcpu= as occ knows it, so that what `occ -mcpu=X` made is found by -mcpu=X. */
static const char *
set_target(struct arena *arena, struct extract_choice *choice, const char *text)
{
    struct options options;
    options_parse(&options, arena, &text, 1);
    choice->target = (struct target_id){options.target, GCN_FEATURE_ANY, options.sramecc};
    if (!options.error && options.target->xnack_supported)
        choice->target.xnack = options.xnack ? GCN_FEATURE_ON : GCN_FEATURE_OFF;
    return options.error;
}

const char *
extract_switch(struct arena *arena, struct extract_choice *choice, const char *text)
{
    static const char target[] = "--target=", entry[] = "--entry=", cpu[] = "-mcpu=";
    choice->is_made = true;
    if (strncmp(text, cpu, sizeof cpu - 1) == 0)
        return set_target(arena, choice, text);
    if (strncmp(text, target, sizeof target - 1) == 0) {
        choice->id = text + sizeof target - 1;
        return *choice->id ? NULL : "--target= takes an id of the list";
    }
    if (strncmp(text, entry, sizeof entry - 1) != 0)
        return arena_printf(arena, "unknown switch: %s", text);
    char *end;
    unsigned long number = strtoul(text + sizeof entry - 1, &end, 10);
    choice->number = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
    return *end || !number ? "--entry= takes a number of the list" : NULL;
}

void
extract_list(struct strbuf *text, const struct bundle *bundle)
{
    for (uint32_t i = 0; i < bundle->entries.count; i++) {
        const struct bundle_entry *entry = &bundle->entries.at[i];
        strbuf_printf(text, "%-4u %10zu  %s\n", i + 1, entry->size, entry->id);
    }
}

static bool
has_id(const struct bundle_entry *entry, const char *id)
{
    const char *target = bundle_target(entry, true);
    return strcmp(entry->id, id) == 0 || (target && strcmp(target, id) == 0);
}

/* generic: counts code of processors that stand for the target's, too? */
static bool
is_wanted(const struct bundle_entry *entry, uint32_t number, const struct extract_choice *choice,
          bool generic)
{
    struct target_id code;
    const char *target = bundle_target(entry, true);
    const struct gcn_target *chip = choice->target.target;
    bool runs = !chip || (target && target_id_parse(target, &code) &&
                          target_id_fits(&code, &choice->target) &&
                          (generic || strcmp(code.target->like, chip->like) == 0));
    return runs && (!choice->number || choice->number == number) &&
           (!choice->id || has_id(entry, choice->id));
}

/* The entries whose numbers are given, for a message. */
static const char *
refusal(const struct bundle *bundle, struct arena *arena, const char *what, const bool *named)
{
    struct strbuf text = strbuf_new(arena);
    strbuf_puts(&text, what);
    for (uint32_t i = 0; i < bundle->entries.count; i++)
        if (!named || named[i])
            strbuf_printf(&text, "\n    %u  %s", i + 1, bundle->entries.at[i].id);
    return text.text;
}

const struct bundle_entry *
extract_choose(const struct bundle *bundle, struct arena *arena,
               const struct extract_choice *choice, const char **why)
{
    const struct bundle_entry *found = NULL;
    bool *fits = ARENA_ARRAY(arena, bundle->entries.count + 1u, bool);
    unsigned count = 0;
    for (unsigned generic = 0; generic < 2 && !count; generic++)
        for (uint32_t i = 0; i < bundle->entries.count; i++) {
            fits[i] = is_wanted(&bundle->entries.at[i], i + 1, choice, generic);
            count += fits[i];
            found = fits[i] ? &bundle->entries.at[i] : found;
        }
    if (count > 1)
        *why = refusal(bundle, arena, "more than one entry fits; --entry=N takes one of:", fits);
    else if (!count)
        *why = refusal(bundle, arena, "no entry fits; there are:", NULL);
    else if (!found->size)
        *why = arena_printf(arena, "entry %s is empty", found->id);
    return count == 1 && found->size ? found : NULL;
}
