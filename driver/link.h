/* Programs of several units: what clLinkProgram does.  Units are stored IR (docs/abi.md). */
#ifndef OCC_DRIVER_LINK_H
#define OCC_DRIVER_LINK_H

#include "backend-gcn/isa/gcn_target.h"
#include "driver/occ.h"
#include "midend/ir.h"
#include "support/diag.h"

/* Reads all units into the module and lets each find what others define; static names stay the unit's
 * own.  A library keeps what it lacks.  Errors go to the module's diag. */
void link_units(struct ir_module *module, const struct occ_unit *units, unsigned count,
                const struct gcn_target *target, bool is_library);

#endif
