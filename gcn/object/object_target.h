/* What a code object is made for: a chip and its features.  object_target.c has its names and numbers in the
 * styles of the versions: struct object_targets, object_version.h. */
#ifndef OCC_GCN_OBJECT_OBJECT_TARGET_H
#define OCC_GCN_OBJECT_OBJECT_TARGET_H

#include "gcn/isa/gcn_target.h"

#include <stdbool.h>
#include <stdint.h>

struct object_target {
    const struct gcn_target *target;
    bool xnack;
    uint8_t sramecc; /* enum gcn_feature: what the code is for; it is the same for all */
};

/* ISA version stepping, where it says XNACK: its lowest bit on GFX9. */
unsigned target_stepping(const struct object_target *object);

#endif
