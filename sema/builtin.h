/* Rows of builtin.def: the functions that are part of OpenCL C.
 *
 * A call of one becomes EXPR_BUILTIN with call.builtin = its row, arguments converted to the types
 * of the chosen overload, expr->type its result.  How it is lowered:
 *
 * BUILTIN_OP       target is the name of an IR operation (midend/ir/ir_op.def); operands in order.  A
 *                  comparison gives int 0/1 for scalars, 0/-1 of the result's element for vectors.
 *                  fclass with one operand: detail is the mask; workitem_id: the dimension; fmin, fmax: 1 where
 *                  NaN makes the result undefined (6.12.4).
 * BUILTIN_LIB      a function of libclc-lite, named by expr->call.library_name (mangled as
 *                  sema_mangle does).  With BUILTIN_COMPONENTWISE that is the scalar form.
 * BUILTIN_SPECIAL  the lowering has a function for target; detail tells variants apart.
 *
 * BUILTIN_COMPONENTWISE: vector arguments and result are taken component by component; arguments
 * that are scalar where the result is a vector serve every component; a pointer argument (fract,
 * modf, frexp, sincos, remquo, lgamma_r) points to a vector: each call of the scalar form writes to private
 * memory, and the results are stored together (midend/gen/gen_builtin.c). */
#ifndef OCC_SEMA_BUILTIN_H
#define OCC_SEMA_BUILTIN_H

#include <stdbool.h>
#include <stdint.h>

struct suggestion; /* support/suggest.h */

enum builtin_implementation { BUILTIN_OP, BUILTIN_LIB, BUILTIN_SPECIAL };

enum builtin_flag {
    BUILTIN_COMPONENTWISE = 1,
    BUILTIN_CONVERGENT = 2,   /* barriers and the like */
    BUILTIN_LIBRARY_ONLY = 4, /* usable in libclc-lite only */
    BUILTIN_CUSTOM = 8,       /* typed by a function of sema_gnu.c, not by the signature */
    BUILTIN_CL2 = 16,         /* from OpenCL C 2.0 */
    BUILTIN_IMAGE = 32, /* elements: set of shapes, components: set of accesses; see builtin.def */
    BUILTIN_CL12 = 64,  /* from OpenCL C 1.2 */
    BUILTIN_HALF = 128, /* with cl_khr_fp16 */
    BUILTIN_MIPMAP = 256, /* with cl_khr_mipmap_image */
    BUILTIN_MIPMAP_WRITE = 512,
    BUILTIN_PRINTF = 1024, /* from OpenCL C 1.2, before that with cl_amd_printf */
    BUILTIN_NEEDS = 2048,  /* times (1 + enum feature): the feature it needs; see NEEDS_ */
    BUILTIN_NEEDS_END = BUILTIN_NEEDS << 7,
    BUILTIN_TARGET =
        BUILTIN_NEEDS_END, /* times (1 + enum target_feature): what the target must have; see ON_ */
    BUILTIN_TARGET_END = BUILTIN_TARGET << 7,
    BUILTIN_SEQ_CST = BUILTIN_TARGET_END,           /* besides: __opencl_c_atomic_order_seq_cst */
    BUILTIN_DEVICE_SCOPE = BUILTIN_TARGET_END << 1, /* besides: __opencl_c_atomic_scope_device */
};

enum target_feature {
#define TARGET_FEATURE(id, name, op) TARGET_##id,
#include "sema/target_feature.def"
    TARGET_FEATURES
};

enum builtin_image { /* detail of image_read and image_write */
#define IMAGE_FORM(name) BUILTIN_IMAGE_##name,
#include "sema/builtin_detail.def"
};

enum builtin_query { /* detail of image_query */
#define IMAGE_QUERY(name) BUILTIN_QUERY_##name,
#include "sema/builtin_detail.def"
};

enum builtin_components {
    COMPONENTS_1 = 1,
    COMPONENTS_2 = 2,
    COMPONENTS_3 = 4,
    COMPONENTS_4 = 8,
    COMPONENTS_8 = 16,
    COMPONENTS_16 = 32,
};

enum builtin_atomic { /* detail of the atomic functions */
#define ATOMIC(name) BUILTIN_ATOMIC_##name,
#include "sema/builtin_detail.def"
};

enum builtin_pipe { /* detail of the pipe functions */
                    PIPE_TRANSFER,
                    PIPE_RESERVE,
                    PIPE_COMMIT,
                    PIPE_QUERY,
                    PIPE_WRITES = 4
};

struct builtin {
    const char *name;
    uint32_t elements;  /* set of 1 << enum type_kind that T's element ranges over; 0: no T */
    uint8_t components; /* set of enum builtin_components that T's component count ranges over */
    uint8_t implementation; /* enum builtin_implementation */
    uint32_t flags;         /* enum builtin_flag */
    const char *signature;  /* "T T *aT": result, then parameters; see builtin.def */
    const char *target;     /* OP, SPECIAL: name; LIB: NULL, or another function's name */
    int32_t detail;         /* dimension, class mask, rounding mode: see the row */
};

/* Is the type, an enum type_kind, among those of T?  More types than bits: the last ones are not. */
static inline bool
builtin_has_element(const struct builtin *row, int kind)
{
    return (uint64_t)row->elements >> kind & 1;
}

/* The enum feature that the row needs; -1: none. */
static inline int
builtin_needs(const struct builtin *row)
{
    return (int)(row->flags % BUILTIN_NEEDS_END / BUILTIN_NEEDS) - 1;
}

/* The same of enum target_feature. */
static inline int
builtin_needs_target(const struct builtin *row)
{
    return (int)(row->flags % BUILTIN_TARGET_END / BUILTIN_TARGET) - 1;
}

/* The rows of one name are adjacent; *count says how many; NULL: no such builtin. */
const struct builtin *const *builtin_find(const char *name, uint32_t *count);
/* Offers the names of all rows. */
void builtin_offer_names(struct suggestion *near);

#endif
