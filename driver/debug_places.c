#include "driver/debug_places.h"

#include <errno.h>
#include <unistd.h>

enum { FIRST_SIZE = 256 };

static bool
resolve(void *data, loc_t loc, struct diag_location *location)
{
    const struct debug_places *places = data;
    const struct ir_module *module = places->module;
    if (!module || !module->places.count)
        return frontend_location(places->frontend, loc, location);
    if (!loc || loc > module->places.count)
        return false;
    const struct ir_place *place = &module->places.at[loc - 1];
    *location =
        (struct diag_location){.file = place->file, .line = place->line, .column = place->column};
    return true;
}

static bool
is_after(void *data, loc_t first, loc_t second)
{
    const struct debug_places *places = data;
    return frontend_is_after(places->frontend, first, second);
}

static const char *
map_name(void *data, const char *name)
{
    const struct debug_places *places = data;
    return frontend_map_name(places->arena, places->options->debug_maps.at,
                             places->options->debug_maps.count, name);
}

/* NULL: a job without files has no folder. */
static const char *
working_folder(const struct debug_places *places, const struct occ_job *job)
{
    if (places->options->debug_folder)
        return places->options->debug_folder;
    const char *folder = NULL;
    size_t size = FIRST_SIZE;
    do {
        char *room = arena_alloc(places->arena, size);
        folder = job->use_disk ? getcwd(room, size) : NULL;
        size *= 2;
    } while (job->use_disk && !folder && errno == ERANGE);
    return folder;
}

const struct dwarf_options *
debug_places_options(struct debug_places *places, const struct occ_job *job)
{
    const struct options *options = places->options;
    if (options->debug == DEBUG_NONE)
        return NULL;
    const char *folder = working_folder(places, job);
    places->dwarf =
        (struct dwarf_options){.version = options->dwarf_version,
                               .name = job->name ? job->name : "<source>",
                               .directory = folder ? map_name(places, folder) : NULL,
                               .producer = arena_printf(places->arena, "occ %s", occ_version()),
                               .data = places,
                               .resolve = resolve,
                               .is_after = is_after,
                               .map_name = map_name};
    return &places->dwarf;
}

void
debug_places_module(struct debug_places *places, const struct ir_module *module)
{
    places->module = module;
    if (module->places.count)
        places->dwarf.name = module->places.at[0].file;
}
