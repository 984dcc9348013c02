/* What debug information needs of the command line and of the sources. */
#ifndef OCC_DRIVER_DEBUG_PLACES_H
#define OCC_DRIVER_DEBUG_PLACES_H

#include "backend-gcn/dwarf/dwarf.h"
#include "driver/pipeline.h"

/* Lives as long as the compilation. */
struct debug_places {
    struct arena *arena;
    const struct options *options;
    const struct frontend *frontend;
    const struct ir_module *module; /* NULL: there is none yet */
    struct dwarf_options dwarf;
};

/* The options of the back end; NULL: no debug information is wanted. */
const struct dwarf_options *debug_places_options(struct debug_places *places,
                                                 const struct occ_job *job);

/* There is a module: locations may be those of units that were compiled before, and its name the first
 * of their files. */
void debug_places_module(struct debug_places *places, const struct ir_module *module);

#endif
