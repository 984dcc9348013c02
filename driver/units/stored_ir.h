/* Stored IR: what an object of a unit holds instead of code (docs/abi.md, Stored IR). */
#ifndef OCC_DRIVER_UNITS_STORED_IR_H
#define OCC_DRIVER_UNITS_STORED_IR_H

#include "gcn/object/object_version.h"
#include "driver/units/debug_places.h"
#include "midend/ir/ir.h"
#include "midend/pass.h"

#include <stdbool.h>
#include <stddef.h>

/* What the first line says, and the text after it. */
struct stored_ir {
    bool is_there;                   /* the object has the section, whatever is in it */
    char target[32];                 /* name of a processor */
    bool is_library;                 /* linked from others: clLinkProgram with -create-library */
    bool keeps_denormals;            /* of f32 */
    bool has_ragged_groups;          /* work-groups may be smaller than the others */
    enum gcn_feature xnack, sramecc; /* of the target, as it is compiled for */
    const struct object_version *object_version; /* the same; NULL: left to the link */
    unsigned optimise;           /* 0..3: with which level code is to be made of it */
    enum pass_inlining inlining; /* the same */
    enum debug_level debug;      /* which information it has for that */
    const char *text;
    size_t length;
};

/* Writes the module with a first line as `header` has it.  The module's locations become numbers of places
 * in the text: all with debug information, else those that a link tells. */
void stored_ir_write(struct strbuf *text, struct ir_module *module, const struct stored_ir *header,
                     const struct debug_places *places);
/* Finds the text in an object; a copy in the arena, not yet parsed.  NULL: good; else what is wrong
 * with the object, which may hold anything. */
const char *stored_ir_read(struct stored_ir *stored, struct arena *arena, const void *bytes,
                           size_t size);

#endif
