/* What the bytes of an object are: occ_inspect. */
#ifndef OCC_DRIVER_UNITS_INSPECT_H
#define OCC_DRIVER_UNITS_INSPECT_H

#include "driver/occ.h"
#include "support/arena.h"

/* Fills in all of *binary but its size.  The arena is for copies. */
void inspect(struct occ_binary *binary, struct arena *arena, const void *bytes, size_t length);

#endif
