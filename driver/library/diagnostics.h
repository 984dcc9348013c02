/* Messages as records: occ_result_diagnostic. */
#ifndef OCC_DRIVER_LIBRARY_DIAGNOSTICS_H
#define OCC_DRIVER_LIBRARY_DIAGNOSTICS_H

#include "driver/occ.h"
#include "support/diag.h"

/* All messages of a log that is finished, in the arena; *count: how many. */
const struct occ_diagnostic *diagnostics_make(struct arena *arena, const struct diag *diag,
                                              unsigned *count);

#endif
