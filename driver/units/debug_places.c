#include "driver/units/debug_places.h"

#include "driver/units/link.h"
#include "midend/ir/debug_point.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_SIZE = 256 };

static bool
resolve(void *data, loc_t loc, struct diag_location *location)
{
    const struct debug_places *places = data;
    loc = debug_plain(places->points, loc, NULL);
    if (places->module)
        return link_resolve((void *)(uintptr_t)places->module, loc, location);
    return frontend_location(places->frontend, loc, location);
}

static bool
is_after(void *data, loc_t first, loc_t second)
{
    const struct debug_places *places = data;
    return frontend_is_after(places->frontend, debug_plain(places->points, first, NULL),
                             debug_plain(places->points, second, NULL));
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
working_folder(struct arena *arena, const struct occ_job *job, const struct options *options)
{
    if (options->debug_folder)
        return options->debug_folder;
    const char *folder = NULL;
    size_t size = FIRST_SIZE;
    do {
        char *room = arena_alloc(arena, size);
        folder = job->use_disk ? getcwd(room, size) : NULL;
        size *= 2;
    } while (job->use_disk && !folder && errno == ERANGE);
    return folder;
}

const char *
debug_places_folder(struct arena *arena, const struct occ_job *job, const struct options *options)
{
    const struct debug_places places = {.arena = arena, .options = options};
    const char *folder = working_folder(arena, job, options);
    return folder ? map_name((void *)(uintptr_t)&places, folder) : NULL;
}

const struct dwarf_options *
debug_places_options(struct debug_places *places, const struct occ_job *job, enum debug_level level)
{
    const struct options *options = places->options;
    places->level = level;
    if (level == DEBUG_NONE)
        return NULL;
    places->dwarf =
        (struct dwarf_options){.version = options->dwarf_version,
                               .name = job->name ? job->name : "<source>",
                               .directory = debug_places_folder(places->arena, job, options),
                               .producer = arena_printf(places->arena, "occ %s", OCC_VERSION),
                               .data = places,
                               .resolve = resolve,
                               .is_after = is_after,
                               .map_name = map_name};
    return &places->dwarf;
}

bool
debug_places_find(const struct debug_places *places, loc_t loc, struct ir_place *place)
{
    void *data = (void *)(uintptr_t)places;
    struct diag_location location = {0};
    if (!resolve(data, loc, &location))
        return false;
    const char *slash = strrchr(location.file, '/');
    const char *last = slash && slash[1] ? slash + 1 : location.file;
    *place = (struct ir_place){places->level == DEBUG_NONE ? last : map_name(data, location.file),
                               location.line, location.column};
    return true;
}

/* ---- messages ---- */

static bool
resolve_message(void *data, loc_t loc, struct diag_location *location)
{
    const struct debug_places *places = data;
    const struct diag *messages = &places->messages;
    return messages->resolve(messages->sources, debug_plain(places->points, loc, NULL), location);
}

static bool
is_message_after(void *data, loc_t first, loc_t second)
{
    const struct debug_places *places = data;
    const struct diag *messages = &places->messages;
    return messages->is_after(messages->sources, debug_plain(places->points, first, NULL),
                              debug_plain(places->points, second, NULL));
}

static void
trace_message(void *data, struct diag *diag, loc_t loc)
{
    const struct debug_places *places = data;
    const struct diag *messages = &places->messages;
    messages->backtrace(messages->sources, diag, debug_plain(places->points, loc, NULL));
}

void
debug_places_points(struct debug_places *places, const struct ir_module *module, struct diag *diag)
{
    places->points = module;
    places->messages = *diag;
    /* messages are written when the stages' own memory is gone */
    struct debug_places *kept = ARENA_NEW(places->arena, struct debug_places);
    *kept = *places;
    diag->sources = kept;
    diag->resolve = diag->resolve ? resolve_message : NULL;
    diag->is_after = diag->is_after ? is_message_after : NULL;
    diag->backtrace = diag->backtrace ? trace_message : NULL;
}

void
debug_places_module(struct debug_places *places)
{
    if (places->module->places.count)
        places->dwarf.name = places->module->places.at[0].file;
}
