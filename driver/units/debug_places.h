/* What debug information needs of the command line and of the sources. */
#ifndef OCC_DRIVER_UNITS_DEBUG_PLACES_H
#define OCC_DRIVER_UNITS_DEBUG_PLACES_H

#include "backend-gcn/debug/dwarf.h"
#include "driver/options/options.h"

/* Lives as long as the compilation. */
struct debug_places {
    struct arena *arena;
    const struct options *options;
    const struct frontend *frontend;
    const struct ir_module *module; /* of a link; NULL: there is none, or not yet */
    const struct ir_module
        *points;          /* whose instructions' locations may be points (debug_point.h); or NULL */
    struct diag messages; /* what the log asked of the sources before */
    struct dwarf_options dwarf;
    enum debug_level level;
};

/* The options of the back end; NULL: the level says that no debug information is wanted. */
const struct dwarf_options *debug_places_options(struct debug_places *places,
                                                 const struct occ_job *job, enum debug_level level);

/* The folder that names of files count from, as debug information tells it; NULL: none, as for a job without files. */
const char *debug_places_folder(struct arena *arena, const struct occ_job *job,
                                const struct options *options);

/* What a location means outside of the compilation; without debug information only the last part of the
 * file's name, so that the folder does not matter.  false: it is none. */
bool debug_places_find(const struct debug_places *places, loc_t loc, struct ir_place *place);

/* From now on locations may be points of the module: for debug information and for messages. */
void debug_places_points(struct debug_places *places, const struct ir_module *module,
                         struct diag *diag);

/* The module of a link is read: its name becomes the first of the files. */
void debug_places_module(struct debug_places *places);

#endif
