/* Programs of several units: what clLinkProgram does.  Units are stored IR (docs/abi.md). */
#ifndef OCC_DRIVER_UNITS_LINK_H
#define OCC_DRIVER_UNITS_LINK_H

#include "gcn/isa/gcn_target.h"
#include "gcn/object/object_version.h"
#include "driver/options/options.h"
#include "midend/ir/ir.h"
#include "support/diag.h"

/* How code is to be made of them, if the link does not say. */
struct link_facts {
    unsigned optimise;                           /* the least level of the units */
    enum pass_inlining inlining;                 /* the least that one asks for */
    enum debug_level debug;                      /* the most that one has */
    enum gcn_feature xnack, sramecc;             /* of all that leave it not open */
    const struct object_version *object_version; /* the same; NULL: all leave it open */
};

/* Units with machine code that go into the same program. */
struct link_others {
    const char *name;                            /* of the first; NULL: there are none */
    const struct object_version *object_version; /* its */
    const char *const *defined;                  /* symbols that they define for all */
    unsigned defined_count;
};

/* Reads all units into the module and lets each find what others define; static names stay the unit's
 * own.  Variables that `others` define become imports, for a linker of objects to find.  A library keeps what it
 * lacks.  The options say what they are linked for.  Errors go to the module's diag, which resolves locations of
 * the module from now on. */
struct link_facts link_units(struct ir_module *module, const struct occ_unit *units, unsigned count,
                             const struct link_others *others, const struct options *options);

/* diag.resolve: `module` is one that units were read into. */
bool link_resolve(void *module, loc_t loc, struct diag_location *location);

#endif
