/* The command's inputs as one program: `occ a.o b.o k.cl -o x.co`. */
#ifndef OCC_DRIVER_COMMAND_LINK_COMMAND_H
#define OCC_DRIVER_COMMAND_LINK_COMMAND_H

#include "driver/occ.h"
#include "driver/options/options.h"

/* Is all that is named to become one output: does an input hold an object, or do -o, -flto or
 * -create-library ask for it? */
bool link_is_wanted(const struct options *options);
/* Why the inputs cannot become what the options ask for: objects are linked to programs alone; NULL: they can. */
const char *link_command_error(struct arena *arena, const struct options *options);
/* Compiles the sources among the inputs to units, links all units and writes the output; the exit status.
 * compile: what all compilations have in common; link: all of the link but its units. */
int link_inputs(const occ_compiler *compiler, struct arena *arena, const struct options *options,
                const struct occ_job *compile, const struct occ_job *link);

#endif
