/* Units of a link that hold machine code: relocatable objects of occ -c, of other compilers, of assembly. */
#ifndef OCC_DRIVER_LIBRARY_LINK_CODE_H
#define OCC_DRIVER_LIBRARY_LINK_CODE_H

#include "gcn/codeobj/link.h"
#include "driver/units/link.h"
#include "driver/library/pipeline.h"

/* The units of a link by what they hold. */
struct link_code {
    VEC(struct link_input) code;
    VEC(const char *) defined;                   /* symbols that they define for all */
    const struct object_version *object_version; /* of the first of them */
    struct occ_unit *ir;                         /* those with stored IR */
    unsigned ir_count;
};

/* Sorts the job's units; false after an error, which is in pipeline->diag. */
bool link_code_sort(struct pipeline *pipeline, struct link_code *units);
/* What those with code mean to those with IR. */
struct link_others link_code_others(const struct link_code *units);
/* Links objects to the output; errors are in pipeline->diag. */
void link_code_objects(struct pipeline *pipeline, const struct link_input *inputs, unsigned count);
/* The same of the units with code and of what the others became, pipeline->bytes, if there are such. */
void link_code_with_ir(struct pipeline *pipeline, struct link_code *units);

#endif
