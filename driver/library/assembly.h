/* Assembly text as input: occ -c file.s. */
#ifndef OCC_DRIVER_LIBRARY_ASSEMBLY_H
#define OCC_DRIVER_LIBRARY_ASSEMBLY_H

#include "driver/library/pipeline.h"

/* Is the job's text assembly: by -x, or by its name? */
bool assembly_is_input(const struct options *options, const char *name);
/* The text becomes the output; errors are in pipeline->diag. */
void assembly_run(struct pipeline *pipeline);

#endif
